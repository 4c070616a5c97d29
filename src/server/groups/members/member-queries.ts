// SQL of memberships: reads and writes of one row, lists for managers, and notifications.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { MembershipRole, NotificationKind } from '../../../contract/values/enums.ts';
import { addAudit } from '../../audit/queries.ts';
import type { Dialect } from '../../db/dialect.ts';
import type { Db } from '../../db/open.ts';
import { notifyInPlace, usersAlreadyNotified } from '../../notifications/notified-queries.ts';
import { addNotifications, type Change } from '../../notifications/queries.ts';
import type { GroupVisibility, Openness } from '../rules.ts';
import type { Scope, StoredMembership } from './membership-rules.ts';

/** The column of memberships, invitations and notifications that names the group. */
export const groupColumn = { organization: 'organization_id', team: 'team_id' } as const;
/** The same for memberships with the alias `g`. */
export const memberColumn = { organization: 'g.organization_id', team: 'g.team_id' } as const;

/** The columns that permissions in a group depend on. */
export type GroupRow = {
  id: string;
  version: number;
  name: string;
  visibility: GroupVisibility;
  openness: Openness;
  /** Of a team; null for a team of its own and for organizations. */
  organization_id: string | null;
  /** Null for organizations. */
  invite_code: string | null;
};

/**
 * Finds a group. With a `lock` its row is locked until the transaction ends: every change of its members takes that lock,
 * so that two owners who leave concurrently are serialized.
 */
export function findGroup(db: Db, scope: Scope, id: string, lock?: Dialect): Promise<GroupRow | undefined> {
  const columns = ['id', 'version', 'name', 'visibility', 'openness'] as const;
  if (scope === 'team') {
    const team = db
      .selectFrom('teams')
      .select([...columns, 'organization_id', 'invite_code'])
      .where('id', '=', id);
    return (lock ? lock.forUpdate(team) : team).executeTakeFirst();
  }
  const none = sql<null>`null`;
  const organization = db
    .selectFrom('organizations')
    .select([...columns, none.as('organization_id'), none.as('invite_code')])
    .where('id', '=', id);
  return (lock ? lock.forUpdate(organization) : organization).executeTakeFirst();
}

/**
 * Locks a person's memberships until the transaction ends, to `read` them for a decision or to `change` several. The lock
 * order is group, memberships, events, and a membership is saved before its events are queried. So the end of a role sees
 * every reply that was permitted by it, or the reply is decided after it.
 */
export async function lockMemberships(
  db: Db,
  dialect: Dialect,
  userId: string,
  mode: 'read' | 'change',
): Promise<void> {
  const rows = db.selectFrom('memberships').select('id').where('person_id', '=', userId).orderBy('id');
  await dialect.lockRows(rows, mode === 'read' ? 'share' : 'change');
}

