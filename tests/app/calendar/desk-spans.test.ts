// Times from positions in the week's grid: quarter hours, moves in the event's own zone, days with clock
// changes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysFrom } from '../../../src/app/features/calendar/days.ts';
import { spanAfterKeys } from '../../../src/app/features/calendar/desk/lift.ts';
import { hoursAfter } from '../../../src/app/features/calendar/desk/slot.tsx';
import { spanText } from '../../../src/app/features/calendar/desk/span-words.ts';
import {
  movedSpan,
  piecesOf,
  pointAt,
  quartersBetween,
  resizedSpan,
  type Span,
  spanOn,
  stepsBetween,
} from '../../../src/app/features/calendar/desk/spans.ts';
import { daysOf } from '../../../src/app/features/calendar/entries.ts';
import { isOfTeams } from '../../../src/app/features/calendar/teams.ts';
import { weekOf } from '../../../src/app/features/calendar/week/week-layout.ts';
import { wallTime, writtenWallTime } from '../../../src/app/format/wall-clock.ts';
import { buildEntry } from './build-entry.ts';

const span = (from: string, to: string): Span => ({ startMs: Date.parse(from), endMs: Date.parse(to) });
const iso = ({ startMs, endMs }: Span) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
/** In local time of a zone. */
const walls = ({ startMs, endMs }: Span, timeZone: string) =>
  [startMs, endMs].map((ms) => {
    const { day, time } = writtenWallTime(wallTime(timeZone, ms));
    return `${day} ${time}`;
  });

const box = { left: 100, top: -400, width: 700, height: 1440, columns: 7, parts: 2 };

describe('a point of the grid', () => {
  it('is the day, the lane and the minute under the pointer', () => {
    expect(pointAt(box, 100, -400)).toEqual({ column: 0, part: 0, minutes: 0 });
    expect(pointAt(box, 351, 695.5)).toEqual({ column: 2, part: 1, minutes: 1095.5 });
  });

  it('is the nearest one when the pointer is outside of the grid', () => {
    expect(pointAt(box, -50, 5000)).toEqual({ column: 0, part: 0, minutes: 1440 });
    expect(pointAt(box, 9000, -9000)).toEqual({ column: 6, part: 1, minutes: 0 });
  });
});

it.each([
  [1083, 1171, '18:00 to 19:45'],
  [1171, 1083, '18:00 to 19:45'],
  [1080, 1080, '18:00 to 18:15'],
  [1440, 1440, '23:45 to 24:00'],
  [0, 1440, '00:00 to 24:00'],
])('hours dragged from minute %i to %i are %s', (from, to, expected) => {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const { top, bottom } = quartersBetween(from, to);
  expect(`${clock(top)} to ${clock(bottom)}`).toBe(expected);
});

it('dragged hours are whole quarters inside one day, at least one, for any pointer position', () => {
  const minute = fc.double({ min: 0, max: 1440, noNaN: true });
  fc.assert(
    fc.property(minute, minute, (from, to) => {
      const { top, bottom } = quartersBetween(from, to);
      expect([top % 15, bottom % 15]).toEqual([0, 0]);
      expect(bottom - top).toBeGreaterThanOrEqual(15);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(1440);
    }),
  );
});

it('hours that a clock change skips begin after the change, and are never empty', () => {
  const at = (top: number, bottom: number) => spanOn('2026-03-29', { top, bottom }, 'Europe/Brussels');
  expect(walls(at(120, 210), 'Europe/Brussels')).toEqual(['2026-03-29 03:00', '2026-03-29 03:30']);
  const { startMs, endMs } = at(120, 180);
  expect(endMs).toBeGreaterThan(startMs);
});

