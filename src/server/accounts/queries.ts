// SQL of accounts: users, sessions, refresh tokens, one-time tokens, the audit log. No rules, no HTTP.
import type { Insertable } from 'kysely';
import { addAudit } from '../audit/queries.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Db } from '../db/open.ts';
import type { Tables } from '../db/schema.ts';
import { saveSearchDocument } from '../db/search-documents.ts';
import { sortName } from '../db/search-words.ts';
import { claimInvitations } from '../groups/invitations/invitation-queries.ts';
import { hashToken, randomToken } from './session/tokens.ts';

/** Finds an account by username or e-mail address; `name` is trimmed and lowercase. */
export function findAccount(db: Db, name: string) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.password_hash',
      'users.email_verified_at',
      'users.suspended_at',
      'users.locale',
      'profiles.file_path',
    ])
    .where(name.includes('@') ? 'users.email' : 'users.username', '=', name)
    .executeTakeFirst();
}

/**
 * Locks the user's row until the transaction ends, so that a password change commits before it or waits for it. Returns false
 * if the password hash is another one by now, or the user is suspended.
 */
export async function lockVerifiedUser(
  dialect: Dialect,
  db: Db,
  { id, password_hash }: { id: string; password_hash: string },
): Promise<boolean> {
  const verified = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('suspended_at', 'is', null);
  return (await dialect.forUpdate(verified).executeTakeFirst()) !== undefined;
}

export function findUser(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified_at', 'suspended_at', 'locale'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether the username is taken, and the user with this e-mail address. */
export async function findTaken(db: Db, username: string, email: string) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'locale'])
    .where((where) => where.or([where('username', '=', username), where('email', '=', email)]))
    .execute();
  return {
    isUsernameTaken: rows.some((row) => row.username === username),
    emailOwner: rows.find((row) => row.email === email) ?? null,
  };
}

/** Adds a user with a profile and a search document. Returns false and adds nothing if username or e-mail is taken. */
export async function insertUser(
  db: Db,
  { name, ...user }: Insertable<Tables['users']> & { name: string },
  fieldVisibility: string,
): Promise<boolean> {
  const { id, created_at, updated_at } = user;
  await db
    .insertInto('people')
    .values({ id, created_at, updated_at, name, sort_name: sortName(name) })
    .execute();
  const added = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) {
    await db.deleteFrom('people').where('id', '=', id).execute();
    return false;
  }
  await db
    .insertInto('profiles')
    .values({
      user_id: user.id,
      file_path: null,
      bio: null,
      level: null,
      region: null,
      sort_region: null,
      field_visibility: fieldVisibility,
    })
    .execute();
  await saveSearchDocument(db, 'user', user.id, [name]);
  return true;
}

/** Stores a new one-time token and returns it; deletes the user's earlier tokens for the same purpose. */
export async function issueOneTimeToken(
  db: Db,
  given: { userId: string; purpose: Tables['one_time_tokens']['purpose']; expiresAt: Date },
): Promise<string> {
  const token = randomToken();
  await removeOneTimeTokens(db, given.userId, given.purpose);
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(token),
      user_id: given.userId,
      purpose: given.purpose,
      expires_at: given.expiresAt.toISOString(),
    })
    .execute();
  return token;
}

export async function removeOneTimeTokens(
  db: Db,
  userId: string,
  purpose: Tables['one_time_tokens']['purpose'],
) {
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

/** The user of an unexpired one-time token; does not consume it. */
export function findTokenOwner(
  db: Db,
  purpose: Tables['one_time_tokens']['purpose'],
  token: string,
  at: string,
) {
  return db
    .selectFrom('one_time_tokens')
    .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
    .select(['users.id', 'users.username', 'users.email', 'users.suspended_at', 'users.locale'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

/** Deletes a one-time token: of concurrent calls, one gets the user's id and the others undefined. */
export async function consumeOneTimeToken(
  db: Db,
  purpose: Tables['one_time_tokens']['purpose'],
  token: string,
  at: string,
): Promise<string | undefined> {
  const used = await db
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', at)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id;
}

/** Marks the address as confirmed and returns it; assigns the invitations that were sent to it to the user. */
export async function confirmEmail(db: Db, userId: string, at: string): Promise<string | undefined> {
  const confirmed = await db
    .updateTable('users')
    .set((set) => ({ email_verified_at: at, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (confirmed) await claimInvitations(db, userId, confirmed.email, at);
  return confirmed?.email ?? (await findUser(db, userId))?.email;
}

export async function setPasswordHash(db: Db, userId: string, passwordHash: string, at: string) {
  await db
    .updateTable('users')
    .set((set) => ({ password_hash: passwordHash, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Revokes one session by its id, or all sessions of a user. Returns the ids of those that were not revoked before. */
export async function revokeSessions(
  db: Db,
  which: { sessionId: string } | { userId: string },
  at: string,
): Promise<string[]> {
  const update = db.updateTable('sessions').set({ revoked_at: at }).where('revoked_at', 'is', null);
  const rows = await ('sessionId' in which
    ? update.where('id', '=', which.sessionId)
    : update.where('user_id', '=', which.userId)
  )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Revokes all sessions of a user except one. */
export async function revokeOtherSessions(db: Db, userId: string, keptId: string, at: string) {
  await db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes the user's active sessions except the last used ones, `most` of them; at most 1,000 at once. */
export async function revokeOldSessions(db: Db, userId: string, most: number, at: string): Promise<void> {
  const old = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(most)
    .execute();
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  await db.updateTable('sessions').set({ revoked_at: at }).where('id', 'in', ids).execute();
}

/** Whether the session belongs to the user, revoked or not. */
export async function ownsSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Adds an audit entry about an account, without personal data. */
export async function auditAccount(
  db: Db,
  { userId, ...entry }: { actorId: string | null; action: string; userId: string; at: string },
): Promise<void> {
  await addAudit(db, { ...entry, objectKind: 'user', objectId: userId });
}
