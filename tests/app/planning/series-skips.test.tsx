// A new last day of a series in the form: days without a date stay so, also those that the form of a later date does not show.
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAsAda } from '../device.tsx';
import { fill, openCoachDevice, planned } from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const dayMs = 86_400_000;

/** Six Tuesdays from two weeks from now on, without the skipped ones (0 is the first). */
async function openSeries(...skipped: number[]) {
  const device = await openCoachDevice();
  const tuesday = new Date(Date.now() + 14 * dayMs);
  tuesday.setUTCDate(tuesday.getUTCDate() + ((9 - tuesday.getUTCDay()) % 7));
  const dayAfter = (days: number) => new Date(tuesday.getTime() + days * dayMs).toISOString().slice(0, 10);
  const timesOn = (day: string) => ({ startsAt: `${day}T17:00:00.000Z`, endsAt: `${day}T18:30:00.000Z` });
  await planned(device, {
    ...timesOn(dayAfter(0)),
    timeZone: 'UTC',
    recurrence: {
      rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6',
      exceptDates: skipped.map((week) => dayAfter(7 * week)),
    },
  });
  const dates = () =>
    device.db
      .selectFrom('events')
      .select(['id', 'version', 'recurrence_id'])
      .orderBy('recurrence_id')
      .execute();
  const days = async () => (await dates()).map(({ recurrence_id }) => recurrence_id?.slice(0, 10));
  return { ...device, dayAfter, timesOn, dates, days };
}

/** Sets another last day in the form of a date, and saves it with a scope. */
async function endOn(
  { user }: Awaited<ReturnType<typeof openSeries>>,
  id: string,
  day: string,
  scope: RegExp,
) {
  await openAsAda(`/my/events/${id}/edit`);
  await screen.findByText(/^(Tues|Wednes)days until/);
  await user.click(await screen.findByText('Repeat'));
  await fill('Last day', day);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change which dates?' }));
  await user.click(sheet.getByRole('radio', { name: scope }));
  await sheet.findByText('One date is added.');
  await user.click(await sheet.findByRole('button', { name: /^Change / }));
  await screen.findByText(/changed\.$|^Saved\.$/);
}

it('all dates of a series end later: days skipped before the opened date stay skipped', async () => {
  const series = await openSeries(1, 2);
  const { dayAfter, dates, days } = series;
  const later = (await dates()).at(-1)?.id ?? '';
  await endOn(series, later, dayAfter(6 * 7), /^All/);
  expect(await days()).toEqual([0, 3, 4, 5, 6].map((week) => dayAfter(week * 7)));
});

it('the second part of a split series ends later: a date that was deleted there stays deleted', async () => {
  const series = await openSeries();
  const { laptop, dayAfter, timesOn, dates, days } = series;
  const [, , third, fourth, fifth] = await dates();
  const params = { id: third?.id ?? '' };
  const moved = { version: 1, scope: 'following', ...timesOn(dayAfter(2 * 7 + 1)) } as const;
  expect((await laptop.call('PATCH /api/events/{id}', { params, body: moved })).status).toBe(200);
  const removed = { params: { id: fifth?.id ?? '' }, query: {} };
  expect((await laptop.call('DELETE /api/events/{id}', removed)).status).toBe(204);
  await endOn(series, fourth?.id ?? '', dayAfter(6 * 7 + 1), /^This and following/);
  const wednesdays = [2, 3, 5, 6].map((week) => dayAfter(week * 7 + 1));
  expect(await days()).toEqual([dayAfter(0), dayAfter(7), ...wednesdays]);
});
