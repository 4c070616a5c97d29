// SQL of invitations: as they were sent, for those who invite; and as memberships that wait, for those invited.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { MembershipRole } from '../../contract/words.ts';
import type { Db } from '../db/open.ts';
import { addNotifications } from '../notifications/queries.ts';
import { type After, groupColumn } from './member-queries.ts';
import type { Scope } from './membership-rules.ts';

/** The account that a username or a confirmed address belongs to. */
export async function findInvited(db: Db, by: { username: string } | { email: string }) {
  const query = db.selectFrom('users').select('id').where('suspended_at', 'is', null);
  const found = await ('username' in by
    ? query.where('username', '=', by.username)
    : query.where('email', '=', by.email).where('email_verified_at', 'is not', null)
  ).executeTakeFirst();
  return found?.id ?? null;
}

export async function nameOf(db: Db, userId: string): Promise<string> {
  const user = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return user?.name ?? '';
}

type NewInvitation = {
  scope: Scope;
  groupId: string;
  invitedAs: string;
  userId: string | null;
  role: MembershipRole;
  invitedBy: string;
  at: string;
};

/** Notes an invitation; a second one to the same name or address replaces the first. Returns its id. */
export async function saveInvitation(db: Db, given: NewInvitation): Promise<string> {
  const column = groupColumn[given.scope];
  const { userId: user_id, role, invitedBy: invited_by, at } = given;
  const renewed = await db
    .updateTable('invitations')
    .set((set) => ({ user_id, role, invited_by, updated_at: at, version: set('version', '+', 1) }))
    .where(column, '=', given.groupId)
    .where('invited_as', '=', given.invitedAs)
    .returning('id')
    .executeTakeFirst();
  if (renewed) return renewed.id;
  const id = uuid();
  await db
    .insertInto('invitations')
    .values({
      id,
      created_at: at,
      updated_at: at,
      [column]: given.groupId,
      invited_as: given.invitedAs,
      user_id,
      role,
      invited_by,
    })
    .execute();
  return id;
}

export function findInvitation(db: Db, scope: Scope, groupId: string, id: string) {
  return db
    .selectFrom('invitations')
    .select(['id', 'user_id', 'role'])
    .where(groupColumn[scope], '=', groupId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A page of a group's invitations by the name or address they went to, and one more where there is a next page. */
export function listInvitations(
  db: Db,
  scope: Scope,
  groupId: string,
  { after, limit }: { after: After; limit: number },
) {
  const query = db
    .selectFrom('invitations')
    .select(['id', 'version', 'invited_as', 'role', 'updated_at'])
    .where(groupColumn[scope], '=', groupId)
    .orderBy('invited_as')
    .orderBy('id')
    .limit(limit + 1);
  if (!after) return query.execute();
  return query.where(sql<boolean>`(invited_as, id) > (${after.key}, ${after.id})`).execute();
}
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Takes back one invitation. */
export async function removeInvitation(db: Db, id: string) {
  await db.deleteFrom('invitations').where('id', '=', id).execute();
}

export async function isStillInvited(db: Db, scope: Scope, groupId: string, userId: string) {
  const other = await db
    .selectFrom('invitations')
    .select('id')
    .where(groupColumn[scope], '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Ends every invitation of a person to a group: they came, or do not want to. */
export async function removeInvitationsOf(db: Db, scope: Scope, groupId: string, userId: string) {
  await db
    .deleteFrom('invitations')
    .where(groupColumn[scope], '=', groupId)
    .where('user_id', '=', userId)
    .execute();
}

/** Takes back the notice of an invitation that is none any more, while it is unread. */
export async function removeInvitationNotice(db: Db, scope: Scope, groupId: string, userId: string) {
  await db
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('kind', '=', 'membershipInvited')
    .where(groupColumn[scope], '=', groupId)
    .where('read_at', 'is', null)
    .execute();
}

/**
 * Hands a person the invitations that were sent to their address before it was known to be theirs. Call it in the
 * transaction that confirms the address.
 */
export async function claimInvitations(db: Db, userId: string, email: string, at: string): Promise<void> {
  const claimed = await db
    .updateTable('invitations')
    .set({ user_id: userId })
    .where('invited_as', '=', email)
    .where('user_id', 'is', null)
    .returning(['organization_id', 'team_id', 'role'])
    .execute();
  const invited: typeof claimed = [];
  for (const one of claimed) if (await inviteUnlessThere(db, userId, one, at)) invited.push(one);
  await addNotifications(
    db,
    invited.map(({ team_id: teamId, organization_id: organizationId, role }) => ({
      userId,
      kind: 'membershipInvited' as const,
      teamId,
      organizationId,
      changes: [{ field: 'role', before: null, after: role }],
    })),
    at,
  );
}

type Invited = { organization_id: string | null; team_id: string | null; role: MembershipRole };

/** False for someone who is in the group already or has asked. */
async function inviteUnlessThere(db: Db, userId: string, { role, ...group }: Invited, at: string) {
  const scope = group.team_id ? 'team' : 'organization';
  const again = await db
    .updateTable('memberships')
    .set((set) => ({ role, status: 'invited' as const, updated_at: at, version: set('version', '+', 1) }))
    .where(groupColumn[scope], '=', group[groupColumn[scope]])
    .where('user_id', '=', userId)
    .where('status', 'in', ['left', 'removed', 'rejected'])
    .returning('id')
    .executeTakeFirst();
  if (again) return true;
  const added = await db
    .insertInto('memberships')
    .values({
      id: uuid(),
      created_at: at,
      updated_at: at,
      ...group,
      user_id: userId,
      role,
      status: 'invited',
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