describe('a move', () => {
  const training = { ...span('2026-10-22T16:00Z', '2026-10-22T17:30Z'), timeZone: 'Europe/Brussels' };

  it('keeps the local time and the length over a clock change', () => {
    expect(walls(movedSpan(training, { days: 5, minutes: 0 }), 'Europe/Brussels')).toEqual([
      '2026-10-27 18:00',
      '2026-10-27 19:30',
    ]);
  });

  it('uses the zone of the event, not of the viewer', () => {
    const inNewYork = { ...training, timeZone: 'America/New_York' };
    // Brussels changes its clocks on 25 October, New York on 1 November.
    expect(walls(movedSpan(inNewYork, { days: 5, minutes: 15 }), 'America/New_York')).toEqual([
      '2026-10-27 12:15',
      '2026-10-27 13:45',
    ]);
  });

  it('to a skipped time starts after it', () => {
    const night = { ...span('2026-03-28T01:30Z', '2026-03-28T03:00Z'), timeZone: 'Europe/Brussels' };
    expect(walls(movedSpan(night, { days: 1, minutes: 0 }), 'Europe/Brussels')).toEqual([
      '2026-03-29 03:30',
      '2026-03-29 04:00',
    ]);
  });

  it('out of the repeated hour keeps the end after the start', () => {
    const twice = { ...span('2026-10-25T00:45Z', '2026-10-25T01:15Z'), timeZone: 'Europe/Brussels' };
    expect(iso(movedSpan(twice, { days: 1, minutes: 0 }))).toEqual(['2026-10-26T00:45', '2026-10-26T01:15']);
  });

  it('there and back restores the times, in any zone without a clock change between', () => {
    const move = fc.record({
      days: fc.integer({ min: -3, max: 3 }),
      minutes: fc.integer({ min: -50, max: 50 }),
    });
    fc.assert(
      fc.property(
        move,
        fc.constantFrom('Europe/Brussels', 'Asia/Kathmandu', 'America/St_Johns'),
        (by, timeZone) => {
          const start = { ...span('2026-11-18T16:07Z', '2026-11-18T17:30Z'), timeZone };
          const there = { ...movedSpan(start, by), timeZone };
          const back = movedSpan(there, { days: -by.days, minutes: -by.minutes });
          expect(back).toEqual(span('2026-11-18T16:07Z', '2026-11-18T17:30Z'));
        },
      ),
    );
  });

  it('by pointer goes in quarters and never starts on another day than the one under the pointer', () => {
    const from = { column: 2, part: 0, minutes: 1100 };
    expect(stepsBetween(from, { ...from, column: 4, minutes: 1131 }, 1080)).toEqual({ days: 2, minutes: 30 });
    expect(stepsBetween(from, { ...from, minutes: 0 }, 1080)).toEqual({ days: 0, minutes: -1080 });
    expect(stepsBetween({ ...from, minutes: 1090 }, { ...from, minutes: 1440 }, 1080)).toEqual({
      days: 0,
      minutes: 345,
    });
  });
});

describe('a resize', () => {
  const evening = { ...span('2026-11-21T21:00Z', '2026-11-21T22:00Z'), timeZone: 'Europe/Brussels' };

  it('moves only the end, over midnight too', () => {
    expect(walls(resizedSpan(evening, 90), 'Europe/Brussels')).toEqual([
      '2026-11-21 22:00',
      '2026-11-22 00:30',
    ]);
  });

  it('leaves at least a quarter hour', () => {
    expect(iso(resizedSpan(evening, -600))).toEqual(['2026-11-21T21:00', '2026-11-21T21:15']);
  });

  it('by keys is added to a move', () => {
    const entry = daysOf(
      [[buildEntry('a', '2026-11-21T21:00:00Z', '2026-11-21T22:00:00Z')]],
      'Europe/Brussels',
    );
    const moved = spanAfterKeys([...entry.byId.values()][0] as never, { days: 1, minutes: -30, longer: 15 });
    expect(walls(moved, 'Europe/Brussels')).toEqual(['2026-11-22 21:30', '2026-11-22 22:45']);
  });
});

