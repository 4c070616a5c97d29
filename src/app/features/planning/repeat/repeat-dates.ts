// The dates of a new event's recurrence rule. Loaded when someone uses one, because recurrence/dates.ts is
// heavy. Pure.
import { limits } from '../../../../contract/values/limits.ts';
import { datesOf, localOf, type SeriesStart } from '../../../../recurrence/dates.ts';
import { daysOf } from '../../../../recurrence/days.ts';
import { isRuleError, parseRule } from '../../../../recurrence/rule.ts';
import { dayNumberOf, dayOf } from '../../../format/wall-clock.ts';
import type { Recurrence } from './repeat.ts';

/** Days as `YYYY-MM-DD` on the clock of the event's zone. */
export type RepeatDates = {
  /** The dates in order; without an end, those of the next months. At most one more than the limit. */
  days: string[];
  /** How many dates are skipped. */
  skipped: number;
  /** Days without a date, because a clock change skips its time. */
  leftOut: string[];
  isOpen: boolean;
};

/** `now` in milliseconds. The rule comes from the form, so it is valid. */
export function repeatDates(
  { rrule, exceptDates }: Recurrence,
  start: SeriesStart,
  now: number,
): RepeatDates {
  const rule = parseRule(rrule);
  if (isRuleError(rule)) throw new Error(rule.message);
  const firstDay = localOf(start).slice(0, 10);
  const isOpen = rule.until === null && rule.count === null;
  const from = Math.max(Date.parse(start.startsAt), now);
  const today = localOf({ startsAt: new Date(from).toISOString(), timeZone: start.timeZone }).slice(0, 10);
  const throughDay = isOpen
    ? monthsLater(today, limits.seriesAheadMonths)
    : dayOf(dayNumberOf(firstDay) + limits.plannedAheadDays);
  const max = limits.seriesDatesMax + exceptDates.length + 1;
  const all = datesOf(rule, start, { throughDay, max }).map(({ local }) => local.slice(0, 10));
  const skipped = new Set(exceptDates);
  const days = all.filter((day) => !skipped.has(day));
  const made = new Set(all);
  // Skipped clock times do not count towards COUNT.
  const last = rule.count === null ? throughDay : (all.at(-1) ?? firstDay);
  return {
    days,
    skipped: all.length - days.length,
    leftOut: [...daysOf(rule, firstDay, last)].filter((day) => !made.has(day)),
    isOpen,
  };
}

/** The same date some months later, or the last day of a shorter month. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}
