// Who may see an event and what hangs on it (docs/product.md, "Permissions"). What they may do there is `eventCan` of can-rules.ts.
import type { EventCan } from '../../contract/events/events.ts';
import type { EventTerms, ReplyStanding } from './can-rules.ts';
import { countsAsTeamMember, type EventRole } from './role-rules.ts';

/** What of an event decides who may see it. */
export type Seen = {
  publication: 'draft' | 'published' | 'archived';
  visibility: 'public' | 'unlisted' | 'organization' | 'team';
};

/** Anyone may see it, signed in or not. */
export function canAnyoneSeeEvent(event: Seen): boolean {
  return (
    event.publication === 'published' && (event.visibility === 'public' || event.visibility === 'unlisted')
  );
}

/**
 * A draft is for those who may edit it, an archived event for those who replied. A place, a wait or a maybe opens an event
 * to someone from outside, but not to someone whose role in its groups has ended.
 */
export function canSeeEvent(event: Seen, role: EventRole, reply: ReplyStanding): boolean {
  if (role === 'coach') return true;
  if (event.publication === 'draft' || (event.publication === 'archived' && reply === 'none')) return false;
  return isOpenTo(event, role) || (reply === 'holds' && role !== 'former');
}

/** Whether its visibility admits people in this role. */
function isOpenTo({ visibility }: Seen, role: EventRole): boolean {
  if (visibility === 'public' || visibility === 'unlisted') return true;
  if (countsAsTeamMember(role)) return true;
  return visibility === 'organization' && role === 'organizationMember';
}

/** Who organizes and leads it is told by name to those who have to do with it; others see people with a public profile only. */
export function canKnowItsPeople(role: EventRole, reply: ReplyStanding): boolean {
  return (role !== 'guest' && role !== 'former') || reply === 'holds';
}

export function canSeeRoster(can: EventCan): boolean {
  return can.seeRoster;
}

/** Whether a participant is shown who else has a place. `state` is that of their own registration. */
export function seesConfirmedPlaces(
  event: Pick<EventTerms, 'roster_visibility'>,
  state: string | null,
): boolean {
  return event.roster_visibility === 'participants' && state === 'confirmed';
}

/** What of a roster someone reads who may see it. `isConfirmedShown`: the places of others too, beside `ownMembers`. */
export type RosterScope =
  | { everyReplyOf: 'everyone' | 'noOne' }
  | { everyReplyOf: 'ownMembers'; isConfirmedShown: boolean };

/**
 * Participants see who has a place; who declined, waits or asks is for those who help to run the event. A visiting coach
 * reads every reply of their own members, and of others what a participant sees.
 */
export function rosterScopeOf(
  event: Pick<EventTerms, 'roster_visibility'>,
  role: EventRole,
  state: string | null,
): RosterScope {
  if (seesOwnMembersOnly(role))
    return { everyReplyOf: 'ownMembers', isConfirmedShown: seesConfirmedPlaces(event, state) };
  return { everyReplyOf: role === 'coach' || role === 'assistant' ? 'everyone' : 'noOne' };
}

/** A visiting coach reads and marks the attendance of the members of their own teams. */
export function seesOwnMembersOnly(role: EventRole): boolean {
  return role === 'visitingCoach';
}

/** Approving, ordering and replying for others is for those who run the event. */
export function canManageRegistrations(role: EventRole): boolean {
  return role === 'coach';
}

/** What someone wrote to the coach is for those who approve and order the registrations. */
export function canSeeNotes(can: EventCan): boolean {
  return can.manageRegistrations;
}

export function canMarkAttendance(can: EventCan): boolean {
  return can.markAttendance;
}

/** The online address is for those with a place and those who run the event. */
export function canJoinOnline(role: EventRole, state: string | null): boolean {
  return role === 'coach' || role === 'assistant' || state === 'confirmed';
}

/** A team that is not public shows only to its own people and to those who run the event. */
export function canSeeTeamName(team: { visibility: string }, isMine: boolean, role: EventRole): boolean {
  return team.visibility !== 'private' || isMine || role === 'coach';
}
