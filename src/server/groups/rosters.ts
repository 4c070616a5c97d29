// A team's roster, by pages. Coaches also see attendance rates and absences.
import type { Team } from '../../contract/people/groups.ts';
import type { RosterMember } from '../../contract/people/rosters.ts';
import { limits } from '../../contract/values/limits.ts';
import { nextAbsencesOf } from '../absences/away-queries.ts';
import { earliestToday } from '../absences/rules.ts';
import type { Db } from '../db/open.ts';
import { page } from '../http/answer/cursor.ts';
import { notFound } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { type Access, loadAccess, notPermitted } from './access.ts';
import { decodeGroupCursor, encodeGroupCursor } from './group-cursor.ts';
import type { After } from './members/member-queries.ts';
import { canSeeTeamRoster } from './policy.ts';
import { attendanceRatesOf, countRoster, findRosterTeam, listRosterRows } from './roster-queries.ts';
import { coaches } from './rules.ts';

/** The period of an attendance rate. */
const dayMs = 86_400_000;
const attendanceMs = 365 * dayMs;
const neverCounted = { attended: 0, counted: 0 };

type RosterPage = { items: RosterMember[]; nextCursor: string | null };
type RosterTeam = NonNullable<Awaited<ReturnType<typeof findRosterTeam>>>;

/** A page of `GET /api/teams/{id}/roster`. Throws not_found, not_permitted or validation_failed at `cursor`. */
export async function listRoster(
  db: Db,
  { id, userId }: { id: string; userId: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  at: Date,
): Promise<RosterPage> {
  const after = decodeGroupCursor(id, cursor);
  const team = await findRosterTeam(db, id);
  if (!team) throw notFound('team');
  const access = await loadAccess(db, 'team', team, userId, at.toISOString());
  if (!access.sees) throw notFound('team');
  if (!seesRoster(team, access))
    throw notPermitted(
      t('Only {who, select, coaches {the coaches} other {the members}} of this team can see who is in it.', {
        who: team.roster_visibility,
      }),
    );
  return rosterPage(db, team, access, { after, limit, at });
}

/** The roster fields of a team's response: the first page and the number of members. */
export async function rosterFieldsOf(
  db: Db,
  team: RosterTeam,
  access: Access,
  at: Date,
): Promise<Pick<Team, 'roster' | 'rosterCursor' | 'rosterCount'>> {
  if (!seesRoster(team, access)) return { roster: null, rosterCursor: null, rosterCount: null };
  const first = await rosterPage(db, team, access, { after: null, limit: limits.pageMax, at });
  return {
    roster: first.items,
    rosterCursor: first.nextCursor,
    rosterCount: first.nextCursor === null ? first.items.length : await countRoster(db, team.id),
  };
}

/** Attendance of one person at a team's events. */
export async function attendanceOf(db: Db, teamId: string, personId: string, at: Date) {
  return (await ratesOf(db, teamId, [personId], at)).get(personId) ?? neverCounted;
}

const seesRoster = (team: RosterTeam, { groupRoles }: Access): boolean =>
  groupRoles !== null && canSeeTeamRoster(team, groupRoles);

async function rosterPage(
  db: Db,
  { id }: RosterTeam,
  { acting }: Access,
  { after, limit, at }: { after: After; limit: number; at: Date },
): Promise<RosterPage> {
  const rows = await listRosterRows(db, id, { after, limit });
  const people = coaches(acting) ? rows.slice(0, limit).map((row) => row.id) : [];
  const rates = await ratesOf(db, id, people, at);
  const away = await nextAbsencesOf(db, people, earliestToday(at.toISOString()));
  return page(
    rows,
    limit,
    (row) => encodeGroupCursor(id, row),
    (row) => ({
      id: row.id,
      name: row.name,
      avatarSrc: row.file_path,
      role: row.role,
      title: row.title,
      jersey: row.jersey,
      hasAccount: row.user_id !== null,
      attendance: coaches(acting) ? (rates.get(row.id) ?? neverCounted) : null,
      away: away.get(row.id) ?? null,
    }),
  );
}

function ratesOf(db: Db, teamId: string, people: readonly string[], at: Date) {
  const since = new Date(at.getTime() - attendanceMs).toISOString();
  // People may be marked before the start, but not days before.
  const until = new Date(at.getTime() + dayMs).toISOString();
  return attendanceRatesOf(db, people, { teamId, since, until });
}
