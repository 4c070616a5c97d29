// The dates of recurrence rules: where a series ends; random rules against the definition of their parts and
// against ical.js.
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it, test } from 'vitest';
import { withUntilAsDay } from '../../src/recurrence/dates.ts';
import { formatRule, parseRule, type RecurrenceRule, weekdays } from '../../src/recurrence/rule.ts';
import { isLong } from '../support/long.ts';
import { localsOf, ruleOf } from './slots.ts';

describe('the end of a series', () => {
  const start = '2026-11-24T18:00';
  const zone = 'Europe/Brussels';

  it('counts the first date in COUNT when the rule does not name it', () => {
    expect(localsOf('FREQ=WEEKLY;BYDAY=TH;COUNT=3', start, zone)).toEqual([
      start,
      '2026-11-26T18:00',
      '2026-12-03T18:00',
    ]);
  });

  it('counts skipped days in COUNT, and may skip the first date', () => {
    expect(
      localsOf('FREQ=WEEKLY;COUNT=3', start, zone, { except: ['2026-11-24', '2026-12-01', '2026-12-02'] }),
    ).toEqual(['2026-12-08T18:00']);
  });

  it('includes its last day, given as a day or as the instant of the date', () => {
    const expected = [start, '2026-12-01T18:00'];
    expect(localsOf('FREQ=WEEKLY;UNTIL=20261201', start, zone)).toEqual(expected);
    expect(localsOf('FREQ=WEEKLY;UNTIL=20261201T170000Z', start, zone)).toEqual(expected);
    expect(localsOf('FREQ=WEEKLY;UNTIL=20261201T165959Z', start, zone)).toEqual([start]);
  });

  it('leaves no date when it is before the start, except a first date that the rule does not name', () => {
    expect(localsOf('FREQ=WEEKLY;UNTIL=20261123', start, zone)).toEqual([]);
    expect(localsOf('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', '2026-11-24T18:00', zone)).toEqual([start]);
  });

  it('does not change when the dates are read from a later slot on', () => {
    const text = 'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,TH';
    const all = localsOf(text, start, zone, { through: '2029-12-31' });
    const later = localsOf(text, start, zone, { through: '2029-12-31', after: all[50] ?? '' });
    expect(all.length).toBeGreaterThan(100);
    expect(later).toEqual(all.slice(51));
  });

  it('expands no more dates than requested', () => {
    expect(localsOf('FREQ=DAILY', start, zone, { max: 40 })).toHaveLength(40);
  });

  it.each([
    ['20261201T170000Z', '2026-12-01'],
    ['20261201T165959Z', '2026-11-30'],
    ['20261201', '2026-12-01'],
  ])('UNTIL=%s is the last day %s in its zone', (until, expected) => {
    const rule = withUntilAsDay(ruleOf(`FREQ=DAILY;UNTIL=${until}`), {
      startsAt: '2026-11-24T17:00:00.000Z',
      timeZone: zone,
    });
    expect(rule.until).toBe(expected);
  });
});

const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU');
const listed = (arb: fc.Arbitrary<string | number>) =>
  fc.uniqueArray(arb, { minLength: 1, maxLength: 3 }).map((list) => list.join(','));
const randomRule = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY'),
      listed(weekday).map((list) => `FREQ=WEEKLY;BYDAY=${list}`),
      listed(fc.tuple(fc.constantFrom(1, 2, 3, 4, 5, -1), weekday).map((parts) => parts.join(''))).map(
        (list) => `FREQ=MONTHLY;BYDAY=${list}`,
      ),
      listed(fc.constantFrom(1, 2, 13, 28, 29, 30, 31, -1, -2)).map(
        (list) => `FREQ=MONTHLY;BYMONTHDAY=${list}`,
      ),
    ),
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom('', ';WKST=SU'),
  )
  .map(([rule, interval, weekStart]) => `${rule};INTERVAL=${interval}${weekStart}`);
const randomStart = fc
  .tuple(fc.integer({ min: 0, max: 1500 }), fc.constantFrom('00:15', '09:00', '18:00', '23:45'))
  .map(([day, time]) => `${Temporal.PlainDate.from('2026-01-01').add({ days: day })}T${time}`);

