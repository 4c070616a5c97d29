// Who may see a group and who is in it (PRODUCT section 4). What they may do there is rules.ts.
import { type GroupVisibility, runs, type Standing } from './rules.ts';

/** A visitor has no standing. */
type Viewing = Standing | null;

type SeenOrganization = { id: string; visibility: GroupVisibility };
type SeenTeam = { id: string; visibility: GroupVisibility; organization_id: string | null };

/** Whether the viewer belongs to the organization: as its member, or through one of its teams. */
export function belongsToOrganization(organizationId: string, viewing: Viewing): boolean {
  return (
    viewing !== null &&
    (viewing.organizations.has(organizationId) || viewing.organizationsOfTeams.has(organizationId))
  );
}

export function canSeeOrganization(organization: SeenOrganization, viewing: Viewing): boolean {
  return organization.visibility !== 'private' || belongsToOrganization(organization.id, viewing);
}

/** A private team is for its members and those who run its organization. */
export function canSeeTeam(team: SeenTeam, standing: Standing): boolean {
  return team.visibility !== 'private' || standing.teams.has(team.id) || runsOrganizationOf(team, standing);
}

export function runsOrganizationOf(team: SeenTeam, standing: Standing): boolean {
  return team.organization_id !== null && runs(standing.organizations.get(team.organization_id));
}

/** Whether the viewer is one of the people of this team, who see each other. */
export function belongsToTeam(team: SeenTeam, standing: Standing): boolean {
  return standing.teams.has(team.id) || runsOrganizationOf(team, standing);
}

export function canSeeTeamRoster(
  team: SeenTeam & { roster_visibility: 'coaches' | 'members' },
  standing: Standing,
): boolean {
  if (runsOrganizationOf(team, standing)) return true;
  const role = standing.teams.get(team.id);
  if (team.roster_visibility === 'members') return role !== undefined;
  return role !== undefined && role !== 'trainee';
}
