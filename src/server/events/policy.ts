// Who can see an event, its roster and its names (docs/product.md, "Permissions"). `eventCan` of can-rules.ts has the actions.
import type { EventCan } from '../../contract/events/events.ts';
import type { EventTerms, ReplyStatus } from './can-rules.ts';
import { countsAsTeamMember, type EventRole, marksAttendance } from './role-rules.ts';

/** The fields of an event that decide who can see it. */
export type Seen = {
  publication: 'draft' | 'published' | 'archived';
  visibility: 'public' | 'unlisted' | 'organization' | 'team';
};

/** Whether everyone can see it, signed in or not. */
export function canAnyoneSeeEvent(event: Seen): boolean {
  return (
    event.publication === 'published' && (event.visibility === 'public' || event.visibility === 'unlisted')
  );
}

/**
 * Only organizers see a draft; only people who replied or mark attendance see an archived event. A reply that holds opens an
 * event to outsiders, but not to people whose role in its groups has ended.
 */
export function canSeeEvent(event: Seen, role: EventRole, reply: ReplyStatus): boolean {
  if (role === 'coach') return true;
  if (event.publication === 'draft') return false;
  // Marks that were made without signal arrive after the event was archived.
  if (event.publication === 'archived' && reply === 'none' && !marksAttendance(role)) return false;
  return isOpenTo(event, role) || (reply === 'holds' && role !== 'former');
}

/** Whether its visibility admits people in this role. */
function isOpenTo({ visibility }: Seen, role: EventRole): boolean {
  if (visibility === 'public' || visibility === 'unlisted') return true;
  if (countsAsTeamMember(role)) return true;
  return visibility === 'organization' && role === 'organizationMember';
}

/** Whether a person sees the names of organizer and leaders; others see only people with a public profile. */
export function canKnowItsPeople(role: EventRole, reply: ReplyStatus): boolean {
  return (role !== 'guest' && role !== 'former') || reply === 'holds';
}

export function canSeeRoster(can: EventCan): boolean {
  return can.seeRoster;
}

/** Whether a participant sees the other confirmed people. `state`: of their own registration. */
export function seesConfirmedPeople(
  event: Pick<EventTerms, 'roster_visibility'>,
  state: string | null,
): boolean {
  return event.roster_visibility === 'participants' && state === 'confirmed';
}

/**
 * The part of a roster that a viewer sees. `confirmed`: the other confirmed people, too. `adults` are those with an account
 * and a birth date that makes them adults.
 */
export type RosterScope =
  | { everyReplyOf: 'everyone' }
  | { everyReplyOf: 'ownMembers' | 'noOne'; confirmed: 'all' | 'adults' | 'none' };

/**
 * Participants see confirmed people; organizers and assistants see every reply. A visiting coach sees every reply of their own
 * members, and of others what a participant sees. A participant who is in none of its teams sees adults: at an event for
 * everyone, anyone gets a place with one reply.
 */
export function rosterScopeOf(
  event: Pick<EventTerms, 'roster_visibility'>,
  role: EventRole,
  state: string | null,
): RosterScope {
  if (seesOwnMembersOnly(role))
    return { everyReplyOf: 'ownMembers', confirmed: seesConfirmedPeople(event, state) ? 'all' : 'none' };
  if (marksAttendance(role)) return { everyReplyOf: 'everyone' };
  return { everyReplyOf: 'noOne', confirmed: countsAsTeamMember(role) ? 'all' : 'adults' };
}

/** A visiting coach sees and marks only the attendance of the members of their own teams. */
export function seesOwnMembersOnly(role: EventRole): boolean {
  return role === 'visitingCoach';
}

/** Only organizers approve, reorder and reply for others. */
export function canManageRegistrations(role: EventRole): boolean {
  return role === 'coach';
}

/** Only people who manage registrations see the notes. */
export function canSeeNotes(can: EventCan): boolean {
  return can.manageRegistrations;
}

/** Only confirmed people, organizers and assistants see the online address. */
export function canJoinOnline(role: EventRole, state: string | null): boolean {
  return role === 'coach' || role === 'assistant' || state === 'confirmed';
}

/** Only its members and the organizers see a team that is not public. */
export function canSeeTeamName(team: { visibility: string }, isMine: boolean, role: EventRole): boolean {
  return team.visibility !== 'private' || isMine || role === 'coach';
}
