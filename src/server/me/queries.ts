// SQL of the signed-in user's profile, sessions, teams and organizations.
import { sql } from 'kysely';
import { maxSessions, sessionCutoffs } from '../accounts/session/session-rules.ts';
import type { Db } from '../db/open.ts';
import { awaitsReply } from '../events/queries.ts';
import { earliestStartOfUnended } from '../events/rules.ts';
import { selectOrganizations, selectTeams } from '../groups/queries.ts';

export async function findProfile(db: Db, userId: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('people as who', 'who.id', 'u.id')
    .innerJoin('profiles as f', 'f.user_id', 'u.id')
    .select([
      'u.id',
      'u.username',
      'who.name',
      'u.email',
      'u.email_verified_at',
      'u.is_coach',
      'u.phone',
      'u.country_code',
      'u.birth_date',
      'u.locale',
      'u.time_zone',
      'u.quiet_from',
      'u.quiet_to',
      'u.version',
      'f.file_path',
      'f.bio',
      'f.activities',
      'f.level',
      'f.region',
      'f.languages',
      'f.qualifications',
      'f.is_public',
      'f.field_visibility',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/** Active sessions: the current one first, then by last use; at most `maxSessions`. */
export function listSessions(db: Db, userId: string, currentId: string, at: Date) {
  const after = sessionCutoffs(at);
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('created_at', '>', after.createdAt)
    .where('last_seen_at', '>', after.lastSeenAt)
    .orderBy(sql`case when id = ${currentId} then 0 else 1 end`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(maxSessions)
    .execute();
}

/** Teams with a membership or request of the user, and those in `invitedTo`, by name, with their next event. */
export function listMyTeams(db: Db, userId: string, invitedTo: readonly string[], now: string) {
  // The stored time of a postponed event says nothing.
  const isNext = sql<boolean>`et.team_id = t.id and e.publication = 'published' and e.removed_at is null and e.event_status not in ('EventCancelled', 'EventPostponed') and e.starts_at > ${now}`;
  return selectTeams(db)
    .leftJoin('memberships as g', (join) =>
      join
        .onRef('g.team_id', '=', 't.id')
        .on('g.person_id', '=', userId)
        .on('g.status', 'in', ['active', 'requested']),
    )
    .leftJoin('events as n', (join) =>
      join.on(
        sql<boolean>`n.id = (select e.id from event_teams et join events e on e.id = et.event_id where ${isNext} order by e.starts_at, e.id limit 1)`,
      ),
    )
    .select([
      'g.role as my_role',
      'g.status as my_status',
      'n.id as next_id',
      'n.name as next_name',
      'n.starts_at as next_starts_at',
      'n.time_zone as next_time_zone',
      sql<number>`(select count(*) from event_teams et join events e on e.id = et.event_id where et.team_id = t.id and ${awaitsReply(userId, now)})`.as(
        'replies_owed',
      ),
    ])
    .where(({ or, eb }) =>
      or([
        eb(
          't.id',
          'in',
          sql<string>`(select m.team_id from memberships m where m.person_id = ${userId} and m.team_id is not null and m.status in ('active', 'requested'))`,
        ),
        ...(invitedTo.length > 0 ? [eb('t.id', 'in', invitedTo)] : []),
      ]),
    )
    .orderBy('t.id')
    .execute();
}
export type MyTeamRow = Awaited<ReturnType<typeof listMyTeams>>[number];

/** These organizations by name. */
export async function listMyOrganizations(db: Db, ids: readonly string[], at: Date) {
  if (ids.length === 0) return [];
  return selectOrganizations(db, { now: at.toISOString(), unended: earliestStartOfUnended(at) })
    .where('o.id', 'in', ids)
    .orderBy('o.sort_name')
    .orderBy('o.id')
    .execute();
}
