// A sign-in beside a password reset or a suspension, and a password change beside the end of its session.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockUser } from '../../../src/server/accounts/account-deletion-queries.ts';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { issueOneTimeToken, revokeSessions, setPasswordHash } from '../../../src/server/accounts/queries.ts';
import type { Database, Db } from '../../../src/server/db/open.ts';
import { createClient, signIn as signInWithoutPassword } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const isPostgres = process.env.TEST_ENGINE === 'postgres';
const password = 'the old and tired one';
const at = '2026-11-21T10:00:00.000Z';

let server: TestServer;
let user: BuiltUser;
beforeEach(async () => {
  server = await startTestServer();
  user = await buildUser(server.database.db, {
    username: 'noor',
    email_verified_at: null,
    password_hash: await hashPassword(password),
  });
});
afterEach(() => server.close());

const db = () => server.database.db;

/** The same database; `run` ends before the first transaction begins, which stores the session or the password. */
function runningFirst(database: Database, run: () => Promise<void>): Database {
  const transaction = () => ({
    execute: async <Result>(work: (trx: Db) => Promise<Result>) => {
      await run();
      return database.db.transaction().execute(work);
    },
  });
  const racing = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...database, db: racing };
}

/** Signs in with the old password; `run` ends between its verification and the insert of the session. */
async function signIn(run = async () => {}) {
  const racing = await startTestServer({ database: runningFirst(server.database, run) });
  return createClient(racing).call('POST /api/auth/login', { body: { username: 'noor', password } });
}

const activeSessions = () =>
  db()
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .execute();

/** Resolves when a connection waits for a lock; SQLite runs transactions one by one anyway. */
async function untilOneWaits(): Promise<void> {
  if (!isPostgres) return;
  for (let tries = 0; tries < 1000; tries += 1) {
    const { rows } = await sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db(),
    );
    if (rows.length > 0) return;
  }
  throw new Error('No connection came to wait.');
}

it.each([
  ['a password reset', (trx: Db) => setPasswordHash(trx, user.id, 'a new hash', at)],
  [
    'a suspension',
    (trx: Db) => trx.updateTable('users').set({ suspended_at: at }).where('id', '=', user.id).execute(),
  ],
])(
  'POST /api/auth/login starts no session when %s commits after the password was verified',
  async (_, change) => {
    let changing = Promise.resolve();
    const answer = await signIn(async () => {
      const changed = Promise.withResolvers<void>();
      changing = db()
        .transaction()
        .execute(async (trx) => {
          await change(trx);
          await revokeSessions(trx, { userId: user.id }, at);
          changed.resolve();
          await untilOneWaits();
        });
      // SQLite gives the connection to the sign-in only after the commit.
      await (isPostgres ? changed.promise : changing);
    });
    await changing;
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await activeSessions()).toEqual([]);
  },
);

it('POST /api/auth/login starts a session when nothing changes after the password was verified', async () => {
  expect((await signIn()).status).toBe(200);
  expect(await activeSessions()).toHaveLength(1);
});

/** Changes the password in a session; `run` gets its id and ends after the new password was hashed. */
async function changePassword(run: (sessionId: string) => Promise<void>) {
  const { cookies } = await signInWithoutPassword(server, user);
  const [session] = await activeSessions();
  const racing = await startTestServer({
    database: runningFirst(server.database, () => run(session?.id ?? '')),
  });
  const client = createClient(racing);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  const body = { password: 'a new and better one', confirmPassword: 'a new and better one' };
  return client.call('POST /api/auth/reset-password', { body });
}

const passwordHash = async () =>
  (await db().selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash;

it.each([
  ['is signed out', (trx: Db, sessionId: string) => revokeSessions(trx, { sessionId }, at)],
  [
    'is deleted',
    (trx: Db, sessionId: string) => trx.deleteFrom('sessions').where('id', '=', sessionId).execute(),
  ],
])(
  'POST /api/auth/reset-password returns session_ended when its session %s while the password is hashed',
  async (_, end) => {
    const before = await passwordHash();
    let ending = Promise.resolve();
    const answer = await changePassword(async (sessionId) => {
      const ended = Promise.withResolvers<void>();
      ending = db()
        .transaction()
        .execute(async (trx) => {
          await end(trx, sessionId);
          ended.resolve();
          await untilOneWaits();
        });
      await (isPostgres ? ended.promise : ending);
    });
    await ending;
    expect([answer.status, answer.body.code]).toEqual([401, 'session_ended']);
    expect(await passwordHash()).toBe(before);
    expect(server.mails).toEqual([]);
  },
);

it('POST /api/auth/reset-password changes the password when its session stays active', async () => {
  const before = await passwordHash();
  expect((await changePassword(async () => {})).status).toBe(204);
  expect(await passwordHash()).not.toBe(before);
});

it.each(['resetPassword', 'confirmEmail'] as const)(
  'The use of a link of the purpose %s waits for a deletion of the account, and neither stops the other',
  async (purpose) => {
    const expiresAt = new Date('2026-11-21T10:10:00.000Z');
    const token = await issueOneTimeToken(db(), { userId: user.id, purpose, expiresAt });
    const client = await signInWithoutPassword(server, user);
    const follow = () =>
      purpose === 'confirmEmail'
        ? client.call('POST /api/auth/confirm-email', { body: { token } })
        : createClient(server).call('POST /api/auth/reset-password', {
            headers: { authorization: `Bearer ${token}` },
            body: { password: 'a new and better one', confirmPassword: 'a new and better one' },
          });
    let following: ReturnType<typeof follow> | undefined;
    // The locks of a deletion, in its order.
    await db()
      .transaction()
      .execute(async (trx) => {
        await lockUser(server.database.dialect, trx, user.id);
        following = follow();
        await untilOneWaits();
        await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
        await trx.deleteFrom('one_time_tokens').where('user_id', '=', user.id).execute();
      });
    // SQLite reads the session of the request after the deletion, too.
    const refused = purpose === 'confirmEmail' && !isPostgres ? 401 : 400;
    expect((await following)?.status).toBe(refused);
  },
);
