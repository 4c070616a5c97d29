// Attendance marks in words. Pure.
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import { type Message, msg, t } from '../../words/t.ts';

type MarkValue = Pick<AttendanceItem, 'status' | 'minutesLate'>;
export type Status = NonNullable<MarkValue['status']>;

const words: Record<Status, Message> = {
  present: msg('Here'),
  late: msg('Late'),
  excused: msg('Excused'),
  absent: msg('Absent'),
};

export const statusText = (status: Status): string => t(words[status]);

/** `Here`, `12 min late`, `Not marked`. */
export function markText({ status, minutesLate }: MarkValue): string {
  if (status === null) return t('Not marked');
  return status === 'late' && minutesLate !== null
    ? t('{minutes} min late', { minutes: minutesLate })
    : statusText(status);
}
