// What a person is at an event, from the roles that they have now. Pure; access-queries.ts says the same in SQL.
import type { MembershipRole } from '../../contract/words.ts';
import { coaches, runs, type Standing } from '../groups/rules.ts';

/** Whom an event belongs to. */
export type EventTies = {
  organizer_user_id: string | null;
  organizer_organization_id: string | null;
  teams: readonly { id: string; organizationId: string | null }[];
};

/**
 * What a person is at an event, strongest first. `former`: has left its groups or was removed; may do what a guest may,
 * and an old reply opens nothing to them. `guest`: was never in a group of it.
 */
export type EventRole = 'coach' | 'assistant' | 'teamMember' | 'organizationMember' | 'former' | 'guest';

/** What ties a person to an event: all that their role follows from. */
export type RoleFacts = {
  /** Organizes it in person. The organizer is a person or an organization, never both. */
  isOrganizer: boolean;
  /** Their role in the organization that organizes it. */
  organizerRole: MembershipRole | undefined;
  /** Whether it is for any team. */
  hasTeams: boolean;
  /** Their roles in its teams. */
  teamRoles: readonly MembershipRole[];
  /** Their roles in the organizations that organize it or own its teams. */
  ownerRoles: readonly MembershipRole[];
  /** Whether they are in any team of the organization that organizes it. */
  isInOrganizersTeam: boolean;
  /** Whether any of these memberships has ended. */
  hasLeft: boolean;
};

/**
 * What a person is at an event (PRODUCT section 9), from the roles that they have now. Power comes from a role in its
 * teams, from running its organizations, and where it has no team from its organizer. Being its creator or leader, and
 * having replied, gives none.
 */
export function roleFrom(facts: RoleFacts): EventRole {
  const { teamRoles, ownerRoles } = facts;
  const isOwn = !facts.hasTeams && (facts.isOrganizer || coaches(facts.organizerRole));
  if (isOwn || teamRoles.some(coaches) || ownerRoles.some(runs)) return 'coach';
  if (teamRoles.includes('assistant')) return 'assistant';
  if (teamRoles.length > 0) return 'teamMember';
  if (ownerRoles.length > 0 || facts.isInOrganizersTeam) return 'organizationMember';
  return facts.hasLeft ? 'former' : 'guest';
}

/** The same for many events at once, from a person's memberships. */
export function roleAt(event: EventTies, standing: Standing): EventRole {
  const { teams, organizations, organizationsOfTeams, left } = standing;
  const organizer = event.organizer_organization_id;
  const owners = [organizer, ...event.teams.map((team) => team.organizationId)].filter((id) => id !== null);
  const known = <T>(roles: (T | undefined)[]) => roles.filter((role) => role !== undefined);
  return roleFrom({
    isOrganizer: event.organizer_user_id === standing.userId,
    organizerRole: organizer === null ? undefined : organizations.get(organizer),
    hasTeams: event.teams.length > 0,
    teamRoles: known(event.teams.map((team) => teams.get(team.id))),
    ownerRoles: known(owners.map((id) => organizations.get(id))),
    isInOrganizersTeam: organizer !== null && organizationsOfTeams.has(organizer),
    hasLeft:
      event.teams.some((team) => left.teams.has(team.id)) ||
      owners.some((id) => left.organizations.has(id)) ||
      (organizer !== null && left.organizationsOfTeams.has(organizer)),
  });
}

/**
 * The columns of `roleColumns` in access-queries.ts. `ties` lists memberships with commas, `team coach,owner ended`: of its
 * teams, its organizer, the owners of its teams, other teams of its organizer. Null for none.
 */
export type RoleRow = { is_organizer: number; has_teams: number; ties: string | null };

type Tie = 'team' | 'organizer' | 'owner' | 'organizersTeam';

export function roleOf(row: RoleRow): EventRole {
  const ties = (row.ties ?? '').split(',').map((tie) => tie.split(' ') as [Tie, MembershipRole | 'ended']);
  const rolesIn = (...wanted: Tie[]) =>
    ties.flatMap(([tie, role]) => (role !== 'ended' && wanted.includes(tie) ? [role] : []));
  return roleFrom({
    isOrganizer: row.is_organizer > 0,
    organizerRole: rolesIn('organizer')[0],
    hasTeams: row.has_teams > 0,
    teamRoles: rolesIn('team'),
    ownerRoles: rolesIn('organizer', 'owner'),
    isInOrganizersTeam: rolesIn('organizersTeam').length > 0,
    hasLeft: ties.some(([, role]) => role === 'ended'),
  });
}
