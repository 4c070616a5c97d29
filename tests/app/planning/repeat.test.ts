// The recurrence in the form's controls: to a rule and back, skipped days, and validation.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { plainDefaults } from '../../../src/app/features/planning/create/defaults.ts';
import { withStart } from '../../../src/app/features/planning/fields/times.ts';
import { newBody } from '../../../src/app/features/planning/form/body.ts';
import {
  type EventValues,
  isEdits,
  upgradedEdits,
  valuesOfBody,
} from '../../../src/app/features/planning/form/values.ts';
import {
  type EndKind,
  type Frequency,
  firstRepeat,
  fittingMonthBy,
  isSameRepeat,
  type MonthBy,
  monthChoices,
  type Repeat,
  recurrenceOf,
  repeatOf,
  repeatThrough,
  ruleOf,
  seasonEnd,
  withEndKind,
  withFrequency,
} from '../../../src/app/features/planning/repeat/repeat.ts';
import { repeatDates } from '../../../src/app/features/planning/repeat/repeat-dates.ts';
import { repeatErrors } from '../../../src/app/features/planning/repeat/repeat-errors.ts';
import { datesNote, datesText, leftOutText } from '../../../src/app/features/planning/repeat/repeat-words.ts';
import { daysOf } from '../../../src/recurrence/days.ts';
import { isRuleError, parseRule, weekdays } from '../../../src/recurrence/rule.ts';

const tuesday = '2026-11-24';
const trainings: Repeat = {
  ...firstRepeat('weekly', tuesday),
  byDay: ['TH'],
  skips: [
    { from: '2026-12-21', to: '2027-01-03' },
    { from: '2027-02-09', to: '' },
  ],
};
/** All days of December and January from the 21st through the 3rd. */
const christmas = [
  ...Array.from({ length: 11 }, (_, index) => `2026-12-${21 + index}`),
  ...['2027-01-01', '2027-01-02', '2027-01-03'],
];
const given = (part: Partial<Repeat>): Repeat => ({ ...firstRepeat('weekly', tuesday), ...part });
const ends = (kind: EndKind, text = '') => ({ end: { kind, day: text, count: text } });
const text = (repeat: Repeat, day = tuesday) => recurrenceOf(repeat, day)?.rrule;

describe('the rule of the controls', () => {
  it('has no end of the season while there is no first date', () => {
    const empty = firstRepeat('weekly', '');
    expect(empty.end).toEqual({ kind: 'day', day: '', count: '' });
    expect(withFrequency(empty, 'monthly', '').end.day).toBe('');
    expect(repeatErrors(empty, '')).toHaveProperty(['recurrence.until']);
  });

  it('is Tuesdays and Thursdays to the end of the season, without all days of the skipped ranges', () => {
    expect(recurrenceOf(trainings, tuesday)).toEqual({
      rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630',
      exceptDates: [...christmas, '2027-02-09'],
    });
  });

  it.each<[Partial<Repeat>, string, string]>([
    [{ frequency: 'daily', interval: '2', ...ends('count', '5') }, tuesday, 'FREQ=DAILY;INTERVAL=2;COUNT=5'],
    [{ frequency: 'weekly', ...ends('never') }, tuesday, 'FREQ=WEEKLY;BYDAY=TU'],
    [{ frequency: 'monthly', byMonth: 'date', ...ends('never') }, tuesday, 'FREQ=MONTHLY;BYMONTHDAY=24'],
    [{ frequency: 'monthly', byMonth: 'weekday', ...ends('never') }, tuesday, 'FREQ=MONTHLY;BYDAY=4TU'],
    [{ frequency: 'monthly', byMonth: 'lastWeekday', ...ends('never') }, tuesday, 'FREQ=MONTHLY;BYDAY=-1TU'],
    // A fifth Tuesday becomes the last one; on the 3rd, "last" falls back to the first.
    [{ frequency: 'monthly', byMonth: 'weekday', ...ends('never') }, '2026-09-29', 'FREQ=MONTHLY;BYDAY=-1TU'],
    [
      { frequency: 'monthly', byMonth: 'lastWeekday', ...ends('never') },
      '2026-11-03',
      'FREQ=MONTHLY;BYDAY=1TU',
    ],
  ])('of %j from %s is %s', (part, day, rrule) => expect(text(given(part), day)).toBe(rrule));

  it('is missing while a field is empty', () => {
    for (const part of [{ interval: '' }, { interval: '0' }, ends('day'), ends('count', 'ten')])
      expect(recurrenceOf(given(part), tuesday)).toBeNull();
    expect(recurrenceOf(trainings, '')).toBeNull();
  });

  const day = fc
    .integer({ min: 20_000, max: 21_500 })
    .map((one) => new Date(one * 86_400_000).toISOString().slice(0, 10));
  const made = fc
    .record({
      day,
      frequency: fc.constantFrom<Frequency>('daily', 'weekly', 'monthly'),
      interval: fc.integer({ min: 1, max: 99 }).map(String),
      byDay: fc.uniqueArray(fc.constantFrom(...weekdays)),
      byMonth: fc.constantFrom<MonthBy>('date', 'weekday', 'lastWeekday'),
      kind: fc.constantFrom<EndKind>('day', 'count', 'never'),
      until: day,
      count: fc.integer({ min: 1, max: 366 }).map(String),
      skips: fc.array(fc.record({ from: day, to: day }), { maxLength: 3 }),
    })
    .map(({ kind, until, count, ...one }) => ({ ...one, end: { kind, day: until, count } }));

  test('is a rule of RFC 5545 that the server accepts, and converts back to the same controls', () => {
    fc.assert(
      fc.property(made, ({ day: first, ...repeat }) => {
        const sent = recurrenceOf(repeat, first);
        if (sent === null) throw new Error('Nothing is sent.');
        const rule = parseRule(sent.rrule);
        if (isRuleError(rule)) throw new Error(rule.message);
        const back = repeatOf(sent, first);
        if (back === null) throw new Error(`The controls cannot make ${sent.rrule}.`);
        expect(recurrenceOf(back, first)).toEqual(sent);
        expect(back).toMatchObject({ frequency: repeat.frequency, interval: repeat.interval });
        expect(back.end.kind).toBe(repeat.end.kind);
      }),
    );
  });

  it.each([
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'FREQ=WEEKLY;BYDAY=WE',
    'FREQ=YEARLY',
  ])('cannot be %s', (rrule) => expect(repeatOf({ rrule }, tuesday)).toBeNull());
});

