// Dates, times, money and counts as texts.
import { describe, expect, it } from 'vitest';
import { safeLocale } from '../../../src/app/format/intl.ts';
import { moneyText, priceText } from '../../../src/app/format/money.ts';
import {
  dateParts,
  dayHeading,
  fullRange,
  nightsOf,
  relativeDay,
  type Span,
  timeRange,
  timeRangeForBoth,
  yourStart,
  yourStartBeside,
} from '../../../src/app/format/when.ts';
import { activityList } from '../../../src/app/format/words/activity.ts';
import { ageText, placesLabel, registrationLabel } from '../../../src/app/format/words/vocabulary.ts';

const span = (startsAt: string, endsAt: string, timeZone: string): Span => ({ startsAt, endsAt, timeZone });
const at = (instant: string) => Date.parse(instant);

const ghent = span('2026-11-28T08:30:00Z', '2026-11-28T10:00:00Z', 'Europe/Brussels');
const newYork = span('2026-11-28T14:00:00Z', '2026-11-28T15:30:00Z', 'America/New_York');

describe('times in the zone of the event', () => {
  it("are ranges in the locale's hour format", () => {
    expect(timeRange(ghent, 'en-GB')).toBe('09:30–11:00');
    expect(timeRange(ghent, 'de')).toBe('09:30–11:00');
    expect(timeRange(ghent, 'en-US')).toBe('9:30–11:00 AM');
  });

  it('are weekday, day and month in a date column', () => {
    expect(dateParts(ghent.startsAt, ghent.timeZone, 'en-GB', null)).toEqual({
      weekday: 'Sat',
      day: '28',
      month: 'Nov',
    });
  });

  it('have the year where it is another one', () => {
    const month = (now: string) => dateParts(ghent.startsAt, ghent.timeZone, 'en-GB', at(now)).month;
    expect(month('2026-01-01T12:00:00Z')).toBe('Nov');
    expect(month('2027-01-01T12:00:00Z')).toBe('Nov 2026');
  });

  it('use month names of the Gregorian calendar, like the numbers beside them and the month grid', () => {
    expect(dateParts(ghent.startsAt, ghent.timeZone, 'fa-IR', null)).toMatchObject({
      day: '28',
      month: 'نوامبر',
    });
    expect(dayHeading(ghent.startsAt, ghent.timeZone, 'th-TH', at('2025-01-01T00:00:00Z')).date).toBe(
      '28 พฤศจิกายน 2569',
    );
  });

  it('include the year only if it is another one', () => {
    const [heading, inOtherYear] = ['2026-06-01T00:00:00Z', '2025-06-01T00:00:00Z'].map((now) =>
      dayHeading(ghent.startsAt, ghent.timeZone, 'en-GB', at(now)),
    );
    expect(heading).toEqual({ weekday: 'Saturday', date: '28 November' });
    expect(inOtherYear).toEqual({ weekday: 'Saturday', date: '28 November 2026' });
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '01:30–03:30'],
    ['Europe/Berlin', '2026-10-24T23:30:00Z', '2026-10-25T01:30:00Z', '01:30–02:30'],
    ['America/New_York', '2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z', '01:30–03:30'],
    ['America/New_York', '2026-11-01T04:30:00Z', '2026-11-01T06:30:00Z', '00:30–01:30'],
  ])('in %s follow the clocks on the day they change (%s)', (timeZone, startsAt, endsAt, expected) => {
    expect(timeRange(span(startsAt, endsAt, timeZone), 'en-GB')).toBe(expected);
  });
});

describe('events that cross midnight', () => {
  const night = span('2026-11-28T21:00:00Z', '2026-11-29T01:00:00Z', 'Europe/Berlin');

  it('count as one evening when they are short', () => {
    expect(nightsOf(night)).toBe(0);
    expect(timeRange(night, 'en-GB')).toBe('22:00–02:00');
    expect(fullRange(night, 'en-GB', at('2026-11-01T00:00:00Z'))).toBe('Saturday 28 November, 22:00–02:00');
  });

  it('end on the day they began when they end at midnight', () => {
    const untilMidnight = span('2026-11-28T08:00:00Z', '2026-11-28T23:00:00Z', 'Europe/Berlin');
    expect(nightsOf(untilMidnight)).toBe(0);
  });

  it('name both days when they are long, and no line begins with the dash', () => {
    const camp = span('2026-11-28T08:00:00Z', '2026-11-30T15:00:00Z', 'Europe/Berlin');
    expect(nightsOf(camp)).toBe(2);
    expect(timeRange(camp, 'en-GB')).toBe('Sat 28 Nov – Mon 30 Nov, 09:00');
    expect(fullRange(camp, 'en-GB', at('2026-11-01T00:00:00Z'))).toBe(
      'Saturday 28 November, 09:00\u00a0– Monday 30 November, 16:00',
    );
  });

  it('count nights by the days of their zone, also when a night is an hour longer', () => {
    const clocksBack = span('2026-10-24T10:00:00Z', '2026-10-25T15:00:00Z', 'Europe/Berlin');
    expect(nightsOf(clocksBack)).toBe(1);
  });
});

