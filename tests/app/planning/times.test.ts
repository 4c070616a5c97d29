// Instants from local times, compared with Temporal; and the end of an event, which follows its start.
import { assert, constantFrom, date, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDefaults } from '../../../src/app/features/planning/create/defaults.ts';
import {
  endInstant,
  minutesOf,
  refundAt,
  refundText,
  skippedTo,
  startInstant,
  withEnd,
  withStart,
} from '../../../src/app/features/planning/fields/times.ts';
import { instantOf, wallTime, wallTimeOf, writtenWallTime } from '../../../src/app/format/wall-clock.ts';
import { refundUntilOf } from '../../../src/server/events/rules.ts';

const zones = [
  'UTC',
  'Europe/Brussels',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/Sao_Paulo',
] as const;

const values = (given: object = {}) => ({
  ...plainDefaults({
    owner: { kind: 'team', id: 't' },
    userId: 'u',
    today: '2026-11-23',
    timeZone: 'Europe/Brussels',
    day: null,
  }),
  ...given,
});

describe('instantOf', () => {
  it('agrees with Temporal for any local time in any zone, in gaps and overlaps too', () => {
    const days = date({ min: new Date('1975-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    const minutes = integer({ min: 0, max: 24 * 60 - 1 });
    assert(
      property(constantFrom(...zones), days, minutes, (zone, at, minute) => {
        const day = at.toISOString().slice(0, 10);
        const { time } = writtenWallTime(minute);
        const expected = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone);
        expect(instantOf(zone, wallTimeOf(day, time))).toBe(expected.epochMilliseconds);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['Europe/Brussels', '2026-03-29', '01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Brussels', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Brussels', '2026-03-29', '03:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/Brussels', '2026-10-25', '01:59', '2026-10-24T23:59:00.000Z'],
    ['Europe/Brussels', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['Europe/Brussels', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00.000Z'],
    ['America/St_Johns', '1996-10-27', '00:05', '1996-10-27T03:35:00.000Z'],
    ['Asia/Kathmandu', '2026-11-24', '18:00', '2026-11-24T12:15:00.000Z'],
  ])('in %s on %s at %s is %s', (zone, day, time, instant) => {
    expect(new Date(instantOf(zone, wallTimeOf(day, time))).toISOString()).toBe(instant);
  });

  it('is undone by wallTime outside of gaps', () => {
    const wall = wallTimeOf('2026-11-24', '18:00');
    for (const zone of zones) expect(wallTime(zone, instantOf(zone, wall))).toBe(wall);
    expect(writtenWallTime(wall)).toEqual({ day: '2026-11-24', time: '18:00' });
  });

  it.each([
    ['', '18:00'],
    ['2026-11-24', ''],
    ['2026-11-24', '6pm'],
    ['tomorrow', '18:00'],
  ])('wallTimeOf(%j, %j) is not a valid number', (day, time) => expect(wallTimeOf(day, time)).toBeNaN());
});

describe('the end of an event', () => {
  it('keeps the duration when the start moves, over midnight too', () => {
    const moved = { ...values(), ...withStart(values(), { start: '23:15' }) };
    expect(moved).toMatchObject({ day: '2026-11-24', start: '23:15', endDay: '2026-11-25', end: '00:45' });
    expect({ ...moved, ...withStart(moved, { day: '2026-12-01' }) }).toMatchObject({
      endDay: '2026-12-02',
      end: '00:45',
    });
  });

  it('keeps 90 minutes of local time across a clock change', () => {
    const night = { ...values(), ...withStart(values(), { day: '2026-10-25', start: '01:30' }) };
    expect(night.end).toBe('03:00');
    expect(startInstant(night)).toBe('2026-10-24T23:30:00.000Z');
    expect(endInstant(night)).toBe('2026-10-25T02:00:00.000Z');
  });

  it('is on the next day when it is not after the start, and back on the same day when it is', () => {
    const late = { ...values(), ...withEnd(values(), '00:30') };
    expect(late.endDay).toBe('2026-11-25');
    expect(minutesOf(late)).toBe(390);
    expect({ ...late, ...withEnd(late, '20:00') }.endDay).toBe('2026-11-24');
  });

  it('stays on its last day where an event takes several', () => {
    const camp = values({ endDay: '2026-11-30' });
    expect(withEnd(camp, '12:00')).toEqual({ end: '12:00' });
  });

  it('stays on its last day where an event takes more than 24 hours', () => {
    const weekend = values({ day: '2026-11-28', start: '10:00', endDay: '2026-11-29', end: '16:00' });
    expect(withEnd(weekend, '15:00')).toEqual({ end: '15:00' });
  });

  it('moves with it the reply deadline, by whole days', () => {
    const due = values({ closes: '2026-11-23T20:00' });
    expect(withStart(due, { day: '2026-12-01' }).closes).toBe('2026-11-30T20:00');
    expect(withStart(due, { start: '10:00' }).closes).toBe('2026-11-23T20:00');
  });

  it('changes no other field while a field is empty', () => {
    expect(withStart(values(), { day: '' })).toEqual({ day: '' });
    expect(startInstant(values({ start: '' }))).toBeNull();
  });
});

it('shows the time used instead of one that a clock change skips', () => {
  expect(skippedTo('2026-03-29', '02:30', 'Europe/Brussels')).toBe('03:30');
  expect(skippedTo('2026-10-25', '02:30', 'Europe/Brussels')).toBeNull();
  expect(skippedTo('', '02:30', 'Europe/Brussels')).toBeNull();
});

describe('a refund deadline before a clock change', () => {
  it.each([
    ['2027-03-28', '2027-03-27T18:00', 'PT1380M', '2027-03-27T17:00:00.000Z'],
    ['2027-10-31', '2027-10-30T18:00', 'PT1500M', '2027-10-30T16:00:00.000Z'],
    ['2027-03-28', '2026-12-01T09:30', 'P118D', '2026-11-30T17:00:00.000Z'],
  ])(
    'of an event on %s at 18:00, typed as %s, is %s and %s on the server',
    (day, text, duration, instant) => {
      const event = values({ day, endDay: day });
      expect(refundAt(text, event)).toBe(duration);
      expect(refundUntilOf(startInstant(event) ?? '', event.timeZone, duration)).toBe(instant);
      // Whole days are rounded away from the start.
      const shown = duration === 'P118D' ? '2026-11-30T18:00' : text;
      expect(refundText(duration, event)).toBe(shown);
    },
  );

  it('is shown as the server subtracts it: days in local time, hours and minutes exactly', () => {
    const event = values({ day: '2027-03-28', endDay: '2027-03-28' });
    expect(refundText('P1D', event)).toBe('2027-03-27T18:00');
    expect(refundText('PT24H', event)).toBe('2027-03-27T17:00');
    expect(refundText('PT1440M', event)).toBe('2027-03-27T17:00');
  });
});
