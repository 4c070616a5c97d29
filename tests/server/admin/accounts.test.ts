import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockUser } from '../../../src/server/accounts/account-deletion-queries.ts';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { issueOneTimeToken } from '../../../src/server/accounts/queries.ts';
import { admin, adminJson } from '../../support/admin.ts';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildListedUser,
  buildMembership,
  buildOrganization,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { endAll, newFolder } from '../../support/product/server-process.ts';
import { openProcessDatabase, startTestServer, type TestServer } from '../../support/server.ts';

const password = 'long walks in the woods';

let server: TestServer;
let env: Record<string, string>;
beforeEach(async () => {
  const opened = await openProcessDatabase(newFolder());
  env = opened.env;
  server = await startTestServer({ database: opened.database, at: new Date().toISOString() });
});
afterEach(async () => {
  await server.close();
  await endAll();
});

const run = (args: string[], input?: string) => admin(args, { env, ...(input !== undefined && { input }) });
const login = (username: string, typed = password) =>
  createClient(server).call('POST /api/auth/login', { body: { username, password: typed } });
const adminFlags = async () =>
  server.database.db.selectFrom('users').select(['username', 'is_admin']).orderBy('username').execute();
const newAdmin = ['create-admin', '--username', 'ida', '--email', 'ida@club.example'];

describe('create-admin', () => {
  it('creates a confirmed account that signs in and uses the app, with the password from standard input', async () => {
    expect(await run(newAdmin, `${password}\nsecond line`)).toMatchObject({ code: 0 });
    const [user] = await server.database.db
      .selectFrom('users')
      .select(['id', 'is_admin', 'email_verified_at'])
      .execute();
    expect(user).toMatchObject({ is_admin: 1, email_verified_at: expect.any(String) });
    expect((await login('ida')).status).toBe(200);
    const client = await signIn(server, { id: String(user?.id) });
    for (const call of ['GET /api/users/me/profile', 'GET /api/users/me/settings'] as const)
      expect((await client.call(call)).status).toBe(200);
  });

  it('asks in a terminal for missing values and does not echo the password', async () => {
    const typed = `ida\rida@club.example\r${password}x\u007f\r${password}\r`;
    const made = await admin(['create-admin'], { env, typed });
    expect([made.code, made.notes.includes('long')]).toEqual([0, false]);
    expect((await login('ida')).status).toBe(200);
  });

  it('rejects two different passwords in a terminal, and ends on Ctrl-C', async () => {
    for (const typed of [`${password}\rother\r`, 'long\u0003'])
      expect((await admin(newAdmin, { env, typed })).code).toBe(2);
    expect(await adminFlags()).toEqual([]);
  });

  it('refuses an address of the domain of deleted accounts', async () => {
    const args = ['create-admin', '--username', 'ida', '--email', 'ida@left.invalid'];
    expect((await run(args, password)).code).toBe(2);
    expect(await adminFlags()).toEqual([]);
  });

  it('promotes an existing account, and one whose address is not confirmed only on request', async () => {
    await buildUser(server.database.db, { username: 'mia' });
    await buildUser(server.database.db, { username: 'nils', email_verified_at: null });
    expect(await adminJson(['create-admin', '--username', 'Mia'], { env })).toMatchObject({ created: false });
    const promoteNils = ['create-admin', '--username', 'nils'];
    const refused = await run(promoteNils);
    expect([refused.code, refused.notes]).toEqual([3, expect.stringContaining('is not confirmed')]);
    expect(await adminFlags()).toEqual([
      { username: 'mia', is_admin: 1 },
      { username: 'nils', is_admin: 0 },
    ]);
    expect((await run([...promoteNils, '--confirm-address'])).code).toBe(0);
    const nils = server.database.db.selectFrom('users').select(['is_admin', 'email_verified_at']);
    expect(await nils.where('username', '=', 'nils').executeTakeFirst()).toEqual({
      is_admin: 1,
      email_verified_at: expect.any(String),
    });
  });

  it.each([
    ['a short password', newAdmin, 'short', 2],
    ['a common password', newAdmin, 'password1234', 2],
    [
      'a password with the username in it',
      ['create-admin', '--username', 'idabaert', '--email', 'x@club.example'],
      'idabaert 12345',
      2,
    ],
    ['no password', newAdmin, '', 2],
    ['a reserved username', ['create-admin', '--username', 'root', '--email', 'x@club.example'], password, 2],
    ['a wrong address', ['create-admin', '--username', 'ida', '--email', 'x'], password, 2],
    ['no address for a new account', ['create-admin', '--username', 'ida'], password, 2],
    [
      'an address that another account has',
      ['create-admin', '--username', 'ida', '--email', 'mia@club.example'],
      password,
      3,
    ],
    [
      'an address for an account that exists',
      ['create-admin', '--username', 'mia', '--email', 'm@club.example'],
      password,
      3,
    ],
    ['a suspended account', ['create-admin', '--username', 'otto'], '', 3],
    ['a password as an argument', [...newAdmin, '--password', password], '', 2],
  ])('rejects %s and changes nothing', async (_, args, input, code) => {
    const at = new Date().toISOString();
    await buildUser(server.database.db, { username: 'mia', email: 'mia@club.example' });
    await buildUser(server.database.db, { username: 'otto', suspended_at: at });
    const ended = await run(args, input);
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(await adminFlags()).toEqual([
      { username: 'mia', is_admin: 0 },
      { username: 'otto', is_admin: 0 },
    ]);
  });

  it('is the only way: the API neither sets nor shows who is an administrator', async () => {
    const body = {
      username: 'mia',
      password,
      email: 'mia@club.example',
      name: 'Mia',
      phone: '+32470000000',
      countryCode: 'BE',
    };
    const register = (more: object) =>
      createClient(server).call('POST /api/auth/register', { body: { ...body, ...more } });
    for (const flag of ['is_admin', 'isAdmin']) expect((await register({ [flag]: 1 })).status).toBe(422);
    expect((await register({})).status).toBe(201);
    const user = await buildListedUser(server.database.db, { username: 'nils', is_admin: 1 });
    const client = await signIn(server, user);
    for (const call of ['PATCH /api/users/me/settings', 'PATCH /api/users/me/profile'] as const)
      for (const flag of ['is_admin', 'isAdmin'])
        expect((await client.call(call, { body: { version: 1, [flag]: false } })).status).toBe(422);
    expect(await adminFlags()).toEqual([
      { username: 'mia', is_admin: 0 },
      { username: 'nils', is_admin: 1 },
    ]);
    for (const path of [
      `/api/users/${user.id}`,
      '/api/users',
      '/api/users/me/profile',
      '/api/users/me/settings',
      '/api/auth/session',
      '/api/users/me/export',
    ])
      expect(await (await client.request(path)).text()).not.toMatch(/is_?admin/i);
  });
});

