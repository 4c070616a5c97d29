// The event form's words about dates. Pure.
import { limits } from '../../../../contract/values/limits.ts';
import { dayText } from '../../../format/intl.ts';
import { dayNumberOf } from '../../../format/wall-clock.ts';
import { shortDayOf } from '../../../format/when.ts';
import { repeatText } from '../../../format/words/recurrence.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import { type Frequency, type MonthBy, monthDaysOf, type Repeat, recurrenceOf } from './repeat.ts';
import type { RepeatDates } from './repeat-dates.ts';

export const frequencyNames: Record<Frequency, Message> = {
  daily: msg('Every day'),
  weekly: msg('Every week'),
  monthly: msg('Every month'),
};

export const intervalLabels: Record<Frequency, Message> = {
  daily: msg('How many days apart'),
  weekly: msg('How many weeks apart'),
  monthly: msg('How many months apart'),
};

/** `Tuesdays and Thursdays until 30 June 2027`. */
export function repeatValue(repeat: Repeat | null, day: string, locale: string): string {
  if (repeat === null) return t("Doesn't repeat");
  const recurrence = recurrenceOf(repeat, day);
  return recurrence === null ? t('Not filled in yet') : repeatText(recurrence.rrule, locale);
}

/** `On day 24`, `On the last Tuesday`. */
export function monthByText(byMonth: MonthBy, day: string, locale: string): string {
  if (byMonth === 'date') return t('On day {number}', { number: Number(day.slice(8)) });
  const weekday = dayText(locale, 'longWeekday', dayNumberOf(day));
  if (byMonth === 'lastWeekday') return t('On the last {weekday}', { weekday });
  return t(
    '{nth, selectordinal, =1 {On the first {weekday}} =2 {On the second {weekday}} =3 {On the third {weekday}} other {On the fourth {weekday}}}',
    { nth: monthDaysOf(byMonth, day).byDay[0]?.nth ?? 1, weekday },
  );
}

/** How many dates there are; null above the limit. */
export const dateCount = ({ days }: RepeatDates): number | null =>
  days.length > limits.seriesDatesMax ? null : days.length;

/** `52 dates`. */
export const datesCounted = (count: number): string =>
  t('{count, plural, one {# date} other {# dates}}', { count });

/** `52 dates · 4 skipped`, for the folded row. */
export function datesNote(dates: RepeatDates): string {
  const count = dateCount(dates);
  if (count === null) return t('More than {max} dates', { max: limits.seriesDatesMax });
  const months = limits.seriesAheadMonths;
  return [
    dates.isOpen
      ? t('{count, plural, one {# date} other {# dates}} in the first {months} months', { count, months })
      : datesCounted(count),
    dates.skipped > 0 && t('{count} skipped', { count: dates.skipped }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const yearDays = 365;

/** `52 dates, the first Tue 24 Nov, the last Thu 24 Jun`. */
export function datesText(dates: RepeatDates, locale: string): string {
  const { days, isOpen } = dates;
  const count = dateCount(dates);
  if (count === null) return t('More than {max} dates. End it earlier.', { max: limits.seriesDatesMax });
  const [first = ''] = days;
  const last = days.at(-1) ?? '';
  if (count === 0) return t('There are no dates.');
  if (count === 1) return t('1 date, {day}', { day: shortDayOf(first, locale) });
  const isFar = dayNumberOf(last) - dayNumberOf(first) >= yearDays;
  const lastText = isFar ? dayText(locale, 'shortDayYear', dayNumberOf(last)) : shortDayOf(last, locale);
  const values = { count, first: shortDayOf(first, locale) };
  return isOpen
    ? t(
        '{count, plural, one {# date} other {# dates}}, the first {first}. There are always dates for the next {months} months.',
        { ...values, months: limits.seriesAheadMonths },
      )
    : t('{count, plural, one {# date} other {# dates}}, the first {first}, the last {last}', {
        ...values,
        last: lastText,
      });
}

const maxListed = 6;

/** The next few dates. */
export const nextDates = ({ days }: RepeatDates, locale: string): string[] =>
  days.slice(0, maxListed).map((day) => shortDayOf(day, locale));

/** The dates that a clock change skips; null where there are none. */
export function leftOutText({ leftOut }: RepeatDates, start: string, locale: string): string | null {
  if (leftOut.length === 0) return null;
  const days = leftOut.map((day) => shortDayOf(day, locale)).join(', ');
  return t('Clocks go forward on {days} and skip {start}, so there is no date.', { days, start });
}
