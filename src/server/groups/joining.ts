// Coming and going: a person's own membership. Each is one transaction that locks the group.
import type { MembershipStatus } from '../../contract/words.ts';
import type { Database, Db } from '../db/open.ts';
import { notFound, Problem } from '../http/problem.ts';
import { accessTo, lockedGroup, notPermitted } from './access.ts';
import { removeInvitationNotice, removeInvitationsOf } from './invitation-queries.ts';
import { type Deed, saveMembership, tellDeciders } from './member-queries.ts';
import { joined, onlyOwnerStays, type Scope } from './membership-rules.ts';

export type Going = { scope: Scope; groupId: string; userId: string; at: string };

/**
 * Lets a person in, notes that they ask, or accepts their invitation. A second time it changes nothing. Throws not_found,
 * not_permitted, or invalid_token for a code that is not the team's.
 */
export async function join(
  db: Db,
  database: Pick<Database, 'dialect'>,
  going: Going & { code?: string | undefined },
) {
  const { scope, groupId, userId, code } = going;
  const { group, ...access } = await lockedGroup(db, database, scope, groupId, userId);
  const hasCode = code !== undefined && code === group.invite_code;
  if (!access.sees && !hasCode) throw notFound(scope);
  const { own } = access;
  const isThere = own?.status === 'active' || own?.status === 'invited';
  if (code !== undefined && !hasCode && !isThere)
    throw new Problem('invalid_token', 'This invite link is not valid any more. Ask for a new one.');
  const outcome = joined({ openness: group.openness, own }, hasCode);
  if ('refusal' in outcome) throw notPermitted(outcome.refusal);
  if (own?.status === outcome.to.status) return { membership: own, can: access.can };
  const isRequest = outcome.to.status === 'requested';
  const deed: Deed = {
    ...deedOf(going),
    action: isRequest ? 'membership.requested' : 'membership.joined',
  };
  await saveMembership(db, deed, own, outcome.to);
  if (isRequest) await tellDeciders(db, deed, 'membershipRequested');
  else await endInvitations(db, going);
  const { can } = await accessTo(db, scope, group, userId);
  return { membership: outcome.to, can };
}

/** How ending what a person has there is called; nothing else can be ended. */
const endings: Partial<Record<MembershipStatus, string>> = {
  active: 'membership.left',
  requested: 'membership.requestWithdrawn',
  invited: 'membership.invitationDeclined',
};

/** Ends a person's membership, request or invitation; without one it changes nothing. Throws not_found or not_permitted. */
export async function leave(db: Db, database: Pick<Database, 'dialect'>, going: Going) {
  const { scope, groupId, userId } = going;
  const { group, sees, own, can, isOnlyOwner } = await lockedGroup(db, database, scope, groupId, userId);
  if (!sees) throw notFound(scope);
  const action = own && endings[own.status];
  if (!action) return { membership: own, can };
  if (isOnlyOwner) throw notPermitted(onlyOwnerStays);
  const membership = { role: own.role, status: 'left' as const };
  await saveMembership(db, { ...deedOf(going), action }, own, membership);
  await endInvitations(db, going);
  const after = await accessTo(db, scope, group, userId);
  return { membership, can: after.can };
}

function deedOf({ scope, groupId, userId, at }: Going) {
  return { scope, groupId, userId, actorId: userId, at };
}

async function endInvitations(db: Db, { scope, groupId, userId }: Going) {
  await removeInvitationsOf(db, scope, groupId, userId);
  await removeInvitationNotice(db, scope, groupId, userId);
}
