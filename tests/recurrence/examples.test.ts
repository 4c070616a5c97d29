// The dates of recurrence rules: the examples of RFC 5545 (3.8.5.3) for what events repeat by, clock changes and months.
import { describe, expect, it, test } from 'vitest';
import { datesOf } from '../../src/recurrence/dates.ts';
import { days, localsOf, ruleOf, slotsOf } from './slots.ts';

// Start, rule, days; all at 9:00 in New York.
const examples: [string, string, string][] = [
  ['1997-09-02', 'FREQ=DAILY;COUNT=10', '1997-09: 2 3 4 5 6 7 8 9 10 11'],
  ['1997-09-02', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09: 2 12 22, 1997-10: 2 12'],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10', '1997-09: 2 9 16 23 30, 1997-10: 7 14 21 28, 1997-11: 4'],
  [
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '1997-09: 2 9 16 23 30, 1997-10: 7 14 21 28, 1997-11: 4 11 18 25, 1997-12: 2 9 16 23',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    '1997-09: 2 4 9 11 16 18 23 25 30, 1997-10: 2',
  ],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997-09: 2 4 9 11 16 18 23 25 30, 1997-10: 2'],
  [
    '1997-09-01',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09: 1 3 5 15 17 19 29, 1997-10: 1 3 13 15 17 27 29 31, 1997-11: 10 12 14 24 26 28, 1997-12: 8 10 12 22',
  ],
  [
    '1997-09-02',
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '1997-09: 2 4 16 18 30, 1997-10: 2 14 16',
  ],
  [
    '1997-09-05',
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09: 5, 1997-10: 3, 1997-11: 7, 1997-12: 5, 1998-01: 2, 1998-02: 6, 1998-03: 6, 1998-04: 3, 1998-05: 1, 1998-06: 5',
  ],
  [
    '1997-09-05',
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    '1997-09: 5, 1997-10: 3, 1997-11: 7, 1997-12: 5',
  ],
  [
    '1997-09-07',
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09: 7 28, 1997-11: 2 30, 1998-01: 4 25, 1998-03: 1 29, 1998-05: 3 31',
  ],
  [
    '1997-09-22',
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997-09: 22, 1997-10: 20, 1997-11: 17, 1997-12: 22, 1998-01: 19, 1998-02: 16',
  ],
  [
    '1997-09-28',
    'FREQ=MONTHLY;COUNT=6;BYMONTHDAY=-3',
    '1997-09: 28, 1997-10: 29, 1997-11: 28, 1997-12: 29, 1998-01: 29, 1998-02: 26',
  ],
  [
    '1997-09-02',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997-09: 2 15, 1997-10: 2 15, 1997-11: 2 15, 1997-12: 2 15, 1998-01: 2 15',
  ],
  [
    '1997-09-30',
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09: 30, 1997-10: 1 31, 1997-11: 1 30, 1997-12: 1 31, 1998-01: 1 31, 1998-02: 1',
  ],
  [
    '1997-09-10',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09: 10 11 12 13 14 15, 1999-03: 10 11 12 13',
  ],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08: 5 10 19 24'],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08: 5 17 19 31'],
  ['2007-01-15', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01: 15 30, 2007-02: 15, 2007-03: 15 30'],
];

test.each(examples)('from %s, %s gives the dates of RFC 5545', (day, text, expected) => {
  const found = localsOf(text, `${day}T09:00`, 'America/New_York');
  expect(found).toEqual(days(expected).map((date) => `${date}T09:00`));
});

test('a daily rule until 24 December gives 113 dates, the last on the 23rd (RFC 5545)', () => {
  const found = localsOf('FREQ=DAILY;UNTIL=19971224T000000Z', '1997-09-02T09:00', 'America/New_York');
  expect(found).toHaveLength(113);
  expect(found.at(-1)).toBe('1997-12-23T09:00');
});

test.each([
  ['FREQ=DAILY;INTERVAL=2', '1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30, 1997-10: 2 4 6'],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '1997-09: 2 16 30, 1997-10: 14 28, 1997-11: 11 25, 1997-12: 9 23, 1998-01: 6 20, 1998-02: 3 17',
  ],
])('from 1997-09-02, %s begins with the dates of RFC 5545 and has no end', (text, expected) => {
  const first = days(expected).map((date) => `${date}T09:00`);
  const start = ['1997-09-02T09:00', 'America/New_York'] as const;
  expect(localsOf(text, ...start, { max: first.length })).toEqual(first);
  expect(localsOf(text, ...start, { through: '2031-12-31' })).toHaveLength(366);
});

