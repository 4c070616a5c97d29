// SQL of visible notifications: some become obsolete with the role or invitation that they are about.
import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../contract/values/enums.ts';
import { coachRoles, runsEvent, seesEvent } from '../events/access-queries.ts';
import { isEndedInvitation } from '../groups/invitations/valid-invitation-queries.ts';

const list = (kinds: NotificationKind[]) => sql`(${sql.join(kinds.map((kind) => sql.lit(kind)))})`;

/** Kinds for organizers of an event. */
const ofOrganizers = list(['approvalOwed', 'eventFull', 'refundAsked', 'refundFailed']);
/** Kinds for managers of a group. */
const ofManagers = list(['membershipRequested', 'leaderRemoved']);
/** Kinds about a visible event; other kinds are about the user's own seat, payment or membership. */
const ofParticipants = list(['eventCancelled', 'eventChanged', 'replyOwed']);

const eventIs = (test: RawBuilder<boolean>) =>
  sql<boolean>`exists (select 1 from events e where e.id = n.event_id and ${test})`;

/** A hold or an offered place of the user. */
const holdsPlace = (now: string) =>
  sql<boolean>`exists (select 1 from registrations s where s.event_id = n.event_id and s.person_id = n.user_id and s.state in ('offered', 'pendingPayment') and s.hold_expires_at > ${now})`;

/** Whether the notification `n` is still relevant for its user. `now` is an instant as stored. */
export function isStillForThem(now: string): RawBuilder<boolean> {
  const person = sql.ref<string>('n.user_id');
  const pays = sql`(n.kind = 'refundFailed' and exists (select 1 from registrations s where s.event_id = n.event_id and s.person_id = n.user_id))`;
  return sql<boolean>`(not ${isEndedInvitation(now)} and case
    when n.kind in ${ofOrganizers} then ${pays} or ${eventIs(runsEvent(person))}
    when n.kind in ${ofManagers} then exists (select 1 from memberships g where g.person_id = n.user_id and g.status = 'active' and g.role in ${coachRoles} and (g.team_id = n.team_id or g.organization_id = n.organization_id))
    when n.kind = 'paymentDue' and n.event_id is not null then ${holdsPlace(now)}
    when n.kind in ${ofParticipants} and n.event_id is not null then ${eventIs(seesEvent(person, now))}
    else true end)`;
}
