// SQL of visible notifications: each resolves itself when its reason is gone, or the role or invitation that it is about.
import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../contract/values/enums.ts';
import { coachRoles, isInTeamOf, isNotOver, runsEvent, seesEvent } from '../events/access-queries.ts';
import { awaitsReply, isAskedAgain, seatsHeld } from '../events/queries.ts';
import { isEndedInvitation } from '../groups/invitations/valid-invitation-queries.ts';

const list = (kinds: readonly NotificationKind[]) => sql`(${sql.join(kinds.map((kind) => sql.lit(kind)))})`;

/** Kinds for organizers of an event. */
const ofOrganizers = list(['approvalOwed', 'eventFull', 'refundAsked']);
/** Kinds for managers of a group. `leaderRemoved` is also for the leader, about an event. */
const ofManagers = list(['membershipRequested', 'leaderRemoved']);
/** Hidden once the user cannot see the event. Others stay: after a removal or a refund, or while the user has a seat. */
const ofParticipants = list([
  'eventCancelled',
  'eventChanged',
  'holdExpired',
  'offerExpired',
  'registrationRejected',
  'repliedForYou',
  'replyOwed',
]);
/** Kinds that matter no more once the event is over. */
const untilOver = list([
  'approvalOwed',
  'eventCancelled',
  'eventChanged',
  'eventFull',
  'holdExpired',
  'leaderRemoved',
  'offerExpired',
  'placeConfirmed',
  'placeOffered',
  'registrationCancelled',
  'registrationRejected',
  'repliedForYou',
  'replyOwed',
  'waitlistJoined',
]);

const eventIs = (test: RawBuilder<boolean>) =>
  sql<boolean>`exists (select 1 from events e where e.id = n.event_id and ${test})`;
