// Who may do what with money (docs/product.md, "Permissions").
import type { EventRole, EventTies } from '../events/role-rules.ts';
import { coaches, type GroupRoles, runs } from '../groups/rules.ts';

/** Organizers of an event see its payments and take cash. */
export function canSeePayments(role: EventRole): boolean {
  return role === 'coach';
}

export function canSettleCash(role: EventRole): boolean {
  return role === 'coach';
}

/**
 * Admins of the organization that owns the event or its owner team decide on refunds; for an independent team its coaches,
 * for a person that person.
 */
export function canRefund(
  { owner_team_id: ownerTeam, organizer_organization_id: organizer, organizer_user_id: person }: Owned,
  teams: EventTies['teams'],
  groupRoles: GroupRoles,
): boolean {
  const team = teams.find(({ id }) => id === ownerTeam);
  if (team && team.organizationId === null) return coaches(groupRoles.teams.get(team.id));
  const organization = ownerTeam === null ? organizer : (team?.organizationId ?? null);
  if (organization !== null) return runs(groupRoles.organizations.get(organization));
  return ownerTeam === null && person === groupRoles.userId;
}

type Owned = Omit<EventTies, 'teams'>;
