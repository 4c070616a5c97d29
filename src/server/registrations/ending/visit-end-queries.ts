// Takes a visiting team out of upcoming events owned outside its organization that a former coach of the team still runs, where
// no one else plans for both the team and the owner: the former coach would go on seeing and marking the team's members.
import { sql } from 'kysely';
import { syncAbsenceAnswers } from '../../absences/queries.ts';
import { addAudits } from '../../audit/queries.ts';
import { forEachYielding } from '../../db/yielding.ts';
import {
  coachRoles,
  isNotOver,
  owningOrganization,
  roleColumns,
  runsEvent,
} from '../../events/access-queries.ts';
import { closedFor, replyStatus } from '../../events/can-rules.ts';
import { canSeeEvent } from '../../events/policy.ts';
import { isWeaker, roleOf, staysLeader } from '../../events/role-rules.ts';
import { coaches, runs } from '../../groups/rules.ts';
import { addNotifications } from '../../notifications/queries.ts';
import { type NewEventNotification, onePerKind } from '../../notifications/rules.ts';
import { lockSeries, raiseVersions, updateSeries } from '../../planning/series/series-queries.ts';
import { endRegistrationsOf } from '../change-queries.ts';
import type { Tx } from '../seats.ts';
import { leaderRoles, removeLeader } from './leader-queries.ts';
import type { EndedRole } from './role-end-queries.ts';

/** Not of the team's own organization, whose coaches may add its teams. */
const isOutside = sql<boolean>`(t.id is distinct from e.owner_team_id and (t.organization_id is null or ${owningOrganization} is distinct from t.organization_id))`;

/** Whether someone may plan for the team `t` and for the owner of the event `e`. */
const isPlannedForBoth = sql<boolean>`exists (select 1 from memberships w where w.status = 'active' and ((w.team_id = t.id and w.role in ${coachRoles}) or (w.organization_id = t.organization_id and w.role in ('owner', 'admin'))) and ${runsEvent(sql.ref('w.person_id'))})`;

/** The visits that end with a role that has ended. Locks their series, which come before events in the order of locks. */
export async function lockVisitsToEnd({ db, dialect, at }: Tx, { scope, groupId, role, userId }: EndedRole) {
  // In a club, only its owners and admins plan for its teams.
  if (scope === 'team' ? !coaches(role) : !runs(role)) return [];
  const query = db
    .selectFrom('event_teams as et')
    .innerJoin('events as e', 'e.id', 'et.event_id')
    .innerJoin('teams as t', 't.id', 'et.team_id')
    .select(['e.id as eventId', 't.id as teamId', 'e.series_id as seriesId'])
    .select(['e.publication', 'e.event_status', 'e.starts_at', 'e.ends_at'])
    .select(sql<string>`coalesce(e.owner_team_id, e.organizer_organization_id)`.as('ownerId'))
    .where(scope === 'team' ? 't.id' : 't.organization_id', '=', groupId)
    .where(isNotOver(at))
    .where(isOutside)
    .where(runsEvent(userId))
    .where(sql<boolean>`not ${isPlannedForBoth}`)
    .orderBy('e.id')
    .orderBy('t.id');
  const visits = await query.execute();
  const seriesIds = visits.flatMap(({ seriesId }) => seriesId ?? []);
  if (seriesIds.length === 0) return visits;
  await dialect.lockRows(
    db.selectFrom('event_series').select('id').where('id', 'in', seriesIds).orderBy('id'),
  );
  // Read again: a date may have been added to a series meanwhile, or is now of another part.
  return query.execute();
}

type Visit = Awaited<ReturnType<typeof lockVisitsToEnd>>[number];

