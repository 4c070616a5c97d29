// The week's grid: by the viewer's wall clock, side by side where entries overlap, right on days with clock
// changes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysFrom } from '../../../src/app/features/calendar/days.ts';
import { daysOf } from '../../../src/app/features/calendar/entries.ts';
import { weekOf } from '../../../src/app/features/calendar/week/week-layout.ts';
import type { CalendarEntry } from '../../../src/contract/people/me.ts';
import { buildEntry } from './build-entry.ts';

const layOut = (items: CalendarEntry[], first: string, timeZone: string, count = 7) =>
  weekOf(daysOf([items], timeZone).byDay, daysFrom(first, count), timeZone);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const timesOf = (week: ReturnType<typeof layOut>) =>
  week.columns.flatMap(({ day, blocks }) =>
    blocks.map(({ entry, top, bottom }) => `${entry.id} ${day} ${clock(top)}-${clock(bottom)}`),
  );

it.each([
  ['Europe/Berlin', '2026-10-19', ['2026-10-22T16:00:00Z', '2026-10-29T17:00:00Z']],
  ['America/New_York', '2026-10-26', ['2026-10-29T22:00:00Z', '2026-11-05T23:00:00Z']],
])('18:00 stays 18:00 across the clock change in %s', (zone, first, starts) => {
  const items = starts.map((at, week) =>
    buildEntry(`week ${week}`, at, new Date(Date.parse(at) + 5_400_000).toISOString()),
  );
  const tops = layOut(items, first, zone, 14).columns.flatMap(({ blocks }) => blocks.map(({ top }) => top));
  expect(tops).toEqual([18 * 60, 18 * 60]);
});

it('days of 23 and 25 hours are laid out by local time after the change', () => {
  const spring = layOut(
    [
      buildEntry('over the gap', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'),
      buildEntry('morning', '2026-03-29T08:00:00Z', '2026-03-29T09:00:00Z'),
    ],
    '2026-03-29',
    'Europe/Berlin',
    1,
  );
  expect(spring.columns[0]?.hours).toBe(23);
  expect(timesOf(spring)).toEqual(['over the gap 2026-03-29 01:30-03:30', 'morning 2026-03-29 10:00-11:00']);

  const autumn = layOut(
    [
      buildEntry('first two', '2026-10-25T00:10:00Z', '2026-10-25T00:58:00Z'),
      buildEntry('second two', '2026-10-25T01:10:00Z', '2026-10-25T01:58:00Z'),
      buildEntry('evening', '2026-10-25T18:00:00Z', '2026-10-25T19:00:00Z'),
    ],
    '2026-10-25',
    'Europe/Berlin',
    1,
  );
  expect(autumn.columns[0]?.hours).toBe(25);
  expect(timesOf(autumn)).toEqual([
    'first two 2026-10-25 02:10-02:58',
    'second two 2026-10-25 02:10-02:58',
    'evening 2026-10-25 19:00-20:00',
  ]);
  // The repeated hour: entries follow each other in real time, and lie side by side in local time.
  expect(autumn.columns[0]?.blocks.slice(0, 2).map(({ lane, lanes }) => `${lane}/${lanes}`)).toEqual([
    '0/2',
    '1/2',
  ]);
});

it('an evening is cut at midnight and continues on the next day, also at the start of the week', () => {
  const party = buildEntry('party', '2026-11-22T21:00:00Z', '2026-11-23T01:00:00Z');
  expect(timesOf(layOut([party], '2026-11-21', 'Europe/Brussels', 3))).toEqual([
    'party 2026-11-22 22:00-24:00',
    'party 2026-11-23 00:00-02:00',
  ]);
  expect(timesOf(layOut([party], '2026-11-23', 'Europe/Brussels', 3))).toEqual([
    'party 2026-11-23 00:00-02:00',
  ]);
});

it('an event until midnight has no piece on the next day', () => {
  const late = buildEntry('late', '2026-11-21T21:00:00Z', '2026-11-21T23:00:00Z');
  expect(timesOf(layOut([late], '2026-11-21', 'Europe/Brussels', 2))).toEqual([
    'late 2026-11-21 22:00-24:00',
  ]);
});

it('a short event stays readable, also just before midnight', () => {
  const short = buildEntry('short', '2026-11-21T22:55:00Z', '2026-11-21T23:00:00Z');
  expect(timesOf(layOut([short], '2026-11-21', 'Europe/Brussels', 1))).toEqual([
    'short 2026-11-21 23:12-24:00',
  ]);
});

it('events of several days are above the hours, in rows without overlaps', () => {
  const days = (id: string, from: string, to: string) =>
    buildEntry(id, `2026-11-${from}T08:00:00Z`, `2026-11-${to}T16:00:00Z`);
  const { stripes, columns } = layOut(
    [days('before', '10', '17'), days('camp', '17', '19'), days('cup', '20', '30')],
    '2026-11-16',
    'Europe/Brussels',
  );
  expect(stripes.map(({ entry, from, to, row }) => [entry.id, from, to, row])).toEqual([
    ['before', 0, 1, 0],
    ['camp', 1, 3, 1],
    ['cup', 4, 6, 0],
  ]);
  expect(columns.every(({ blocks }) => blocks.length === 0)).toBe(true);
});

it('no two entries are ever rendered over each other', () => {
  const minute = fc.integer({ min: 0, max: 7 * 24 * 60 });
  const spans = fc.array(fc.record({ start: minute, length: fc.integer({ min: 1, max: 700 }) }), {
    maxLength: 40,
  });
  const begin = Date.parse('2026-10-19T00:00:00Z');
  fc.assert(
    fc.property(spans, fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata'), (list, zone) => {
      const items = list.map(({ start, length }, index) =>
        buildEntry(
          `e${index}`,
          new Date(begin + start * 60_000).toISOString(),
          new Date(begin + (start + length) * 60_000).toISOString(),
        ),
      );
      for (const { blocks } of layOut(items, '2026-10-19', zone).columns)
        for (const one of blocks)
          for (const other of blocks) {
            if (one === other) continue;
            const inTime = one.top < other.bottom && other.top < one.bottom;
            const inSpace =
              one.lane / one.lanes < (other.lane + 1) / other.lanes - 1e-9 &&
              other.lane / other.lanes < (one.lane + 1) / one.lanes - 1e-9;
            expect(inTime && inSpace).toBe(false);
          }
    }),
    { numRuns: 60 },
  );
});
