// SQL of a team's roster: its members by pages, and their attendance rates.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { preparedForIds } from '../db/prepared.ts';
import { isNewestMark } from '../events/roster-queries.ts';
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

/**
 * Starts from the team's events of the period: the marks of a person, and of a team, grow with the years. `cross join` keeps
 * SQLite to this order.
 */
const rates = preparedForIds<{ teamId: string; since: string; until: string }, Rate>((db, slot, ids) =>
  db
    .selectFrom(
      sql<{ person_id: string; status: string }>`(select a.person_id, a.status
        from event_teams et cross join events e cross join attendance a
        where et.team_id = ${slot('teamId')} and e.id = et.event_id and e.starts_at > ${slot('since')} and e.starts_at < ${slot('until')}
          and e.event_status not in ('EventCancelled', 'EventPostponed') and e.removed_at is null
          and a.event_id = e.id and a.person_id in (${ids}) and a.status <> 'excused'
          and ${isNewestMark})`.as('m'),
    )
    .select([
      'm.person_id',
      sql<number>`sum(case when m.status in ('present', 'late') then 1 else 0 end)`.as('attended'),
      sql<number>`count(*)`.as('counted'),
    ])
    .groupBy('m.person_id'),
);

/** A large team has tens of thousands of marks in a year. Between so many people other requests run. */
const peopleAtOnce = 21;

/** Attendance of these people at a team's events between two instants; the newest mark of each event counts. */
export async function attendanceRatesOf(
  db: Db,
  people: readonly string[],
  period: { teamId: string; since: string; until: string },
) {
  const found = new Map<string, Omit<Rate, 'person_id'>>();
  for (let first = 0; first < people.length; first += peopleAtOnce) {
    const rows = await rates(db, people.slice(first, first + peopleAtOnce), period);
    for (const { person_id: id, ...rate } of rows) found.set(id, rate);
    if (people.length > peopleAtOnce) await setImmediate();
  }
  return found;
}
