// Sessions: authenticates requests; starts, refreshes and ends sessions. Rules: docs/quality.md, "Security".
import { type CompiledQuery, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { personHeader } from '../../../contract/values/headers.ts';
import type { Db } from '../../db/open.ts';
import type { Deps } from '../../deps.ts';
import type { Viewer } from '../../http/handler.ts';
import { Problem } from '../../http/problem.ts';
import { t } from '../../words/t.ts';
import { revokeOldSessions, revokeSessions } from '../queries.ts';
import { type CookieForm, readCookie, sessionCookies } from './cookies.ts';
import { isSessionActive, maxSessions } from './session-rules.ts';
import { type AccessTokens, createAccessTokens, hashToken, randomToken, successorOf } from './tokens.ts';

/** How long a rotated refresh token may be reused: responses get lost, tabs race. */
const leewayMs = 10_000;
/** Precision of `last_seen_at`: a request within it costs no write. */
const lastSeenPrecisionMs = 5 * 60 * 1000;

const unauthenticated = () => new Problem('unauthenticated', t('Sign in to do this.'));
export const sessionEnded = () => new Problem('session_ended', t('Your session has ended. Sign in again.'));
export const accountSuspended = () =>
  new Problem('account_suspended', t('This account is suspended. Ask your club about it.'));

/**
 * Authenticates a request by its access token cookie. With `session` it throws without a session. With `optional` it
 * returns null without one, but throws 401 for an expired token of an active session: the page then refreshes the token
 * and retries, instead of rendering for a visitor.
 */
export function createAuthenticator(
  deps: Deps,
): (headers: Headers, access: 'optional' | 'session') => Promise<Viewer | null> {
  const { config, now } = deps;
  const { db } = deps.database;
  const tokens = createAccessTokens(deps.authSecret, now);
  // Compiled once, because it runs for every authenticated request.
  const compiled = viewerQuery(db, 'session').compile();
  return async (headers, access) => {
    const isOptional = access === 'optional';
    const cookie = readCookie(headers, config.cookies.access);
    const claims = cookie && (await tokens.read(cookie));
    if (!claims) {
      if (isOptional) return null;
      throw unauthenticated();
    }
    const at = now();
    const isExpired = claims.expiresAtMs <= at.getTime();
    if (isExpired && !isOptional) throw unauthenticated();
    const session = await run(db, compiled, claims.sessionId);
    if (!session || session.user_id !== claims.userId || !isSessionActive(session, at)) {
      if (isOptional) return null;
      throw sessionEnded();
    }
    rejectOtherUser(headers, session.user_id);
    if (session.suspended_at !== null) throw accountSuspended();
    if (isExpired) throw unauthenticated();
    await updateLastSeen(deps, claims.sessionId, session.last_seen_at, at);
    return {
      userId: session.user_id,
      sessionId: claims.sessionId,
      username: session.username,
      avatarSrc: session.file_path,
      isCoach: session.is_coach === 1,
      signedInAt: session.created_at,
      tokenExpiresAtMs: claims.expiresAtMs,
    };
  };
}

/** Throws other_person if the page was rendered for another user than the session's. */
function rejectOtherUser(headers: Headers, userId: string): void {
  const expected = headers.get(personHeader);
  if (expected === null || expected === 'unknown' || expected === userId) return;
  throw new Problem('other_person', t('Someone else is signed in on this device now.'));
}

function viewerQuery(db: Db, sessionId: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['sessions.user_id', 'sessions.created_at', 'sessions.last_seen_at', 'sessions.revoked_at'])
    .select(['users.username', 'users.is_coach', 'users.suspended_at', 'profiles.file_path'])
    .where('sessions.id', '=', sessionId);
}

async function run<Row>(db: Db, compiled: CompiledQuery<Row>, sessionId: string): Promise<Row | undefined> {
  return (await db.executeQuery<Row>({ ...compiled, parameters: [sessionId] })).rows[0];
}

/** A failure is only logged: a full disk must not stop reads. */
async function updateLastSeen({ database, log }: Deps, sessionId: string, lastSeenAt: string, at: Date) {
  if (at.getTime() - Date.parse(lastSeenAt) < lastSeenPrecisionMs) return;
  await database.db
    .updateTable('sessions')
    .set({ last_seen_at: at.toISOString() })
    .where('id', '=', sessionId)
    .where('last_seen_at', '=', lastSeenAt)
    .execute()
    .catch((error: unknown) =>
      log.warn({ err: error }, 'The time a session was last seen could not be saved'),
    );
}

/** The cookies of a new or refreshed session. */
type SessionGrant = { cookies: string[]; accessTokenExpiresAt: string };

async function grant(
  deps: Deps,
  tokens: AccessTokens,
  session: { userId: string; id: string },
  { refresh, form }: { refresh: string; form: CookieForm },
): Promise<SessionGrant> {
  const access = await tokens.sign(session.userId, session.id);
  return {
    cookies: sessionCookies(deps.config.cookies, { access: access.token, refresh }, form),
    accessTokenExpiresAt: access.expiresAt.toISOString(),
  };
}

