// A new last day of a series in the form: days without a date stay so, also those that the form of a later date does not show.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openAsAda } from '../device.tsx';
import { fill, openCoachDevice, planned } from './planning-setup.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);

const dayMs = 86_400_000;

/** Six Tuesdays from two weeks from now on, without the skipped ones (0 is the first). */
const openSeries = (...skipped: number[]) => openRepeating('FREQ=WEEKLY;BYDAY=TU;COUNT=6', skipped);

async function openRepeating(rrule: string, skipped: number[] = []) {
  const device = await openCoachDevice();
  const tuesday = new Date(Date.now() + 14 * dayMs);
  tuesday.setUTCDate(tuesday.getUTCDate() + ((9 - tuesday.getUTCDay()) % 7));
  const dayAfter = (days: number) => new Date(tuesday.getTime() + days * dayMs).toISOString().slice(0, 10);
  const timesOn = (day: string) => ({ startsAt: `${day}T17:00:00.000Z`, endsAt: `${day}T18:30:00.000Z` });
  await planned(device, {
    ...timesOn(dayAfter(0)),
    timeZone: 'UTC',
    recurrence: {
      rrule,
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
  // It can be opened once the page knows the whole series.
  await waitFor(() => expect(document.querySelector('[data-group=repeat]')).not.toBeNull());
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

it('the dates before a week without one, made by moving the later dates, end later: that week stays free', async () => {
  const series = await openSeries();
  const { laptop, dayAfter, timesOn, dates, days } = series;
  const [first, , third] = await dates();
  const params = { id: third?.id ?? '' };
  const moved = { version: 1, scope: 'following', ...timesOn(dayAfter(3 * 7)) } as const;
  expect((await laptop.call('PATCH /api/events/{id}', { params, body: moved })).status).toBe(200);
  await endOn(series, first?.id ?? '', dayAfter(7 * 7), /^All/);
  expect(await days()).toEqual([0, 1, 3, 4, 5, 6, 7].map((week) => dayAfter(week * 7)));
});

/** Saves a skipped day in the form of a date, for this and the following dates. */
async function skipFrom({ user }: Awaited<ReturnType<typeof openSeries>>, id: string, day: string) {
  await openAsAda(`/my/events/${id}/edit`);
  // It can be opened once the page knows the whole series.
  await waitFor(() => expect(document.querySelector('[data-group=repeat]')).not.toBeNull());
  await user.click(await screen.findByText('Repeat'));
  await fill('From', day);
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Change which dates?' }));
  await sheet.findByText('One date that no one has answered is deleted.');
  await user.click(await sheet.findByRole('button', { name: /^Change / }));
  await screen.findByText(/changed\.$|^Saved\.$/);
}

it('a date before a split is skipped: the dates of the later part stay', async () => {
  const series = await openSeries();
  const { laptop, db, dayAfter, dates, days } = series;
  const [first, , , fourth] = await dates();
  const params = { id: fourth?.id ?? '' };
  const renamed = { version: 1, scope: 'following', name: 'Indoor' } as const;
  expect((await laptop.call('PATCH /api/events/{id}', { params, body: renamed })).status).toBe(200);
  await skipFrom(series, first?.id ?? '', dayAfter(7));
  expect(await days()).toEqual([0, 2, 3, 4, 5].map((week) => dayAfter(7 * week)));
  const names = await db.selectFrom('events').select('name').orderBy('recurrence_id').execute();
  expect(names.map(({ name }) => name === 'Indoor')).toEqual([false, false, true, true, true]);
});

it('a rule whose later part is on other days is shown in words alone', async () => {
  const { laptop, dayAfter, timesOn, dates } = await openSeries();
  const [first, , third] = await dates();
  const params = { id: third?.id ?? '' };
  const moved = { version: 1, scope: 'following', ...timesOn(dayAfter(2 * 7 + 1)) } as const;
  expect((await laptop.call('PATCH /api/events/{id}', { params, body: moved })).status).toBe(200);
  await openAsAda(`/my/events/${first?.id}/edit`);
  await screen.findByText(/Tuesday/, { selector: 'p' });
  await screen.findByText('6 dates');
  // The answer about the series, which could unfold the rule, has arrived.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(document.querySelector('[data-group=repeat]')).toBeNull();
});

it('the rule of a date that was moved to the week between two dates is shown in words alone', async () => {
  const { laptop, dayAfter, timesOn, dates } = await openRepeating('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=4');
  const second = (await dates())[1]?.id ?? '';
  const moved = { params: { id: second }, body: { version: 1, ...timesOn(dayAfter(3 * 7)) } };
  expect((await laptop.call('PATCH /api/events/{id}', moved)).status).toBe(200);
  await openAsAda(`/my/events/${second}/edit`);
  await screen.findByText(/Tuesday/, { selector: 'p' });
  await screen.findByText('4 dates');
  // The answer about the series, which could unfold the rule, has arrived.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(document.querySelector('[data-group=repeat]')).toBeNull();
});

it('a last date that was moved past the end, to another weekday, changes nothing of the rule', async () => {
  const { laptop, dayAfter, timesOn, dates } = await openSeries();
  const all = await dates();
  const params = { id: all.at(-1)?.id ?? '' };
  const moved = { version: 1, ...timesOn(dayAfter(5 * 7 + 3)) };
  expect((await laptop.call('PATCH /api/events/{id}', { params, body: moved })).status).toBe(200);
  await openAsAda(`/my/events/${all[0]?.id}/edit`);
  await waitFor(() => expect(document.querySelector('[data-group=repeat]')).not.toBeNull());
});