/** Whether a rule names a day, by the definition of each part: every day is checked alone. */
function isNamed(
  { frequency, interval, byDay, byMonthDay, weekStart }: RecurrenceRule,
  start: Day,
  day: Day,
) {
  if (frequency === 'daily') return start.until(day).days % interval === 0;
  if (frequency === 'weekly') {
    const first = weekdays.indexOf(weekStart) + 1;
    const weekOf = (one: Day) => one.subtract({ days: (one.dayOfWeek - first + 7) % 7 });
    const isWeek = (weekOf(start).until(weekOf(day)).days / 7) % interval === 0;
    const named = byDay.map(({ weekday: name }) => weekdays.indexOf(name) + 1);
    return isWeek && (named.length > 0 ? named : [start.dayOfWeek]).includes(day.dayOfWeek);
  }
  const months = (day.year - start.year) * 12 + day.month - start.month;
  const fromEnd = day.day - day.daysInMonth - 1;
  const isNth = ({ weekday: name, nth }: RecurrenceRule['byDay'][number]) =>
    weekdays.indexOf(name) + 1 === day.dayOfWeek &&
    nth === (nth !== null && nth < 0 ? -Math.ceil(-fromEnd / 7) : Math.ceil(day.day / 7));
  const isDay =
    byDay.length > 0
      ? byDay.some(isNth)
      : (byMonthDay.length > 0 ? byMonthDay : [start.day]).some((one) => one === day.day || one === fromEnd);
  return months % interval === 0 && isDay;
}

type Day = Temporal.PlainDate;

test('random rules give the days that their parts name, also after writing and parsing them', () => {
  fc.assert(
    fc.property(randomRule, randomStart, fc.integer({ min: 1, max: 30 }), (text, start, count) => {
      const written = formatRule({ ...ruleOf(text), count });
      expect(formatRule(ruleOf(written))).toBe(written);
      // No clock change of this zone falls on these hours.
      const found = localsOf(written, start, 'Europe/Brussels', { through: '2040-12-31' });
      const [first = '', time] = start.split('T');
      const firstDay = Temporal.PlainDate.from(first);
      const expected = [start];
      for (
        let day = firstDay.add({ days: 1 });
        day.year <= 2040 && expected.length < count;
        day = day.add({ days: 1 })
      )
        if (isNamed(ruleOf(text), firstDay, day)) expected.push(`${day}T${time}`);
      expect(found).toEqual(expected);
    }),
    { numRuns: isLong ? 2_000 : 50 },
  );
});

test('random rules give the same dates as ical.js', () => {
  // ical.js skips months that lack one of several fifth weekdays.
  const rules = randomRule.filter((text) => !/BYDAY=.*5.*,|BYDAY=.*,.*5/.test(text));
  fc.assert(
    fc.property(rules, randomStart, fc.integer({ min: 1, max: 30 }), (text, start, count) => {
      const found = localsOf(`${text};COUNT=${count}`, start, 'Europe/Brussels', { through: '2060-12-31' });
      const dates = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateTimeString(`${start}:00`));
      const expected = [start];
      while (expected.length < count) {
        const next = dates.next();
        if (!next || next.year > 2060) break;
        const local = next.toString().slice(0, 16);
        if (local > start) expected.push(local);
      }
      expect(found).toEqual(expected);
    }),
    { numRuns: isLong ? 5_000 : 100 },
  );
});

test.each([
  ['', 'malformed'],
  ['FREQ', 'malformed'],
  ['FREQ=', 'malformed'],
  ['RRULE:FREQ=DAILY', 'malformed'],
  ['FREQ=DAILY;FREQ=DAILY', 'malformed'],
  ['COUNT=3', 'unsupported'],
  ['FREQ=YEARLY', 'unsupported'],
  ['FREQ=HOURLY', 'unsupported'],
  ['FREQ=constructor', 'unsupported'],
  ['FREQ=DAILY;BYHOUR=18', 'unsupported'],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1', 'unsupported'],
  ['FREQ=WEEKLY;BYDAY=2TU', 'unsupported'],
  ['FREQ=MONTHLY;BYDAY=TU', 'unsupported'],
  ['FREQ=WEEKLY;BYMONTHDAY=3', 'unsupported'],
  ['FREQ=MONTHLY;BYMONTHDAY=3;BYDAY=1TU', 'unsupported'],
  ['FREQ=DAILY;BYDAY=TU', 'unsupported'],
  ['FREQ=WEEKLY;BYDAY=TX', 'malformed'],
  ['FREQ=MONTHLY;BYDAY=6TU', 'malformed'],
  ['FREQ=MONTHLY;BYMONTHDAY=0', 'malformed'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'malformed'],
  ['FREQ=DAILY;INTERVAL=0', 'malformed'],
  ['FREQ=DAILY;INTERVAL=1.5', 'malformed'],
  ['FREQ=DAILY;COUNT=0', 'malformed'],
  ['FREQ=DAILY;COUNT=9999', 'malformed'],
  ['FREQ=DAILY;COUNT=3;UNTIL=20270101', 'malformed'],
  ['FREQ=DAILY;UNTIL=20270230', 'malformed'],
  ['FREQ=DAILY;UNTIL=20270101T180000', 'malformed'],
  ['FREQ=DAILY;UNTIL=20270101T250000Z', 'malformed'],
  ['FREQ=DAILY;WKST=XX', 'malformed'],
])('the rule %j is rejected as %s', (text, code) => {
  expect(parseRule(text)).toMatchObject({ code, message: expect.stringMatching(/./) });
});