describe('skipped days', () => {
  const holidays = [
    { from: '2026-12-21', to: '2027-01-03' },
    { from: '2027-02-08', to: '2027-02-14' },
  ];

  it('are read back as the ranges that were typed', () => {
    const sent = recurrenceOf(given({ skips: holidays }), tuesday);
    expect(sent && repeatOf(sent, tuesday)?.skips).toEqual(holidays);
  });

  it('of a range include the days of a weekday that is added later', () => {
    const sent = recurrenceOf(given({ skips: holidays }), tuesday);
    const back = sent && repeatOf(sent, tuesday);
    const later = back && recurrenceOf({ ...back, byDay: ['TH'] }, tuesday);
    expect(later?.exceptDates).toEqual(expect.arrayContaining(['2026-12-24', '2026-12-31', '2027-02-11']));
  });

  it('of a series that has only days of its rule stay single days', () => {
    const rrule = 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630';
    const exceptDates = ['2026-12-22', '2026-12-29'];
    const repeat = repeatOf({ rrule, exceptDates }, tuesday);
    expect(repeat?.skips).toEqual(exceptDates.map((one) => ({ from: one, to: one })));
    expect(repeat && recurrenceOf(repeat, tuesday)).toEqual({ rrule, exceptDates });
  });

  it('after the end are read back, because they stay skipped under a longer rule', () => {
    const rrule = 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215';
    const repeat = repeatOf({ rrule, exceptDates: ['2026-12-08', '2027-01-05'] }, tuesday);
    expect(repeat?.skips).toEqual([
      { from: '2026-12-08', to: '2026-12-08' },
      { from: '2027-01-05', to: '2027-01-05' },
    ]);
    expect(repeat && recurrenceOf(repeat, tuesday)?.exceptDates).toEqual(['2026-12-08', '2027-01-05']);
    expect(repeat && repeatErrors(repeat, tuesday)).toEqual({});
  });

  it('before the first date are left out', () => {
    const repeat = given({ skips: [{ from: '2026-11-01', to: '2026-11-25' }] });
    expect(recurrenceOf(repeat, tuesday)?.exceptDates).toEqual([tuesday, '2026-11-25']);
  });

  it.each<[string, Partial<Repeat>, { days: number; last: string }]>([
    [
      'of at most 600 days are all sent',
      { skips: [{ from: '2026-12-01', to: '2028-07-22' }] },
      { days: 600, last: '2028-07-22' },
    ],
    [
      'of more days end with the last date',
      { skips: [{ from: '2026-12-01', to: '9999-12-31' }] },
      { days: 211, last: '2027-06-29' },
    ],
    [
      'of more days under a rule without an end are only its dates',
      { ...ends('never'), skips: [{ from: '2026-12-01', to: '9999-12-31' }] },
      { days: 261, last: '2031-11-25' },
    ],
  ])('%s', (_, part, { days, last }) => {
    const repeat = given(part);
    const sent = recurrenceOf(repeat, tuesday)?.exceptDates ?? [];
    expect([sent.length, sent.at(-1)]).toEqual([days, last]);
    expect(repeatErrors(repeat, tuesday)).toEqual({});
  });
});

