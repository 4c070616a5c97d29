// SQL of a team's next season: the settings and members that the new team copies from the old one.
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';

/** The settings that the next season copies, and the name of the current season. */
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

/** Whether a series without an end or a followed calendar still adds events to a team. The next season stops both. */
export async function hasEventsAdded(db: Db, teamId: string, at: string): Promise<boolean> {
  const series = db
    .selectFrom('events as e')
    .innerJoin('event_series as s', 's.id', 'e.series_id')
    .select('e.id')
    .where('e.owner_team_id', '=', teamId)
    // A series without an end always has dates ahead.
    .where('e.starts_at', '>', at)
    .where('s.extended_until', 'is not', null)
    .limit(1);
  const source = db
    .selectFrom('fixture_sources')
    .select('id')
    .where('team_id', '=', teamId)
    .where('next_check_at', 'is not', null)
    .limit(1);
  return (await series.executeTakeFirst()) !== undefined || (await source.executeTakeFirst()) !== undefined;
}

/**
 * Active members with the fields of their membership, including managed members. Locks the memberships: the deletion of an
 * account does too, and not every group, so a member who deletes it meanwhile is left out.
 */
export async function lockActiveMembers(db: Db, dialect: Dialect, teamId: string) {
  const rows = db.selectFrom('memberships').select('id').where('team_id', '=', teamId).orderBy('id');
  await dialect.lockRows(rows, 'share');
  return db
    .selectFrom('memberships as g')
    .leftJoin('users as u', 'u.id', 'g.person_id')
    .select(['g.person_id', 'g.role', 'g.title', 'g.jersey', 'u.suspended_at'])
    .where('g.team_id', '=', teamId)
    .where('g.status', '=', 'active')
    .orderBy('g.id')
    .execute();
}
export type CarriedMember = Awaited<ReturnType<typeof lockActiveMembers>>[number];
