// Rules of absences: valid days, and the API response. Pure.
import type { Absence } from '../../contract/events/absences.ts';
import { limits } from '../../contract/values/limits.ts';
import { dayIn } from '../events/rules.ts';
import { t } from '../words/t.ts';
import type { AbsenceRow } from './queries.ts';

export type Days = { from: string; to: string };

/** Today in the last time zone to reach it: a day can be planned until it is over everywhere. */
export const earliestToday = (at: string): string => dayIn('Etc/GMT+12', new Date(at));

type DaysError = { path: 'from' | 'to'; code: string; message: string };

/** The field error of days that are not valid at `at`; `before` are the stored days. Null if they are valid. */
export function daysError(days: Days, at: string, before: Days | null = null): DaysError | null {
  const { from, to } = days;
  const today = earliestToday(at);
  if (to < from) return { path: 'to', code: 'before_from', message: t('Before the first day') };
  if (from !== before?.from && from < today)
    return { path: 'from', code: 'in_past', message: t('This day is over. Choose today or later') };
  if (to !== before?.to && to < today)
    return { path: 'to', code: 'in_past', message: t('This day is over. Choose today or later') };
  const last = Temporal.PlainDate.from(from).add({ days: limits.absenceDaysMax - 1 });
  return to > last.toString()
    ? {
        path: 'to',
        code: 'too_long',
        message: t('At most {max} days at once', { max: limits.absenceDaysMax }),
      }
    : null;
}

/** The last day of an absence that ends on `today`; one that has not begun does not change. */
export const lastDayOf = ({ from, to }: Days, today: string): string =>
  from > today || to < today ? to : today;

export const isCovered = (day: string, { from, to }: Days): boolean => from <= day && day <= to;

export const daysOfRow = ({ from_day: from, to_day: to }: AbsenceRow): Days => ({ from, to });

export function absenceOf(row: AbsenceRow): Absence {
  return {
    id: row.id,
    ...daysOfRow(row),
    note: row.note,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    version: row.version,
  };
}
