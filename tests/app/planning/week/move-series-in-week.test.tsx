// Moving a date of a series in the week of the calendar: each scope changes exactly its dates.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { drafts, goOffline, openCoachDevice, planned, sheet } from '../planning-setup.ts';
import { event, moveByKeys, openWeek, press, stubDesk, timesShown } from './week-setup.ts';

vi.mock('../../../../src/offline/device-store.ts', async (load) =>
  (await import('../../../support/memory-device.ts')).memoryDevice(load<object>),
);

type Device = Awaited<ReturnType<typeof openCoachDevice>>;

beforeEach(stubDesk);

const week = 7 * 86_400_000;
/** Four Tuesdays, of which the week shows the second. */
const series = {
  startsAt: new Date(Date.parse(event.startsAt) - week).toISOString(),
  endsAt: new Date(Date.parse(event.endsAt) - week).toISOString(),
  recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
};
/** How many hours later than planned each date is. */
async function shiftsOf({ db }: Device) {
  const rows = await db.selectFrom('events').select('starts_at').orderBy('recurrence_id').execute();
  return rows.map(
    ({ starts_at }, index) =>
      (Date.parse(starts_at) - Date.parse(series.startsAt) - index * week) / 3_600_000,
  );
}

/** Moves the second date by an hour; returns the sheet that asks for the scope. */
async function moveDate(device: Device) {
  device.server.advance(Date.parse('2026-11-20T10:00:00.000Z') - device.server.now().getTime());
  await planned(device, series);
  await openWeek(device);
  await moveByKeys();
  return sheet();
}

it.each([
  [/^Only/, 'Change 1 date', 'Saved.', [0, 1, 0, 0]],
  [/^This and following/, 'Change 3 dates', '3 dates were changed.', [0, 1, 1, 1]],
  [/^All/, 'Change 4 dates', '4 dates were changed.', [1, 1, 1, 1]],
])(
  'the scope %s moves exactly these dates, as the button says before',
  async (choice, action, said, shifts) => {
    const device = await openCoachDevice();
    const asked = await moveDate(device);
    asked.getByText(/18:00–19:15/);
    asked.getByText(/19:00–20:15/);
    fireEvent.click(asked.getByLabelText(choice));
    await asked.findByText(action, { selector: 'button' });
    press(asked, action);
    await screen.findByText(said);
    expect(await shiftsOf(device)).toEqual(shifts);
    await waitFor(async () => expect(await timesShown()).toBe('19:00–20:15'));
    expect(drafts()).toEqual([]);
  },
);

it('the scope all is queued offline, and moves the dates once sent', async () => {
  const device = await openCoachDevice();
  const asked = await moveDate(device);
  await asked.findByText('Change 1 date', { selector: 'button' });
  const comeBack = goOffline();
  fireEvent.click(asked.getByLabelText(/^All/));
  await asked.findByText(/We'll save it as soon as possible\./);
  press(asked, 'Change');
  await screen.findByText('Your changes will be sent as soon as possible.');
  expect(await shiftsOf(device)).toEqual([0, 0, 0, 0]);
  comeBack();
  await waitFor(async () => expect(await shiftsOf(device)).toEqual([1, 1, 1, 1]));
  await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull());
});

it('a move of all dates is asked again after another coach has moved some of them', async () => {
  const device = await openCoachDevice();
  const asked = await moveDate(device);
  fireEvent.click(asked.getByLabelText(/^All/));
  await asked.findByText('Change 4 dates', { selector: 'button' });
  const rows = await device.db.selectFrom('events').selectAll().orderBy('recurrence_id').execute();
  const { id = '', version = 0, starts_at = '', ends_at = '' } = rows[2] ?? {};
  const later = (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString();
  const body = { version, scope: 'following', startsAt: later(starts_at), endsAt: later(ends_at) } as const;
  const changed = await device.laptop.call('PATCH /api/events/{id}', { params: { id }, body });
  expect(changed.status).toBe(200);
  const previews = vi.fn(fetch);
  vi.stubGlobal('fetch', previews);
  press(asked, 'Change 4 dates');
  await asked.findByText(/^Someone else changed this in the meantime\./);
  expect(await shiftsOf(device)).toEqual([0, 0, 1, 1]);
  await waitFor(() =>
    expect(previews.mock.calls.filter(([url]) => String(url).endsWith('/preview'))).toHaveLength(1),
  );
  fireEvent.click(asked.getByLabelText(/^Only/));
  await asked.findByText('Change 1 date', { selector: 'button' });
  press(asked, 'Change 1 date');
  await screen.findByText('Saved.');
  expect(await shiftsOf(device)).toEqual([0, 1, 1, 1]);
});

it('a cancelled move changes nothing', async () => {
  const device = await openCoachDevice();
  const asked = await moveDate(device);
  await asked.findByText('Change 1 date', { selector: 'button' });
  press(asked, 'Back');
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
  expect(await shiftsOf(device)).toEqual([0, 0, 0, 0]);
  expect(drafts()).toEqual([]);
  await waitFor(async () => expect(await timesShown()).toBe('18:00–19:15'));
});
