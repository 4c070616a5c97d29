// SQL of a user's own membership of a group, or the invitation that they can accept.
import type { Db } from '../../db/open.ts';
import { findValidInvitation } from '../invitations/valid-invitation-queries.ts';
import { countOwners, memberColumn } from './member-queries.ts';
import type { OwnMembership, Scope, StoredMembership } from './membership-rules.ts';

/** The facts that a user's permissions in a group depend on. A valid invitation counts more than a request. */
export async function findOwnMembership(
  db: Db,
  scope: Scope,
  groupId: string,
  userId: string,
  at: string,
): Promise<OwnFacts> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('memberships as g', (join) =>
      join.onRef('g.person_id', '=', 'u.id').on(memberColumn[scope], '=', groupId),
    )
    .select(['g.role', 'g.status', 'u.email_verified_at'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  const { role = null, status = null, email_verified_at: verifiedAt = null } = row ?? {};
  const stored = role === null || status === null ? null : { role, status };
  const invited = status === 'active' ? null : await findValidInvitation(db, scope, groupId, userId, at);
  const isOwner = role === 'owner' && status === 'active';
  return {
    stored,
    own: invited ? { role: invited.role, status: 'invited' } : stored,
    invitedUntil: invited?.until ?? null,
    isVerified: verifiedAt !== null,
    isOnlyOwner: isOwner && (await countOwners(db, scope, groupId)) <= 1,
  };
}

export type OwnFacts = {
  /** The stored row, which a change updates. */
  stored: StoredMembership;
  own: OwnMembership;
  /** Until when the invitation in `own` can be accepted. */
  invitedUntil: string | null;
  isVerified: boolean;
  isOnlyOwner: boolean;
};
