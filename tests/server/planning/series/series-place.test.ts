// The warning that a place is taken, for the dates of a series: they are no conflict for each other.
import { expect, it } from 'vitest';
import { signIn } from '../../../support/client.ts';
import { setUpSeries } from './series-setup.ts';

const { setup, make, edit, event } = setUpSeries();
const at = (day: string) => ({ startsAt: `${day}T17:00:00.000Z`, endsAt: `${day}T18:30:00.000Z` });
const weekly = 'FREQ=WEEKLY;COUNT=3';
const makeAtPlace = (more: object = {}) => make(weekly, { place: { id: setup.club.place.id }, ...more });

it('a preview of publishing a series counts other events alone', async () => {
  const client = await signIn(setup.server, setup.club.admin);
  const ids = await makeAtPlace({ publication: 'draft' });
  const preview = async () =>
    (
      await client.call('POST /api/events/{id}/preview', {
        params: { id: ids[0] ?? '' },
        body: { action: 'publish' },
      })
    ).body;
  expect(await preview()).toMatchObject({ dates: 3, warnings: [] });
  await setup.teamEvent({ starts_at: '2026-12-08T18:00:00.000Z', ends_at: '2026-12-08T19:00:00.000Z' });
  expect(await preview()).toMatchObject({ dates: 3, warnings: [{ code: 'placeTaken', count: 1 }] });
});

it('a move of all dates onto each other counts none of them', async () => {
  const [first = '', , third = ''] = await makeAtPlace();
  const { preview } = await edit(first, { scope: 'all', ...at('2026-12-08') });
  expect(preview).toMatchObject({ dates: 3, warnings: [] });
  expect((await event(third)).starts_at).toBe('2026-12-22T17:00:00.000Z');
});

it('a move of all dates counts the date of the series that stays where another one moves to', async () => {
  const [first = '', own = ''] = await makeAtPlace();
  await edit(own, at('2026-12-09'));
  const { preview } = await edit(first, { scope: 'all', ...at('2026-12-09'), name: 'Row' });
  expect(preview).toMatchObject({
    keptDates: [{ startsAt: '2026-12-09T17:00:00.000Z', fields: ['time'] }],
    warnings: [{ code: 'placeTaken', count: 1 }],
  });
});

it('a new rule counts what takes place where its added dates are: other events, and a date that was moved by hand', async () => {
  const [first = '', second = ''] = await makeAtPlace();
  const recurrence = { rrule: 'FREQ=WEEKLY;BYDAY=TU,FR;COUNT=6' };
  const body = { scope: 'all', recurrence };
  const client = await signIn(setup.server, setup.club.admin);
  const preview = async () =>
    (await client.call('POST /api/events/{id}/preview', { params: { id: first }, body })).body.warnings;
  const datesAdded = { code: 'datesAdded', count: 3 };
  expect(await preview()).toEqual([datesAdded]);
  await setup.teamEvent({ starts_at: '2026-12-04T18:00:00.000Z', ends_at: '2026-12-04T19:00:00.000Z' });
  const both = (count: number) => [
    { code: 'placeTaken', count },
    datesAdded,
    { code: 'datesOverlap', count },
  ];
  expect(await preview()).toEqual(both(1));
  await edit(second, at('2026-12-11'));
  expect(await preview()).toEqual(both(2));
});
