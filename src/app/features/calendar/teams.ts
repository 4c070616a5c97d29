// My teams in the calendar: their names and looks, the team of each entry, and the filter by teams.
import type { MyTeam } from '../../../contract/people/me.ts';
import type { Entry } from './entries.ts';
import { looksOf, noTeamLook, type TeamLook } from './team-looks.ts';

/** By id. */
export type TeamBook = ReadonlyMap<string, { look: TeamLook; name: string }>;

export function teamBook(teams: readonly MyTeam[]): TeamBook {
  const mine = teams.filter(({ membership }) => membership.status === 'active');
  const looks = looksOf(mine);
  return new Map(mine.map(({ id, name }) => [id, { name, look: looks.get(id) ?? noTeamLook }]));
}

const ofNone = { look: noTeamLook, name: null };

/** The first of an entry's teams that is mine. */
export function teamOf(entry: Entry, teams: TeamBook): { look: TeamLook; name: string | null } {
  for (const id of entry.teamIds) {
    const team = teams.get(id);
    if (team) return team;
  }
  return ofNone;
}

/** The id for entries without a team of mine. */
export const noTeam = 'none';

/** Whether a filter by teams shows an entry; an empty filter shows all. `mine`: my teams. */
export function isOfTeams(
  entry: Entry,
  teams: readonly string[],
  mine: { has(id: string): boolean },
): boolean {
  if (teams.length === 0) return true;
  const own = entry.teamIds.filter((id) => mine.has(id));
  return own.length === 0 ? teams.includes(noTeam) : own.some((id) => teams.includes(id));
}
