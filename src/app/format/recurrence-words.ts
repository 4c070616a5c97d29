// A recurrence rule in words. Pure, and from the rule alone: its dates need recurrence/dates.ts, which is
// heavy.
import {
  isComplaint,
  parseRule,
  type RecurrenceRule,
  type Weekday,
  weekdays,
} from '../../recurrence/rule.ts';
import { type Message, msg, t } from '../words/t.ts';
import { dayText, listText } from './intl.ts';
import { dayNumberOf } from './wall-clock.ts';
import { countText } from './words.ts';

/** `Tuesdays and Thursdays until 24 June 2027`, `Every 2 weeks on Tuesday, 10 times`, `Monthly on the last Friday`. */
export function repeatText(rrule: string, locale: string): string {
  const rule = parseRule(rrule);
  if (isComplaint(rule)) return t('Repeats');
  const pattern = patternText(rule, locale);
  const { until, count } = rule;
  // An UNTIL that is an instant is read as its day in UTC; a stored one is a day.
  if (until !== null)
    return t('{pattern} until {day}', {
      pattern,
      day: dayText(locale, 'dayMonthYear', dayNumberOf(until.slice(0, 10))),
    });
  return count === null
    ? pattern
    : t('{pattern}, {count, plural, one {# time} other {# times}}', { pattern, count });
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
    return t('on {days}', {
      days: listText(
        locale,
        [...byDay.filter(isFromStart), ...byDay.filter((day) => !isFromStart(day)).toReversed()].map(
          ({ weekday, nth }) =>
            t('the {ordinal} {weekday}', {
              ordinal: ordinal(nth ?? 1),
              weekday: weekdayText(weekday, locale),
            }),
        ),
      ),
    });
  if (byMonthDay.length === 0) return '';
  const days = byMonthDay.filter((day) => day > 0).map((day) => countText(day, locale));
  const fromEnd = byMonthDay.filter((day) => day < 0).toReversed();
  return t('on {days}', {
    days: listText(locale, [
      ...(days.length > 0
        ? [
            t('{count, plural, one {day} other {days}} {days}', {
              count: days.length,
              days: listText(locale, days),
            }),
          ]
        : []),
      ...fromEnd.map((day) => t('the {ordinal} day', { ordinal: ordinal(day) })),
    ]),
  });
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
  if (frequency === 'daily')
    return t('{interval, plural, one {Every day} other {Every # days}}', { interval });
  if (frequency === 'monthly') {
    const every = t('{interval, plural, one {Monthly} other {Every # months}}', { interval });
    return [every, monthDaysText(rule, locale)].filter(Boolean).join(' ');
  }
  const names = byDay.map(({ weekday }) => weekdayText(weekday, locale));
  const weeks = t('{interval, plural, one {Every week} other {Every # weeks}}', { interval });
  if (names.length === 0) return weeks;
  if (interval > 1) return t('{weeks} on {days}', { weeks, days: listText(locale, names) });
  // Languages other than English have plurals of their own.
  return locale.startsWith('en')
    ? listText(
        locale,
        names.map((name) => `${name}s`),
      )
    : t('Every {days}', { days: listText(locale, names) });
}

const ordinals: readonly Message[] = [msg('first'), msg('second'), msg('third'), msg('fourth'), msg('fifth')];

/** `first` to `fifth` and then numbers; from the end `last`, `second to last`. */
function ordinal(nth: number): string {
  const place = Math.abs(nth);
  const known = ordinals[place - 1];
  const word = known
    ? t(known)
    : t('{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { place });
  if (nth > 0) return word;
  return place === 1 ? t('last') : t('{word} to last', { word });
}
