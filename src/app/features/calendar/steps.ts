// The range of a view, the days of its Previous and Next, and its title. Pure.
import { daysText, dayText } from '../../format/intl.ts';
import { dayNumberOf } from '../../format/wall-clock.ts';
import { addDays, addMonths, type Day, weekStart } from './days.ts';
import type { View } from './position.ts';

/** The days of a week view: a whole week on wide screens, or three days from the chosen one. */
export function weekSpan(day: Day, isWide: boolean, locale: string): { first: Day; count: number } {
  return isWide ? { first: weekStart(day, locale), count: 7 } : { first: day, count: 3 };
}

/** The day of Previous (-1) and Next (1). */
export function stepFrom(day: Day, view: View, by: -1 | 1, isWide: boolean): Day {
  return view === 'week' ? addDays(day, by * (isWide ? 7 : 3)) : addMonths(day, by);
}

/** `November 2026`; for a week `23 – 29 November 2026`. */
export function titleOf(day: Day, view: View, isWide: boolean, locale: string): string {
  if (view !== 'week') return dayText(locale, 'monthYear', dayNumberOf(day));
  const { first, count } = weekSpan(day, isWide, locale);
  const from = dayNumberOf(first);
  return daysText(locale, isWide ? 'dayMonthYear' : 'shortDayYear', from, from + count - 1);
}
