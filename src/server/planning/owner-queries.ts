// SQL of owners and planners, for permission checks.

import type { OwnerRef } from '../../contract/events/places.ts';
import type { Activity } from '../../contract/values/activities.ts';
import { type MembershipRole, membershipRoles } from '../../contract/values/enums.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { lockMemberships } from '../groups/members/member-queries.ts';
import { groupRolesOf } from '../groups/queries.ts';
import type { GroupRoles } from '../groups/rules.ts';
import { activitiesOf } from '../people/rules.ts';
import type { Owner } from './policy.ts';

/** Finds an owner by its reference. */
export async function findOwner(db: Db, { kind, id }: OwnerRef): Promise<Owner | undefined> {
  if (kind === 'person') return { kind, id, organizationId: null };
  if (kind === 'organization') {
    const row = await db.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst();
    return row && { kind, id, organizationId: id };
  }
  const row = await db.selectFrom('teams').select('organization_id').where('id', '=', id).executeTakeFirst();
  return row && { kind, id, organizationId: row.organization_id };
}

export type Planner = { userId: string; isCoach: boolean; isVerified: boolean; groupRoles: GroupRoles };

/** Reads a planner and locks their memberships until the transaction ends. */
export async function findPlanner(db: Db, dialect: Dialect, userId: string): Promise<Planner> {
  await lockMemberships(db, dialect, userId, 'read');
  const row = await db
    .selectFrom('users')
    .select(['is_coach', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const groupRoles = await groupRolesOf(db, userId);
  return { userId, isCoach: row.is_coach === 1, isVerified: row.email_verified_at !== null, groupRoles };
}

/** The teams of these ids, with the organizations that they belong to. */
export async function findTeams(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('teams')
    .select(['id', 'organization_id as organizationId', 'visibility'])
    .where('id', 'in', ids)
    .execute();
}

/** The activities of these teams, without duplicates. */
export async function activitiesOfTeams(db: Db, ids: readonly string[]): Promise<Activity[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('teams').select('activity').where('id', 'in', ids).orderBy('id').execute();
  return activitiesOf(JSON.stringify([...new Set(rows.map((row) => row.activity))]));
}

/** Who sees the names at an event of these teams, unless its planner says so: as few as at the rosters of the teams. */
export async function rosterVisibilityOf(
  db: Db,
  ids: readonly string[],
): Promise<'coaches' | 'participants'> {
  if (ids.length === 0) return 'participants';
  const forCoaches = await db
    .selectFrom('teams')
    .select('id')
    .where('id', 'in', ids)
    .where('roster_visibility', '=', 'coaches')
    .limit(1)
    .executeTakeFirst();
  return forCoaches ? 'coaches' : 'participants';
}

/** Filters people who can be leaders: with an account and an active role, one of `roles`, in a team or the organization. */
export async function activeAmong(
  db: Db,
  people: readonly string[],
  {
    teamIds,
    organizationId,
    roles = membershipRoles,
  }: { teamIds: readonly string[]; organizationId: string | null; roles?: readonly MembershipRole[] },
): Promise<Set<string>> {
  if (people.length === 0) return new Set();
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.person_id')
    .select('person_id')
    .where('person_id', 'in', people)
    .where('status', '=', 'active')
    .where('role', 'in', roles)
    .where((where) =>
      where.or([
        ...(teamIds.length > 0 ? [where('team_id', 'in', teamIds)] : []),
        where('organization_id', '=', organizationId),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.person_id));
}
