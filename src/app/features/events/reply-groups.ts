// The replies to an event as its coach reads them: what asks for a decision first. Pure.
import type { Answer } from '../../../contract/api.ts';
import type { RegistrationState } from '../../../contract/words.ts';

export type Entry = Answer<'GET /api/events/{id}/registrations'>['items'][number];

const groups = [
  { name: 'Asking', title: 'Asking for a place', states: ['pendingApproval'] },
  { name: 'Going', title: 'Going', states: ['confirmed'] },
  { name: 'Held', title: 'Held, not taken yet', states: ['pendingPayment', 'offered'] },
  { name: 'Waitlist', title: 'On the waitlist', states: ['waitlisted'] },
  { name: 'Maybe', title: 'Maybe', states: ['tentative'] },
  { name: "Can't go", title: "Can't go", states: ['declined', 'cancelledByAttendee'] },
  {
    name: 'Out',
    title: 'Without a place',
    states: ['rejected', 'cancelledByOrganizer', 'offerExpired', 'holdExpired'],
  },
] as const satisfies { name: string; title: string; states: RegistrationState[] }[];

/** Only groups with someone in them; a waitlist in its order, everyone else by when they replied. */
export function groupsOf(entries: readonly Entry[]) {
  return groups
    .map(({ name, title, states }) => ({
      name,
      title,
      entries: entries
        .filter(({ state }) => (states as readonly RegistrationState[]).includes(state))
        .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)),
    }))
    .filter((group) => group.entries.length > 0);
}

/** What stands beside a name where the group does not say it. */
export function stateNote({ state, position }: Entry): string | null {
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

/** Who replied for someone, and that they have no account; `me` is who reads it. */
export function answeredNote({ answeredBy, user }: Entry, me: string | undefined): string | null {
  const by = answeredBy && `Answered by ${answeredBy.id === me ? 'you' : answeredBy.name}`;
  return [!user.hasAccount && 'No account', by].filter(Boolean).join(' · ') || null;
}
