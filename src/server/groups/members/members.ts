// Member management: lists members, decides on requests, edits and removes members.

import type { Member, MemberChange } from '../../../contract/people/memberships.ts';
import type { NotificationKind } from '../../../contract/values/enums.ts';
import { lockUser } from '../../accounts/account-deletion-queries.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Database, Db } from '../../db/open.ts';
import { encodeCursor, page } from '../../http/answer/cursor.ts';
import { notFound, staleVersion } from '../../http/problem.ts';
import { fieldVisibilityOf, isFieldShown } from '../../people/rules.ts';
import { endWithLoweredRole, endWithRole } from '../../registrations/ending/role-end-queries.ts';
import { t } from '../../words/t.ts';
import { type Access, loadAccess, lockGroup, notPermitted, requirePermission } from '../access.ts';
import {
  type InvitationRow,
  listInvitations,
  listInvitationsOf,
  removeInvitations,
} from '../invitations/invitation-queries.ts';
import { mayChangeInvitation } from '../invitations/invitation-rules.ts';
import { lockTeamsReadBy, renewLostCodes } from '../invitations/invite-code-queries.ts';
import { contactsSeen } from '../policy.ts';
import {
  type After,
  countOwners,
  findGroup,
  findMember,
  listMembers,
  lockMemberships,
  type MemberRow,
  type MembershipChange,
  notifyMember,
  notifyOwnersOfLostLeaders,
  saveMembership,
  turnOnCoaching,
} from './member-queries.ts';
import { beginsToCoach, changedMember, invitationCan, memberCan, type Scope } from './membership-rules.ts';

type Acting = { scope: Scope; groupId: string; viewerId: string; at: string };
type Asked = {
  status: 'active' | 'requested' | 'invited';
  withContacts: boolean;
  after: After;
  limit: number;
};

export const forManagers = () => t('Only the people who manage its members can do this.');

/** A page of members, requests or invitations. Throws not_found or not_permitted. */
export async function membersFor(
  db: Db,
  { scope, groupId, viewerId, at }: Acting,
  { status, withContacts, after, limit }: Asked,
): Promise<{ items: Member[]; nextCursor: string | null }> {
  const group = await findGroup(db, scope, groupId);
  if (!group) throw notFound(scope);
  const access = await loadAccess(db, scope, group, viewerId, at);
  requirePermission(scope, access, 'manageMembers', forManagers);
  if (status === 'invited')
    return page(
      await listInvitations(db, scope, groupId, { after, limit, at }),
      limit,
      (row) => encodeCursor(row.invited_as, row.id),
      (row) => toInvitedMember(row, scope, access),
    );
  const rows = await listMembers(db, scope, groupId, { status, after, limit });
  const ownerCount = await countOwners(db, scope, groupId);
  const seen = access.groupRoles && contactsSeen(scope, group, access.groupRoles);
  const shown = page(
    rows,
    limit,
    (row) => encodeCursor(row.sort_name, row.id),
    (row) => ({
      ...toMember(row, scope, access, { viewerId, ownerCount }),
      // A requester has not shared contact details with these coaches yet.
      ...(withContacts && status === 'active' && contactsOf(row, seen === 'all')),
    }),
  );
  if (withContacts && status === 'active' && seen === 'all')
    await addAudit(db, {
      actorId: viewerId,
      action: 'contacts.read',
      objectKind: scope,
      objectId: groupId,
      after: { userIds: shown.items.map(({ user }) => user?.id) },
      at,
    });
  return shown;
}

function contactsOf(row: MemberRow, seesAll: boolean): Pick<Member, 'email' | 'phone'> {
  // A managed member has no contact details of their own, and no one sees those of a suspended one.
  if (row.field_visibility === null || row.suspended_at !== null) return { email: null, phone: null };
  const visibility = fieldVisibilityOf(row.field_visibility);
  const shown = (field: 'email' | 'phone') => seesAll || isFieldShown(field, visibility, 'coach');
  return { email: shown('email') ? row.email : null, phone: shown('phone') ? row.phone : null };
}

type ListContext = { viewerId: string; ownerCount: number };

function targetOf(row: MemberRow, { viewerId, ownerCount }: ListContext) {
  // The count leaves suspended owners out.
  const otherOwners = row.suspended_at === null ? ownerCount - 1 : ownerCount;
  const isLastOwner = row.role === 'owner' && row.status === 'active' && otherOwners <= 0;
  return { ...row, isSelf: row.person_id === viewerId, isLastOwner, hasAccount: row.has_account === 1 };
}

/** Maps a member or request row to the response for a manager. */
export function toMember(row: MemberRow, scope: Scope, { acting }: Access, listContext: ListContext): Member {
  return {
    id: row.id,
    version: row.version,
    user: {
      id: row.person_id,
      name: row.name,
      avatarSrc: row.file_path,
      hasAccount: row.has_account === 1,
    },
    invitedAs: null,
    role: row.role,
    status: row.status,
    title: row.title,
    jersey: row.jersey,
    updatedAt: row.updated_at,
    email: null,
    phone: null,
    managed:
      row.has_account === 1
        ? null
        : { version: row.person_version, birthYear: row.birth_year, guardianEmail: row.guardian_email },
    can: memberCan(scope, acting, targetOf(row, listContext)),
  };
}

