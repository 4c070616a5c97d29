// The words for counts, ages, places and the closed vocabularies. Pure.

import type { EventSummary, Registration } from '../../contract/events/events.ts';
import { type Activity, activities } from '../../contract/values/activities.ts';
import type { EventKind, Level, MembershipRole, UserType } from '../../contract/values/words.ts';
import { languageText, numberText } from './intl.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';
/** A short state beside a name, shown as a badge. */
export type StateLabel = { label: string; tone: Tone };

/** `12,345`, as the locale groups it. */
export const countText = (count: number, locale: string): string => numberText(locale, count);

/** `3 teams`, `1 team`. */
export function countOf(count: number, one: string, many: string, locale: string): string {
  return `${countText(count, locale)} ${count === 1 ? one : many}`;
}

/** `beginner` → `Beginner`. */
export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const kindName = (kind: EventKind) => capitalized(kind);
export const levelName = (level: Level) => capitalized(level);
export const typeName = (type: UserType) => capitalized(type);
export const roleName = (role: MembershipRole) => capitalized(role);

/** `Football, Futsal and 2 more`. */
export function activityList(list: readonly Activity[], max = 3): string {
  const names = list.slice(0, max).map((activity) => activities[activity].name);
  const rest = list.length - names.length;
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}

/** Language tags in the words of the locale; a tag that Intl does not know stays unchanged. */
export function languageNames(tags: readonly string[], locale: string): string {
  return tags.map((tag) => languageName(tag, locale)).join(', ');
}

/** `nl` → `Dutch`. */
export const languageName = (tag: string, locale: string): string => languageText(locale, tag);

/** `U12` (below 12), `18+`, `6–8 years`; null where every age is welcome. */
export function ageText(ageMin: number | null, ageMax: number | null): string | null {
  if (ageMin !== null && ageMax !== null)
    return ageMin === ageMax ? `${ageMin} years` : `${ageMin}–${ageMax} years`;
  if (ageMin !== null) return `${ageMin}+`;
  return ageMax === null ? null : `U${ageMax + 1}`;
}

/**
 * The label for remaining places in a list: `3 places left`, `Waitlist`, `Full`; null where there are plenty.
 */
export function placesLabel(event: {
  remainingAttendeeCapacity: number | null;
  waitlistEnabled: boolean;
}): StateLabel | null {
  const left = event.remainingAttendeeCapacity;
  if (left === null || left > 5) return null;
  if (left > 0) return { label: left === 1 ? '1 place left' : `${left} places left`, tone: 'warn' };
  return { label: event.waitlistEnabled ? 'Full · Waitlist' : 'Full', tone: 'plain' };
}

/** The status of the event itself, unless it takes place as scheduled. */
export function statusLabel({ eventStatus }: Pick<EventSummary, 'eventStatus'>): StateLabel | null {
  if (eventStatus === 'EventCancelled') return { label: 'Cancelled', tone: 'bad' };
  if (eventStatus === 'EventPostponed') return { label: 'Postponed', tone: 'warn' };
  return eventStatus === 'EventRescheduled' ? { label: 'Moved', tone: 'warn' } : null;
}

type Answered = Pick<Registration, 'state' | 'position' | 'reconfirmAskedAt'>;

/** The viewer's own state at an event, and whether they are asked again; null where there is none. */
export function registrationLabel(
  registration: Answered | null,
  event: Pick<EventSummary, 'eventStatus'>,
): StateLabel | null {
  const label = answerLabel(registration, event);
  return label && registration?.reconfirmAskedAt
    ? { label: `${label.label} · Still coming?`, tone: 'warn' }
    : label;
}

function answerLabel(
  registration: Answered | null,
  { eventStatus }: Pick<EventSummary, 'eventStatus'>,
): StateLabel | null {
  switch (registration?.state) {
    case 'confirmed':
      return { label: "You're in", tone: 'good' };
    case 'tentative':
      return {
        label: eventStatus === 'EventPostponed' ? "We'll tell you the new date" : 'You said maybe',
        tone: 'plain',
      };
    case 'declined':
      return { label: "You can't come", tone: 'plain' };
    case 'pendingApproval':
      return { label: 'Waiting for approval', tone: 'plain' };
    case 'rejected':
      return { label: 'Not accepted', tone: 'plain' };
    case 'pendingPayment':
      return { label: 'Place held, pay to keep it', tone: 'warn' };
    case 'waitlisted':
      return { label: waitlistText(registration.position), tone: 'plain' };
    case 'offered':
      return { label: 'A place is yours to take', tone: 'warn' };
    case 'offerExpired':
      return { label: 'The offer has expired', tone: 'plain' };
    case 'holdExpired':
      return { label: 'The hold has expired', tone: 'plain' };
    case 'cancelledByAttendee':
      return { label: 'You cancelled', tone: 'plain' };
    case 'cancelledByOrganizer':
      return { label: 'Your place was cancelled', tone: 'bad' };
    default:
      return null;
  }
}

function waitlistText(position: number | null): string {
  if (position === null) return 'Waitlist';
  return position <= 1 ? 'Waitlist, you are next' : `Waitlist, ${position - 1} ahead`;
}
