// SQL of a team's roster: its members by pages, and their attendance rates.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { preparedForIds } from '../db/prepared.ts';
import type { After } from './members/member-queries.ts';

/** The columns that access to a team's roster depends on. */
export function findRosterTeam(db: Db, id: string) {
  return db
    .selectFrom('teams')
    .select(['id', 'visibility', 'openness', 'organization_id', 'roster_visibility'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Active members of a team who are not suspended, including managed members. */
const selectRoster = (db: Db, teamId: string) =>
  db
    .selectFrom('memberships as g')
    .leftJoin('users as u', 'u.id', 'g.person_id')
    .where('g.team_id', '=', teamId)
    .where('g.status', '=', 'active')
    .where('u.suspended_at', 'is', null);

export async function countRoster(db: Db, teamId: string): Promise<number> {
  const { count } = await selectRoster(db, teamId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of a team's members by name; one extra row means that there is a next page. */
export function listRosterRows(db: Db, teamId: string, { after, limit }: { after: After; limit: number }) {
  const query = selectRoster(db, teamId)
    .innerJoin('people as who', 'who.id', 'g.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'g.person_id')
    .select(['who.id', 'who.name', 'who.sort_name', 'f.file_path', 'g.role', 'g.title', 'g.jersey'])
    .select('u.id as user_id')
    .orderBy('who.sort_name')
    .orderBy('who.id')
    .limit(limit + 1);
  if (!after) return query.execute();
  return query.where(sql<boolean>`(who.sort_name, who.id) > (${after.key}, ${after.id})`).execute();
}

type Rate = { person_id: string; attended: number; counted: number };

/** Starts from the people, who have few marks, and not from the team's events, which may be many. */
const rates = preparedForIds<{ teamId: string; since: string }, Rate>((db, slot, ids) =>
  db
    .selectFrom('attendance as a')
    .select([
      'a.person_id',
      sql<number>`sum(case when a.status in ('present', 'late') then 1 else 0 end)`.as('attended'),
      sql<number>`count(*)`.as('counted'),
    ])
    .where(sql<boolean>`a.person_id in (${ids})`)
    .where('a.status', '<>', 'excused')
    .where(
      sql<boolean>`exists (select 1 from event_teams et join events e on e.id = et.event_id where et.event_id = a.event_id and et.team_id = ${slot('teamId')}
        and e.starts_at > ${slot('since')} and e.event_status <> 'EventCancelled' and e.removed_at is null)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from attendance b where b.event_id = a.event_id and b.person_id = a.person_id and (b.occurred_at, b.received_at, b.id) > (a.occurred_at, a.received_at, a.id))`,
    )
    .groupBy('a.person_id'),
);

/** Attendance of these people at a team's events since an instant; the newest mark of each event counts. */
export async function attendanceRatesOf(
  db: Db,
  people: readonly string[],
  { teamId, since }: { teamId: string; since: string },
) {
  const rows = await rates(db, people, { teamId, since });
  return new Map(rows.map(({ person_id, attended, counted }) => [person_id, { attended, counted }]));
}