function toInvitedMember(row: InvitationRow, scope: Scope, { acting }: Access): Member {
  return {
    id: row.id,
    version: row.version,
    user: null,
    invitedAs: row.invited_as,
    role: row.role,
    status: 'invited',
    title: null,
    jersey: null,
    updatedAt: row.updated_at,
    email: null,
    phone: null,
    managed: null,
    can: invitationCan(mayChangeInvitation(scope, acting, row)),
  };
}

/**
 * Accepts or rejects a request, removes a member, or changes role, title or jersey; notifies the member and returns them.
 * Throws not_found, not_permitted or stale_version.
 */
export async function changeMember(
  db: Db,
  database: Pick<Database, 'dialect'>,
  { scope, groupId, viewerId, at, userId }: Acting & { userId: string },
  change: MemberChange,
): Promise<Member> {
  // The person before the group, as the deletion of their account does.
  await lockUser(database.dialect, db, userId);
  const access = await lockGroup(db, database, scope, groupId, { userId: viewerId, at });
  requirePermission(scope, access, 'manageMembers', forManagers);
  const teamIds = await lockTeamsReadBy(db, database.dialect, userId, { scope, groupId });
  // The deletion of the person's account locks their memberships, and not every group: wait for it before the read.
  await lockMemberships(db, database.dialect, userId, 'change');
  const row = await findMember(db, scope, groupId, userId);
  if (!row) throw notFound('member');
  const listContext = { viewerId, ownerCount: await countOwners(db, scope, groupId) };
  if (row.version !== change.version) throw staleVersion(toMember(row, scope, access, listContext));
  const outcome = changedMember(scope, access.acting, targetOf(row, listContext), change);
  if ('refusal' in outcome) throw notPermitted(outcome.refusal);
  const { to } = outcome;
  const membershipChange = { scope, groupId, userId, actorId: viewerId, at, action: actionOf(row, to) };
  await saveMembership(db, membershipChange, row, to);
  if (beginsToCoach(row, to)) await turnOnCoaching(db, userId, at);
  if (to.status === 'removed' || to.status === 'rejected')
    await endManageableInvitations(db, membershipChange, access);
  const endedPlaces = await endRoleDependents(
    { db, dialect: database.dialect, at },
    { ...membershipChange, organizationId: access.group.organization_id, role: row.role },
    row,
    to,
  );
  if (userId !== viewerId) await notifyOfChange(db, membershipChange, row, to, endedPlaces);
  await renewLostCodes(db, teamIds, membershipChange);
  // The change may affect the viewer's own permissions: an admin can step down.
  const after = await loadAccess(db, scope, access.group, viewerId, at);
  const saved = { ...row, ...to, version: row.version + 1, updated_at: at };
  return toMember(saved, scope, after, { viewerId, ownerCount: await countOwners(db, scope, groupId) });
}

/** Removes the person's invitations that the viewer may change: they would let the person in again. */
async function endManageableInvitations(
  db: Db,
  { scope, groupId, userId, at }: MembershipChange,
  { acting }: Access,
) {
  const held = await listInvitationsOf(db, scope, groupId, userId, at);
  const inReach = held.filter((row) => mayChangeInvitation(scope, acting, row));
  if (inReach.length > 0)
    await removeInvitations(
      db,
      inReach.map(({ id }) => id),
    );
}

type State = Pick<MemberRow, 'role' | 'status'>;

/** Ends the leads, seats and visits that depend on a lost role; returns the number of seats. */
async function endRoleDependents(
  tx: { db: Db; dialect: Database['dialect']; at: string },
  ended: MembershipChange & { organizationId: string | null; role: MemberRow['role'] },
  before: State,
  after: State,
): Promise<number> {
  if (before.status !== 'active' || (after.status === 'active' && after.role === before.role)) return 0;
  const { leads, places } =
    after.status === 'removed'
      ? await endWithRole(tx, ended, 'organizer')
      : await endWithLoweredRole(tx, ended);
  await notifyOwnersOfLostLeaders(tx.db, ended, leads);
  return places;
}

function actionOf(before: State, after: State): string {
  if (after.status === 'removed') return 'membership.removed';
  if (after.status === 'rejected') return 'membership.rejected';
  if (after.status !== before.status) return 'membership.accepted';
  return after.role === before.role ? 'membership.edited' : 'membership.roleChanged';
}

const notices: Record<string, NotificationKind> = {
  'membership.removed': 'membershipRemoved',
  'membership.rejected': 'membershipRejected',
  'membership.accepted': 'membershipAccepted',
  'membership.roleChanged': 'membershipRoleChanged',
};

async function notifyOfChange(
  db: Db,
  membershipChange: MembershipChange,
  before: State,
  after: State,
  endedPlaces: number,
): Promise<void> {
  const kind = notices[membershipChange.action];
  const changes = [
    ...(before.role === after.role ? [] : [{ field: 'role', before: before.role, after: after.role }]),
    ...(endedPlaces === 0 ? [] : [{ field: 'endedPlaces', before: null, after: endedPlaces }]),
  ];
  if (kind) await notifyMember(db, membershipChange, kind, changes);
}
