// The days of a rule by the calendar alone. They equal its dates wherever no clock change removes one.
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { datesOf } from '../../src/recurrence/dates.ts';
import { daysOf, nthWeekdayOf, weekdayOf } from '../../src/recurrence/days.ts';
import { type RecurrenceRule, weekdays } from '../../src/recurrence/rule.ts';
import { isLong } from '../support/long.ts';

const dayOf = (offset: number) => Temporal.PlainDate.from('2026-01-01').add({ days: offset }).toString();
const day = fc.integer({ min: 0, max: 1500 }).map(dayOf);
const weekday = fc.constantFrom(...weekdays);
const nth = fc.constantFrom(1, 2, 3, 4, 5, -1, -2);
const date = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 }));
const list = <T>(item: fc.Arbitrary<T>) => fc.uniqueArray(item, { maxLength: 3 });

type Pattern = Pick<RecurrenceRule, 'frequency' | 'byDay' | 'byMonthDay'>;
const pattern: fc.Arbitrary<Pattern> = fc.oneof(
  fc.constant<Pattern>({ frequency: 'daily', byDay: [], byMonthDay: [] }),
  list(weekday).map((days) => ({
    frequency: 'weekly' as const,
    byDay: days.map((one) => ({ weekday: one, nth: null })),
    byMonthDay: [],
  })),
  list(date).map((byMonthDay) => ({ frequency: 'monthly' as const, byDay: [], byMonthDay })),
  fc.uniqueArray(fc.record({ weekday, nth }), { maxLength: 3 }).map((byDay) => ({
    frequency: 'monthly' as const,
    byDay,
    byMonthDay: [],
  })),
);

const end = fc.oneof(
  fc.constant({ count: null, until: null }),
  fc.integer({ min: 1, max: 60 }).map((count) => ({ count, until: null })),
  day.map((until) => ({ count: null, until })),
);

test('the days of random rules are the days of their dates', () => {
  fc.assert(
    fc.property(
      pattern,
      end,
      fc.integer({ min: 1, max: 4 }),
      weekday,
      day,
      fc.integer({ min: 0, max: 800 }),
      (part, ends, interval, weekStart, first, span) => {
        const rule = { ...part, ...ends, interval, weekStart };
        const throughDay = Temporal.PlainDate.from(first).add({ days: span }).toString();
        const dates = datesOf(
          rule,
          { startsAt: `${first}T12:00:00.000Z`, timeZone: 'UTC' },
          {
            throughDay,
            max: 2000,
          },
        );
        expect([...daysOf(rule, first, throughDay)]).toEqual(dates.map(({ local }) => local.slice(0, 10)));
      },
    ),
    { numRuns: isLong ? 5000 : 200 },
  );
});

it('a series of days ends at its last day, also when its rule names no day', () => {
  const never: RecurrenceRule = {
    frequency: 'monthly',
    interval: 12,
    byDay: [],
    byMonthDay: [30],
    weekStart: 'MO',
    count: null,
    until: null,
  };
  expect([...daysOf(never, '2026-02-01', '2031-12-31')]).toEqual(['2026-02-01']);
});

it.each([
  ['2026-11-24', 'TU', 4, true],
  ['2026-11-17', 'TU', 3, false],
  ['2026-09-22', 'TU', 4, false],
  ['2026-09-29', 'TU', 5, true],
  ['2027-02-22', 'MO', 4, true],
  ['2028-02-22', 'TU', 4, false],
])('%s is %s number %d of its month, the last one: %s', (one, name, number, isLast) => {
  expect(weekdayOf(one)).toBe(name);
  expect(nthWeekdayOf(one)).toEqual({ nth: number, isLast });
});