/**
 * Starts a session and ends the least recently used ones beyond `maxSessions`. The caller has checked that the user may
 * sign in. `recheck` runs in the transaction of the new session and throws if that has changed since: a password reset, for
 * example, has already ended the sessions of the user.
 */
export async function startSession(
  deps: Deps,
  userId: string,
  userAgent: string,
  { form = 'secure', recheck }: { form?: CookieForm; recheck?: (db: Db) => Promise<void> } = {},
): Promise<SessionGrant> {
  const at = deps.now().toISOString();
  const id = uuid();
  const refresh = randomToken();
  await deps.database.db.transaction().execute(async (db) => {
    await recheck?.(db);
    await revokeOldSessions(db, userId, maxSessions - 1, at);
    await db
      .insertInto('sessions')
      .values({
        id,
        user_id: userId,
        created_at: at,
        last_seen_at: at,
        user_agent: printable(userAgent),
        revoked_at: null,
      })
      .execute();
    await insertRefreshToken(db, id, refresh, at);
  });
  return grant(deps, createAccessTokens(deps.authSecret, deps.now), { userId, id }, { refresh, form });
}

const printable = (text: string) => text.replace(/\p{C}/gu, '').slice(0, 300);

function insertRefreshToken(db: Db, sessionId: string, token: string, at: string) {
  return db
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(token), session_id: sessionId, created_at: at, rotated_at: null })
    .execute();
}

/**
 * Rotates the refresh token and issues a new access token. Concurrent calls with one token get the same successor.
 * Reuse after the leeway, or after the successor was rotated, means that the token was copied: it revokes the session.
 * `requireCapacity` gets the id of the active session and may throw. Throws session_ended or account_suspended.
 */
export async function rotateSession(
  deps: Deps,
  refreshToken: string,
  { form, requireCapacity }: { form: CookieForm; requireCapacity: (sessionId: string) => void },
): Promise<SessionGrant> {
  const at = deps.now();
  const successor = successorOf(deps.authSecret, refreshToken);
  const outcome = await deps.database.db.transaction().execute(async (db) => {
    const session = await sessionOfRefreshToken(db, refreshToken);
    if (!session || !isSessionActive(session, at)) return 'ended';
    if (session.suspended_at !== null) return 'suspended';
    requireCapacity(session.id);
    // The session first, as the deletion of an account does.
    if (!(await touch(db, session.id, at))) return 'ended';
    if (await markRotated(db, refreshToken, at))
      await insertRefreshToken(db, session.id, successor, at.toISOString());
    else if (!(await isImmediateParent(db, refreshToken, successor, at))) {
      await revokeSessions(db, { sessionId: session.id }, at.toISOString());
      return 'ended';
    }
    return { id: session.id, userId: session.user_id };
  });
  if (outcome === 'ended') throw sessionEnded();
  if (outcome === 'suspended') throw accountSuspended();
  return grant(deps, createAccessTokens(deps.authSecret, deps.now), outcome, { refresh: successor, form });
}

function sessionOfRefreshToken(db: Db, token: string) {
  return db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.revoked_at',
    ])
    .select('users.suspended_at')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
}

/** Compare-and-set: of concurrent calls, one gets true. */
async function markRotated(db: Db, token: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('refresh_tokens')
    .set({ rotated_at: at.toISOString() })
    .where('token_hash', '=', hashToken(token))
    .where('rotated_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Whether the token was rotated within the leeway, and its successor was not. */
async function isImmediateParent(db: Db, token: string, successor: string, at: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'rotated_at'])
    .where('token_hash', 'in', [hashToken(token), hashToken(successor)])
    .execute();
  const rotatedAt = rows.find((row) => row.token_hash === hashToken(token))?.rotated_at;
  const child = rows.find((row) => row.token_hash === hashToken(successor));
  return rotatedAt != null && at.getTime() - Date.parse(rotatedAt) <= leewayMs && child?.rotated_at === null;
}

/** Returns false if the session was revoked meanwhile. */
async function touch(db: Db, sessionId: string, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql`case when last_seen_at < ${at.toISOString()} then ${at.toISOString()} else last_seen_at end`,
    })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Revokes the session of these cookies, by its refresh token or its access token, even an expired one. Throws
 * other_person if the session belongs to another user than the caller expects.
 */
export async function endSession(deps: Deps, headers: Headers): Promise<void> {
  const { db } = deps.database;
  const refresh = readCookie(headers, deps.config.cookies.refresh);
  const access = readCookie(headers, deps.config.cookies.access);
  const byRefresh = refresh ? await sessionOfRefreshToken(db, refresh) : undefined;
  const byAccess = access ? await createAccessTokens(deps.authSecret, deps.now).read(access) : null;
  if (byRefresh) rejectOtherUser(headers, byRefresh.user_id);
  else if (byAccess) rejectOtherUser(headers, byAccess.userId);
  for (const sessionId of new Set([byRefresh?.id, byAccess?.sessionId]))
    if (sessionId) await revokeSessions(db, { sessionId }, deps.now().toISOString());
}
