// The roster of an event as a table for a desk, over the real API.
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { replyText } from '../../../src/app/format/words/mark.ts';
import {
  buildAttendance,
  buildEvent,
  buildGuest,
  buildMembership,
  buildOffer,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openAsAda } from '../device.tsx';
import { inDays, openCoachDevice } from '../planning/planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

/** A past training of Ada's team: Ben was late and paid, Cleo had said yes, Dila did not answer, Gus is a guest. */
async function openTraining({ price = true, given = {} as object } = {}) {
  const device = await openCoachDevice();
  const { db, team, ada } = device;
  const event = await buildEvent(db, {
    name: 'Slab school',
    owner_team_id: team.id,
    teams: [team.id],
    leaders: [ada.id],
    starts_at: inDays(-3, '17:00'),
    ...given,
  });
  const join = async (name: string, reply: object | null, mark: object | null) => {
    const person = await buildUser(db, { name });
    await buildMembership(db, { team_id: team.id, person_id: person.id });
    const registration =
      reply && (await buildRegistration(db, { event_id: event.id, person_id: person.id, ...reply }));
    if (mark) await buildAttendance(db, { event_id: event.id, person_id: person.id, ...mark });
    return registration?.id ?? '';
  };
  const ben = await join(
    'Ben',
    { note: 'Comes by train' },
    { status: 'late', minutes_late: 12, reason: 'Was forgotten' },
  );
  const cleo = await join('Cleo', {}, { status: 'absent' });
  await join('Dila', null, null);
  await buildGuest(db, { event_id: event.id, name: 'Gus' });
  if (price) {
    await buildOffer(db, { event_id: event.id });
    await buildPayment(db, { registration_id: ben, state: 'succeeded', created_at: inDays(-9, '10:00') });
    await buildPayment(db, { registration_id: ben, state: 'canceled', created_at: inDays(-8, '10:00') });
    await buildPayment(db, { registration_id: cleo, provider: 'offline', state: 'offlineDue' });
  }
  return { ...device, event, path: `/my/events/${event.id}/roster` };
}

const cells = async () => {
  const table = await screen.findByRole('table');
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
};

it('the roster shows replies, notes, attendance and payments of everyone, and offers print and the file', async () => {
  const { event, path, user } = await openTraining();
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await openAsAda(path);
  await screen.findByText('€12.50 · Paid');
  expect(await cells()).toEqual([
    ['Name', 'Reply', 'Note', 'Attendance', 'Payment'],
    ['Ben', 'Going', 'Comes by train', '12 min lateWas forgotten', '€12.50 · Paid'],
    ['Cleo', 'Going', '', 'Absent · had said yes', '€12.50 · Will pay in cash'],
    ['Dila', 'No answer', '', 'Not marked', ''],
    ['Gus', 'Guest', '', 'Here', ''],
  ]);
  expect(screen.getByRole('link', { name: 'Slab school' }).getAttribute('href')).toBe(
    `/my/events/${event.id}`,
  );
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(
    `/api/events/${event.id}/roster.csv`,
  );
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('the roster of a free event has no payments, and asks for none', async () => {
  const { path, asked } = await openTraining({ price: false });
  await openAsAda(path);
  expect((await cells())[0]).toEqual(['Name', 'Reply', 'Note', 'Attendance']);
  expect(asked.filter((call) => call.includes('/payments'))).toEqual([]);
});

it('the page of an event leads those who run it to the table', async () => {
  const { event, path } = await openTraining();
  await openAsAda(`/my/events/${event.id}`);
  // By its text: hidden here, as on a phone.
  expect((await screen.findByText('As a table')).getAttribute('href')).toBe(path);
});

it('a coach of a visiting team sees neither the roster nor its file, and asks for no payments', async () => {
  const { db, ada, asked } = await openCoachDevice();
  const [host, visiting] = [await buildTeam(db, {}), await buildTeam(db, {})];
  await buildMembership(db, { team_id: visiting.id, person_id: ada.id, role: 'coach' });
  const event = await buildEvent(db, { owner_team_id: host.id, teams: [host.id, visiting.id] });
  await buildOffer(db, { event_id: event.id });
  await openAsAda(`/my/events/${event.id}/roster`);
  expect(await screen.findByText("You can't see this roster")).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByText('CSV')).toBeNull();
  expect(asked.filter((call) => call.includes('/payments'))).toEqual([]);
});

it('a place whose time ran out and a request that was not accepted have words of their own', () => {
  const texts = (['holdExpired', 'offerExpired', 'rejected', null] as const).map((reply) =>
    replyText({ reply, isGuest: false }),
  );
  expect(texts).toEqual(['Time ran out', 'Time ran out', 'Not accepted', 'No answer']);
});
