// The words for counts, ages, places and the closed vocabularies. Pure.

import type { EventSummary, Registration } from '../../../contract/events/events.ts';
import type { EventKind, Level, MembershipRole, UserType } from '../../../contract/values/enums.ts';
import { type Message, msg, t } from '../../words/t.ts';
import { languageText, numberText } from '../intl.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'plain';
/** A short state beside a name, shown as a badge. */
export type StateLabel = { label: string; tone: Tone };

/** `12,345`, as the locale groups it. */
export const countText = (count: number, locale: string): string => numberText(locale, count);

const kinds: Record<EventKind, Message> = {
  training: msg('Training'),
  class: msg('Class'),
  match: msg('Match'),
  competition: msg('Competition'),
  camp: msg('Camp'),
  course: msg('Course'),
  assessment: msg('Assessment'),
  meeting: msg('Meeting'),
  social: msg('Social'),
};
const levels: Record<Level, Message> = {
  beginner: msg('Beginner'),
  intermediate: msg('Intermediate'),
  advanced: msg('Advanced'),
  elite: msg('Elite'),
};
const types: Record<UserType, Message> = { coach: msg('Coach'), trainee: msg('Trainee') };
const roles: Record<MembershipRole, Message> = {
  owner: msg('Owner'),
  admin: msg('Admin'),
  coach: msg('Coach'),
  assistant: msg('Assistant'),
  trainee: msg('Trainee'),
};

export const kindName = (kind: EventKind) => t(kinds[kind]);
export const levelName = (level: Level) => t(levels[level]);
export const typeName = (type: UserType) => t(types[type]);
export const roleName = (role: MembershipRole) => t(roles[role]);

/** Language tags in the words of the locale; a tag that Intl does not know stays unchanged. */
export function languageNames(tags: readonly string[], locale: string): string {
  return tags.map((tag) => languageName(tag, locale)).join(', ');
}

/** `nl` → `Dutch`. */
export const languageName = (tag: string, locale: string): string => languageText(locale, tag);

/** `U12` (below 12), `18+`, `6–8 years`; null where every age is welcome. */
export function ageText(ageMin: number | null, ageMax: number | null): string | null {
  if (ageMin !== null && ageMax !== null)
    return ageMin === ageMax
      ? t('{age} years', { age: ageMin })
      : t('{from}–{to} years', { from: ageMin, to: ageMax });
  if (ageMin !== null) return `${ageMin}+`;
  return ageMax === null ? null : t('U{age}', { age: ageMax + 1 });
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
  if (left > 0)
    return { label: t('{left, plural, one {# place} other {# places}} left', { left }), tone: 'warn' };
  return { label: event.waitlistEnabled ? t('Full · Waitlist') : t('Full'), tone: 'plain' };
}

/** The status of the event itself, unless it takes place as scheduled. */
export function statusLabel({ eventStatus }: Pick<EventSummary, 'eventStatus'>): StateLabel | null {
  if (eventStatus === 'EventCancelled') return { label: t('Cancelled'), tone: 'bad' };
  if (eventStatus === 'EventPostponed') return { label: t('Postponed'), tone: 'warn' };
  return eventStatus === 'EventRescheduled' ? { label: t('Moved'), tone: 'warn' } : null;
}

type Answered = Pick<Registration, 'state' | 'position' | 'reconfirmAskedAt'>;

/** The viewer's own state at an event, and whether they are asked again; null where there is none. */
export function registrationLabel(
  registration: Answered | null,
  event: Pick<EventSummary, 'eventStatus'>,
): StateLabel | null {
  const label = answerLabel(registration, event);
  return label && registration?.reconfirmAskedAt
    ? { label: t('{label} · Still coming?', { label: label.label }), tone: 'warn' }
    : label;
}

function answerLabel(
  registration: Answered | null,
  { eventStatus }: Pick<EventSummary, 'eventStatus'>,
): StateLabel | null {
  switch (registration?.state) {
    case 'confirmed':
      return { label: t("You're in"), tone: 'good' };
    case 'tentative':
      return {
        label: eventStatus === 'EventPostponed' ? t("We'll let you know the new date") : t('You said maybe'),
        tone: 'plain',
      };
    case 'declined':
      return { label: t("You can't come"), tone: 'plain' };
    case 'pendingApproval':
      return { label: t('Waiting for approval'), tone: 'plain' };
    case 'rejected':
      return { label: t('Not accepted'), tone: 'plain' };
    case 'pendingPayment':
      return { label: t('Place held, pay to keep it'), tone: 'warn' };
    case 'waitlisted':
      return { label: waitlistText(registration.position), tone: 'plain' };
    case 'offered':
      return { label: t("There's a place for you"), tone: 'warn' };
    case 'offerExpired':
      return { label: t('The offer has expired'), tone: 'plain' };
    case 'holdExpired':
      return { label: t('The hold has expired'), tone: 'plain' };
    case 'cancelledByAttendee':
      return { label: t('You cancelled'), tone: 'plain' };
    case 'cancelledByOrganizer':
      return { label: t('Your place was cancelled'), tone: 'bad' };
    default:
      return null;
  }
}

function waitlistText(position: number | null): string {
  if (position === null) return t('Waitlist');
  return position <= 1 ? t("Waitlist, you're next") : t('Waitlist, {count} ahead', { count: position - 1 });
}