describe('suspend', () => {
  it('ends the sessions and answers sign-in with 403, until unsuspend', async () => {
    await run(newAdmin, password);
    const device = createClient(server);
    await device.call('POST /api/auth/login', { body: { username: 'ida', password } });
    expect((await run(['suspend', 'IDA@club.example'])).code).toBe(0);
    expect((await device.call('GET /api/auth/session')).status).toBe(401);
    expect(await login('ida')).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    expect(await adminJson(['suspend', 'ida'], { env })).toMatchObject({ ok: true, changed: false });
    expect((await run(['unsuspend', 'ida'])).code).toBe(0);
    expect((await login('ida')).status).toBe(200);
    expect((await device.call('GET /api/auth/session')).status).toBe(401);
  });

  it('gives the teams whose invite link the person could read new links', async () => {
    const { db } = server.database;
    const coach = await buildUser(db, { username: 'ida' });
    const club = await buildOrganization(db);
    const [coached, ofClub, other] = [
      await buildTeam(db),
      await buildTeam(db, { organization_id: club.id }),
      await buildTeam(db),
    ];
    await buildMembership(db, { team_id: coached.id, person_id: coach.id, role: 'coach' });
    await buildMembership(db, { organization_id: club.id, person_id: coach.id, role: 'admin' });
    await buildMembership(db, { team_id: other.id, person_id: coach.id });
    const codes = async () => {
      const rows = await db.selectFrom('teams').select(['id', 'invite_code']).execute();
      return [coached, ofClub, other].map(({ id }) => rows.find((row) => row.id === id)?.invite_code);
    };
    const before = await codes();
    expect((await run(['suspend', 'ida'])).code).toBe(0);
    const after = await codes();
    expect(after.map((code, index) => code === before[index])).toEqual([false, false, true]);
    await run(['suspend', 'ida']);
    await run(['unsuspend', 'ida']);
    expect(await codes()).toEqual(after);
  });

  it('rejects an unknown account, and never reactivates a deleted one', async () => {
    const left = await buildUser(server.database.db, {
      username: 'left-1',
      email: '1@left.invalid',
      suspended_at: new Date().toISOString(),
    });
    for (const name of ['nobody', left.username]) expect((await run(['unsuspend', name])).code).toBe(3);
  });

  it('works for an account with an address of the domain of deleted accounts', async () => {
    const { db } = server.database;
    await buildUser(db, {
      username: 'ida',
      email: 'ida@left.invalid',
      password_hash: await hashPassword(password),
    });
    expect((await run(['suspend', 'ida'])).code).toBe(0);
    expect(await login('ida')).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    const { users } = await adminJson(['list-users'], { env });
    expect(users).toMatchObject([{ username: 'ida', email: 'ida@left.invalid' }]);
  });
});

