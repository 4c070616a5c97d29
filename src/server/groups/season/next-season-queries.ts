// SQL of a team's next season: what the new team takes over from the old one.
import type { Db } from '../../db/open.ts';

/** What two seasons of a team have in common, and what the first of them is called. */
export function findSettings(db: Db, id: string) {
  return db
    .selectFrom('teams')
    .select([
      'organization_id',
      'name',
      'season',
      'activity',
      'level',
      'age_min',
      'age_max',
      'description',
      'region',
      'sort_region',
      'visibility',
      'openness',
      'roster_visibility',
      'color',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Active members with all that belongs to their membership; those without an account too. */
export function listActiveMembers(db: Db, teamId: string) {
  return db
    .selectFrom('memberships as g')
    .leftJoin('users as u', 'u.id', 'g.person_id')
    .select(['g.person_id', 'g.role', 'g.title', 'g.jersey', 'u.suspended_at'])
    .where('g.team_id', '=', teamId)
    .where('g.status', '=', 'active')
    .orderBy('g.id')
    .execute();
}
export type CarriedMember = Awaited<ReturnType<typeof listActiveMembers>>[number];