/** Number of active owners of a group who are not suspended. */
export async function countOwners(db: Db, scope: Scope, groupId: string): Promise<number> {
  const counted = await db
    .selectFrom('memberships as g')
    .innerJoin('users as u', 'u.id', 'g.person_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(memberColumn[scope], '=', groupId)
    .where('g.role', '=', 'owner')
    .where('g.status', '=', 'active')
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst();
  return counted?.count ?? 0;
}

export async function countRequests(db: Db, scope: Scope, groupId: string): Promise<number> {
  const counted = await selectMembers(db, scope, groupId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('g.status', '=', 'requested')
    .executeTakeFirst();
  return counted?.count ?? 0;
}

/** For those who manage the group. Of suspended people only members, so that they can be removed. */
function selectMembers(db: Db, scope: Scope, groupId: string) {
  return db
    .selectFrom('memberships as g')
    .innerJoin('people as who', 'who.id', 'g.person_id')
    .leftJoin('users as u', 'u.id', 'g.person_id')
    .leftJoin('profiles as f', 'f.user_id', 'g.person_id')
    .where(memberColumn[scope], '=', groupId)
    .where((where) => where.or([where('g.status', '=', 'active'), where('u.suspended_at', 'is', null)]));
}

/** Whether the person has an account, joined as `u`. */
const hasAccount = sql<0 | 1>`case when u.id is null then 0 else 1 end`;

const memberColumns = [
  'g.id',
  'g.version',
  'g.person_id',
  'g.role',
  'g.status',
  'g.title',
  'g.jersey',
  'g.updated_at',
  'who.name',
  'who.sort_name',
  'who.version as person_version',
  'who.birth_year',
  'who.guardian_email',
  hasAccount.as('has_account'),
  'u.email',
  'u.phone',
  'u.suspended_at',
  'f.file_path',
  'f.field_visibility',
] as const;

export type After = { key: string; id: string } | null;

/** A page of a group's members or requests, by name; one extra row means that there is a next page. */
export function listMembers(
  db: Db,
  scope: Scope,
  groupId: string,
  { status, after, limit }: { status: 'active' | 'requested'; after: After; limit: number },
) {
  const query = selectMembers(db, scope, groupId)
    .select(memberColumns)
    .where('g.status', '=', status)
    .orderBy('who.sort_name')
    .orderBy('g.id')
    .limit(limit + 1);
  if (!after) return query.execute();
  return query.where(sql<boolean>`(who.sort_name, g.id) > (${after.key}, ${after.id})`).execute();
}

/** A member or a requester; undefined for former members, so that the response does not reveal them. */
export function findMember(db: Db, scope: Scope, groupId: string, userId: string) {
  return selectMembers(db, scope, groupId)
    .select(memberColumns)
    .where('g.person_id', '=', userId)
    .where('g.status', 'in', ['active', 'requested'])
    .executeTakeFirst();
}
export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** A change of a membership: its group, its person, and the user who makes it. */
export type MembershipChange = {
  scope: Scope;
  groupId: string;
  userId: string;
  actorId: string;
  action: string;
  at: string;
};

type NewMembership = {
  role: MembershipRole;
  status: NonNullable<StoredMembership>['status'];
  title?: string | null;
  jersey?: string | null;
};

/** Inserts or updates a membership and adds an audit entry. The caller has locked the group. */
export async function saveMembership(
  db: Db,
  membershipChange: MembershipChange,
  before: StoredMembership,
  membership: NewMembership,
) {
  const { scope, groupId, userId, at } = membershipChange;
  const isActive = membership.status === 'active';
  const beginning = isActive && before?.status !== 'active' ? { active_since: at } : {};
  const ending = isActive ? { ended_at: null } : before?.status === 'active' ? { ended_at: at } : {};
  const saved = before
    ? await db
        .updateTable('memberships')
        .set((set) => ({
          ...membership,
          ...beginning,
          ...ending,
          updated_at: at,
          version: set('version', '+', 1),
        }))
        .where(groupColumn[scope], '=', groupId)
        .where('person_id', '=', userId)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('memberships')
        .values({
          id: uuid(),
          created_at: at,
          updated_at: at,
          [groupColumn[scope]]: groupId,
          person_id: userId,
          ...membership,
          ...beginning,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
  await addAudit(db, {
    actorId: membershipChange.actorId,
    action: membershipChange.action,
    objectKind: 'membership',
    objectId: saved.id,
    before: before && { role: before.role, status: before.status },
    after: { role: membership.role, status: membership.status },
    at,
  });
}

/**
 * Turns coaching on for someone who begins to coach or run a group: they plan for it. The caller has locked the user's row
 * before the group's.
 */
export async function turnOnCoaching(db: Db, userId: string, at: string): Promise<void> {
  await db
    .updateTable('users')
    .set((set) => ({ is_coach: 1 as const, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .where('is_coach', '=', 0)
    .execute();
}

/** Notifies a person about their membership of a group. */
export function notifyMember(
  db: Db,
  { scope, groupId, userId, actorId, at }: Omit<MembershipChange, 'action'>,
  kind: NotificationKind,
  changes: Change[] = [],
) {
  const group = scope === 'team' ? { teamId: groupId } : { organizationId: groupId };
  return addNotifications(db, [{ userId, actorId, kind, changes, ...group }], at);
}

/** Notifies the approvers of a request to join, except those with an unread notification about another open one. */
export async function notifyApprovers(
  db: Db,
  { scope, groupId, at }: MembershipChange,
  kind: NotificationKind,
) {
  const approvers = await db
    .selectFrom('memberships as g')
    .innerJoin('users as u', 'u.id', 'g.person_id')
    .select('g.person_id')
    .where(memberColumn[scope], '=', groupId)
    .where('g.status', '=', 'active')
    .where('g.role', 'in', scope === 'team' ? ['owner', 'admin', 'coach'] : ['owner', 'admin'])
    .where('u.suspended_at', 'is', null)
    .execute();
  const subject = { column: groupColumn[scope], id: groupId };
  const notified = await usersAlreadyNotified(db, kind, subject);
  const userIds = approvers.map(({ person_id: id }) => id).filter((id) => !notified.has(id));
  await notifyInPlace(db, kind, subject, { userIds, at });
}

/** Notifies a group's owners, except the actor, that `eventCount` of its upcoming events lost a leader. */
export async function notifyOwnersOfLostLeaders(
  db: Db,
  { scope, groupId, userId, actorId, at }: MembershipChange,
  eventCount: number,
) {
  if (eventCount === 0) return;
  const owners = await db
    .selectFrom('memberships as g')
    .innerJoin('users as u', 'u.id', 'g.person_id')
    .select('g.person_id')
    .where(memberColumn[scope], '=', groupId)
    .where('g.status', '=', 'active')
    .where('g.role', '=', 'owner')
    .where('g.person_id', 'not in', [userId, actorId])
    .where('u.suspended_at', 'is', null)
    .execute();
  const group = scope === 'team' ? { teamId: groupId } : { organizationId: groupId };
  const changes = [{ field: 'eventCount', before: null, after: eventCount }];
  await addNotifications(
    db,
    owners.map(({ person_id: userId }) => ({
      userId,
      actorId,
      kind: 'leaderRemoved' as const,
      changes,
      ...group,
    })),
    at,
  );
}
