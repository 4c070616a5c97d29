// The replies to an event in groups for its coach: those that need a decision first. Pure.
import type { Answer } from '../../../../contract/api.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { RegistrationState } from '../../../../contract/values/enums.ts';
import { awayUntil } from '../../../format/when.ts';
import { type Message, msg, t } from '../../../words/t.ts';

export type Entry = Answer<'GET /api/events/{id}/registrations'>['items'][number];

type Group = {
  name: Message;
  title: Message;
  /** Title and name for a past event, where they differ. */
  past?: { name: Message; title: Message };
  states: readonly RegistrationState[];
};

const groups: readonly Group[] = [
  {
    name: msg('Asking'),
    title: msg('Asking for a place'),
    past: { name: msg('Asked'), title: msg('Asked for a place') },
    states: ['pendingApproval'],
  },
  {
    name: msg('Going'),
    title: msg('Going'),
    past: { name: msg('Were going'), title: msg('Were going') },
    states: ['confirmed'],
  },
  {
    name: msg('Held'),
    title: msg('Held, not taken yet'),
    past: { name: msg('Held'), title: msg('Held, never taken') },
    states: ['pendingPayment', 'offered'],
  },
  {
    name: msg('Waitlist'),
    title: msg('On the waitlist'),
    past: { name: msg('Waitlist'), title: msg('Were on the waitlist') },
    states: ['waitlisted'],
  },
  { name: msg('Maybe'), title: msg('Maybe'), states: ['tentative'] },
  {
    name: msg("Can't go"),
    title: msg("Can't go"),
    past: { name: msg("Couldn't go"), title: msg("Couldn't go") },
    states: ['declined', 'cancelledByAttendee'],
  },
  {
    name: msg('Out'),
    title: msg('Without a place'),
    states: ['rejected', 'cancelledByOrganizer', 'offerExpired', 'holdExpired'],
  },
];

/** A group is called by the first of its states; two tiles are about people who have not answered. */
export type ListId = RegistrationState | 'noAnswer' | 'askedAgain';

const idOf = ({ states: [first = 'confirmed'] }: Group): ListId => first;

/**
 * Only groups with someone in them; the waitlist in its order, all others by when they replied. Who was going when the event
 * was cancelled stays in that group. `isPast`: it is over, or does not take place.
 */
export function groupsOf(entries: readonly Entry[], isPast = false) {
  const stateOf = ({ state, wasGoing }: Entry): RegistrationState => (wasGoing ? 'confirmed' : state);
  return groups
    .map((group) => ({
      id: idOf(group),
      name: t((isPast && group.past ? group.past : group).name),
      title: t((isPast && group.past ? group.past : group).title),
      entries: entries
        .filter((entry) => group.states.includes(stateOf(entry)))
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    }))
    .filter((group) => group.entries.length > 0);
}

export const noAnswer = msg('No answer');
export const askedAgain = msg('Asked again');

const isMain = (id: ListId) => id === 'confirmed' || id === 'declined';

export type Tile = { id: ListId; name: string; count: number };

/**
 * The overview's tiles: Going, Can't go and No answer first, then the others in the order of the lists. Where a team `isAsked`, Going, Can't go and No answer are
 * there even with a count of 0. `unanswered`: people without an answer; `askedAgainCount`: people who are
 * asked again.
 */
export function tilesOf(
  shown: readonly { id: ListId; name: string; entries: { length: number } }[],
  { isAsked, unanswered, askedAgainCount }: { isAsked: boolean; unanswered: number; askedAgainCount: number },
): Tile[] {
  const countOf = (id: ListId) => shown.find((group) => group.id === id)?.entries.length ?? 0;
  const all = isAsked ? groups.map((group) => ({ id: idOf(group), name: t(group.name) })) : shown;
  const counted = all
    .map(({ id, name }) => ({ id, name, count: countOf(id) }))
    .filter(({ id, count }) => count > 0 || isMain(id));
  return [
    ...counted.filter(({ id }) => isMain(id)),
    ...(isAsked || unanswered > 0 ? [{ id: 'noAnswer' as const, name: t(noAnswer), count: unanswered }] : []),
    ...counted.filter(({ id }) => !isMain(id)),
    ...(askedAgainCount > 0
      ? [{ id: 'askedAgain' as const, name: t(askedAgain), count: askedAgainCount }]
      : []),
  ];
}

/** The groups as the event counts them, before the list is there. */
export function countedGroups({ replies }: Pick<MyEvent, 'replies'>) {
  const counts: Partial<Record<RegistrationState, number | undefined>> = replies?.byState ?? {
    confirmed: replies?.going,
    declined: replies?.cannot,
  };
  return groups
    .map((group) => ({
      id: idOf(group),
      name: '',
      entries: { length: group.states.reduce((sum, state) => sum + (counts[state] ?? 0), 0) },
    }))
    .filter(({ entries }) => entries.length > 0);
}

/**
 * Of the tiles, three in a row, and of the lists, in rem: what is below them stays in place when they arrive. The list of those who
 * ask for a place is open, unless `isPast`.
 */
export function heightOf(tileCount: number, lists: ReturnType<typeof countedGroups>, isPast: boolean) {
  const rows = Math.ceil(tileCount / 3);
  const asking = lists.find(({ id }) => id === 'pendingApproval')?.entries.length ?? 0;
  return rows === 0 ? 2 : 4 + 4.5 * (rows - 1) + 2.75 * lists.length + (isPast ? 0 : 3.8125 * asking);
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
  const { state, position, wasGoing } = entry;
  if (wasGoing) return null;
  if (awaitsCoach(entry))
    return takesCash
      ? t('Offered. Reply for them')
      : t("Offered, but they can't pay online. Allow cash in the price, or remove them");
  switch (state) {
    case 'waitlisted':
      return position === null ? null : `${position}.`;
    case 'pendingPayment':
      return t('To pay');
    case 'offered':
      return t('Offered');
    case 'cancelledByAttendee':
      return t('Cancelled');
    case 'rejected':
      return t('Not accepted');
    case 'cancelledByOrganizer':
      return t('Place cancelled');
    case 'offerExpired':
    case 'holdExpired':
      return t('Time ran out');
    default:
      return null;
  }
}

/** Until when someone is away whose absence answered, with their note. */
export const awayNote = (
  { away }: Entry,
  { locale, now }: { locale: string; now: number | null },
): string | null =>
  away &&
  [awayUntil(away.until, locale, now), away.note && t('“{note}”', { note: away.note })]
    .filter(Boolean)
    .join(' · ');

/** Who replied for someone, and that they have no account; `me` is the viewer. */
export function answeredNote({ answeredBy, user }: Entry, me: string | undefined): string | null {
  const by =
    answeredBy &&
    (answeredBy.id === me ? t('Answered by you') : t('Answered by {name}', { name: answeredBy.name }));
  return [!user.hasAccount && t('No account'), by].filter(Boolean).join(' · ') || null;
}
