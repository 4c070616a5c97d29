// How long an invitation is valid, which of several counts, and who may change one. Pure.

import { type MembershipRole, membershipRoles } from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import { manageableRoles, type Scope } from '../members/membership-rules.ts';
import { runs } from '../rules.ts';

const waitMs = limits.invitationDays * 86_400_000;

const shifted = (instant: string, ms: number) => new Date(Date.parse(instant) + ms).toISOString();

/** The instant until which an invitation of `sentAt` can be accepted. */
export const invitationEndsAt = (sentAt: string): string => shifted(sentAt, waitMs);

/** Invitations sent after this instant have not expired at `at`. */
export const unexpiredSince = (at: string): string => shifted(at, -waitMs);

export type ValidInvitation = { role: MembershipRole; updated_at: string };

/** Of several invitations to one group, the one that counts: the highest role, then the newest. */
export function strongestOf<T extends ValidInvitation>(invitations: readonly T[]): T | null {
  const rank = ({ role }: T) => membershipRoles.indexOf(role);
  const [strongest = null] = invitations.toSorted(
    (a, b) => rank(a) - rank(b) || (a.updated_at < b.updated_at ? 1 : -1),
  );
  return strongest;
}

/**
 * Whether the acting role may replace or withdraw an invitation: only for a role that it may invite to. Coaches may not
 * change invitations by owners and admins.
 */
export function mayChangeInvitation(
  scope: Scope,
  acting: MembershipRole | undefined,
  invitation: { role: MembershipRole; inviter_runs: 0 | 1 },
): boolean {
  return (
    manageableRoles(scope, acting).includes(invitation.role) &&
    (runs(acting) || invitation.inviter_runs === 0)
  );
}
