// What is true about absences: which days one may have, and how it reads on the wire. Pure.
import type { Absence } from '../../contract/events/absences.ts';
import { limits } from '../../contract/values/limits.ts';
import { dayIn } from '../events/rules.ts';
import { t } from '../words/t.ts';
import type { AbsenceRow } from './queries.ts';

export type Days = { from: string; to: string };

/** The day that it is where the day begins last: someone may plan for a day as long as it is that day anywhere. */
export const earliestToday = (at: string): string => dayIn('Etc/GMT+12', new Date(at));

type Complaint = { path: 'from' | 'to'; code: string; message: string };

/** Why an absence cannot have these days, decided at `at`; `before` are those that it has. Null where it can. */
export function daysComplaint(days: Days, at: string, before: Days | null = null): Complaint | null {
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

/** The last day of an absence that is ended on `today`: one that has not begun keeps its days. */
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