describe('a recurrence rule across clock changes', () => {
  test.each([
    ['Europe/Brussels', '2026-10-18T18:00', ['16:00', '17:00', '17:00'], '2026-10-25'],
    ['Europe/Brussels', '2027-03-21T18:00', ['17:00', '16:00', '16:00'], '2027-03-28'],
    ['America/New_York', '2026-10-25T18:00', ['22:00', '23:00', '23:00'], '2026-11-01'],
    ['America/New_York', '2027-03-07T18:00', ['23:00', '22:00', '22:00'], '2027-03-14'],
    ['Australia/Sydney', '2027-03-28T18:00', ['07:00', '08:00', '08:00'], '2027-04-04'],
    ['Australia/Sydney', '2027-09-26T18:00', ['08:00', '07:00', '07:00'], '2027-10-03'],
    ['Pacific/Auckland', '2027-03-28T18:00', ['05:00', '06:00', '06:00'], '2027-04-04'],
    ['Pacific/Auckland', '2027-09-19T18:00', ['06:00', '05:00', '05:00'], '2027-09-26'],
    // By half an hour.
    ['Australia/Lord_Howe', '2027-03-28T18:00', ['07:00', '07:30', '07:30'], '2027-04-04'],
    ['Australia/Lord_Howe', '2027-09-26T18:00', ['07:30', '07:00', '07:00'], '2027-10-03'],
    ['America/Santiago', '2027-03-28T18:00', ['21:00', '22:00', '22:00'], '2027-04-04'],
  ])('in %s, 18:00 weekly from %s stays 18:00', (timeZone, local, utc, second) => {
    const slots = slotsOf('FREQ=WEEKLY;COUNT=3', local, timeZone);
    expect(slots.map((slot) => slot.local.slice(11))).toEqual(['18:00', '18:00', '18:00']);
    expect(slots.map(({ startsAt }) => startsAt.slice(11, 16))).toEqual(utc);
    expect(slots[1]?.local.slice(0, 10)).toBe(second);
  });

  it('skips a local time that does not exist, and does not count it', () => {
    const found = localsOf('FREQ=DAILY;COUNT=3', '2027-03-27T02:30', 'Europe/Brussels');
    expect(found).toEqual(['2027-03-27T02:30', '2027-03-29T02:30', '2027-03-30T02:30']);
  });

  it('takes the first of a local time that occurs twice', () => {
    const slots = slotsOf('FREQ=WEEKLY;COUNT=2', '2026-10-18T02:30', 'Europe/Brussels');
    expect(slots[1]).toEqual({ local: '2026-10-25T02:30', startsAt: '2026-10-25T00:30:00.000Z' });
  });

  it('handles clock changes of half an hour the same way', () => {
    expect(localsOf('FREQ=DAILY;COUNT=3', '2027-10-02T02:15', 'Australia/Lord_Howe')).toEqual([
      '2027-10-02T02:15',
      '2027-10-04T02:15',
      '2027-10-05T02:15',
    ]);
    const slots = slotsOf('FREQ=DAILY;COUNT=2', '2027-04-03T01:45', 'Australia/Lord_Howe');
    expect(slots[1]).toEqual({ local: '2027-04-04T01:45', startsAt: '2027-04-03T14:45:00.000Z' });
  });

  it('keeps the first date at the second occurrence when it was set there', () => {
    const start = { startsAt: '2026-10-25T01:30:00.000Z', timeZone: 'Europe/Brussels' };
    const slots = datesOf(ruleOf('FREQ=WEEKLY;COUNT=2'), start, { throughDay: '2027-01-01', max: 366 });
    expect(slots).toEqual([
      { local: '2026-10-25T02:30', startsAt: '2026-10-25T01:30:00.000Z' },
      { local: '2026-11-01T02:30', startsAt: '2026-11-01T01:30:00.000Z' },
    ]);
  });
});

describe('a recurrence rule across months', () => {
  const inBrussels = (text: string, local: string) => localsOf(text, local, 'Europe/Brussels');

  it('skips months without a 31st, also when the day comes from the start', () => {
    for (const text of ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4', 'FREQ=MONTHLY;COUNT=4'])
      expect(inBrussels(text, '2026-12-31T18:00')).toEqual(
        days('2026-12: 31, 2027-01: 31, 2027-03: 31, 2027-05: 31').map((day) => `${day}T18:00`),
      );
  });

  it('finds the last Friday of every month', () => {
    expect(inBrussels('FREQ=MONTHLY;BYDAY=-1FR;COUNT=4', '2026-11-27T18:00')).toEqual(
      days('2026-11: 27, 2026-12: 25, 2027-01: 29, 2027-02: 26').map((day) => `${day}T18:00`),
    );
  });

  it('skips months without a fifth Tuesday', () => {
    expect(inBrussels('FREQ=MONTHLY;BYDAY=5TU;COUNT=3', '2026-12-29T18:00')).toEqual(
      days('2026-12: 29, 2027-03: 30, 2027-06: 29').map((day) => `${day}T18:00`),
    );
  });

  it('finds 29 February in leap years alone, by date and counted from the end of the month', () => {
    const leapDays = ['2028-02-29T18:00', '2032-02-29T18:00'];
    const through = { through: '2035-12-31' };
    for (const text of ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=29', 'FREQ=MONTHLY;INTERVAL=12'])
      expect(localsOf(text, '2028-02-29T18:00', 'Europe/Brussels', through)).toEqual(leapDays);
    const last = 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=-1;COUNT=5';
    expect(inBrussels(last, '2028-02-29T18:00')).toEqual(
      days('2028-02: 29, 2029-02: 28, 2030-02: 28, 2031-02: 28').map((day) => `${day}T18:00`),
    );
    expect(inBrussels('FREQ=DAILY;COUNT=3', '2028-02-28T18:00')).toEqual(
      days('2028-02: 28 29, 2028-03: 1').map((day) => `${day}T18:00`),
    );
  });

  it('gives a day once when the rule names it twice', () => {
    expect(inBrussels('FREQ=MONTHLY;BYDAY=4FR,-1FR;COUNT=3', '2026-11-27T18:00')).toEqual(
      days('2026-11: 27, 2026-12: 25, 2027-01: 22').map((day) => `${day}T18:00`),
    );
  });
});
