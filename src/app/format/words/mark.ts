// Attendance marks, and the replies beside them, in words. Pure.
import type { AttendanceItem } from '../../../contract/events/attendance.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import type { RegistrationState } from '../../../contract/values/enums.ts';
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

const replies: Record<RegistrationState, Message> = {
  confirmed: msg('Going'),
  tentative: msg('Maybe'),
  declined: msg("Can't go"),
  waitlisted: msg('On the waitlist'),
  pendingApproval: msg('Asked for a place'),
  pendingPayment: msg('Has not paid yet'),
  offered: msg('Was offered a place'),
  cancelledByAttendee: msg('Cancelled'),
  // Was removed, or only waited or asked when the event was cancelled.
  cancelledByOrganizer: msg('Without a place'),
  rejected: msg('Not accepted'),
  offerExpired: msg('Time ran out'),
  holdExpired: msg('Time ran out'),
};

/** The reply of someone on the attendance list. */
export function replyText({ reply, isGuest }: Pick<AttendanceItem, 'reply' | 'isGuest'>): string {
  if (isGuest) return t('Guest');
  return reply === null ? t('No answer') : t(replies[reply]);
}

/** Marked absent, and had said yes. Derived, like a no-show in a team's table; only of an event that `tookPlace`. */
export const isNoShow = ({ status, reply }: Pick<AttendanceItem, 'status' | 'reply'>): boolean =>
  status === 'absent' && reply === 'confirmed';

export const tookPlace = ({ eventStatus }: Pick<MyEvent, 'eventStatus'>): boolean =>
  eventStatus !== 'EventCancelled' && eventStatus !== 'EventPostponed';
