// The dates of a series that an answer is for: all, those of a month, or a range of days. Pure.
import type { Days } from '../../../data/outbox/series-replies.ts';
import { dayText } from '../../../format/intl.ts';
import { dayNumberOf } from '../../../format/wall-clock.ts';
import { shortDayOf } from '../../../format/when.ts';
import { monthDays, monthsOf } from '../../../format/words/series.ts';
import { t } from '../../../words/t.ts';

/** `which`: `all`, a month `2027-03`, or `days`; only `days` uses `from` and `to`. */
export type Choice = { which: string; from: string; to: string };

export const monthText = (month: string, locale: string) =>
  dayText(locale, 'monthYear', dayNumberOf(`${month}-01`));

/** The months to choose from. A chosen one stays, also once its last date is over, moved or deleted. */
export function monthChoices(series: Parameters<typeof monthsOf>[0], { which }: Choice) {
  const months = monthsOf(series);
  if (which === 'all' || which === 'days' || months.some(({ month }) => month === which)) return months;
  return [...months, monthDays(which)].toSorted((one, other) => (one.month < other.month ? -1 : 1));
}

export function daysOf({ which, from, to }: Choice): Days {
  if (which === 'all') return { from: null, to: null };
  return which === 'days' ? { from: from || null, to: to || null } : monthDays(which);
}

/** The error of the range, shown at its last day; null where it is valid. */
export function daysError({ which, from, to }: Choice): string | null {
  if (which !== 'days') return null;
  if (!from && !to) return t('Choose the first or the last day');
  return from && to && to < from ? t('Choose the first day or a later one') : null;
}

/** `all`, `all in March 2027`, `all from Mon 1 Mar`, `all from Mon 1 Mar to Wed 17 Mar`. */
export function whichText({ which, from, to }: Choice, locale: string): string {
  if (which === 'all') return t('all');
  if (which !== 'days') return t('all in {month}', { month: monthText(which, locale) });
  const first = from && shortDayOf(from, locale);
  const last = to && shortDayOf(to, locale);
  if (first && last) return t('all from {first} to {last}', { first, last });
  if (first) return t('all from {first}', { first });
  return last ? t('all until {last}', { last }) : t('these dates');
}
