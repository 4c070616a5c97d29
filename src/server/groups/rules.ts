// What is true about groups: where a person stands in them, and what that lets them do there. Pure.
import type { MembershipRole } from '../../contract/words.ts';

/** The active memberships of one person: every answer to "may they" starts from these. */
export type Standing = {
  userId: string;
  /** Role by team. */
  teams: ReadonlyMap<string, MembershipRole>;
  /** Role by organization. */
  organizations: ReadonlyMap<string, MembershipRole>;
  /** Organizations that own one of their teams. */
  organizationsOfTeams: ReadonlySet<string>;
};

export type MembershipRow = {
  team_id: string | null;
  organization_id: string | null;
  team_organization_id: string | null;
  role: MembershipRole;
};

export function standingFrom(userId: string, active: readonly MembershipRow[]): Standing {
  const teams = new Map<string, MembershipRole>();
  const organizations = new Map<string, MembershipRole>();
  const organizationsOfTeams = new Set<string>();
  for (const row of active) {
    if (row.team_id) teams.set(row.team_id, row.role);
    if (row.organization_id) organizations.set(row.organization_id, row.role);
    if (row.team_organization_id) organizationsOfTeams.add(row.team_organization_id);
  }
  return { userId, teams, organizations, organizationsOfTeams };
}

/** Owners and admins run a group. */
export function runs(role: MembershipRole | undefined): boolean {
  return role === 'owner' || role === 'admin';
}

/** Those who plan and lead: coaches, and those who run the group. */
export function coaches(role: MembershipRole | undefined): boolean {
  return role === 'coach' || runs(role);
}
