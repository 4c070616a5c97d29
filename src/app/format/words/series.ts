// The dates and times of a series, in words. Pure.
import type { Series, SeriesPart } from '../../../contract/events/series.ts';
import { formatRule, isRuleError, parseRule } from '../../../recurrence/rule.ts';
import { t } from '../../words/t.ts';
import { dayNumberOf, dayOf } from '../wall-clock.ts';
import { dayHeadingOf, dayIn, timeRange } from '../when.ts';
import { repeatText } from './recurrence.ts';

/** `Tuesdays and Thursdays`: the rule without its end. */
export function cycleOf(rrule: string, locale: string): string {
  const rule = parseRule(rrule);
  return isRuleError(rule) ? '' : repeatText(formatRule({ ...rule, count: null, until: null }), locale);
}

type Part = Omit<SeriesPart, 'startsOn' | 'ownerId'>;
type Times = Part & { parts: readonly Part[] };

/**
 * `Tuesdays and Thursdays, 18:00–19:30, until 10 December`, with the end only where the rule has one; after a split that changes
 * days or times a second one, `From 15 December, 18:30–20:00, until 7 January`.
 */
export function seriesTimes({ parts, ...last }: Times, locale: string, now: number | null): string[] {
  const runs: (Part & { cycle: string; times: string })[] = [];
  // Without upcoming dates, the series as it was. Answers that older versions saved lack the times of parts.
  for (const part of parts[0]?.startsAt ? parts : [last]) {
    const cycle = cycleOf(part.rrule, locale);
    const times = timeRange(part, locale);
    const run = runs.at(-1);
    // Successive parts on the same days at the same times are one.
    if (run?.cycle === cycle && run.times === times) run.lastStartsAt = part.lastStartsAt;
    else runs.push({ ...part, cycle, times });
  }
  return runs.slice(0, 2).map(({ timeZone, startsAt, lastStartsAt, cycle, times }, index) => {
    const on = (at: string) => ({ day: dayHeadingOf(dayIn(timeZone, at), locale, now).date });
    return [
      index ? t('From {day}', on(startsAt)) : '',
      index && cycle === runs[0]?.cycle ? '' : cycle,
      times,
      lastStartsAt ? t('until {day}', on(lastStartsAt)) : '',
    ]
      .filter(Boolean)
      .join(', ');
  });
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
  const months: ReturnType<typeof monthDays>[] = [];
  for (
    let month = monthOf(first.startsAt);
    month <= last && months.length < maxMonths;
    month = monthAfter(month)
  )
    months.push(monthDays(month));
  return months;
}

/** A month such as `2027-03` with its first and last day. */
export const monthDays = (month: string) => ({
  month,
  from: `${month}-01`,
  to: dayBefore(`${monthAfter(month)}-01`),
});
const maxMonths = 24;

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}

const dayBefore = (day: string) => dayOf(dayNumberOf(day) - 1);
