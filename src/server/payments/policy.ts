// Who may do what with money (PRODUCT section 4).
import type { EventRole } from '../events/role-rules.ts';
import { coaches, runs, type Standing } from '../groups/rules.ts';

/** Those who run an event see who has paid, and take cash on the spot. */
export function canSeePayments(role: EventRole): boolean {
  return role === 'coach';
}

export function canSettleCash(role: EventRole): boolean {
  return role === 'coach';
}

/** Paying back is for who runs the organization that sells; without one for coaches of independent teams, else the organizer. */
export function canRefund(
  event: { organizer_organization_id: string | null; organizer_user_id: string | null },
  teams: readonly { id: string; organizationId: string | null }[],
  standing: Standing,
): boolean {
  const { organizer_organization_id: organization, organizer_user_id: person } = event;
  if (organization !== null) return runs(standing.organizations.get(organization));
  if (teams.length === 0) return person === standing.userId;
  return teams.some(({ id, organizationId }) =>
    organizationId === null
      ? coaches(standing.teams.get(id))
      : runs(standing.organizations.get(organizationId)),
  );
}
