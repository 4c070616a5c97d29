// The viewer's own part in an event that is over, in words. Pure.
import type { OwnMark } from '../../../contract/events/events.ts';
import type { AttendanceStatus, RegistrationState } from '../../../contract/values/enums.ts';
import { type Message, msg, t } from '../../words/t.ts';
import type { StateLabel } from './vocabulary.ts';

const words: Record<RegistrationState, Message> = {
  confirmed: msg('You were there'),
  tentative: msg('You said maybe'),
  declined: msg('You said no'),
  pendingApproval: msg('You asked for a place'),
  rejected: msg("You didn't get a place"),
  pendingPayment: msg("You didn't pay in time"),
  holdExpired: msg("You didn't pay in time"),
  waitlisted: msg('No place became free'),
  offered: msg("You didn't take your place"),
  offerExpired: msg("You didn't take your place"),
  cancelledByAttendee: msg('You cancelled'),
  cancelledByOrganizer: msg('Your place was cancelled'),
};

const markWords: Record<AttendanceStatus, Message> = {
  present: msg('You were there'),
  late: msg('You were late'),
  excused: msg('You were excused'),
  absent: msg('You were absent'),
};

/** `You were 12 minutes late`, from the mark; without one `You said no`, from the reply; null without either. */
export function pastLabel(state: RegistrationState | null, ownMark: OwnMark): StateLabel | null {
  if (ownMark) {
    const { status, minutesLate } = ownMark;
    const came = status === 'present' || status === 'late';
    const label =
      status === 'late' && minutesLate !== null
        ? t('You were {minutes, plural, one {# minute} other {# minutes}} late', { minutes: minutesLate })
        : t(markWords[status]);
    return { label, tone: came ? 'good' : 'plain' };
  }
  return state && { label: t(words[state]), tone: state === 'confirmed' ? 'good' : 'plain' };
}
