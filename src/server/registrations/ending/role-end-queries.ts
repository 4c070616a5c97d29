// What ends with a role in a group: being named as leader of its events to come, and the places at events that only the
// role let a person see. The seam for groups and accounts; the caller has locked the group and the person's memberships.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { addAudits } from '../../audit/queries.ts';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { isNotOver, roleColumns } from '../../events/access-queries.ts';
import { replyStanding } from '../../events/can-rules.ts';
import { canSeeEvent } from '../../events/policy.ts';
import { type EventRole, roleOf } from '../../events/role-rules.ts';
import type { Scope } from '../../groups/members/membership-rules.ts';
import { auditRegistration, lockEvents } from '../queries.ts';
import { openScene, type Work } from '../seats.ts';
import { take } from '../transition.ts';

/** The membership that was ended or lowered, as it is stored now, and who did that. */
export type EndedRole = {
  scope: Scope;
  groupId: string;
  /** The organization that owns the team; null for a team of its own and for organizations. */
  organizationId: string | null;
  userId: string;
  actorId: string;
};

/** Events that are for the group itself. */
const isOfGroup = ({ scope, groupId }: EndedRole) =>
  scope === 'team'
    ? sql<boolean>`e.id in (select et.event_id from event_teams et where et.team_id = ${groupId})`
    : sql<boolean>`(e.organizer_organization_id = ${groupId} or e.id in (select et.event_id from event_teams et join teams t on t.id = et.team_id where t.organization_id = ${groupId}))`;

/** Events where a membership of the group is any tie at all: also those that its organization organizes. */
const isTiedTo = (ended: EndedRole) =>
  sql<boolean>`(${isOfGroup(ended)} or e.organizer_organization_id = ${ended.organizationId})`;

/** Ids of events to come, in one order for everyone, in which a person is named as leader or has replied. */
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
      sql<boolean>`e.id in (select l.event_id from event_leaders l where l.person_id = ${userId} union select r.event_id from registrations r where r.person_id = ${userId})`,
    )
    .where(isMeant)
    .orderBy('e.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The events to come in which this person leads or has replied, all of them locked. */
export async function lockEventsAhead(db: Db, dialect: Dialect, userId: string, at: string) {
  const ids = await eventsAhead(db, userId, at, sql<boolean>`1 = 1`);
  await lockEvents(db, dialect, ids);
  return ids;
}

/**
 * Ends what an ended membership leaves behind. `by` organizer takes places back, with all of the money; `self` gives them up
 * by the events' policies. Returns how many events lost a leader, and how many places ended.
 */
export async function endWithRole(
  work: Work,
  ended: EndedRole,
  by: 'self' | 'organizer',
): Promise<{ leads: number; places: number }> {
  const ids = await lockTied(work, ended);
  return { leads: await endLeads(work, ended, ids), places: await endPlaces(work, ended, by, ids) };
}

/** The same for a role that was lowered: those who are still in the group keep their places. */
export async function endLeadsOf(work: Work, ended: EndedRole): Promise<number> {
  return endLeads(work, ended, await lockTied(work, ended));
}

async function lockTied({ db, dialect, at }: Work, ended: EndedRole): Promise<string[]> {
  const ids = await eventsAhead(db, ended.userId, at, isTiedTo(ended));
  // All at once and in order, before anything is written: two that lock the same events wait for each other in turn.
  await lockEvents(db, dialect, ids);
  return ids;
}

async function endLeads({ db, at }: Work, ended: EndedRole, eventIds: readonly string[]): Promise<number> {
  if (eventIds.length === 0) return 0;
  const { userId, actorId } = ended;
  const led = await db
    .selectFrom('event_leaders as l')
    .innerJoin('events as e', 'e.id', 'l.event_id')
    .select('e.id')
    .select(roleColumns(userId))
    .select(sql<0 | 1>`case when ${isOfGroup(ended)} then 1 else 0 end`.as('is_of_group'))
    .where('l.person_id', '=', userId)
    .where('e.id', 'in', eventIds)
    .execute();
  const lost = led.filter((event) => !staysLeader(roleOf(event), event.is_of_group === 1));
  const ids = lost.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.deleteFrom('event_leaders').where('person_id', '=', userId).where('event_id', 'in', ids).execute();
  await db
    .updateTable('events')
    .set((set) => ({ updated_at: at, version: set('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  await addAudits(
    db,
    ids.map((objectId) => ({
      actorId,
      action: 'event.leaderRemoved',
      objectKind: 'event',
      objectId,
      before: { leaderId: userId },
      at,
    })),
  );
  return ids.length;
}

/** A leader stays named while they coach or assist a team of the event; for events of other groups while they have any role there. */
function staysLeader(role: EventRole, isOfThisGroup: boolean): boolean {
  if (role === 'coach' || role === 'assistant' || role === 'visitingCoach') return true;
  return !isOfThisGroup && role !== 'guest' && role !== 'former';
}

/** After so many events other work of the process gets its turn. */
const eventsPerTurn = 20;

async function endPlaces(
  work: Work,
  { userId, actorId }: EndedRole,
  by: 'self' | 'organizer',
  eventIds: readonly string[],
): Promise<number> {
  let ended = 0;
  for (const [index, eventId] of eventIds.entries()) {
    // The embedded database answers at once, so a member of a long series would hold up the event loop.
    if (index % eventsPerTurn === eventsPerTurn - 1) await setImmediate();
    const scene = await openScene(work, eventId, userId);
    if (!scene || replyStanding(scene, scene, work.at) !== 'holds') continue;
    // What they can see without a place they may also keep a place at.
    if (scene.my_state === 'cancelledByOrganizer' || canSeeEvent(scene, roleOf(scene), 'past')) continue;
    const to = by === 'self' ? 'cancelledByAttendee' : 'cancelledByOrganizer';
    const { registrationId } = await take(work, scene, { by }, { userId, to });
    ended += 1;
    if (by === 'organizer')
      await auditRegistration(work.db, {
        actorId,
        action: 'remove',
        registrationId,
        before: { state: scene.my_state, position: scene.my_position },
        after: { state: to, position: null, reason: 'membershipEnded' },
        at: work.at,
      });
  }
  return ended;
}
