// Attendance at an event that was created without a connection, before the server knows of it.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { newId } from '../../../src/app/data/http/new-id.ts';
import { attendancePath } from '../../../src/app/data/outbox/mark-calls.ts';
import { cancel, write } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { plannedSubject } from '../../../src/app/data/outbox/planned.ts';
import { address, openAsAda } from '../device.tsx';
import {
  button,
  goOffline,
  lines,
  markButton,
  minutes,
  openPitch,
  order,
  row,
  sheet,
} from './pitch-setup.tsx';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

beforeEach(() => {
  vi.restoreAllMocks();
});

const name = 'Dunes instead';
const patience = { timeout: 8000 };

/** Ada is offline, and has planned a training that begins now. `isRead`: she has opened the page of her team before. */
async function openDunes({ isRead = true, ...given }: { isRead?: boolean; name?: string } = {}) {
  const pitch = await openPitch();
  await openAsAda(isRead ? `/teams/${pitch.team.id}` : '/my/places');
  await screen.findByText(isRead ? 'Ben' : 'No places yet', {}, patience);
  goOffline(true);
  const id = newId();
  const create = (more: { name?: string } = {}) =>
    write({
      call: 'POST /api/events',
      params: undefined,
      body: {
        id,
        name,
        kind: 'training',
        startsAt: minutes(-1),
        endsAt: minutes(60),
        timeZone: 'Europe/Brussels',
        owner: { kind: 'team', id: pitch.team.id },
        publication: 'published',
        ...given,
        ...more,
      },
      subject: plannedSubject.create(id),
      title: 'New event',
      isRefusalKept: true,
    });
  await create();
  await pitch.user.click(await screen.findByText('1 change is waiting to be sent', {}, patience));
  await pitch.user.click(await screen.findByLabelText(`Attendance · ${given.name ?? name}`, {}, patience));
  expect(address()).toBe(attendancePath(id));
  const stored = () =>
    pitch.db
      .selectFrom('attendance')
      .innerJoin('people', 'people.id', 'attendance.person_id')
      .select('people.name')
      .where('event_id', '=', id)
      .orderBy('people.name')
      .execute();
  const rows = () => outboxStore.get().queue.map(([, queued]) => queued);
  return { ...pitch, id, create, stored, rows };
}

it('has the people of the team, and goes on with the answers of the server', async () => {
  const { user, stored } = await openDunes();
  await screen.findByText(/ 3 expected$/, {}, patience);
  expect(order()).toEqual(['Ben', 'Cleo', 'Dila']);
  await user.click(await markButton('Ben'));
  await user.click(await markButton('Dila'));
  await screen.findByText('2 to be sent');
  const cleo = await markButton('Cleo');
  cleo.focus();
  goOffline(false);
  await waitFor(async () => expect(await stored()).toEqual([{ name: 'Ben' }, { name: 'Dila' }]), patience);
  await waitFor(() => expect(screen.queryByText('2 to be sent')).toBeNull(), patience);
  expect(await lines('Ben')).toMatch(/Ben, Here/);
  expect(await lines('Dila')).toMatch(/Dila, Here/);
  expect(document.activeElement).toBe(cleo);
});

it('keeps its marks while the event is refused, and sends them after the corrected one', async () => {
  const refused = 'www.example.com';
  const { user, stored, create, rows } = await openDunes({ name: refused });
  await user.click(await markButton('Ben'));
  await screen.findByText('1 to be sent');
  goOffline(false);
  await waitFor(() => expect(rows()[0]?.refusal).not.toBeNull(), patience);
  await screen.findByText("We can't find this event", {}, patience);
  await screen.findByText('One mark is not sent yet');
  expect(rows()).toMatchObject([
    { call: 'POST /api/events' },
    { event: refused, attempts: 0, refusal: null },
  ]);
  await create({ name });
  await waitFor(async () => expect(await stored()).toEqual([{ name: 'Ben' }]), patience);
  await row('Ben');
});

it('is not there any more once the event is cancelled', async () => {
  const { rows } = await openDunes();
  await screen.findByText(/ 3 expected$/, {}, patience);
  await cancel(rows()[0]?.id ?? '');
  await waitFor(() => expect(screen.queryByText(/ 3 expected$/)).toBeNull());
});

it('is empty where the device has no one of the team, says so, and takes people by name', async () => {
  const { user, stored } = await openDunes({ isRead: false });
  await screen.findByText(/this device doesn't have everyone in the team/, {}, patience);
  await screen.findByText('No one is expected yet');
  await user.click(await button('Add someone'));
  await user.type((await sheet()).getByLabelText('Name'), 'Zoë');
  await user.click((await sheet()).getByText('Add Zoë as a guest'));
  await row('Zoë');
  goOffline(false);
  await waitFor(async () => expect(await stored()).toEqual([{ name: 'Zoë' }]), patience);
  await row('Ben');
});
