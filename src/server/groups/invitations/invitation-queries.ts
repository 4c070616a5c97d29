// SQL of invitations: adds, lists and removes them, and assigns them to the owner of a confirmed address.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { MembershipRole } from '../../../contract/values/enums.ts';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { addNotifications } from '../../notifications/queries.ts';
import { type After, groupColumn } from '../members/member-queries.ts';
import type { Scope } from '../members/membership-rules.ts';
import { inviterRuns, isValidInvitation } from './valid-invitation-queries.ts';

/**
 * Finds a user by username or confirmed address, and locks their account before the group, as `join` does: someone who confirms
 * the address meanwhile would not find the invitation.
 */
export async function findInvitee(db: Db, dialect: Dialect, by: { username: string } | { email: string }) {
  const [column, name] =
    'username' in by ? (['username', by.username] as const) : (['email', by.email] as const);
  const named = db.selectFrom('users').select('id').where(column, '=', name);
  await dialect.lockRows(named, 'share');
  const active = named.where('suspended_at', 'is', null);
  const found = column === 'username' ? active : active.where('email_verified_at', 'is not', null);
  return (await found.executeTakeFirst())?.id ?? null;
}

export async function nameOf(db: Db, userId: string): Promise<string> {
  const person = await db.selectFrom('people').select('name').where('id', '=', userId).executeTakeFirst();
  return person?.name ?? '';
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

/** Stores an invitation and returns its id; a second one to the same name or address replaces the first. */
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

/** An invitation of a group by its id, if it is valid. */
export function findInvitation(db: Db, scope: Scope, groupId: string, id: string, at: string) {
  return selectValid(db, scope, groupId, at).where('i.id', '=', id).executeTakeFirst();
}

/** The invitation of a group to this name or address, if it is valid. */
export function findInvitationAs(db: Db, scope: Scope, groupId: string, invitedAs: string, at: string) {
  return selectValid(db, scope, groupId, at).where('i.invited_as', '=', invitedAs).executeTakeFirst();
}

/** Lists the valid invitations of one person to a group. */
export function listInvitationsOf(db: Db, scope: Scope, groupId: string, userId: string, at: string) {
  return selectValid(db, scope, groupId, at).where('i.user_id', '=', userId).execute();
}

function selectValid(db: Db, scope: Scope, groupId: string, at: string) {
  return db
    .selectFrom('invitations as i')
    .select(['i.id', 'i.version', 'i.invited_as', 'i.user_id', 'i.role', 'i.updated_at'])
    .select(inviterRuns.as('inviter_runs'))
    .where(`i.${groupColumn[scope]}`, '=', groupId)
    .where(isValidInvitation(at));
}

/** A page of a group's valid invitations, by name or address; one extra row means that there is a next page. */
export function listInvitations(
  db: Db,
  scope: Scope,
  groupId: string,
  { after, limit, at }: { after: After; limit: number; at: string },
) {
  const query = selectValid(db, scope, groupId, at)
    .orderBy('i.invited_as')
    .orderBy('i.id')
    .limit(limit + 1);
  if (!after) return query.execute();
  return query.where(sql<boolean>`(i.invited_as, i.id) > (${after.key}, ${after.id})`).execute();
}
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Deletes these invitations; `ids` must not be empty. */
export async function removeInvitations(db: Db, ids: readonly string[]) {
  await db.deleteFrom('invitations').where('id', 'in', ids).execute();
}

/** Deletes every invitation of a person to a group, after they joined or declined. */
export async function removeInvitationsOf(db: Db, scope: Scope, groupId: string, userId: string) {
  await db
    .deleteFrom('invitations')
    .where(groupColumn[scope], '=', groupId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes the unread notification of an invitation that ended. */
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
 * Assigns the invitations to an address to the user who has just confirmed it, and notifies them of the valid ones. Call
 * it in the transaction that confirms the address.
 */
export async function claimInvitations(db: Db, userId: string, email: string, at: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ user_id: userId })
    .where('invited_as', '=', email)
    .where('user_id', 'is', null)
    .execute();
  const invited = await db
    .selectFrom('invitations as i')
    .select(['i.organization_id', 'i.team_id', 'i.role'])
    .where('i.user_id', '=', userId)
    .where('i.invited_as', '=', email)
    .where(isValidInvitation(at))
    .where(
      sql<boolean>`not exists (select 1 from memberships m where m.person_id = ${userId} and (m.team_id = i.team_id or m.organization_id = i.organization_id) and m.status = 'active')`,
    )
    .execute();
  for (const { team_id: teamId, organization_id: organizationId, role } of invited) {
    const [scope, groupId] =
      teamId === null ? (['organization', organizationId] as const) : (['team', teamId] as const);
    // A user who was invited by name too needs only the newest notification.
    await removeInvitationNotice(db, scope, groupId ?? '', userId);
    const changes = [{ field: 'role', before: null, after: role }];
    await addNotifications(db, [{ userId, kind: 'membershipInvited', teamId, organizationId, changes }], at);
  }
}
