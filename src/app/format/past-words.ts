// The viewer's own part in an event that is over, in words. Pure.
import type { RegistrationState } from '../../contract/values/enums.ts';
import { type Message, msg, t } from '../words/t.ts';
import type { StateLabel } from './words.ts';

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

/** `You were there`, `You said no`; null for someone who did not reply. */
export const pastLabel = (registration: { state: RegistrationState } | null): StateLabel | null =>
  registration && {
    label: t(words[registration.state]),
    tone: registration.state === 'confirmed' ? 'good' : 'plain',
  };
