// SQL of account deletion: removes personal data, and keeps counts, attendance and bookkeeping without a name.
// Every function runs in the caller's transaction.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deletedAccountDomain } from '../../contract/common.ts';
import type { MembershipRole } from '../../contract/values/enums.ts';
import { removeReasonsAbout } from '../audit/queries.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { coachRoles, isNotOver, owningOrganization, runsEvent } from '../events/access-queries.ts';
import { lockTeamsReadBy } from '../groups/invitations/invite-code-queries.ts';
import type { Scope } from '../groups/members/membership-rules.ts';
import { Problem } from '../http/problem.ts';
import { removeTypedReasons } from '../payments/refunds/refund-queries.ts';
import { renamePerson } from '../people/name-queries.ts';
import { releasePlacesOf } from '../planning/places/place-queries.ts';
import { t } from '../words/t.ts';
import type { SoleOwnedGroup } from './account-deletion-rules.ts';
import { deletedPasswordHash } from './deleted-account-queries.ts';

export function findAccountToDelete(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['username', 'email', 'password_hash', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Locks the user's row until the transaction ends; `share` as in `lockRows`. */
export async function lockUser(
  dialect: Dialect,
  db: Db,
  userId: string,
  mode: 'change' | 'share' = 'change',
): Promise<void> {
  await dialect.lockRows(db.selectFrom('users').select('id').where('id', '=', userId), mode);
}

const findActive = prepared<{ userId: string }, { id: string }>((db, slot) =>
  db.selectFrom('users').select('id').where('id', '=', slot('userId')).where('suspended_at', 'is', null),
);

/**
 * The same for what the user writes for themselves: the account may have been deleted since the request was authenticated, and
 * the deletion ends only what it finds. Throws session_ended for a deleted or suspended account.
 */
export async function lockWriter(
  dialect: Dialect,
  db: Db,
  userId: string,
  mode: 'change' | 'share' = 'change',
): Promise<void> {
  await lockUser(dialect, db, userId, mode);
  if ((await findActive(db, { userId })).length === 0)
    throw new Problem('session_ended', t('This account is no longer here.'));
}

/** Groups of a kind that the user owns. */
const isOwnedBy = (userId: string, kind: 'organizations' | 'teams') =>
  sql<boolean>`id in (select m.${sql.ref(kind === 'organizations' ? 'organization_id' : 'team_id')} from memberships m where m.person_id = ${userId} and m.role = 'owner' and m.status = 'active')`;

/**
 * Locks the organizations that the user owns, so that two owners cannot leave at the same moment, and the teams whose invite
 * code the user can read, among them those that the user owns. Returns the ids of the teams.
 */
export async function lockGroupsOf(dialect: Dialect, db: Db, userId: string): Promise<string[]> {
  const owned = db.selectFrom('organizations').select('id').where(isOwnedBy(userId, 'organizations'));
  await dialect.lockRows(owned.orderBy('id'));
  return lockTeamsReadBy(db, dialect, userId);
}

/**
 * The groups whose only active owner is this user; suspended owners do not count, as they cannot act. The people of its teams
 * are people of an organization, too. The caller has locked them.
 */
export async function listSoleOwnedGroups(db: Db, userId: string): Promise<SoleOwnedGroup[]> {
  const isInClub = (id: string) =>
    sql<boolean>`(m.organization_id = ${id} or m.team_id in (select t.id from teams t where t.organization_id = ${id}))`;
  const held: SoleOwnedGroup[] = [];
  for (const kind of ['organizations', 'teams'] as const) {
    const owned = db.selectFrom(kind).select(['id', 'name']).where(isOwnedBy(userId, kind));
    const groups = await owned.orderBy('id').execute();
    for (const { id, name } of groups) {
      const others = await db
        .selectFrom('memberships as m')
        // Members without an account have no row of `users`.
        .leftJoin('users as u', 'u.id', 'm.person_id')
        .select(['m.role', 'm.team_id', 'u.id as user_id', 'u.suspended_at'])
        .where(kind === 'teams' ? sql<boolean>`m.team_id = ${id}` : isInClub(id))
        .where('m.person_id', '<>', userId)
        .where('m.status', '=', 'active')
        .execute();
      const able = others.filter(({ user_id, suspended_at }) => user_id !== null && suspended_at === null);
      const isOwnedByOther = able.some(
        ({ role, team_id }) => role === 'owner' && (kind === 'teams' || team_id === null),
      );
      if (!isOwnedByOther) held.push({ name, others: others.length, hasHeir: able.length > 0 });
    }
  }
  return held;
}

/**
 * How many published events to come of groups that the user owns no one else could run. Those that the user organizes in person
 * are counted by `countOwnUpcomingEvents`.
 */
export async function countEventsOnlyRunBy(db: Db, userId: string, at: string): Promise<number> {
  const othersRun = sql<boolean>`exists (select 1 from memberships w join users u on u.id = w.person_id
    where w.person_id <> ${userId} and w.status = 'active' and u.suspended_at is null and w.role in ${coachRoles}
    and (w.team_id = e.owner_team_id or w.organization_id = ${owningOrganization}) and ${runsEvent(sql.ref('w.person_id'))})`;
  const owned = (kind: 'organizations' | 'teams') =>
    db.selectFrom(kind).select('id').where(isOwnedBy(userId, kind));
  const { count } = await db
    .selectFrom('events as e')
    .select(sql<number>`count(*)`.as('count'))
    .where((where) =>
      where.or([
        where('e.owner_team_id', 'in', owned('teams')),
        where('e.organizer_organization_id', 'in', owned('organizations')),
      ]),
    )
    .where(sql<boolean>`e.organizer_user_id is distinct from ${userId}`)
    .where('e.publication', '=', 'published')
    .where('e.event_status', '<>', 'EventCancelled')
    .where('e.removed_at', 'is', null)
    .where(isNotOver(at))
    .where(sql<boolean>`not ${othersRun}`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes groups without another active member private, because no one could accept members there any more. */
export async function hideEmptyGroupsOf(db: Db, userId: string, at: string): Promise<void> {
  for (const kind of ['organizations', 'teams'] as const) {
    const column = sql.ref(kind === 'organizations' ? 'organization_id' : 'team_id');
    await db
      .updateTable(kind)
      .set({ visibility: 'private', openness: 'inviteOnly', updated_at: at })
      .set((set) => ({ version: set('version', '+', 1) }))
      .where(
        sql<boolean>`${isOwnedBy(userId, kind)} and not exists (select 1 from memberships o where o.${column} = ${sql.ref(`${kind}.id`)} and o.person_id <> ${userId} and o.status = 'active')`,
      )
      .execute();
  }
}

type LeftGroup = { scope: Scope; groupId: string; organizationId: string | null; role: MembershipRole };

/** Ends every membership of this person; returns the groups and roles that they had, with the organization of each team. */
export async function endMembershipsOf(db: Db, userId: string, at: string) {
  const active = await db
    .selectFrom('memberships as m')
    .leftJoin('teams as t', 't.id', 'm.team_id')
    .select(['m.team_id', 'm.organization_id', 't.organization_id as owner_id', 'm.role'])
    .where('m.person_id', '=', userId)
    .where('m.status', '=', 'active')
    .orderBy('m.id')
    .execute();
  await db
    .updateTable('memberships')
    .set((set) => ({
      status: 'left' as const,
      ended_at: at,
      updated_at: at,
      version: set('version', '+', 1),
    }))
    .where('person_id', '=', userId)
    .where('status', '=', 'active')
    .execute();
  return active.flatMap(({ team_id, organization_id, owner_id, role }): LeftGroup[] => {
    if (team_id !== null) return [{ scope: 'team', groupId: team_id, organizationId: owner_id, role }];
    return organization_id === null
      ? []
      : [{ scope: 'organization', groupId: organization_id, organizationId: null, role }];
  });
}

/** Tables whose rows belong to one user alone, with the column of the user's id. Refresh tokens cascade from sessions. */
const ownRows = [
  ['sessions', 'user_id'],
  ['sign_in_attempts', 'user_id'],
  ['known_devices', 'user_id'],
  ['one_time_tokens', 'user_id'],
  ['pictures', 'owner_id'],
  ['calendar_feeds', 'user_id'],
  ['notifications', 'user_id'],
  ['notification_preferences', 'user_id'],
  ['push_subscriptions', 'user_id'],
  ['mutations', 'user_id'],
  ['absences', 'person_id'],
  ['memberships', 'person_id'],
  ['invitations', 'user_id'],
  ['guardian_links', 'guardian_id'],
  ['guardian_links', 'trainee_id'],
] as const;

/** Removes all personal data from the account and suspends it. The row stays for its foreign keys. */
export async function anonymise(db: Db, userId: string, at: string): Promise<void> {
  for (const [table, column] of ownRows)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(db);
  await releasePlacesOf(db, userId, at);
  await db
    .deleteFrom('search_documents')
    .where('kind', '=', 'user')
    .where('object_id', '=', userId)
    .execute();
  await db
    .deleteFrom('event_leaders')
    .where('person_id', '=', userId)
    .where(sql<boolean>`event_id in (select e.id from events e where ${isNotOver(at)})`)
    .execute();
  await db
    .updateTable('registrations')
    .set({ note: null, decline_reason: null })
    .where('person_id', '=', userId)
    .execute();
  await removeTypedReasons(db, userId);
  await removeReasonsAbout(db, userId);
  await db.updateTable('attendance').set({ reason: null }).where('person_id', '=', userId).execute();
  await db
    .updateTable('profiles')
    .set({
      file_path: null,
      bio: null,
      activities: '[]',
      level: null,
      region: null,
      sort_region: null,
      languages: '[]',
      qualifications: '[]',
      is_public: 0,
      field_visibility: '{}',
    })
    .where('user_id', '=', userId)
    .execute();
  // Readers see `shownName` of people/rules.ts.
  await renamePerson(db, userId, '', at);
  await db
    .updateTable('users')
    .set({
      username: `left-${userId}`,
      // Random, because an account from before the domain was reserved may have the address with the user's id.
      email: `${randomUUID()}${deletedAccountDomain}`,
      email_verified_at: null,
      phone: null,
      country_code: '',
      password_hash: deletedPasswordHash,
      is_coach: 0,
      is_admin: 0,
      birth_date: null,
      locale: 'en',
      time_zone: 'UTC',
      suspended_at: at,
      updated_at: at,
    })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}
