// The seam for groups and accounts. When a role in a group ends, removes the person as leader and organizer of upcoming events,
// cancels registrations for events that only the role let them see, removes the answers of their absences, and ends the visits
// that only the role explained. The caller locks the group and the person's memberships.
import { type RawBuilder, sql } from 'kysely';
import type { MembershipRole } from '../../../contract/values/enums.ts';
import { reopenUncovered } from '../../absences/queries.ts';
import { addAudits } from '../../audit/queries.ts';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { forEachYielding } from '../../db/yielding.ts';
import { isNotOver, roleColumns } from '../../events/access-queries.ts';
import { replyStatus } from '../../events/can-rules.ts';
import { canSeeEvent } from '../../events/policy.ts';
import { roleOf, staysLeader } from '../../events/role-rules.ts';
import type { Scope } from '../../groups/members/membership-rules.ts';
import { memberSince } from '../../groups/queries.ts';
import { coaches, runs } from '../../groups/rules.ts';
import { lockEventRows } from '../queries.ts';
import { lockEvent, type Tx } from '../seats.ts';
import { applyTransition } from '../transition.ts';
import { auditRegistration } from '../write-queries.ts';
import { removeLeader } from './leader-queries.ts';
import { endVisits, lockVisitsToEnd } from './visit-end-queries.ts';

/** The membership that was ended or lowered, and the actor. */
export type EndedRole = {
  scope: Scope;
  groupId: string;
  /** The organization that owns the team; null for an independent team and for organizations. */
  organizationId: string | null;
  /** The role that the person had. */
  role: MembershipRole;
  userId: string;
  actorId: string;
};

/** Events of the group itself. */
const isOfGroup = ({ scope, groupId }: EndedRole) =>
  scope === 'team'
    ? sql<boolean>`e.id in (select et.event_id from event_teams et where et.team_id = ${groupId})`
    : sql<boolean>`(e.organizer_organization_id = ${groupId} or e.id in (select et.event_id from event_teams et join teams t on t.id = et.team_id where t.organization_id = ${groupId}))`;

/** Events where a membership of the group gives any role, including those that its organization organizes. */
const isTiedTo = (ended: EndedRole) =>
  sql<boolean>`(${isOfGroup(ended)} or e.organizer_organization_id = ${ended.organizationId})`;

