// The replies to an event in groups for its coach: those that need a decision first. Pure.
import type { Answer } from '../../../../contract/api.ts';
import type { RegistrationState } from '../../../../contract/values/words.ts';
import { awayUntil } from '../../../format/when.ts';

export type Entry = Answer<'GET /api/events/{id}/registrations'>['items'][number];

type Group = {
  name: string;
  title: string;
  /** Title and name for a past event, where they differ. */
  past?: { name: string; title: string };
  states: readonly RegistrationState[];
};

const groups: readonly Group[] = [
  {
    name: 'Asking',
    title: 'Asking for a place',
    past: { name: 'Asked', title: 'Asked for a place' },
    states: ['pendingApproval'],
  },
  {
    name: 'Going',
    title: 'Going',
    past: { name: 'Were going', title: 'Were going' },
    states: ['confirmed'],
  },
  {
    name: 'Held',
    title: 'Held, not taken yet',
    past: { name: 'Held', title: 'Held, never taken' },
    states: ['pendingPayment', 'offered'],
  },
  {
    name: 'Waitlist',
    title: 'On the waitlist',
    past: { name: 'Waitlist', title: 'Were on the waitlist' },
    states: ['waitlisted'],
  },
  { name: 'Maybe', title: 'Maybe', states: ['tentative'] },
  {
    name: "Can't go",
    title: "Can't go",
    past: { name: "Couldn't go", title: "Couldn't go" },
    states: ['declined', 'cancelledByAttendee'],
  },
  {
    name: 'Out',
    title: 'Without a place',
    states: ['rejected', 'cancelledByOrganizer', 'offerExpired', 'holdExpired'],
  },
];

/** Only groups with someone in them; the waitlist in its order, all others by when they replied. */
export function groupsOf(entries: readonly Entry[], isPast = false) {
  return groups
    .map(({ name, title, past, states }) => ({
      ...(isPast && past ? past : { name, title }),
      entries: entries
        .filter(({ state }) => states.includes(state))
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    }))
    .filter((group) => group.entries.length > 0);
}

export const noAnswer = 'No answer';
export const askedAgain = 'Asked again';

/**
 * The overview's tiles, in the order of the lists. Where a team `isAsked`, Going, Can't go and No answer are
 * there even with a count of 0. `unanswered`: people without an answer; `askedAgainCount`: people who are
 * asked again.
 */
export function tilesOf(
  shown: readonly { name: string; entries: readonly unknown[] }[],
  { isAsked, unanswered, askedAgainCount }: { isAsked: boolean; unanswered: number; askedAgainCount: number },
): { name: string; count: number }[] {
  const countOf = (name: string) => shown.find((group) => group.name === name)?.entries.length ?? 0;
  const isShown = (name: string) => countOf(name) > 0 || name === 'Going' || name === "Can't go";
  const names = isAsked ? groups.map(({ name }) => name).filter(isShown) : shown.map(({ name }) => name);
  return [
    ...names.map((name) => ({ name, count: countOf(name) })),
    ...(isAsked || unanswered > 0 ? [{ name: noAnswer, count: unanswered }] : []),
    ...(askedAgainCount > 0 ? [{ name: askedAgain, count: askedAgainCount }] : []),
  ];
}

/**
 * Whether those who run the event have to answer an offer, because the person has no account to accept or pay
 * it with.
 */
export const awaitsCoach = ({ state, user }: Pick<Entry, 'state' | 'user'>): boolean =>
  state === 'offered' && !user.hasAccount;

/**
 * The note beside a name, where the group's title does not say it. `takesCash`: a place is free or can be
 * paid on site.
 */
export function stateNote(entry: Entry, takesCash: boolean): string | null {
  const { state, position } = entry;
  if (awaitsCoach(entry))
    return takesCash
      ? 'Offered. Answer for them'
      : 'Offered, but they cannot pay online. Allow cash in the price, or take them out';
  switch (state) {
    case 'waitlisted':
      return position === null ? null : `${position}.`;
    case 'pendingPayment':
      return 'To be paid';
    case 'offered':
      return 'Offered';
    case 'cancelledByAttendee':
      return 'Cancelled';
    case 'rejected':
      return 'Not accepted';
    case 'cancelledByOrganizer':
      return 'Place cancelled';
    case 'offerExpired':
    case 'holdExpired':
      return 'Time ran out';
    default:
      return null;
  }
}

/** Until when someone is away whose absence answered, with their note. */
export const awayNote = (
  { away }: Entry,
  { locale, now }: { locale: string; now: number | null },
): string | null =>
  away && [awayUntil(away.until, locale, now), away.note && `“${away.note}”`].filter(Boolean).join(' · ');

/** Who replied for someone, and that they have no account; `me` is the viewer. */
export function answeredNote({ answeredBy, user }: Entry, me: string | undefined): string | null {
  const by = answeredBy && `Answered by ${answeredBy.id === me ? 'you' : answeredBy.name}`;
  return [!user.hasAccount && 'No account', by].filter(Boolean).join(' · ') || null;
}
