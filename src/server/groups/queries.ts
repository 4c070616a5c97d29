// SQL of groups that other domains use too: a person's memberships, and rows of team and organization lists.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { isUpcomingPublic } from '../events/queries.ts';
import { type GroupRoles, groupRolesFrom, type MembershipRow } from './rules.ts';

const isActive = sql<0 | 1>`case when m.status = 'active' then 1 else 0 end`.as('is_active');
const hasCounted = sql<boolean>`(m.status = 'active' or m.ended_at is not null)`;

const membershipsOf = prepared<{ userId: string }, MembershipRow>((db, slot) =>
  db
    .selectFrom('memberships as m')
    .leftJoin('teams as t', 't.id', 'm.team_id')
    .select(['m.team_id', 'm.organization_id', 't.organization_id as team_organization_id', 'm.role'])
    .select(isActive)
    .where('m.person_id', '=', slot('userId'))
    .where(hasCounted),
);

/** When the person of an active membership last became a member; `created_at` may be the day of an earlier request. */
export const memberSince = (alias: 'g' | 'm') =>
  sql<string>`coalesce(${sql.ref(`${alias}.active_since`)}, ${sql.ref(`${alias}.created_at`)})`;

/** Loads a person's active memberships and the groups that they have left. */
export async function groupRolesOf(db: Db, userId: string): Promise<GroupRoles> {
  return groupRolesFrom(userId, await membershipsOf(db, { userId }));
}

/** The same for many people at once; empty for a person without a membership. */
export async function groupRolesOfPeople(
  db: Db,
  people: readonly string[],
): Promise<Map<string, GroupRoles>> {
  if (people.length === 0) return new Map();
  const rows = await db
    .selectFrom('memberships as m')
    .leftJoin('teams as t', 't.id', 'm.team_id')
    .select([
      'm.person_id',
      'm.team_id',
      'm.organization_id',
      't.organization_id as team_organization_id',
      'm.role',
    ])
    .select(isActive)
    .where('m.person_id', 'in', people)
    .where(hasCounted)
    .execute();
  const byPerson = Map.groupBy(rows, ({ person_id }) => person_id);
  return new Map(people.map((id) => [id, groupRolesFrom(id, byPerson.get(id) ?? [])]));
}

/** Whether the group `alias` is public, and so appears in lists. A literal, so that SQLite uses the partial indexes. */
export function isPublicGroup(alias: 't' | 'o'): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.visibility`)} = 'public'`;
}

/** Teams as `t`: the columns of `TeamRow`. */
export function selectTeams(db: Db) {
  return db
    .selectFrom('teams as t')
    .leftJoin('organizations as o', 'o.id', 't.organization_id')
    .select([
      't.id',
      't.slug',
      't.name',
      't.sort_name',
      't.activity',
      't.logo',
      't.color',
      't.season',
      't.level',
      't.age_min',
      't.age_max',
      't.region',
      't.openness',
      't.organization_id',
      'o.name as organization_name',
      'o.visibility as organization_visibility',
      sql<number>`(select count(*) from memberships c where c.team_id = t.id and c.status = 'active')`.as(
        'member_count',
      ),
    ]);
}

/** Organizations as `o`: the columns of `OrganizationRow`. Times are instants as stored. */
export function selectOrganizations(db: Db, at: { now: string; unended: string }) {
  // The stored time of a postponed event says nothing.
  const isNext = sql<boolean>`e.organizer_organization_id = o.id and ${isUpcomingPublic(at)} and e.event_status not in ('EventCancelled', 'EventPostponed')`;
  return db
    .selectFrom('organizations as o')
    .leftJoin('events as n', (join) =>
      join.on(
        sql<boolean>`n.id = (select e.id from events e where ${isNext} order by e.starts_at, e.id limit 1)`,
      ),
    )
    .select([
      'o.id',
      'o.slug',
      'o.name',
      'o.sort_name',
      'o.logo',
      'o.color',
      'o.activities',
      'o.region',
      sql<number>`(select count(*) from teams t where t.organization_id = o.id and ${isPublicGroup('t')})`.as(
        'team_count',
      ),
      'n.id as next_id',
      'n.name as next_name',
      'n.starts_at as next_starts_at',
      'n.time_zone as next_time_zone',
    ]);
}
