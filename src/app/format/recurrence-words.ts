// A recurrence rule in words. Pure, and from the rule alone: its dates need recurrence/dates.ts, which is
// heavy.
import {
  isComplaint,
  parseRule,
  type RecurrenceRule,
  type Weekday,
  weekdays,
} from '../../recurrence/rule.ts';
import { dayText, listText } from './intl.ts';
import { dayNumberOf } from './wall-clock.ts';
import { countOf, countText } from './words.ts';

/** `Tuesdays and Thursdays until 24 June 2027`, `Every 2 weeks on Tuesday, 10 times`, `Monthly on the last Friday`. */
export function repeatText(rrule: string, locale: string): string {
  const rule = parseRule(rrule);
  if (isComplaint(rule)) return 'Repeats';
  return `${patternText(rule, locale)}${endText(rule, locale)}`;
}

/**
 * The days of the month of a monthly rule: `on day 15`, `on the second Tuesday`; empty for the day of its
 * start.
 */
export function monthDaysText(
  { byDay, byMonthDay }: Pick<RecurrenceRule, 'byDay' | 'byMonthDay'>,
  locale: string,
): string {
  if (byDay.length > 0)
    return `on ${listText(
      locale,
      [...byDay.filter(isFromStart), ...byDay.filter((day) => !isFromStart(day)).toReversed()].map(
        ({ weekday, nth }) => `the ${ordinal(nth ?? 1)} ${weekdayText(weekday, locale)}`,
      ),
    )}`;
  if (byMonthDay.length === 0) return '';
  const days = byMonthDay.filter((day) => day > 0).map((day) => countText(day, locale));
  const fromEnd = byMonthDay.filter((day) => day < 0).toReversed();
  return `on ${listText(locale, [
    ...(days.length > 0 ? [`${days.length > 1 ? 'days' : 'day'} ${listText(locale, days)}`] : []),
    ...fromEnd.map((day) => `the ${ordinal(day)} day`),
  ])}`;
}

const isFromStart = ({ nth }: RecurrenceRule['byDay'][number]) => (nth ?? 1) > 0;

/** `Tuesday`, `Tue`. */
export const weekdayText = (
  weekday: Weekday,
  locale: string,
  style: 'longWeekday' | 'weekday' = 'longWeekday',
): string => dayText(locale, style, dayNumberOf(aMonday) + weekdays.indexOf(weekday));

const aMonday = '2024-01-01';

function patternText(rule: RecurrenceRule, locale: string): string {
  const { frequency, interval, byDay } = rule;
  if (frequency === 'daily') return everyText(interval, 'day', locale);
  if (frequency === 'monthly') {
    const every = interval === 1 ? 'Monthly' : everyText(interval, 'month', locale);
    return [every, monthDaysText(rule, locale)].filter(Boolean).join(' ');
  }
  const names = byDay.map(({ weekday }) => weekdayText(weekday, locale));
  if (names.length === 0) return everyText(interval, 'week', locale);
  if (interval > 1) return `${everyText(interval, 'week', locale)} on ${listText(locale, names)}`;
  // Languages other than English have plurals of their own.
  return locale.startsWith('en')
    ? listText(
        locale,
        names.map((name) => `${name}s`),
      )
    : `Every ${listText(locale, names)}`;
}

const everyText = (interval: number, unit: string, locale: string): string =>
  `Every ${interval === 1 ? unit : countOf(interval, unit, `${unit}s`, locale)}`;

/** An UNTIL that is an instant is read as its day in UTC; a stored one is a day. */
function endText({ until, count }: RecurrenceRule, locale: string): string {
  if (until !== null) return ` until ${dayText(locale, 'dayMonthYear', dayNumberOf(until.slice(0, 10)))}`;
  return count === null ? '' : `, ${countOf(count, 'time', 'times', locale)}`;
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** `first` to `fifth` and then numbers; from the end `last`, `second to last`. */
function ordinal(nth: number): string {
  const place = Math.abs(nth);
  const suffix = (place > 20 && ['st', 'nd', 'rd'][(place % 10) - 1]) || 'th';
  const word = ordinals[place - 1] ?? `${place}${suffix}`;
  if (nth > 0) return word;
  return place === 1 ? 'last' : `${word} to last`;
}