describe('beside the deletion of the account', () => {
  /** Resolves when a connection waits for a lock. */
  const untilOneWaits = async () => {
    for (let tries = 0; tries < 1000; tries += 1) {
      const { rows } = await sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        server.database.db,
      );
      if (rows.length > 0) return;
    }
    throw new Error('No connection came to wait.');
  };

  // SQLite has one writer.
  it.runIf(process.env.TEST_ENGINE === 'postgres').each([
    ['suspend', ['suspend', 'ida'], ''],
    ['reset-password', ['reset-password', 'ida'], 'rain on the pitch'],
    ['reset-password --link', ['reset-password', 'ida', '--link'], ''],
  ])('%s waits for it, and neither stops the other', async (_, args, input) => {
    await run(newAdmin, password);
    const { db, dialect } = server.database;
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await login('ida');
    await issueOneTimeToken(db, { userId: id, purpose: 'resetPassword', expiresAt: new Date() });
    let ended: ReturnType<typeof run> | undefined;
    // The locks of a deletion, in its order.
    await db.transaction().execute(async (trx) => {
      await lockUser(dialect, trx, id);
      ended = run(args, input);
      await untilOneWaits();
      await trx.deleteFrom('sessions').where('user_id', '=', id).execute();
      await trx.deleteFrom('one_time_tokens').where('user_id', '=', id).execute();
    });
    expect((await ended)?.code).toBe(0);
  });
});

describe('reset-password', () => {
  it('sets the new password, ends all sessions and notifies the owner', async () => {
    await run(newAdmin, password);
    const device = createClient(server);
    await device.call('POST /api/auth/login', { body: { username: 'ida', password } });
    expect(await adminJson(['reset-password', 'ida'], { env, input: 'rain on the pitch' })).toMatchObject({
      mailed: true,
    });
    expect((await device.call('GET /api/auth/session')).status).toBe(401);
    expect((await login('ida')).status).toBe(401);
    expect((await login('ida', 'rain on the pitch')).status).toBe(200);
  });

  it('prints a link with --link that works once, and ends all sessions', async () => {
    await run(newAdmin, password);
    const device = createClient(server);
    await device.call('POST /api/auth/login', { body: { username: 'ida', password } });
    const { link } = await adminJson(['reset-password', 'ida', '--link'], { env });
    const token = new URL(String(link)).searchParams.get('token');
    expect((await device.call('GET /api/auth/session')).status).toBe(401);
    const choose = () =>
      createClient(server).call('POST /api/auth/reset-password', {
        headers: { authorization: `Bearer ${token}` },
        body: { password: 'rain on the pitch', confirmPassword: 'rain on the pitch' },
      });
    expect([(await choose()).status, (await choose()).status]).toEqual([204, 400]);
    expect((await login('ida', 'rain on the pitch')).status).toBe(200);
  });

  it('refuses --link while the e-mail address is not confirmed, as its use would confirm it', async () => {
    const { db } = server.database;
    const { id } = await buildUser(db, { username: 'mia', email_verified_at: null });
    const refused = await run(['reset-password', 'mia', '--link']);
    expect([refused.code, refused.out]).toEqual([3, '']);
    expect(refused.notes).toContain('Set a password instead');
    expect(await db.selectFrom('one_time_tokens').select('user_id').execute()).toEqual([]);
    expect((await run(['reset-password', 'mia'], password)).code).toBe(0);
    const after = db.selectFrom('users').select('email_verified_at').where('id', '=', id);
    expect(await after.executeTakeFirst()).toEqual({ email_verified_at: null });
  });

  it('rejects a password that registration would reject, and keeps the old one', async () => {
    await run(newAdmin, password);
    for (const typed of ['short', 'password1234', 'ida@club.example'])
      expect((await run(['reset-password', 'ida'], typed)).code).toBe(2);
    expect((await login('ida')).status).toBe(200);
  });
});

