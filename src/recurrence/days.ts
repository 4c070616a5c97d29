// Expands a rule to calendar days, without the library that dates.ts needs, so that a form loads fast. Ignores clock changes:
// dates.ts skips a date whose local time does not exist. Pure.
import { type RecurrenceRule, type Weekday, weekdays } from './rule.ts';

/**
 * The days of a rule (`YYYY-MM-DD`) from `firstDay` through `throughDay`, in order, exception days included. An UNTIL with
 * a time counts as its day in UTC.
 */
export function* daysOf(rule: RecurrenceRule, firstDay: string, throughDay: string): Generator<string> {
  const first = numberOf(firstDay);
  const until = rule.until?.slice(0, 10) ?? throughDay;
  const last = numberOf(until < throughDay ? until : throughDay);
  let left = rule.count ?? Infinity;
  for (let day = first; day <= last && left > 0; day += 1)
    if (day === first || isInRule(rule, first, day)) {
      left -= 1;
      yield dayOf(day);
    }
}

/** Whether a rule whose first date is on `firstDay` names a day, which may be before it. COUNT and UNTIL are ignored. */
export const isNamed = (rule: RecurrenceRule, firstDay: string, day: string): boolean =>
  isInRule(rule, numberOf(firstDay), numberOf(day));

/** The weekday of a day, `YYYY-MM-DD`. */
export const weekdayOf = (day: string): Weekday => weekdayAt(numberOf(day));

/** The position of a day among the same weekdays of its month, from 1, and whether it is the last. */
export function nthWeekdayOf(day: string): { nth: number; isLast: boolean } {
  const { date, length } = monthOf(numberOf(day));
  return { nth: Math.ceil(date / 7), isLast: date + 7 > length };
}

const dayMs = 86_400_000;
const numberOf = (day: string) => Date.parse(day) / dayMs;
const dayOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
/** 1970-01-01 was a Thursday. */
const daysSinceMonday = (day: number) => (((day + 3) % 7) + 7) % 7;
const weekdayAt = (day: number) => weekdays[daysSinceMonday(day)] ?? 'MO';

function monthOf(day: number) {
  const at = new Date(day * dayMs);
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth();
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return { month, date: at.getUTCDate(), length };
}

function isInRule(rule: RecurrenceRule, first: number, day: number): boolean {
  if (rule.frequency === 'daily') return (day - first) % rule.interval === 0;
  return rule.frequency === 'weekly' ? isInWeek(rule, first, day) : isInMonth(rule, first, day);
}

function isInWeek({ interval, byDay, weekStart }: RecurrenceRule, first: number, day: number): boolean {
  const offset = weekdays.indexOf(weekStart);
  const weekOf = (one: number) => Math.floor((one + 3 - offset) / 7);
  const wanted = byDay.length > 0 ? byDay.map(({ weekday }) => weekday) : [weekdayAt(first)];
  return wanted.includes(weekdayAt(day)) && (weekOf(day) - weekOf(first)) % interval === 0;
}

function isInMonth({ interval, byDay, byMonthDay }: RecurrenceRule, first: number, day: number): boolean {
  const { month, date, length } = monthOf(day);
  const start = monthOf(first);
  if ((month - start.month) % interval !== 0) return false;
  if (byDay.length === 0) {
    const wanted = byMonthDay.length > 0 ? byMonthDay : [start.date];
    return wanted.includes(date) || wanted.includes(date - length - 1);
  }
  return byDay.some(
    ({ weekday, nth }) =>
      weekday === weekdayAt(day) &&
      (nth === Math.ceil(date / 7) || nth === -Math.ceil((length - date + 1) / 7)),
  );
}
