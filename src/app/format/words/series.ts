// The dates and times of a series, in words. Pure.
import type { Series } from '../../../contract/events/series.ts';
import { formatRule, isRuleError, parseRule } from '../../../recurrence/rule.ts';
import { t } from '../../words/t.ts';
import { dayHeadingOf, dayIn, timeRange } from '../when.ts';
import { repeatText } from './recurrence.ts';

/** `Tuesdays and Thursdays`: the rule without its end. */
export function cycleOf(rrule: string, locale: string): string {
  const rule = parseRule(rrule);
  return isRuleError(rule) ? '' : repeatText(formatRule({ ...rule, count: null, until: null }), locale);
}

type Times = Pick<Series, 'rrule' | 'startsAt' | 'endsAt' | 'timeZone' | 'lastStartsAt'>;

/** `Tuesdays and Thursdays, 18:00–19:30, until 24 June`; the end only where the rule has one. */
export function seriesTimes(series: Times, locale: string, now: number | null): string {
  const { rrule, timeZone, lastStartsAt } = series;
  const rule = parseRule(rrule);
  const hasEnd = !isRuleError(rule) && (rule.until !== null || rule.count !== null);
  const end =
    hasEnd && lastStartsAt !== null
      ? t('until {day}', { day: dayHeadingOf(dayIn(timeZone, lastStartsAt), locale, now).date })
      : '';
  return [cycleOf(rrule, locale), timeRange(series, locale), end].filter(Boolean).join(', ');
}

/** The months from the next date to the last one, as their first and last days. */
export function monthsOf({
  dates,
  lastStartsAt,
  timeZone,
}: Pick<Series, 'dates' | 'lastStartsAt' | 'timeZone'>) {
  const [first] = dates;
  if (!first || lastStartsAt === null) return [];
  const monthOf = (at: string) => dayIn(timeZone, at).slice(0, 7);
  const last = monthOf(lastStartsAt);
  const months: { month: string; from: string; to: string }[] = [];
  for (
    let month = monthOf(first.startsAt);
    month <= last && months.length < maxMonths;
    month = monthAfter(month)
  )
    months.push({ month, from: `${month}-01`, to: dayBefore(`${monthAfter(month)}-01`) });
  return months;
}
const maxMonths = 24;

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
