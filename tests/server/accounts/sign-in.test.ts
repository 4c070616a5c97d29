import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const password = 'correct horse battery';

describe('signing in', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  async function buildMember(given: { suspended_at?: string; file_path?: string } = {}) {
    const { file_path = null, ...columns } = given;
    return buildUser(server.database.db, {
      username: 'mia',
      email: 'mia@example.com',
      password_hash: await hashPassword(password),
      profile: { file_path },
      ...columns,
    });
  }
  const login = (username: string, typed = password, client = createClient(server)) =>
    client.call('POST /api/auth/login', { body: { username, password: typed } });

  it('accepts the username and returns the user', async () => {
    const user = await buildMember({ file_path: '/avatars/mia.webp' });
    const answer = await login('mia');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ user: { id: user.id, username: 'mia', avatarSrc: '/avatars/mia.webp' } });
  });

  it('accepts the e-mail address too, in any case and with surrounding spaces', async () => {
    await buildMember();
    expect((await login('  Mia@Example.COM ')).status).toBe(200);
    expect((await login(' MIA ')).status).toBe(200);
  });

  it('accepts the same password in any Unicode normalization', async () => {
    await buildUser(server.database.db, {
      username: 'zoe',
      password_hash: await hashPassword('caf\u00e9 au lait'),
    });
    expect((await login('zoe', 'cafe\u0301 au lait')).status).toBe(200);
  });

  it('sets the two tokens, the hint and the token of the device with exactly their documented attributes', async () => {
    await buildMember();
    const lines = (await login('mia')).headers.getSetCookie();
    const life = 'Path=/; Max-Age=8640000000';
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      new RegExp(`^sideline_access=[\\w-]+\\.[\\w-]+\\.[\\w-]+; ${life}; HttpOnly; Secure; SameSite=None$`),
    );
    expect(lines[1]).toMatch(
      new RegExp(`^sideline_refresh=[\\w-]{43}; ${life}; HttpOnly; Secure; SameSite=None$`),
    );
    expect(lines[2]).toBe(`sideline_hint=1; ${life}; Secure; SameSite=None`);
    expect(lines[3]).toMatch(
      new RegExp(`^sideline_device=[\\w-]{43}\\.[\\w-]{43}; ${life}; HttpOnly; Secure; SameSite=None$`),
    );
  });

  it('stores no token in clear text', async () => {
    await buildMember();
    const client = createClient(server);
    await login('mia', password, client);
    const stored = await server.database.db.selectFrom('refresh_tokens').selectAll().execute();
    expect(stored).toHaveLength(1);
    expect(stored[0]?.token_hash).not.toBe(client.cookies.get('sideline_refresh'));
    const devices = await server.database.db.selectFrom('known_devices').selectAll().execute();
    expect(devices).toHaveLength(1);
    const [, secret = 'none'] = client.cookies.get('sideline_device')?.split('.') ?? [];
    expect(devices[0]?.device_hash).not.toContain(secret);
  });

  it('remembers the 20 devices that signed in last, and forgets no device of other people', async () => {
    const mia = await buildMember();
    const other = await buildUser(server.database.db);
    const { db } = server.database;
    const remember = (minute: number, user: { id: string }) =>
      db
        .insertInto('known_devices')
        .values({
          device_hash: `device ${minute}`,
          user_id: user.id,
          signed_in_at: new Date(server.now().getTime() + minute * 60_000).toISOString(),
        })
        .execute();
    for (let minute = 1; minute <= 20; minute += 1) await remember(minute, mia);
    await remember(1, other);
    server.advance(21 * 60_000);
    await login('mia');
    const rows = await db.selectFrom('known_devices').selectAll().orderBy('signed_in_at').execute();
    const devicesOf = (user: { id: string }) =>
      rows.filter(({ user_id }) => user_id === user.id).map(({ device_hash }) => device_hash);
    const [oldest, last] = [devicesOf(mia)[0], devicesOf(mia).at(-1)];
    expect([devicesOf(mia).length, oldest]).toEqual([20, 'device 2']);
    expect(last).not.toMatch(/^device /);
    expect(devicesOf(other)).toEqual(['device 1']);
  });

  it('answers a wrong password and an unknown account the same', async () => {
    await buildMember();
    const wrong = await login('mia', 'not the password');
    const unknown = await login('nobody');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ code: 'invalid_credentials', detail: 'Wrong username or password.' });
    expect(unknown.body).toEqual(wrong.body);
    expect([...wrong.headers, ...unknown.headers].flat()).not.toContain('set-cookie');
  });

  it('rejects every password for an account that has none', async () => {
    const user = await buildUser(server.database.db);
    expect((await login(user.username, 'none')).status).toBe(401);
  });

  it('reports a suspension only with the right password', async () => {
    await buildMember({ suspended_at: '2026-11-20T00:00:00.000Z' });
    expect((await login('mia', 'not the password')).body.code).toBe('invalid_credentials');
    const right = await login('mia');
    expect(right.status).toBe(403);
    expect(right.body.code).toBe('account_suspended');
    expect(right.headers.getSetCookie()).toEqual([]);
  });

  it('stores the device name, without control and bidirectional characters', async () => {
    await buildMember();
    await createClient(server).call('POST /api/auth/login', {
      body: { username: 'mia', password },
      headers: { 'User-Agent': `Firefox/140 ${'x'.repeat(500)}` },
    });
    const session = await server.database.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(session.user_agent).toMatch(/^Firefox\/140 x+$/);
    expect(session.user_agent).toHaveLength(300);
  });

  it('returns the same user from session and profile', async () => {
    const user = await buildMember();
    const client = await signIn(server, user);
    const answer = await client.call('GET /api/auth/session');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ id: user.id, username: 'mia', avatarSrc: null });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
});
