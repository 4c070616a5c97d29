// Who may see a group and its members (docs/product.md, "Permissions"). See membership-rules.ts for other permissions.
import type { OwnMembership, Scope } from './members/membership-rules.ts';
import { type GroupRoles, type GroupVisibility, runs } from './rules.ts';

/** Null for a visitor. */
type Viewing = GroupRoles | null;

type SeenTeam = { id: string; organization_id: string | null };
type SeenGroup = SeenTeam & { visibility: GroupVisibility };

/** Whether the viewer belongs to the organization: as its member, or through one of its teams. */
export function belongsToOrganization(organizationId: string, viewing: Viewing): boolean {
  return (
    viewing !== null &&
    (viewing.organizations.has(organizationId) || viewing.organizationsOfTeams.has(organizationId))
  );
}

/**
 * A private organization is visible to everyone who belongs to it, a private team to its members and its organization's
 * owners and admins. Invited people and requesters see either, so that they can decide.
 */
export function canSeeGroup(scope: Scope, group: SeenGroup, viewing: Viewing, own: OwnMembership): boolean {
  if (group.visibility !== 'private' || own?.status === 'invited' || own?.status === 'requested') return true;
  if (scope === 'organization') return belongsToOrganization(group.id, viewing);
  return viewing !== null && belongsToTeam(group, viewing);
}

export function runsOrganizationOf(team: SeenTeam, groupRoles: GroupRoles): boolean {
  return team.organization_id !== null && runs(groupRoles.organizations.get(team.organization_id));
}

/** Whether the viewer is one of the people of this team, who see each other. */
export function belongsToTeam(team: SeenTeam, groupRoles: GroupRoles): boolean {
  return groupRoles.teams.has(team.id) || runsOrganizationOf(team, groupRoles);
}

export function canSeeTeamRoster(
  team: SeenTeam & { roster_visibility: 'coaches' | 'members' },
  groupRoles: GroupRoles,
): boolean {
  if (runsOrganizationOf(team, groupRoles)) return true;
  const role = groupRoles.teams.get(team.id);
  if (team.roster_visibility === 'members') return role !== undefined;
  return role !== undefined && role !== 'trainee';
}

/**
 * Which contact details of members a viewer sees. Owners and admins of an organization see all of them, which is logged;
 * a team's coaches see those that are shared with coaches.
 */
export function contactsSeen(
  scope: Scope,
  group: SeenTeam,
  groupRoles: GroupRoles,
): 'all' | 'sharedWithCoaches' {
  const runsIt = scope === 'organization' || runsOrganizationOf(group, groupRoles);
  return runsIt ? 'all' : 'sharedWithCoaches';
}