describe('list-users', () => {
  it('lists with pages and filters, without a hash', async () => {
    const { db } = server.database;
    await buildUser(db, { username: 'anna', is_admin: 1, name: 'Águeda' });
    await buildUser(db, { username: 'ben', email_verified_at: null });
    await buildUser(db, { username: 'carl', suspended_at: new Date().toISOString() });
    await buildUser(db, { username: 'left-2', email: '2@left.invalid' });
    const names = async (...args: string[]) => {
      const { users, next } = await adminJson(['list-users', ...args], { env });
      return [(users as { username: string }[]).map(({ username }) => username), next];
    };
    expect(await names()).toEqual([['anna', 'ben', 'carl'], null]);
    expect(await names('--limit', '2')).toEqual([['anna', 'ben'], 'ben']);
    expect(await names('--limit', '2', '--after', 'ben')).toEqual([['carl'], null]);
    expect(await names('--admins')).toEqual([['anna'], null]);
    expect(await names('--suspended')).toEqual([['carl'], null]);
    expect(await names('--unconfirmed')).toEqual([['ben'], null]);
    expect(await names('--search', 'agueda')).toEqual([['anna'], null]);
    expect(await names('--search', '%')).toEqual([[], null]);
    expect((await run(['list-users', '--json'])).out).not.toMatch(/hash|none/);
    expect((await run(['list-users', '--limit', '0'])).code).toBe(2);
  });
});

describe('prune', () => {
  it('deletes old records and keeps the others', async () => {
    const { db } = server.database;
    const user = await buildUser(db);
    await signIn(server, user);
    const old = new Date(Date.now() - 400 * 86_400_000).toISOString();
    await db
      .insertInto('sessions')
      .values({ id: user.id, user_id: user.id, created_at: old, last_seen_at: old, revoked_at: old })
      .execute();
    expect(await adminJson(['prune'], { env })).toMatchObject({ ok: true, deleted: 1 });
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  it('deletes old mails that were written as files', async () => {
    const mail = join(env.DATA_DIR ?? '', 'mail');
    mkdirSync(mail);
    for (const msecs of [Date.now(), Date.now() - 31 * 86_400_000])
      writeFileSync(join(mail, `${uuid({ msecs })}.eml`), '');
    expect(await adminJson(['prune'], { env })).toMatchObject({ ok: true, deleted: 1 });
    expect(readdirSync(mail)).toHaveLength(1);
  });
});

describe('the admin command', () => {
  it.each([
    [[], 2],
    [['frob'], 2],
    [['list-users', 'ida'], 2],
    [['list-users', '--frob'], 2],
    [['suspend'], 2],
    [['--help'], 0],
    [['suspend', '--help'], 0],
    [['help', 'suspend'], 0],
  ])('exits %j with %i', async (args, code) => {
    expect((await run(args)).code).toBe(code);
  });

  it('reports an invalid setting with one line and 2, and repeats no password of it', async () => {
    const ended = await admin(['list-users'], { env: { DATABASE_URL: 'mysql://me:hunter2@host' } });
    expect([ended.code, ended.notes.trim().split('\n').length]).toEqual([2, 1]);
    expect(ended.notes).not.toContain('hunter2');
  });

  it('prints a refusal as JSON with --json', async () => {
    expect(await adminJson(['suspend', 'nobody'], { env })).toEqual({
      ok: false,
      exitCode: 3,
      error: 'There is no account "nobody".',
    });
  });
});
