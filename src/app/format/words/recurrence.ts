// A recurrence rule in words. Pure, and from the rule alone: its dates need recurrence/dates.ts, which is
// heavy.
import {
  isRuleError,
  parseRule,
  type RecurrenceRule,
  type Weekday,
  weekdays,
} from '../../../recurrence/rule.ts';
import { t } from '../../words/t.ts';
import { dayText, listText } from '../intl.ts';
import { dayNumberOf } from '../wall-clock.ts';
import { countText } from './vocabulary.ts';

/** `Tuesdays and Thursdays until 24 June 2027`, `Every 2 weeks on Tuesday, 10 times`, `Monthly on the last Friday`. */
export function repeatText(rrule: string, locale: string): string {
  const rule = parseRule(rrule);
  if (isRuleError(rule)) return t('Repeats');
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
 * The days of the month of a monthly rule: `day 15`, `the second Tuesday`; empty for the day of its start.
 */
function monthDaysText(
  { byDay, byMonthDay }: Pick<RecurrenceRule, 'byDay' | 'byMonthDay'>,
  locale: string,
): string {
  if (byDay.length > 0)
    return listText(
      locale,
      [...byDay.filter(isFromStart), ...byDay.filter((day) => !isFromStart(day)).toReversed()].map(
        ({ weekday, nth }) => nthWeekdayText(nth ?? 1, weekdayText(weekday, locale)),
      ),
    );
  if (byMonthDay.length === 0) return '';
  const days = byMonthDay.filter((day) => day > 0).map((day) => countText(day, locale));
  const fromEnd = byMonthDay.filter((day) => day < 0).toReversed();
  return listText(locale, [
    ...(days.length > 0
      ? [
          t('{count, plural, one {day} other {days}} {days}', {
            count: days.length,
            days: listText(locale, days),
          }),
        ]
      : []),
    ...fromEnd.map((day) =>
      t(
        '{place, selectordinal, =1 {the last day} =2 {the second to last day} =3 {the third to last day} =4 {the fourth to last day} =5 {the fifth to last day} one {the #st to last day} two {the #nd to last day} few {the #rd to last day} other {the #th to last day}}',
        { place: -day },
      ),
    ),
  ]);
}

/** A month has five of a weekday at most. */
const nthWeekdayText = (nth: number, weekday: string): string =>
  nth > 0
    ? t(
        '{nth, selectordinal, =1 {the first {weekday}} =2 {the second {weekday}} =3 {the third {weekday}} =4 {the fourth {weekday}} other {the fifth {weekday}}}',
        { nth, weekday },
      )
    : t(
        '{nth, selectordinal, =1 {the last {weekday}} =2 {the second to last {weekday}} =3 {the third to last {weekday}} =4 {the fourth to last {weekday}} other {the fifth to last {weekday}}}',
        { nth: -nth, weekday },
      );

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
    const days = monthDaysText(rule, locale);
    return days === ''
      ? t('{interval, plural, one {Monthly} other {Every # months}}', { interval })
      : t('{interval, plural, one {Monthly on {days}} other {Every # months on {days}}}', { interval, days });
  }
  const names = byDay.map(({ weekday }) => weekdayText(weekday, locale));
  if (names.length === 0)
    return t('{interval, plural, one {Every week} other {Every # weeks}}', { interval });
  if (interval > 1)
    return t('{interval, plural, one {Every week on {days}} other {Every # weeks on {days}}}', {
      interval,
      days: listText(locale, names),
    });
  // Languages other than English have plurals of their own.
  return locale.startsWith('en')
    ? listText(
        locale,
        names.map((name) => `${name}s`),
      )
    : t('Every {days}', { days: listText(locale, names) });
}
