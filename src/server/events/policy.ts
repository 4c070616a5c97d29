// Who may see an event and what hangs on it (PRODUCT section 4). What they may do there is `eventCan` of can-rules.ts.
import type { EventCan } from '../../contract/events.ts';
import type { ReplyStanding } from './can-rules.ts';
import type { EventRole } from './role-rules.ts';

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
  if (role === 'coach' || role === 'assistant' || role === 'teamMember') return true;
  return visibility === 'organization' && role === 'organizationMember';
}

/** Who organizes and leads it is told by name to those who have to do with it; others see people with a public profile only. */
export function canKnowItsPeople(role: EventRole, reply: ReplyStanding): boolean {
  return (role !== 'guest' && role !== 'former') || reply === 'holds';
}

export function canSeeRoster(can: EventCan): boolean {
  return can.seeRoster;
}

/** Participants see who has a place; who declined, waits or asks is for those who run the event. */
export function canSeeEveryReply(can: EventCan): boolean {
  return can.markAttendance;
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

/** A team that is not public shows only to its own members and to those who run the event. */
export function canSeeTeamName(team: { visibility: string }, isMember: boolean, role: EventRole): boolean {
  return team.visibility !== 'private' || isMember || role === 'coach';
}
