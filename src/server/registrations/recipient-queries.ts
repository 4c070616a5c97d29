// SQL of the people to notify about an event: its organizers, and the people who count on it.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import {
  coachRoles,
  holdingStates,
  owningOrganization,
  runsEvent,
  seesEvent,
} from '../events/access-queries.ts';
import { notifyInPlace, usersAlreadyNotified } from '../notifications/notified-queries.ts';

/** Kinds of notifications for organizers. */
export type OrganizerKind = 'approvalOwed' | 'eventFull' | 'refundAsked' | 'refundFailed';

/**
 * The organizers to notify: the leaders who run the event, else the owner or the coaches of the owner team, else the admins
 * of the organization. Refund notifications also go to those admins. Without people who have an unread one about an earlier
 * request that is still open.
 */
export async function organizersToNotify(db: Db, eventId: string, kind: OrganizerKind): Promise<string[]> {
  const { rows } = await sql<{ person_id: string; leads: number; is_near: number; pays_back: number }>`
    select c.person_id,
      case when exists (select 1 from event_leaders l where l.event_id = e.id and l.person_id = c.person_id) then 1 else 0 end as leads,
      case when e.organizer_user_id = c.person_id or exists (select 1 from memberships g where g.team_id = e.owner_team_id
        and g.person_id = c.person_id and g.status = 'active' and g.role in ${coachRoles}) then 1 else 0 end as is_near,
      case when exists (select 1 from memberships g where g.organization_id = ${owningOrganization}
        and g.person_id = c.person_id and g.status = 'active' and g.role in ('owner', 'admin')) then 1 else 0 end as pays_back
    from events e
    join (
      select g.person_id from events e join memberships g on g.team_id = e.owner_team_id or g.organization_id = ${owningOrganization}
      where e.id = ${eventId} and g.status = 'active' and g.role in ${coachRoles}
      union select o.organizer_user_id from events o where o.id = ${eventId}
    ) c on c.person_id is not null
    join users u on u.id = c.person_id and u.suspended_at is null
    where e.id = ${eventId} and ${runsEvent(sql.ref('c.person_id'))}
    order by c.person_id`.execute(db);
  const nearest = [rows.filter((row) => row.leads), rows.filter((row) => row.is_near), rows].find(
    (some) => some.length > 0,
  );
  const ofMoney = kind === 'refundAsked' || kind === 'refundFailed';
  const payers = ofMoney ? rows.filter((row) => row.pays_back) : [];
  const ids = new Set([...(nearest ?? []), ...payers].map((row) => row.person_id));
  if (ids.size === 0) return [];
  const notified = await usersAlreadyNotified(db, kind, { column: 'event_id', id: eventId });
  return [...ids].filter((id) => !notified.has(id));
}

/** Notifies the organizers, except those with an unread notification of the same kind about an open request. */
export async function notifyOrganizersOf(
  { db, at }: { db: Db; at: string },
  eventId: string,
  kind: OrganizerKind,
): Promise<void> {
  const userIds = await organizersToNotify(db, eventId, kind);
  await notifyInPlace(db, kind, { column: 'event_id', id: eventId }, { userIds, at });
}

/**
 * People who have to know of a cancellation and can see the event: with a seat, an open request, a maybe or a place on the
 * waitlist, invited without a reply, or leaders. Call it before the registrations end.
 */
export async function peopleCountingOn(db: Db, eventId: string, at: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select c.person_id from events e
    join (
      select person_id from registrations where event_id = ${eventId} and state in ${holdingStates}
      union
      select person_id from event_leaders where event_id = ${eventId}
      union
      select g.person_id from memberships g
      join event_teams t on t.team_id = g.team_id
      where t.event_id = ${eventId} and g.status = 'active' and not exists (
        select 1 from registrations m where m.event_id = ${eventId} and m.person_id = g.person_id
      )
    ) c on c.person_id is not null
    where e.id = ${eventId} and ${seesEvent(sql.ref('c.person_id'), at)}`.execute(db);
  return rows.map((row) => row.person_id);
}
