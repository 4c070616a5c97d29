// Invites people by username or e-mail. An invitation by e-mail never reveals whether the address has an account: the
// response, the list and the mail are the same. Usernames are no secret: registration reveals which are taken.
import type { ParsedBody } from '../../../contract/api.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Database, Db } from '../../db/open.ts';
import { countDailyUse } from '../../http/limits/daily-uses.ts';
import { invalid, notFound } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import { lockGroup, notPermitted, requirePermission } from '../access.ts';
import { notifyMember } from '../members/member-queries.ts';
import { manageableRoles, type Scope } from '../members/membership-rules.ts';
import { findOwnMembership } from '../members/own-membership-queries.ts';
import {
  findInvitation,
  findInvitationAs,
  findInvitee,
  nameOf,
  removeInvitationNotice,
  removeInvitations,
  saveInvitation,
} from './invitation-queries.ts';
import { mayChangeInvitation } from './invitation-rules.ts';
import { newInviteCode, setInviteCode } from './invite-code-queries.ts';
import { findValidInvitation } from './valid-invitation-queries.ts';

type Acting = { scope: Scope; groupId: string; viewerId: string; at: string };
type Dialect = Pick<Database, 'dialect'>;

const forInviters = () => t('Your role here does not let you invite people.');

/** One inviter notifies one person at most this often a day; invitations beyond that are stored silently. */
const noticesPerDay = 3;

/**
 * Invites a person and notifies them if they have an account, `isLimited` a few times a day. Throws not_found, not_permitted
 * or validation_failed.
 */
export async function invite(
  db: Db,
  database: Dialect,
  { scope, groupId, viewerId, at, isLimited }: Acting & { isLimited: boolean },
  { username, email, role }: ParsedBody<'POST /api/teams/{id}/invitations'>,
) {
  const invitedAs = username ?? email ?? '';
  const by = username === undefined ? { email: invitedAs } : { username };
  const userId = await findInvitee(db, database.dialect, by);
  const access = await lockGroup(db, database, scope, groupId, { userId: viewerId, at });
  requirePermission(scope, access, 'invite', forInviters);
  if (!manageableRoles(scope, access.acting).includes(role))
    throw notPermitted(
      t(
        'Your role here does not let you invite someone as {role, select, owner {owner} admin {admin} coach {coach} assistant {assistant} other {trainee}}.',
        { role },
      ),
    );
  const earlier = await findInvitationAs(db, scope, groupId, invitedAs, at);
  if (earlier && !mayChangeInvitation(scope, access.acting, earlier))
    throw notPermitted(t('This person already has an invitation that your role does not let you change.'));
  if (username !== undefined && userId === null)
    throw invalid({ path: 'username', code: 'unknown', message: t('No one has this username') });
  const before = userId === null ? null : (await findOwnMembership(db, scope, groupId, userId, at)).stored;
  if (username !== undefined && before?.status === 'active')
    throw notPermitted(t('This person is already a member.'));
  if (username !== undefined && before?.status === 'requested')
    throw notPermitted(t('This person has asked to join: accept the request.'));
  const id = await saveInvitation(db, { scope, groupId, invitedAs, userId, role, invitedBy: viewerId, at });
  await addAudit(db, {
    actorId: viewerId,
    action: 'invitation.sent',
    objectKind: scope,
    objectId: groupId,
    after: { id, role },
    at,
  });
  if (
    userId !== null &&
    before?.status !== 'active' &&
    (!isLimited || (await mayNotify(db, viewerId, userId, at)))
  )
    await notifyInvitee(db, { scope, groupId, userId, actorId: viewerId, at });
  return {
    invitation: { id, invitedAs, role },
    groupName: access.group.name,
    inviterName: await nameOf(db, viewerId),
  };
}

/** Counts a notification to this person, because each is mailed and replaces the one before. */
const mayNotify = (db: Db, userId: string, inviteeId: string, at: string) =>
  countDailyUse(db, { userId, action: `notifyInvitee ${inviteeId}`, max: noticesPerDay }, new Date(at));

type Invitee = { scope: Scope; groupId: string; userId: string; actorId: string; at: string };

/** Replaces a person's unread notification with one about the strongest of their valid invitations. */
async function notifyInvitee(db: Db, invitee: Invitee): Promise<void> {
  const { scope, groupId, userId, at } = invitee;
  await removeInvitationNotice(db, scope, groupId, userId);
  const invited = await findValidInvitation(db, scope, groupId, userId, at);
  if (invited)
    await notifyMember(db, invitee, 'membershipInvited', [
      { field: 'role', before: null, after: invited.role },
    ]);
}

/** Withdraws an invitation that was not accepted. Throws not_found or not_permitted. */
export async function withdraw(
  db: Db,
  database: Dialect,
  { scope, groupId, viewerId, at }: Acting,
  invitationId: string,
): Promise<void> {
  const access = await lockGroup(db, database, scope, groupId, { userId: viewerId, at });
  requirePermission(scope, access, 'invite', forInviters);
  const invitation = await findInvitation(db, scope, groupId, invitationId, at);
  if (!invitation) throw notFound('invitation');
  if (!mayChangeInvitation(scope, access.acting, invitation))
    throw notPermitted(t('Your role here does not let you take this invitation back.'));
  await removeInvitations(db, [invitation.id]);
  await addAudit(db, {
    actorId: viewerId,
    action: 'invitation.withdrawn',
    objectKind: scope,
    objectId: groupId,
    before: { id: invitation.id, role: invitation.role },
    at,
  });
  const { user_id: userId } = invitation;
  if (userId !== null && !(await findValidInvitation(db, scope, groupId, userId, at)))
    await removeInvitationNotice(db, scope, groupId, userId);
}

/** Gives a team a new invite code. Throws not_found or not_permitted. */
export async function renewInviteCode(
  db: Db,
  database: Dialect,
  { groupId, viewerId, at }: Omit<Acting, 'scope'>,
): Promise<string> {
  const access = await lockGroup(db, database, 'team', groupId, { userId: viewerId, at });
  requirePermission('team', access, 'invite', forInviters);
  const code = newInviteCode();
  await setInviteCode(db, groupId, code);
  await addAudit(db, {
    actorId: viewerId,
    action: 'team.inviteCodeRenewed',
    objectKind: 'team',
    objectId: groupId,
    at,
  });
  return code;
}