/** Ends visits of locked events, and notifies the people who lose their place or no longer lead. */
export async function endVisits(tx: Tx, actorId: string, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return;
  const notices: NewEventNotification[] = [];
  await forEachYielding(visits, async (visit) => {
    const { losing, leaving } = await endVisit(tx, actorId, visit);
    const about = { eventId: visit.eventId, startsAt: visit.starts_at, actorId };
    notices.push(...losing.map((userId) => ({ userId, kind: 'registrationCancelled', ...about }) as const));
    const isTold = (id: string) => id !== actorId && !losing.includes(id);
    if (closedFor(visit, tx.at) === null)
      notices.push(
        ...leaving.filter(isTold).map((userId) => ({ userId, kind: 'leaderRemoved', ...about }) as const),
      );
    await leaveTemplate(tx, visit, leaving);
  });
  await addNotifications(tx.db, onePerKind(notices), tx.at);
  await addAudits(
    tx.db,
    visits.map(({ eventId, teamId }) => ({
      actorId,
      action: 'event.teamRemoved',
      objectKind: 'event',
      objectId: eventId,
      before: { teamId },
      at: tx.at,
    })),
  );
}

/** Returns the people who lose their place, and the leaders who do not stay, as when an edit removes the team. */
async function endVisit(tx: Tx, actorId: string, { eventId, teamId }: Visit) {
  const { db, at } = tx;
  const before = await peopleWithAccess(tx, eventId);
  const rolesBefore = await leaderRoles(db, eventId);
  await db.deleteFrom('event_teams').where('event_id', '=', eventId).where('team_id', '=', teamId).execute();
  await raiseVersions(db, [eventId], at);
  const staying = new Set((await peopleWithAccess(tx, eventId)).map(({ person_id }) => person_id));
  const losing = before.filter(({ person_id }) => !staying.has(person_id)).map(({ person_id }) => person_id);
  await endRegistrationsOf(tx, eventId, losing, actorId);
  await syncAbsenceAnswers(tx, eventId);
  const leaving: string[] = [];
  for (const [userId, role] of await leaderRoles(db, eventId))
    if (!staysLeader(role, isWeaker(role, rolesBefore.get(userId) ?? role))) leaving.push(userId);
  for (const userId of leaving) await removeLeader(tx, { userId, actorId }, [eventId]);
  return { losing, leaving };
}

/** People with a reply that holds who can see an open event without it. Those without a seat first, so that they get no offer. */
async function peopleWithAccess({ db, at }: Tx, eventId: string) {
  const replies = await db
    .selectFrom('registrations as m')
    .innerJoin('events as e', 'e.id', 'm.event_id')
    .select(['e.publication', 'e.visibility', 'e.event_status', 'e.starts_at', 'e.ends_at', 'm.person_id'])
    .select(['m.state as my_state', 'm.hold_expires_at as my_hold_expires_at', 'm.must_ask as my_must_ask'])
    .select(roleColumns(sql.ref('m.person_id')))
    .where('m.event_id', '=', eventId)
    .orderBy(sql`case when m.state in ('confirmed', 'pendingPayment', 'offered') then 1 else 0 end`)
    .orderBy('m.id')
    .execute();
  return replies.filter(
    (reply) =>
      closedFor(reply, at) === null &&
      replyStatus(reply, reply, at) === 'holds' &&
      canSeeEvent(reply, roleOf(reply), 'past'),
  );
}

/** Later dates of the series come without the team and the leaders who left with it. */
async function leaveTemplate(
  { db, dialect, at }: Tx,
  { seriesId, teamId, ownerId }: Visit,
  leaving: readonly string[],
): Promise<void> {
  const series = seriesId === null ? undefined : await lockSeries(db, dialect, seriesId);
  // A single date of the team's own series may have gone to another owner.
  if (!series || series.template.owner.id !== ownerId || !series.template.teamIds.includes(teamId)) return;
  const teamIds = series.template.teamIds.filter((id) => id !== teamId);
  const leaderIds = series.template.leaderIds.filter((id) => !leaving.includes(id));
  await updateSeries(db, { ...series, template: { ...series.template, teamIds, leaderIds } }, at);
}
