// Days, weeks and months of the calendar, its position in the address, and its requests by month.
import { expect, it } from 'vitest';
import {
  monthRequest,
  monthsAround,
  monthsTouching,
  shiftMonth,
} from '../../../src/app/data/resources/calendar-months.ts';
import { addMonths, dayStart, monthWeeks, weekStart } from '../../../src/app/features/calendar/days.ts';
import { isDay, readPosition, searchOf } from '../../../src/app/features/calendar/position.ts';
import { stepFrom, titleOf } from '../../../src/app/features/calendar/steps.ts';

it("weeks begin on the locale's first day", () => {
  expect(weekStart('2026-11-21', 'en-GB')).toBe('2026-11-16');
  expect(weekStart('2026-11-21', 'en-US')).toBe('2026-11-15');
  expect(weekStart('2026-11-21', 'ar-EG')).toBe('2026-11-21');
});

it('a month is shown in as few whole weeks as possible', () => {
  const weeks = monthWeeks('2026-11-21', 'en-GB');
  expect(weeks.map((week) => week[0])).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(monthWeeks('2027-02-01', 'en-GB')).toHaveLength(4);
});

it('a step to a shorter month stays in it', () => {
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28');
});

it('a date that does not exist in the address is ignored', () => {
  expect(['2026-11-21', '2026-02-30', '2026-13-01', 'today', '21-11-2026', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(readPosition('?view=year&date=2026-02-31&team=a&team=b')).toEqual({
    view: null,
    day: null,
    teams: ['a', 'b'],
    isSideBySide: false,
  });
  const position = { view: 'week', day: '2026-11-21', teams: ['a'], isSideBySide: true } as const;
  expect(readPosition(searchOf({ ...position, teams: ['a'] }))).toEqual(position);
});

it('the start of a day is right, also when a clock change removes midnight', () => {
  const start = (day: string, zone: string) => new Date(dayStart(day, zone)).toISOString();
  expect(start('2026-11-21', 'Europe/Berlin')).toBe('2026-11-20T23:00:00.000Z');
  expect(start('2026-07-01', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z');
  // Midnight does not exist in Cairo on the last Friday of April.
  expect(start('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
  const hours = (day: string, next: string, zone: string) =>
    (dayStart(next, zone) - dayStart(day, zone)) / 3_600_000;
  expect(hours('2026-03-29', '2026-03-30', 'Europe/Berlin')).toBe(23);
  expect(hours('2026-10-25', '2026-10-26', 'Europe/Berlin')).toBe(25);
  expect(hours('2026-03-08', '2026-03-09', 'America/New_York')).toBe(23);
});

it('a step moves by the length of the view', () => {
  expect(stepFrom('2026-11-21', 'month', 1, true)).toBe('2026-12-21');
  expect(stepFrom('2026-11-21', 'week', -1, true)).toBe('2026-11-14');
  expect(stepFrom('2026-11-21', 'week', 1, false)).toBe('2026-11-24');
});

it('the heading names the period that is shown', () => {
  expect(titleOf('2026-11-21', 'month', true, 'en-GB')).toBe('November 2026');
  expect(titleOf('2026-11-21', 'week', true, 'en-GB')).toMatch(/^16\D+22 November 2026$/);
  expect(titleOf('2026-11-30', 'week', false, 'en-GB')).toMatch(/^30 Nov\D+2 Dec 2026$/);
});

it('requests use whole UTC months, so that their cache keys repeat', () => {
  expect(monthRequest('2026-12')).toEqual({
    query: { from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' },
  });
  expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  expect(monthsAround(Date.parse('2026-11-21T10:00:00Z'))).toEqual([
    '2026-10',
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
  ]);
  // A day that begins before midnight UTC needs the previous month; `to` itself is not part of the span.
  const at = (text: string) => Date.parse(text);
  expect(monthsTouching(at('2026-10-31T23:00:00Z'), at('2026-11-01T23:00:00Z'))).toEqual([
    '2026-10',
    '2026-11',
  ]);
  expect(monthsTouching(at('2026-11-01T00:00:00Z'), at('2026-12-01T00:00:00Z'))).toEqual(['2026-11']);
});
