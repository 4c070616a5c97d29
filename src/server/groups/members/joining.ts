// Coming and going: a person's own membership. Each is one transaction that locks the group.
import type { MembershipStatus } from '../../../contract/values/words.ts';
import type { Database, Db } from '../../db/open.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { endWithRole } from '../../registrations/ending/role-end-queries.ts';
import { t } from '../../words/t.ts';
import { accessTo, lockedGroup, notPermitted } from '../access.ts';
import { wasInvited } from '../invitations/held-invitation-queries.ts';
import { removeInvitationNotice, removeInvitationsOf } from '../invitations/invitation-queries.ts';
import { type Deed, saveMembership, tellDeciders, tellOwnersOfLeads } from './member-queries.ts';
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
  const { scope, groupId, userId, at, code } = going;
  const { group, ...access } = await lockedGroup(db, database, scope, groupId, going);
  const hasCode = code !== undefined && code === group.invite_code;
  const { own, stored } = access;
  const isThere = own?.status === 'active' || own?.status === 'invited';
  const isOpen = access.sees && group.openness !== 'inviteOnly';
  // Who was invited knows of the group, so they get the reason in place of a 404.
  if (!isThere && !hasCode && !isOpen && (await wasInvited(db, scope, groupId, userId)))
    throw notPermitted(
      t(
        'This invitation has ended: it expired, or the person who sent it can no longer invite you. Ask for a new one.',
      ),
    );
  if (!access.sees && !hasCode) throw notFound(scope);
  if (code !== undefined && !hasCode && !isThere)
    throw new Problem('invalid_token', t('This invite link no longer works. Ask for a new one.'));
  const outcome = joined({ openness: group.openness, own }, hasCode);
  if ('refusal' in outcome) throw notPermitted(outcome.refusal);
  if (own?.status === outcome.to.status) return { membership: own, can: access.can };
  const isRequest = outcome.to.status === 'requested';
  const deed: Deed = {
    ...deedOf(going),
    action: isRequest ? 'membership.requested' : 'membership.joined',
  };
  await saveMembership(db, deed, stored, outcome.to);
  if (isRequest) await tellDeciders(db, deed, 'membershipRequested');
  else await endInvitations(db, going);
  const { can } = await accessTo(db, scope, group, userId, at);
  return { membership: outcome.to, can };
}

/** How ending what a person has there is called; nothing else can be ended. */
const endings: Partial<Record<MembershipStatus, string>> = {
  active: 'membership.left',
  requested: 'membership.requestWithdrawn',
  invited: 'membership.invitationDeclined',
};

/**
 * Ends a person's membership, with the places that only it opened, or their request or invitation; without one it changes
 * nothing. Throws not_found or not_permitted.
 */
export async function leave(db: Db, database: Pick<Database, 'dialect'>, going: Going) {
  const { scope, groupId, userId, at } = going;
  const access = await lockedGroup(db, database, scope, groupId, going);
  const { group, sees, own, stored } = access;
  if (!sees) throw notFound(scope);
  const action = own && endings[own.status];
  if (!action) return { membership: own, can: access.can };
  if (access.isOnlyOwner) throw notPermitted(onlyOwnerStays());
  // Declining an invitation must not lift a removal.
  const status = stored?.status === 'removed' ? stored.status : 'left';
  const deed = { ...deedOf(going), action };
  await saveMembership(db, deed, stored, { role: own.role, status });
  await endInvitations(db, going);
  if (stored?.status === 'active') {
    const ended = { ...deed, organizationId: group.organization_id };
    const { leads } = await endWithRole({ db, dialect: database.dialect, at }, ended, 'self');
    await tellOwnersOfLeads(db, deed, leads);
  }
  const after = await accessTo(db, scope, group, userId, at);
  return { membership: after.own, can: after.can };
}

function deedOf({ scope, groupId, userId, at }: Going) {
  return { scope, groupId, userId, actorId: userId, at };
}

async function endInvitations(db: Db, { scope, groupId, userId }: Going) {
  await removeInvitationsOf(db, scope, groupId, userId);
  await removeInvitationNotice(db, scope, groupId, userId);
}
