// Who may plan for an owner, at whose places, and set prices (docs/product.md, "Owners and roles").
import type { OwnerRef } from '../../contract/events/places.ts';
import { coaches, type GroupRoles, runs } from '../groups/rules.ts';

/** An owner with its organization; null for a person and for an independent team. */
export type Owner = OwnerRef & { organizationId: string | null };

/** Coaches and admins of the owner may plan for it; for a team also the admins of its organization. */
export function canPlanFor(owner: Owner, groupRoles: GroupRoles): boolean {
  if (owner.kind === 'person') return owner.id === groupRoles.userId;
  if (owner.kind === 'organization') return coaches(groupRoles.organizations.get(owner.id));
  const above =
    owner.organizationId === null ? undefined : groupRoles.organizations.get(owner.organizationId);
  return coaches(groupRoles.teams.get(owner.id)) || runs(above);
}

/** Admins of the organization set prices, because it receives the money; for an independent team its coaches. */
export function canSetPrices(owner: Owner, groupRoles: GroupRoles): boolean {
  if (owner.organizationId === null) return canPlanFor(owner, groupRoles);
  return runs(groupRoles.organizations.get(owner.organizationId));
}

/**
 * Whether a planner may add a team to an event: a team that they plan for, or a team of the owner's organization. Only those
 * who run a private team may add it.
 */
export function canAddTeam(
  owner: Owner,
  team: { id: string; organizationId: string | null; visibility: string },
  groupRoles: GroupRoles,
): boolean {
  const isOfSameClub = team.organizationId !== null && team.organizationId === owner.organizationId;
  return (
    (isOfSameClub && team.visibility !== 'private') ||
    canPlanFor({ kind: 'team', id: team.id, organizationId: team.organizationId }, groupRoles)
  );
}