/** Ids of upcoming events, sorted, that the person leads, organizes or has replied to. */
async function eventsAhead(
  db: Db,
  userId: string,
  at: string,
  isMeant: RawBuilder<boolean>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('events as e')
    .select('e.id')
    .where(isNotOver(at))
    .where(
      sql<boolean>`e.id in (select l.event_id from event_leaders l where l.person_id = ${userId} union select r.event_id from registrations r where r.person_id = ${userId} union select o.id from events o where o.organizer_user_id = ${userId})`,
    )
    .where(isMeant)
    .orderBy('e.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks all upcoming events that this person leads, organizes or has replied to, and returns their ids. */
export async function lockEventsAhead(
  db: Db,
  dialect: Dialect,
  userId: string,
  at: string,
): Promise<string[]> {
  const ids = await eventsAhead(db, userId, at, sql<boolean>`1 = 1`);
  await lockEventRows(db, dialect, ids);
  return ids;
}

/**
 * Removes the leads and registrations that depended on an ended membership. `by` organizer refunds in full; `self` refunds
 * by the payments' policies. Returns the numbers of removed leads and registrations.
 */
export async function endWithRole(
  tx: Tx,
  ended: EndedRole,
  by: 'self' | 'organizer',
): Promise<{ leads: number; places: number }> {
  const { ids, visits } = await lockTied(tx, ended);
  const leads = await endLeads(tx, ended, ids);
  await endOrganizing(tx, ended, ids);
  const places = await endRegistrations(tx, ended, by, ids);
  if (ids.length > 0) await reopenUncovered(tx, { eventIds: ids });
  await endVisits(tx, ended.actorId, visits);
  return { leads, places };
}

/**
 * The same for a role that was lowered: the person is still in the group, so only places at events that the role itself let
 * them see end, with a full refund.
 */
export async function endWithLoweredRole(
  tx: Tx,
  ended: EndedRole,
): Promise<{ leads: number; places: number }> {
  const { ids: tied, visits } = await lockTied(tx, ended);
  const leads = await endLeads(tx, ended, tied);
  await endOrganizing(tx, ended, tied);
  const isOpened = isOpenedBy(ended);
  const ids = isOpened ? await eventsAhead(tx.db, ended.userId, tx.at, isOpened) : [];
  const places = await endRegistrations(tx, ended, 'organizer', ids);
  await endVisits(tx, ended.actorId, visits);
  return { leads, places };
}

/** Events that the role shows and a lower one may not; null for none. Everyone in a team sees its events. */
function isOpenedBy(ended: EndedRole): RawBuilder<boolean> | null {
  if (ended.scope === 'team' || !coaches(ended.role)) return null;
  if (runs(ended.role)) return isOfGroup(ended);
  return sql<boolean>`(e.owner_team_id is null and e.organizer_organization_id = ${ended.groupId})`;
}

/** Removes only the leads and the organizing that depended on an ended role. */
export async function endLeadsOf(tx: Tx, ended: EndedRole): Promise<number> {
  const { ids, visits } = await lockTied(tx, ended);
  const leads = await endLeads(tx, ended, ids);
  await endOrganizing(tx, ended, ids);
  await endVisits(tx, ended.actorId, visits);
  return leads;
}

async function lockTied(tx: Tx, ended: EndedRole) {
  const { db, dialect, at } = tx;
  const visits = await lockVisitsToEnd(tx, ended);
  const ids = await eventsAhead(db, ended.userId, at, isTiedTo(ended));
  // Lock all events in one order before the first write, to avoid deadlocks.
  await lockEventRows(db, dialect, [...ids, ...visits.map(({ eventId }) => eventId)]);
  return { ids, visits };
}

async function endLeads(tx: Tx, ended: EndedRole, eventIds: readonly string[]): Promise<number> {
  if (eventIds.length === 0) return 0;
  const { userId } = ended;
  const led = await tx.db
    .selectFrom('event_leaders as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .select('e.id')
    .select(roleColumns(userId))
    .select(sql<0 | 1>`case when ${isOfGroup(ended)} then 1 else 0 end`.as('is_of_group'))
    .where('l.person_id', '=', userId)
    .where('e.id', 'in', eventIds)
    .execute();
  const lost = led.filter((event) => !staysLeader(roleOf(event), event.is_of_group === 1));
  await removeLeader(
    tx,
    ended,
    lost.map(({ id }) => id),
  );
  return lost.length;
}

/**
 * The planner of an independent team's event organizes it and receives its payments. Once they no longer run it, the owner of
 * the team who joined first and is not suspended does.
 */
async function endOrganizing({ db, at }: Tx, ended: EndedRole, eventIds: readonly string[]): Promise<void> {
  const { scope, groupId, organizationId, userId, actorId } = ended;
  if (scope !== 'team' || organizationId !== null || eventIds.length === 0) return;
  const heir = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.person_id')
    .select('m.person_id')
    .where('m.team_id', '=', groupId)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .where('m.person_id', '<>', userId)
    .where('u.suspended_at', 'is', null)
    .orderBy(memberSince('m'))
    .orderBy('m.person_id')
    .executeTakeFirst();
  if (!heir) return;
  const organized = await db
    .selectFrom('events as e')
    .select('e.id')
    .select(roleColumns(userId))
    .where('e.owner_team_id', '=', groupId)
    .where('e.organizer_user_id', '=', userId)
    .where('e.id', 'in', eventIds)
    .execute();
  const ids = organized.filter((event) => roleOf(event) !== 'coach').map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .updateTable('events')
    .set((set) => ({
      organizer_user_id: heir.person_id,
      updated_at: at,
      version: set('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute();
  await addAudits(
    db,
    ids.map((objectId) => ({
      actorId,
      action: 'event.organizerChanged',
      objectKind: 'event',
      objectId,
      before: { organizerId: userId },
      after: { organizerId: heir.person_id },
      at,
    })),
  );
}

async function endRegistrations(
  tx: Tx,
  { userId, actorId }: EndedRole,
  by: 'self' | 'organizer',
  eventIds: readonly string[],
): Promise<number> {
  let ended = 0;
  await forEachYielding(eventIds, async (eventId) => {
    const context = await lockEvent(tx, eventId, userId);
    if (!context || replyStatus(context, context, tx.at) !== 'holds') return;
    // The person keeps a seat at an event that they can see without one.
    if (context.my_state === 'cancelledByOrganizer' || canSeeEvent(context, roleOf(context), 'past')) return;
    const to = by === 'self' ? 'cancelledByAttendee' : 'cancelledByOrganizer';
    const { registrationId } = await applyTransition(tx, context, { by }, { userId, to });
    ended += 1;
    if (by === 'organizer')
      await auditRegistration(tx.db, {
        actorId,
        action: 'remove',
        registrationId,
        before: { state: context.my_state, position: context.my_position },
        after: { state: to, position: null, reason: 'roleEnded' },
        at: tx.at,
      });
  });
  return ended;
}