const mine = sql`registrations s where s.event_id = n.event_id and s.person_id = n.user_id`;
/** A hold or an offered place of the user. */
const holds = (now: string, states: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from ${mine} and s.state in ${states} and s.hold_expires_at > ${now})`;
/** The registration of the user has left the state that they were notified of. */
const isElse = (state: string) =>
  sql<boolean>`exists (select 1 from ${mine} and s.state <> ${sql.lit(state)})`;

/** The user is in the group of the notification. */
const isMember = sql<boolean>`exists (select 1 from memberships s where s.person_id = n.user_id and s.status = 'active'
  and (s.team_id = n.team_id or s.organization_id = n.organization_id))`;

/**
 * A refund has failed, and none was approved after that: of the user's own payments, or of any if they run the event. The
 * approval counts, because it may be of an older request.
 */
const owesRefund = sql<boolean>`exists (select 1 from registrations s join payments y on y.registration_id = s.id join refunds f on f.payment_id = y.id
  where s.event_id = n.event_id and f.state = 'failed'
  and not exists (select 1 from refunds g where g.payment_id = y.id and g.approved_at >= f.updated_at and g.state not in ('failed', 'declined'))
  and (s.person_id = n.user_id or ${eventIs(runsEvent(sql.ref('n.user_id')))}))`;

type Requests = { rows: RawBuilder<unknown>; areOpen: RawBuilder<unknown> };

/**
 * What the user still has to answer, by the kind of the notification `n`: rows of people as `s.person_id`, with the condition
 * that they still ask. The reason of the notification is gone once no one does.
 */
export const openRequests = {
  // Also people without an account, whose offer an organizer has to answer.
  approvalOwed: {
    rows: sql`registrations s`,
    areOpen: sql`s.event_id = n.event_id and (s.state = 'pendingApproval' or (s.state = 'offered' and not exists (select 1 from users u where u.id = s.person_id)))`,
  },
  refundAsked: {
    rows: sql`(registrations s join payments y on y.registration_id = s.id join refunds f on f.payment_id = y.id)`,
    areOpen: sql`s.event_id = n.event_id and f.state = 'requested' and f.approved_at is null`,
  },
  membershipRequested: {
    rows: sql`memberships s`,
    areOpen: sql`s.status = 'requested' and (s.team_id = n.team_id or s.organization_id = n.organization_id)`,
  },
} satisfies Partial<Record<NotificationKind, Requests>>;

/** A later notification says the same about the same event or group. */
export const isRepeated = sql<boolean>`exists (select 1 from notifications l where l.user_id = n.user_id and l.kind = n.kind
  and (l.event_id = n.event_id or l.team_id = n.team_id or l.organization_id = n.organization_id) and (l.created_at, l.id) > (n.created_at, n.id))`;

/** The same for kinds about an event that a person may have very many of: read from the index of one event. */
const isRepeatedAtEvent = sql<boolean>`exists (select 1 from notifications l where l.event_id = n.event_id and l.kind = n.kind
  and l.user_id = n.user_id and (l.created_at, l.id) > (n.created_at, n.id))`;

/** The kinds that ask for an action of the user. */
export const owedKinds = [
  ...(Object.keys(openRequests) as (keyof typeof openRequests)[]),
  'membershipInvited',
  'refundFailed',
] as const satisfies NotificationKind[];

/** Whether the notification `n` is about many dates of a series: a reminder of one of them does not say the same. */
export const countsDates = sql<boolean>`n.changes <> '[]'`;

const person = sql.ref<string>('n.user_id');

/** Whether the reason of the notification `n` is still there. */
function hasReason(now: string): RawBuilder<boolean> {
  const requests = Object.entries(openRequests).map(
    ([kind, { rows, areOpen }]) =>
      sql`when n.kind = ${sql.lit(kind)} then exists (select 1 from ${rows} where ${areOpen}) and not ${isRepeated}`,
  );
  return sql<boolean>`(case
    ${sql.join(requests, sql` `)}
    when n.kind in ('membershipInvited', 'membershipRejected', 'membershipRemoved') then not ${isMember}
    when n.kind in ('membershipAccepted', 'membershipRoleChanged') then ${isMember}
    when n.event_id is null then true
    when n.kind = 'paymentDue' then ${holds(now, sql`('offered', 'pendingPayment')`)} and not ${isRepeatedAtEvent}
    when n.kind = 'placeOffered' then ${holds(now, sql`('offered')`)} and not ${isRepeatedAtEvent}
    when n.kind = 'placeConfirmed' then not ${isElse('confirmed')}
    when n.kind = 'waitlistJoined' then not ${isElse('waitlisted')}
    when n.kind = 'leaderRemoved' then not exists (select 1 from event_leaders l where l.event_id = n.event_id and l.person_id = n.user_id)
    when n.kind in ('holdExpired', 'offerExpired') then not exists (select 1 from ${mine} and s.state not in ('holdExpired', 'offerExpired'))
    when n.kind = 'registrationCancelled' then not ${isElse('cancelledByOrganizer')}
    when n.kind = 'registrationRejected' then not ${isElse('rejected')}
    when n.kind = 'replyOwed' then ${eventIs(sql`(exists (select 1 from ${mine} and ${isAskedAgain('s', 'e', now)}) or (${isInTeamOf(person)} and ${awaitsReply(person, now)}))`)} and (${countsDates} or not ${isRepeatedAtEvent})
    when n.kind = 'repliedForYou' then not exists (select 1 from ${mine} and s.responded_by = n.user_id and s.responded_at > n.created_at)
    when n.kind = 'refundFailed' then ${owesRefund} and not ${isRepeated}
    when n.kind = 'eventFull' then ${eventIs(sql`e.maximum_attendee_capacity <= ${seatsHeld(now)}`)} and not ${isRepeated}
    else true end)`;
}

/**
 * Whether the notification `n` names its event `e`: never a draft, and one that was taken down only where people have to know
 * which one they do not go to or get money back for.
 */
export const isNamed = sql<boolean>`(e.publication <> 'draft' and (e.removed_at is null or n.kind in ('eventCancelled', 'paymentRefunded', 'refundFailed')))`;

/** Whether the notification `n` is still relevant for its user. `now` is an instant as stored. */
export function isStillForThem(now: string): RawBuilder<boolean> {
  return sql<boolean>`(not ${isEndedInvitation(now)} and ${hasReason(now)}
    and (n.event_id is null or n.kind not in ${untilOver} or ${eventIs(isNotOver(now))})
    and case
    when n.kind in ${ofOrganizers} then ${eventIs(runsEvent(person))}
    when n.kind in ${ofManagers} and n.event_id is null then exists (select 1 from memberships g where g.person_id = n.user_id and g.status = 'active' and ((g.team_id = n.team_id and g.role in ${coachRoles}) or (g.organization_id = n.organization_id and g.role in ('owner', 'admin'))))
    when n.kind in ${ofParticipants} and n.event_id is not null then ${eventIs(seesEvent(person, now))}
    else true end)`;
}
