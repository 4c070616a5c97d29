// Joining and leaving a group. Each call is one transaction that locks the group.
import type { MembershipStatus } from '../../../contract/values/enums.ts';
import { lockWriter } from '../../accounts/account-deletion-queries.ts';
import type { Database, Db } from '../../db/open.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { endWithRole } from '../../registrations/ending/role-end-queries.ts';
import { t } from '../../words/t.ts';
import { loadAccess, lockGroup, notPermitted } from '../access.ts';
import { removeInvitationNotice, removeInvitationsOf } from '../invitations/invitation-queries.ts';
import { lockTeamsReadBy, renewLostCodes } from '../invitations/invite-code-queries.ts';
import { wasInvited } from '../invitations/valid-invitation-queries.ts';
import {
  type MembershipChange,
  notifyApprovers,
  notifyOwnersOfLostLeaders,
  saveMembership,
  turnOnCoaching,
} from './member-queries.ts';
import { beginsToCoach, joinOutcome, onlyOwnerStays, type Scope } from './membership-rules.ts';

export type JoinOrLeave = { scope: Scope; groupId: string; userId: string; at: string };

/**
 * Joins a group, requests to join, or accepts an invitation. Idempotent. Throws not_found, not_permitted, or
 * invalid_token for a code that is not the team's.
 */
export async function join(
  db: Db,
  database: Pick<Database, 'dialect'>,
  request: JoinOrLeave & { code?: string | undefined },
) {
  const { scope, groupId, userId, at, code } = request;
  // Before the group, as the deletion of their account does.
  await lockWriter(database.dialect, db, userId);
  const { group, ...access } = await lockGroup(db, database, scope, groupId, request);
  const hasCode = code !== undefined && code === group.invite_code;
  const { own, stored } = access;
  const isThere = own?.status === 'active' || own?.status === 'invited';
  const isOpen = access.sees && group.openness !== 'inviteOnly';
  // An invited person knows that the group exists, so they get the reason instead of a 404.
  if (!isThere && !hasCode && !isOpen && (await wasInvited(db, scope, groupId, userId)))
    throw notPermitted(
      t(
        'This invitation has ended: it expired, or the person who sent it can no longer invite you. Ask for a new one.',
      ),
    );
  if (!access.sees && !hasCode) throw notFound(scope);
  if (code !== undefined && !hasCode && !isThere)
    throw new Problem('invalid_token', t('This invite link no longer works. Ask for a new one.'));
  const outcome = joinOutcome({ openness: group.openness, own }, hasCode);
  if ('refusal' in outcome) throw notPermitted(outcome.refusal);
  if (own?.status === outcome.to.status) return { membership: own, can: access.can };
  const isRequest = outcome.to.status === 'requested';
  const membershipChange: MembershipChange = {
    ...changeBy(request),
    action: isRequest ? 'membership.requested' : 'membership.joined',
  };
  // A title from an earlier membership says nothing about the new role.
  await saveMembership(db, membershipChange, stored, { ...outcome.to, title: null });
  if (beginsToCoach(own, outcome.to)) await turnOnCoaching(db, userId, at);
  if (isRequest) await notifyApprovers(db, membershipChange, 'membershipRequested');
  else await endInvitations(db, request);
  const { can } = await loadAccess(db, scope, group, userId, at);
  return { membership: outcome.to, can };
}

/** The audit action of leaving, by membership status; other statuses cannot be left. */
const endings: Partial<Record<MembershipStatus, string>> = {
  active: 'membership.left',
  requested: 'membership.requestWithdrawn',
  invited: 'membership.invitationDeclined',
};

/**
 * Ends a membership with the seats that depend on it, or withdraws a request, or declines an invitation. Changes nothing
 * without one. Throws session_ended, not_found or not_permitted.
 */
export async function leave(db: Db, database: Pick<Database, 'dialect'>, request: JoinOrLeave) {
  const { scope, groupId, userId, at } = request;
  // Before the group, as the deletion of their account does.
  await lockWriter(database.dialect, db, userId);
  const access = await lockGroup(db, database, scope, groupId, request);
  const { group, sees, own, stored } = access;
  if (!sees) throw notFound(scope);
  const action = own && endings[own.status];
  if (!action) return { membership: own, can: access.can };
  if (access.isOnlyOwner) throw notPermitted(onlyOwnerStays());
  // Declining an invitation must not lift a removal.
  const status = stored?.status === 'removed' ? stored.status : 'left';
  const membershipChange = { ...changeBy(request), action };
  const teamIds = await lockTeamsReadBy(db, database.dialect, userId, { scope, groupId });
  await saveMembership(db, membershipChange, stored, { role: own.role, status });
  await endInvitations(db, request);
  if (stored?.status === 'active') {
    const ended = { ...membershipChange, organizationId: group.organization_id, role: stored.role };
    const { leads } = await endWithRole({ db, dialect: database.dialect, at }, ended, 'self');
    await notifyOwnersOfLostLeaders(db, membershipChange, leads);
  }
  await renewLostCodes(db, teamIds, membershipChange);
  const after = await loadAccess(db, scope, group, userId, at);
  return { membership: after.own, can: after.can };
}

function changeBy({ scope, groupId, userId, at }: JoinOrLeave) {
  return { scope, groupId, userId, actorId: userId, at };
}

async function endInvitations(db: Db, { scope, groupId, userId }: JoinOrLeave) {
  await removeInvitationsOf(db, scope, groupId, userId);
  await removeInvitationNotice(db, scope, groupId, userId);
}
