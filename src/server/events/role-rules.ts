// A person's role at an event, from their current memberships. Pure; access-queries.ts has the same rules in SQL.
import type { MembershipRole } from '../../contract/values/enums.ts';
import { coaches, type GroupRoles, runs } from '../groups/rules.ts';

/** The owner of an event, and its teams. */
export type EventTies = {
  /** The team that owns it, one of `teams`. Null where the organizer owns it. */
  owner_team_id: string | null;
  organizer_user_id: string | null;
  organizer_organization_id: string | null;
  teams: readonly { id: string; organizationId: string | null }[];
};

/**
 * A person's role at an event, strongest first. `visitingCoach`: coaches, assists or runs a visiting team; sees and marks only
 * the members of that team. `former`: has left the event's groups; has the permissions of a guest, and old replies open
 * nothing. `guest`: was never in a group of the event.
 */
const eventRoles = [
  'coach',
  'assistant',
  'visitingCoach',
  'teamMember',
  'organizationMember',
  'former',
  'guest',
] as const;
export type EventRole = (typeof eventRoles)[number];

export const isWeaker = (role: EventRole, than: EventRole): boolean =>
  eventRoles.indexOf(role) > eventRoles.indexOf(than);

/** The facts that decide a person's role at an event. */
export type RoleFacts = {
  /** Owns it in person. */
  isOwner: boolean;
  /** Their role in the team that owns it. */
  ownerTeamRole: MembershipRole | undefined;
  /** Their role in the organization of the team that owns it. */
  ownerTeamOrganizationRole: MembershipRole | undefined;
  /** Their role in the organization that owns it. */
  ownerOrganizationRole: MembershipRole | undefined;
  /** Whether they coach, assist or run another team that takes part. */
  isVisitingCoach: boolean;
  /** Whether they are in any team that takes part. */
  isInTeam: boolean;
  /** Whether they are in its organizer, in a team of its organizer, or in an organization of its teams. */
  isInOrganization: boolean;
  /** Whether any of these memberships has ended. */
  hasLeft: boolean;
};

/**
 * A person's role at an event (docs/product.md, "Owners and roles"), from their current memberships. Only a role in the owner
 * gives power; being the organizer, creator, leader or a participant does not.
 */
export function roleFrom(facts: RoleFacts): EventRole {
  const { ownerTeamRole, ownerTeamOrganizationRole, ownerOrganizationRole } = facts;
  const runsOwner =
    coaches(ownerTeamRole) || runs(ownerTeamOrganizationRole) || coaches(ownerOrganizationRole);
  if (facts.isOwner || runsOwner) return 'coach';
  if (ownerTeamRole === 'assistant') return 'assistant';
  if (facts.isVisitingCoach) return 'visitingCoach';
  if (facts.isInTeam) return 'teamMember';
  if (facts.isInOrganization) return 'organizationMember';
  return facts.hasLeft ? 'former' : 'guest';
}

/** Whether a person with this role marks attendance. */
export const marksAttendance = (role: EventRole): boolean =>
  role === 'coach' || role === 'assistant' || role === 'visitingCoach';

/** Whether this role can see and join the event like a member of its teams. */
export function countsAsTeamMember(role: EventRole): boolean {
  return role === 'coach' || role === 'assistant' || role === 'visitingCoach' || role === 'teamMember';
}

/** A leader stays while they coach or assist a team of the event; one who has lost no role for it, while they have any there. */
export function staysLeader(role: EventRole, hasLostRole: boolean): boolean {
  return marksAttendance(role) || (!hasLostRole && role !== 'guest' && role !== 'former');
}

const coachesOrAssists = (role: MembershipRole | undefined) => coaches(role) || role === 'assistant';

/** The visiting teams of an event that a person coaches, assists or runs. */
export function visitingTeamsOf(event: EventTies, groupRoles: GroupRoles): string[] {
  const { teams, organizations } = groupRoles;
  return event.teams
    .filter(({ id }) => id !== event.owner_team_id)
    .filter(
      ({ id, organizationId }) =>
        coachesOrAssists(teams.get(id)) ||
        (organizationId !== null && runs(organizations.get(organizationId))),
    )
    .map(({ id }) => id);
}

/** A person's role at an event, from memberships that were read once for many events. */
export function roleAt(event: EventTies, groupRoles: GroupRoles): EventRole {
  const { teams, organizations, organizationsOfTeams, left } = groupRoles;
  const { owner_team_id: ownerTeam, organizer_organization_id: organizer } = event;
  const roleIn = (organization: string | null | undefined) =>
    organization ? organizations.get(organization) : undefined;
  const owners = [organizer, ...event.teams.map((team) => team.organizationId)].filter((id) => id !== null);
  return roleFrom({
    isOwner: ownerTeam === null && event.organizer_user_id === groupRoles.userId,
    ownerTeamRole: ownerTeam === null ? undefined : teams.get(ownerTeam),
    ownerTeamOrganizationRole: roleIn(event.teams.find(({ id }) => id === ownerTeam)?.organizationId),
    ownerOrganizationRole: ownerTeam === null ? roleIn(organizer) : undefined,
    isVisitingCoach: visitingTeamsOf(event, groupRoles).length > 0,
    isInTeam: event.teams.some((team) => teams.has(team.id)),
    isInOrganization:
      owners.some((id) => organizations.has(id)) ||
      (organizer !== null && organizationsOfTeams.has(organizer)),
    hasLeft:
      event.teams.some((team) => left.teams.has(team.id)) ||
      owners.some((id) => left.organizations.has(id)) ||
      (organizer !== null && left.organizationsOfTeams.has(organizer)),
  });
}

/**
 * The columns of `roleColumns` in access-queries.ts. `ties` lists memberships with commas, `ownerTeam coach,team ended`: of
 * the owner team, its organization, the organization that owns the event, other teams that take part, their organizations,
 * and `organization` for its organizer and the other teams of that. Null for none.
 */
export type RoleRow = { is_owner: number; ties: string | null };

type Tie =
  | 'ownerTeam'
  | 'ownerTeamOrganization'
  | 'ownerOrganization'
  | 'team'
  | 'teamOrganization'
  | 'organization';

const tiesOf = (row: RoleRow) =>
  (row.ties ?? '').split(',').map((tie) => tie.split(' ') as [Tie, MembershipRole | 'ended']);

/** Whether a membership has ended that may have let them mark attendance: of the owner, a team that takes part, or its club. */
export const mayHaveMarked = (row: RoleRow): boolean =>
  tiesOf(row).some(([tie, role]) => role === 'ended' && tie !== 'organization');

export function roleOf(row: RoleRow): EventRole {
  const ties = tiesOf(row);
  const rolesIn = (...wanted: Tie[]) =>
    ties.flatMap(([tie, role]) => (role !== 'ended' && wanted.includes(tie) ? [role] : []));
  return roleFrom({
    isOwner: row.is_owner > 0,
    ownerTeamRole: rolesIn('ownerTeam')[0],
    ownerTeamOrganizationRole: rolesIn('ownerTeamOrganization')[0],
    ownerOrganizationRole: rolesIn('ownerOrganization')[0],
    isVisitingCoach: rolesIn('team').some(coachesOrAssists) || rolesIn('teamOrganization').some(runs),
    isInTeam: rolesIn('ownerTeam', 'team').length > 0,
    isInOrganization:
      rolesIn('ownerTeamOrganization', 'ownerOrganization', 'teamOrganization', 'organization').length > 0,
    hasLeft: ties.some(([, role]) => role === 'ended'),
  });
}