describe('the pieces of a span', () => {
  const days = daysFrom('2026-11-16', 7);
  const pieces = (from: string, to: string) => piecesOf(span(from, to), days, 'Europe/Brussels');

  it('are one for each day that it touches', () => {
    expect(pieces('2026-11-20T21:00Z', '2026-11-21T00:30Z')).toEqual([
      { column: 4, top: 1320, bottom: 1440 },
      { column: 5, top: 0, bottom: 90 },
    ]);
  });

  it('end at midnight without a piece on the next day', () => {
    expect(pieces('2026-11-20T21:00Z', '2026-11-20T23:00Z')).toEqual([
      { column: 4, top: 1320, bottom: 1440 },
    ]);
  });

  it('are cut at the edges of the week, and empty in another week', () => {
    expect(pieces('2026-11-15T21:00Z', '2026-11-16T01:00Z')).toEqual([{ column: 0, top: 0, bottom: 120 }]);
    expect(pieces('2026-11-25T21:00Z', '2026-11-25T22:00Z')).toEqual([]);
  });

  it('of several days fill the days between', () => {
    expect(pieces('2026-11-17T08:00Z', '2026-11-19T16:00Z')).toEqual([
      { column: 1, top: 540, bottom: 1440 },
      { column: 2, top: 0, bottom: 1440 },
      { column: 3, top: 0, bottom: 1020 },
    ]);
  });
});

it("a span is described in its own zone when that differs from the viewer's", () => {
  const spoken = { timeZone: 'Europe/Brussels', locale: 'en-GB' };
  const evening = span('2026-11-24T17:30Z', '2026-11-24T19:00Z');
  expect(spanText(evening, spoken)).toBe('Tuesday 24 November, 18:30 to 20:00');
  expect(spanText(evening, spoken, 'America/New_York')).toBe(
    'Tuesday 24 November, 18:30 to 20:00, 12:30 in New York',
  );
  expect(spanText(span('2026-11-24T22:00Z', '2026-11-25T00:30Z'), spoken)).toBe(
    'Tuesday 24 November, 23:00 to Wednesday 25 November, 01:30',
  );
});

it('arrow keys move the selection of empty hours to the next hour, lane or day, and stop at the edges', () => {
  const grid = { columns: 7, parts: 2 };
  const start = { column: 0, part: 0, top: 60, length: 60 };
  const after = (key: string, isShifted = false, from = start) => hoursAfter(from, { key, isShifted }, grid);
  expect(after('ArrowDown')).toEqual({ ...start, top: 120 });
  expect(after('ArrowRight')).toEqual({ ...start, part: 1 });
  expect(after('ArrowRight', false, { ...start, part: 1 })).toEqual({ ...start, column: 1 });
  expect(after('ArrowLeft')).toEqual(start);
  expect(after('ArrowUp', false, { ...start, top: 0 })).toEqual({ ...start, top: 0 });
  expect(after('ArrowDown', true)).toEqual({ ...start, length: 75 });
  expect(after('ArrowUp', true, { ...start, length: 15 })).toEqual({ ...start, length: 15 });
  expect(after('ArrowDown', false, { ...start, top: 1380, length: 60 })).toEqual({ ...start, top: 1380 });
  expect(after('Tab')).toBeNull();
});

it("a split day shows each team's events in its lane, side by side where they overlap", () => {
  const mine = { has: (id: string) => ['u12', 'futsal'].includes(id) };
  const items = [
    buildEntry('both', '2026-11-16T17:00:00Z', '2026-11-16T18:00:00Z', { teamIds: ['u12', 'futsal'] }),
    buildEntry('u12', '2026-11-16T17:30:00Z', '2026-11-16T18:30:00Z', { teamIds: ['u12'] }),
    buildEntry('other', '2026-11-16T17:30:00Z', '2026-11-16T18:30:00Z'),
  ];
  const parts = ['u12', 'futsal', 'none'].map((id) => (entry: never) => isOfTeams(entry, [id], mine));
  const days = daysFrom('2026-11-16', 1);
  const { columns } = weekOf(daysOf([items], 'UTC').byDay, days, 'UTC', parts as never);
  expect(
    columns[0]?.blocks.map(({ entry, part, lane, lanes }) => `${entry.id} in ${part} at ${lane}/${lanes}`),
  ).toEqual(['both in 0 at 0/6', 'u12 in 0 at 1/6', 'both in 1 at 1/3', 'other in 2 at 2/3']);
});