describe('the recurrence of a date through the later parts of its series', () => {
  /** Each part: the day of its first date, and its rule. The date is of the first part. */
  type Parts = [startsOn: string, rrule: string, ownerId?: string][];
  const repeatIn = (parts: Parts, exceptDates: string[] = []) => {
    const [, rrule = ''] = parts[0] ?? [];
    const own = repeatOf({ rrule, exceptDates }, tuesday);
    const all = parts.map(([startsOn, rule, ownerId = 'own']) => ({ startsOn, rrule: rule, ownerId }));
    return own && repeatThrough(own, tuesday, { rrule, parts: all });
  };
  const through = (...parts: Parts) => repeatIn(parts)?.end;
  const weekly = 'FREQ=WEEKLY;BYDAY=TU';
  const day = (text: string) => ({ kind: 'day', day: text, count: '' });

  it('ends with the last part, and has no end where that has none', () => {
    const own = [tuesday, `${weekly};UNTIL=20261215`] as const;
    expect(through([...own])).toEqual(day('2026-12-15'));
    expect(through([...own], ['2026-12-22', `${weekly};UNTIL=20270629`])).toEqual(day('2027-06-29'));
    expect(through([...own], ['2026-12-22', weekly])).toMatchObject({ kind: 'never' });
  });

  it('is not known where a later part has a second date on the last day of the one before', () => {
    const own = [tuesday, 'FREQ=DAILY;UNTIL=20261125'] as const;
    expect(through([...own], ['2026-11-26', 'FREQ=DAILY;UNTIL=20261201'])).toEqual(day('2026-12-01'));
    expect(repeatIn([[...own], ['2026-11-25', 'FREQ=DAILY;UNTIL=20261201']])).toBeNull();
  });

  it('ends on the day that a COUNT, which includes earlier dates, ends on', () => {
    expect(through(['2026-11-10', `${weekly};COUNT=6`])).toEqual(day('2026-12-15'));
  });

  it('ends before a part that was given to another owner', () => {
    const own = [tuesday, `${weekly};UNTIL=20261215`] as const;
    expect(through([...own], ['2026-12-22', weekly, 'other'])).toEqual(day('2026-12-15'));
  });

  it('skips the days between a part and the next one, which was moved', () => {
    const parts: Parts = [
      [tuesday, `${weekly};UNTIL=20261207`],
      ['2026-12-15', `${weekly};UNTIL=20261222`],
      ['2027-01-12', weekly],
    ];
    const free = [
      { from: '2026-12-08', to: '2026-12-08' },
      { from: '2026-12-29', to: '2027-01-05' },
    ];
    expect(repeatIn(parts)?.skips).toEqual(free);
    expect(repeatIn(parts, ['2026-12-01', '2026-12-30'])?.skips).toEqual([
      { from: '2026-12-01', to: '2026-12-01' },
      ...free,
    ]);
  });

  it.each([
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', '2026-11-10', '2026-11-17'],
    ['FREQ=DAILY;INTERVAL=3', '2026-11-21', '2026-11-22'],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=24', '2026-09-24', '2026-10-24'],
  ])('is unknown where the date was moved off the interval of %s', (rrule, onInterval, offInterval) => {
    expect(through([onInterval, rrule])).toMatchObject({ kind: 'never' });
    expect(through([offInterval, rrule])).toBeUndefined();
  });

  it('is unknown where a later part has other days', () => {
    const own = [tuesday, `${weekly};UNTIL=20261215`] as const;
    expect(through([...own], ['2026-12-24', 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20270624'])).toBeUndefined();
    expect(through([...own], ['2026-12-22', 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270624'])).toBeUndefined();
    const fortnightly = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU';
    const odd = [tuesday, `${fortnightly};UNTIL=20261215`] as const;
    expect(through([...odd], ['2026-12-22', fortnightly])).toMatchObject({ kind: 'never' });
    expect(through([...odd], ['2026-12-29', fortnightly])).toBeUndefined();
  });
});

describe('validation before sending', () => {
  it.each<[string, Partial<Repeat>, Record<string, string>]>([
    ['nothing', {}, {}],
    ['an empty interval', { interval: '' }, { 'recurrence.interval': 'Enter a whole number from 1 to 99.' }],
    ['no last day', ends('day'), { 'recurrence.until': 'Choose the last day.' }],
    [
      'a last day too early',
      ends('day', '2026-11-23'),
      { 'recurrence.until': 'The end is before the first date.' },
    ],
    [
      'too many to count',
      ends('count', '367'),
      { 'recurrence.count': 'Enter a whole number from 1 to 366.' },
    ],
    [
      'a date every day for years',
      { frequency: 'daily', ...ends('day', '2027-11-25') },
      { 'recurrence.until': 'That is more than 366 dates. End it earlier.' },
    ],
    ['exactly as many as there may be', { frequency: 'daily', ...ends('day', '2027-11-24') }, {}],
    [
      'a range that ends before it starts',
      { skips: [{ from: '2026-12-21', to: '2026-12-20' }] },
      { 'recurrence.skips.0': 'It ends before it starts.' },
    ],
    [
      'a range without a start',
      { skips: [{ from: '', to: '2026-12-20' }] },
      { 'recurrence.skips.0': 'Choose the first day.' },
    ],
    [
      'too many skipped dates',
      { frequency: 'daily', ...ends('never'), skips: [{ from: tuesday, to: '2028-07-16' }] },
      { 'recurrence.exceptDates': 'Skip at most 600 dates.' },
    ],
    [
      'no error for more skipped days than dates, which are on other days',
      { ...ends('count', '2'), skips: [{ from: '2026-11-25', to: '2026-11-30' }] },
      {},
    ],
    [
      'every date skipped',
      { ...ends('count', '2'), skips: [{ from: tuesday, to: '2026-12-01' }] },
      { 'recurrence.exceptDates': 'That skips every date. Skip fewer days.' },
    ],
  ])('reports %s', (_, part, complaints) => expect(repeatErrors(given(part), tuesday)).toEqual(complaints));
});

describe('the end of the season', () => {
  it.each<[string, Frequency, string]>([
    [tuesday, 'weekly', '2027-06-30'],
    ['2027-04-30', 'weekly', '2027-06-30'],
    ['2027-05-01', 'weekly', '2028-06-30'],
    ['2027-05-01', 'daily', '2028-04-30'],
  ])('of %s, %s, is %s', (day, frequency, end) => {
    expect(seasonEnd(day, frequency)).toBe(end);
    const repeat = firstRepeat(frequency, day);
    const rule = ruleOf(repeat, day);
    expect(rule && [...daysOf(rule, day, end)].length).toBeLessThanOrEqual(366);
  });

  it('follows the day and the frequency until another end is chosen', () => {
    const values = { ...base, repeat: firstRepeat('weekly', tuesday) };
    expect(withStart(values, { day: '2027-09-07' }).repeat?.end.day).toBe('2028-06-30');
    const own = given(ends('day', '2027-03-01'));
    expect(withStart({ ...values, repeat: own }, { day: '2026-12-01' }).repeat).toEqual(own);
    expect(withFrequency(firstRepeat('weekly', '2027-05-01'), 'daily', '2027-05-01').end.day).toBe(
      '2028-04-30',
    );
  });

  it('and a count of ten are preset when chosen', () => {
    expect(withEndKind(given(ends('never')), 'day', tuesday).end.day).toBe('2027-06-30');
    expect(withEndKind(given({}), 'count', tuesday).end.count).toBe('10');
  });
});

describe('another day in When', () => {
  it('moves its weekday, and restores a chosen weekday', () => {
    expect(text(trainings, '2026-11-25')).toContain('BYDAY=WE,TH');
    expect(text(trainings, '2026-11-26')).toContain('BYDAY=TH;');
    expect(text(trainings, tuesday)).toContain('BYDAY=TU,TH');
  });

  it('keeps its way of naming the day in the month if possible', () => {
    expect(monthChoices('2026-11-15')).toEqual(['date', 'weekday']);
    expect(monthChoices(tuesday)).toEqual(['date', 'weekday', 'lastWeekday']);
    expect(monthChoices('2026-09-29')).toEqual(['date', 'lastWeekday']);
    expect(fittingMonthBy('lastWeekday', '2026-11-15')).toBe('weekday');
  });
});

const base: EventValues = plainDefaults({
  owner: { kind: 'team', id: 'team-1' },
  userId: 'me',
  today: '2026-11-23',
  timeZone: 'Europe/Brussels',
  day: null,
});

describe('the values of the form', () => {
  it('send a recurrence only if the event repeats, and can be read back', () => {
    const sent = { id: '019a0000-0000-7000-8000-000000000001', publication: 'draft' } as const;
    expect(newBody(base, sent)).not.toHaveProperty('recurrence');
    const values = { ...base, repeat: given({ byDay: ['TH'], interval: '2' }) };
    expect(valuesOfBody(newBody(values, sent))).toEqual(values);
  });

  it("of a previous build's draft do not repeat", () => {
    const { repeat: _, ...before } = base;
    const draft: unknown = { base: before, typed: { name: 'Half' }, at: 1 };
    if (!isEdits(draft)) throw new Error('The draft is lost.');
    expect(upgradedEdits(draft)?.base.repeat).toBeNull();
  });

  it.each([
    { frequency: 'weekly' },
    { ...trainings, byDay: ['XX'] },
    { ...trainings, skips: [{}] },
    'weekly',
  ])('of a draft of unknown format are ignored: %j', (repeat) =>
    expect(isEdits({ base, typed: { repeat }, at: 1 })).toBe(false),
  );
});

it('two recurrences are the same if they differ only in skipped days that are over', () => {
  const skips = [{ from: '2026-12-01', to: '2026-12-10' }];
  const later = [{ from: '2026-12-08', to: '2026-12-10' }];
  expect(isSameRepeat(given({ skips }), given({ skips: later }), '2026-12-08')).toBe(true);
  expect(isSameRepeat(given({ skips }), given({ skips: later }), '2026-12-07')).toBe(false);
  expect(isSameRepeat(given({ skips }), given({ skips, interval: '2' }), '2026-12-08')).toBe(false);
  expect(isSameRepeat(given({ skips }), null, '2026-12-08')).toBe(false);
});

describe('the dates of the form', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  const datesFrom = (repeat: Repeat, startsAt: string, timeZone = 'Europe/Brussels') => {
    const recurrence = recurrenceOf(repeat, startsAt.slice(0, 10));
    if (recurrence === null) throw new Error('Nothing repeats.');
    return repeatDates(recurrence, { startsAt, timeZone }, now);
  };

  it('are counted without the skipped ones, with the first and the last', () => {
    const dates = datesFrom(trainings, '2026-11-24T17:00:00.000Z');
    expect(datesText(dates, 'en-GB')).toBe('58 dates, the first Tue 24 Nov, the last Tue 29 Jun');
    expect(datesNote(dates)).toBe('58 dates · 5 skipped');
    expect(dates.leftOut).toEqual([]);
  });

  it('of a rule without an end are those of six months', () => {
    const dates = datesFrom(given(ends('never')), '2026-11-24T17:00:00.000Z');
    expect(dates.days.at(-1)).toBe('2027-05-18');
    expect(datesText(dates, 'en-GB')).toBe(
      '26 dates, the first Tue 24 Nov. There are always dates for the next 6 months.',
    );
  });

  it('include the year if the last one is a year or more later', () => {
    const dates = datesFrom(given(ends('count', '60')), '2026-11-24T17:00:00.000Z');
    expect(datesText(dates, 'en-GB')).toBe('60 dates, the first Tue 24 Nov, the last 11 Jan 2028');
  });

  it('omit a time that a clock change skips, and say so', () => {
    // Sundays at half past two in the morning.
    const dates = datesFrom(given(ends('day', '2027-06-30')), '2026-11-29T01:30:00.000Z');
    expect(dates.leftOut).toEqual(['2027-03-28']);
    expect(dates.days).not.toContain('2027-03-28');
    expect(leftOutText(dates, '02:30', 'en-GB')).toBe(
      'Clocks go forward on Sun 28 Mar and skip 02:30, so there is no date.',
    );
    const south = datesFrom(given(ends('count', '60')), '2026-10-03T15:30:00.000Z', 'Australia/Sydney');
    expect(south.leftOut).toEqual([]);
  });
});
