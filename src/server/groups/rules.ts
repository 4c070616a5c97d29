// Rules of groups: a person's memberships, and the list entries of teams and organizations. Pure.

import type { OrganizationSummary, TeamSummary } from '../../contract/events/explore.ts';
import type { Activity } from '../../contract/values/activities.ts';
import type {
  GroupColor,
  groupOpennesses,
  groupVisibilities,
  Level,
  MembershipRole,
} from '../../contract/values/enums.ts';
import { activitiesOf } from '../people/rules.ts';

/** The roles of one person in teams and organizations, from which permissions are derived. */
export type GroupRoles = {
  userId: string;
  /** Role by team. */
  teams: ReadonlyMap<string, MembershipRole>;
  /** Role by organization. */
  organizations: ReadonlyMap<string, MembershipRole>;
  /** Organizations that own one of their teams. */
  organizationsOfTeams: ReadonlySet<string>;
  /** The groups that they have left or were removed from, in the same three kinds. */
  left: {
    teams: ReadonlySet<string>;
    organizations: ReadonlySet<string>;
    organizationsOfTeams: ReadonlySet<string>;
  };
};

export type MembershipRow = {
  team_id: string | null;
  organization_id: string | null;
  team_organization_id: string | null;
  role: MembershipRole;
  /** 1 for an active membership, 0 for one that has ended. */
  is_active: 0 | 1;
};

export function groupRolesFrom(userId: string, memberships: readonly MembershipRow[]): GroupRoles {
  const teams = new Map<string, MembershipRole>();
  const organizations = new Map<string, MembershipRole>();
  const organizationsOfTeams = new Set<string>();
  const left = {
    teams: new Set<string>(),
    organizations: new Set<string>(),
    organizationsOfTeams: new Set<string>(),
  };
  for (const row of memberships) {
    const { team_id: team, organization_id: organization, team_organization_id: owner } = row;
    if (row.is_active) {
      if (team) teams.set(team, row.role);
      if (organization) organizations.set(organization, row.role);
      if (owner) organizationsOfTeams.add(owner);
    } else {
      if (team) left.teams.add(team);
      if (organization) left.organizations.add(organization);
      if (owner) left.organizationsOfTeams.add(owner);
    }
  }
  return { userId, teams, organizations, organizationsOfTeams, left };
}

/** Owners and admins run a group. */
export function runs(role: MembershipRole | undefined): boolean {
  return role === 'owner' || role === 'admin';
}

/** Coaches, owners and admins plan and lead events. */
export function coaches(role: MembershipRole | undefined): boolean {
  return role === 'coach' || runs(role);
}

export type Openness = (typeof groupOpennesses)[number];
export type GroupVisibility = (typeof groupVisibilities)[number];

export type TeamRow = {
  id: string;
  slug: string;
  name: string;
  logo: string | null;
  color: GroupColor | null;
  activity: string;
  season: string | null;
  level: Level | null;
  age_min: number | null;
  age_max: number | null;
  region: string | null;
  openness: Openness;
  organization_id: string | null;
  organization_name: string | null;
  organization_visibility: GroupVisibility | null;
  member_count: number;
};

/** A team's list entry. A private organization is named only to its members; `groupRoles` is null for a visitor. */
export function teamSummaryOf(row: TeamRow, groupRoles: GroupRoles | null): TeamSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    logo: row.logo,
    color: row.color,
    season: row.season,
    activity: row.activity as Activity,
    level: row.level,
    ageMin: row.age_min,
    ageMax: row.age_max,
    organization: ownerOf(row, groupRoles),
    region: row.region,
    openness: row.openness,
    memberCount: row.member_count,
  };
}

function ownerOf(row: TeamRow, groupRoles: GroupRoles | null): TeamSummary['organization'] {
  const { organization_id: id, organization_name: name } = row;
  if (id === null || name === null) return null;
  const isKnown =
    groupRoles !== null && (groupRoles.organizations.has(id) || groupRoles.organizationsOfTeams.has(id));
  return row.organization_visibility === 'private' && !isKnown ? null : { id, name };
}

export type OrganizationRow = {
  id: string;
  slug: string;
  name: string;
  logo: string | null;
  color: GroupColor | null;
  activities: string;
  region: string | null;
  team_count: number;
  next_id: string | null;
  next_name: string | null;
  next_starts_at: string | null;
  next_time_zone: string | null;
};

/** An organization's list entry. */
export function organizationSummaryOf(row: OrganizationRow): OrganizationSummary {
  const { next_id: id, next_name: name, next_starts_at: startsAt, next_time_zone: timeZone } = row;
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    logo: row.logo,
    color: row.color,
    activities: activitiesOf(row.activities),
    region: row.region,
    teamCount: row.team_count,
    nextEvent:
      id === null || name === null || startsAt === null || timeZone === null
        ? null
        : { id, name, startsAt, timeZone },
  };
}
