// Who may plan for an owner, at whose places, and set prices (docs/product.md, "Owners and roles").
import type { OwnerRef } from '../../contract/events/places.ts';
import { coaches, runs, type Standing } from '../groups/rules.ts';

/** An owner with the organization that it is or belongs to; null for a person and for a team of its own. */
export type Owner = OwnerRef & { organizationId: string | null };

/** Coaches of the owner and those who run it, or the organization of a team. */
export function canPlanFor(owner: Owner, standing: Standing): boolean {
  if (owner.kind === 'person') return owner.id === standing.userId;
  if (owner.kind === 'organization') return coaches(standing.organizations.get(owner.id));
  const above = owner.organizationId === null ? undefined : standing.organizations.get(owner.organizationId);
  return coaches(standing.teams.get(owner.id)) || runs(above);
}

/** Money goes to the organization, so those who run it set prices; in a team of its own its coaches, and each for themselves. */
export function canSetPrices(owner: Owner, standing: Standing): boolean {
  if (owner.organizationId === null) return canPlanFor(owner, standing);
  return runs(standing.organizations.get(owner.organizationId));
}

/**
 * Whether someone who plans for the owner may let a team take part: one that they plan for themselves, or one of the
 * owner's organization. A private team is for those who run it to bring along.
 */
export function canAddTeam(
  owner: Owner,
  team: { id: string; organizationId: string | null; visibility: string },
  standing: Standing,
): boolean {
  const isOfSameClub = team.organizationId !== null && team.organizationId === owner.organizationId;
  return (
    (isOfSameClub && team.visibility !== 'private') ||
    canPlanFor({ kind: 'team', id: team.id, organizationId: team.organizationId }, standing)
  );
}
