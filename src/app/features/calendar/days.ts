// Days as `YYYY-MM-DD`: counting, weeks, months, and the instants at which they begin in a zone. Pure.
import { CalendarDate, startOfWeek } from '@internationalized/date';
import { dayNumberOf, dayOf, instantOf } from '../../format/wall-clock.ts';

export type Day = string;

function dateOf(day: Day): CalendarDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new CalendarDate(year, month, date);
}

export const addDays = (day: Day, days: number): Day => dayOf(dayNumberOf(day) + days);
/** The same date some months later, or the last day of a shorter month. */
export const addMonths = (day: Day, months: number): Day => dateOf(day).add({ months }).toString();
export const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`;
export const monthEnd = (day: Day): Day => addDays(addMonths(monthStart(day), 1), -1);

/** The first day of its week, by the locale. */
export const weekStart = (day: Day, locale: string): Day => startOfWeek(dateOf(day), locale).toString();

export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** Whole days from one to another. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The weeks that contain any of a month's days: four to six. */
export function monthWeeks(day: Day, locale: string): Day[][] {
  const weeks: Day[][] = [];
  const last = monthEnd(day);
  for (let first = weekStart(monthStart(day), locale); first <= last; first = addDays(first, 7))
    weeks.push(daysFrom(first, 7));
  return weeks;
}

/** The instant at which a day begins in a zone, in milliseconds; where midnight is skipped, the first instant after it. */
export const dayStart = (day: Day, timeZone: string): number =>
  instantOf(timeZone, dayNumberOf(day) * 24 * 60);