describe("the viewer's own time", () => {
  it('is shown when the zones differ', () => {
    expect(timeRangeForBoth(newYork, 'Europe/Brussels', 'en-GB')).toBe(
      '09:00–10:30 New York time · 15:00 yours',
    );
  });

  it('is not shown when both zones have the same time', () => {
    expect(timeRangeForBoth(ghent, 'Europe/Berlin', 'en-GB')).toBe('09:30–11:00');
    expect(yourStart(ghent, 'Europe/Brussels', 'en-GB')).toBeNull();
  });

  it('is not shown while the zone is unknown, as on a server', () => {
    expect(timeRangeForBoth(newYork, null, 'en-GB')).toBe('09:00–10:30');
  });

  it('includes the day if it is another one', () => {
    const evening = span('2026-11-28T23:30:00Z', '2026-11-29T01:00:00Z', 'America/New_York');
    expect(yourStart(evening, 'Europe/Berlin', 'en-GB')).toBe('Sun 29 Nov, 00:30');
    expect(yourStart(evening, 'Asia/Tokyo', 'en-GB')).toBe('Sun 29 Nov, 08:30');
    expect(yourStartBeside(evening, 'Asia/Tokyo', 'en-GB')).toBe('Sun 08:30');
    expect(yourStartBeside(newYork, 'Europe/Berlin', 'en-GB')).toBe('15:00');
  });

  it('is shown in the weeks in which only one zone has changed its clocks', () => {
    const inGap = span('2026-10-28T13:00:00Z', '2026-10-28T14:00:00Z', 'America/New_York');
    expect(yourStart(inGap, 'Europe/Berlin', 'en-GB')).toBe('14:00');
    expect(yourStart(newYork, 'Europe/Berlin', 'en-GB')).toBe('15:00');
  });
});

describe('the time until an event', () => {
  it.each([
    ['2026-11-22T12:00:00Z', 'In 6 days'],
    ['2026-11-27T22:00:00Z', 'Tomorrow'],
    ['2026-11-27T23:30:00Z', 'Today, in 9 hours'],
    ['2026-11-28T07:45:00Z', 'In 45 minutes'],
    ['2026-11-28T07:29:00Z', 'Today, in 1 hour'],
    ['2026-11-28T09:00:00Z', 'On now'],
    ['2026-11-28T10:00:00Z', 'Ended'],
    ['2026-11-07T12:00:00Z', 'In 3 weeks'],
    ['2026-08-28T12:00:00Z', 'In 3 months'],
  ])('at %s: %s', (now, expected) => {
    expect(relativeDay(ghent, at(now))).toBe(expected);
  });

  it('is omitted while the time is unknown', () => {
    expect(relativeDay(ghent, null)).toBeNull();
  });
});

describe('money', () => {
  it.each([
    [750, 'EUR', 'en-GB', '€7.50'],
    [3500, 'EUR', 'en-GB', '€35'],
    [500, 'JPY', 'en-US', '¥500'],
    [12500, 'KWD', 'en-US', 'KWD 12.500'],
    [12000, 'KWD', 'en-US', 'KWD 12'],
    [750, 'EUR', 'de', '7,50 €'],
  ])('%i minor units of %s in %s', (amountMinor, currency, locale, expected) => {
    expect(moneyText({ amountMinor, currency }, locale).replace(/\u00a0/g, ' ')).toBe(expected);
  });

  it('is free without a price, or with a price of zero', () => {
    expect(priceText(null, 'en')).toBe('Free');
    expect(priceText({ amountMinor: 0, currency: 'EUR' }, 'en')).toBe('Free');
  });
});

describe('counts and words', () => {
  it.each([
    [null, 11, 'U12'],
    [18, null, '18+'],
    [6, 8, '6–8 years'],
    [10, 10, '10 years'],
    [null, null, null],
  ])('ages %s to %s: %s', (ageMin, ageMax, expected) => {
    expect(ageText(ageMin, ageMax)).toBe(expected);
  });

  it.each([
    [null, false, undefined],
    [12, true, undefined],
    [3, true, '3 places left'],
    [1, false, '1 place left'],
    [0, false, 'Full'],
    [0, true, 'Full · Waitlist'],
  ])('%s places left, waitlist %s: %s', (remainingAttendeeCapacity, waitlistEnabled, expected) => {
    expect(placesLabel({ remainingAttendeeCapacity, waitlistEnabled })?.label).toBe(expected);
  });

  it('counts the people ahead on a waitlist, not the position', () => {
    const waiting = (position: number) =>
      registrationLabel(
        { state: 'waitlisted', position, reconfirmAskedAt: null },
        { eventStatus: 'EventScheduled' },
      )?.label;
    expect(waiting(5)).toBe('Waitlist, 4 ahead');
    expect(waiting(1)).toBe("Waitlist, you're next");
  });

  it('names a few activities and counts the rest', () => {
    expect(activityList(['football', 'futsal'])).toBe('Football, Futsal');
    expect(activityList(['football', 'futsal', 'judo', 'yoga'])).toBe('Football, Futsal, Judo and 1 more');
  });

  it('accepts any locale that a browser may report', () => {
    expect(safeLocale('de-BE')).toBe('de-BE');
    expect(safeLocale('en-US@posix')).toBe('en');
    expect(safeLocale(undefined)).toBe('en');
  });
});
