import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/server/accounts/session/sessions.ts';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let server: TestServer;
let user: BuiltUser;
let client: Client;

beforeEach(async () => {
  server = await startTestServer();
  user = await buildUser(server.database.db);
  client = await signIn(server, user);
});
afterEach(() => server.close());

const session = (by = client) => by.call('GET /api/auth/session');
const refresh = (by = client) => by.call('POST /api/auth/refresh');
const suspend = () =>
  server.database.db.updateTable('users').set({ suspended_at: '2026-11-21T10:00:00.000Z' }).execute();
const storedSession = () => server.database.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();

describe('a call that requires a session', () => {
  it('refuses a visitor', async () => {
    const answer = await session(createClient(server));
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Cookie realm="Sideline"');
  });

  it('accepts an access token for 15 minutes', async () => {
    server.advance(15 * minute - 1000);
    expect((await session()).status).toBe(200);
    server.advance(1000);
    const late = await session();
    expect([late.status, late.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('rejects tokens with a foreign signature or another algorithm', async () => {
    const sid = (await storedSession()).id;
    const signed = (alg: string, key: Uint8Array) =>
      new SignJWT({ sid }).setSubject(user.id).setExpirationTime('1h').setProtectedHeader({ alg }).sign(key);
    const [head, body, signature] = (client.cookies.get('sideline_access') ?? '').split('.');
    const tokens = [
      new UnsecuredJWT({ sid }).setSubject(user.id).setExpirationTime('1h').encode(),
      await signed('HS256', new Uint8Array(32)),
      // The secret itself is not the signing key, either.
      await signed('HS256', server.authSecret),
      await signed('HS512', new Uint8Array(64)),
      `${head}.${body}.${signature?.slice(0, -4)}AAAA`,
      'x'.repeat(5000),
      'null',
    ];
    for (const token of tokens) {
      client.cookies.set('sideline_access', token);
      expect((await session()).body.code).toBe('unauthenticated');
    }
  });

  it('rejects a valid token of a revoked session', async () => {
    expect((await session()).status).toBe(200);
    await server.database.db
      .updateTable('sessions')
      .set({ revoked_at: '2026-11-21T10:00:00.000Z' })
      .execute();
    const answer = await session();
    expect([answer.status, answer.body.code]).toEqual([401, 'session_ended']);
  });

  it('rejects a token of a deleted session', async () => {
    await server.database.db.deleteFrom('sessions').execute();
    expect((await session()).body.code).toBe('session_ended');
  });

  it('refuses a suspended account with 403', async () => {
    await suspend();
    const answer = await session();
    expect([answer.status, answer.body.code]).toEqual([403, 'account_suspended']);
  });

  it('stores when a session was last used, but not with every call', async () => {
    const begun = (await storedSession()).last_seen_at;
    server.advance(4 * minute);
    await session();
    expect((await storedSession()).last_seen_at).toBe(begun);
    server.advance(2 * minute);
    await session();
    expect((await storedSession()).last_seen_at).toBe('2026-11-21T10:06:00.000Z');
  });

  it('reads the cookie by its configured name', async () => {
    const renamed = await startTestServer({
      env: { COOKIE_ACCESS: 'a', COOKIE_REFRESH: 'r', COOKIE_HINT: 'h' },
    });
    const other = await signIn(renamed, await buildUser(renamed.database.db));
    expect([...other.cookies.keys()]).toEqual(['a', 'r', 'h']);
    expect((await session(other)).status).toBe(200);
    await renamed.close();
  });
});

describe('a call that also works for visitors', () => {
  const cookieOf = (by: Client) =>
    new Headers({ Cookie: `sideline_access=${by.cookies.get('sideline_access')}` });
  const viewerOf = (headers: Headers) => createAuthenticator(server)(headers, 'optional');

  it('recognizes the signed-in user', async () => {
    expect(await viewerOf(cookieOf(client))).toEqual({
      userId: user.id,
      sessionId: (await storedSession()).id,
      username: user.username,
      avatarSrc: null,
      isCoach: false,
      signedInAt: '2026-11-21T10:00:00.000Z',
      tokenExpiresAtMs: Date.parse('2026-11-21T10:15:00.000Z'),
    });
  });

  it("treats a request without a valid token as a visitor's", async () => {
    expect(await viewerOf(new Headers())).toBeNull();
    expect(await viewerOf(new Headers({ Cookie: 'sideline_access=; other=1' }))).toBeNull();
    expect(await viewerOf(new Headers({ Cookie: 'sideline_access=nonsense' }))).toBeNull();
  });

  it('asks for a refresh when the token has expired and the session is active', async () => {
    server.advance(16 * minute);
    await expect(viewerOf(cookieOf(client))).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it("treats an expired or valid token of an ended session as a visitor's", async () => {
    await client.call('POST /api/auth/logout', { headers: { Cookie: cookieOf(client).get('cookie') ?? '' } });
    const other = await signIn(server, user);
    await server.database.db
      .updateTable('sessions')
      .set({ revoked_at: '2026-11-21T10:00:00.000Z' })
      .execute();
    expect(await viewerOf(cookieOf(other))).toBeNull();
    server.advance(16 * minute);
    expect(await viewerOf(cookieOf(other))).toBeNull();
  });

  it("treats an idled-out session as a visitor's", async () => {
    server.advance(31 * day);
    expect(await viewerOf(cookieOf(client))).toBeNull();
  });

  it('refuses a suspended account', async () => {
    await suspend();
    await expect(viewerOf(cookieOf(client))).rejects.toMatchObject({ code: 'account_suspended' });
  });
});

describe('signing out', () => {
  it('ends the session on the server and deletes all three cookies, with the attributes they were set with', async () => {
    const held = new Map(client.cookies);
    const answer = await client.call('POST /api/auth/logout');
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(answer.headers.getSetCookie()).toEqual([
      'sideline_access=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
      'sideline_refresh=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
      'sideline_hint=; Path=/; Max-Age=0; Secure; SameSite=None',
    ]);
    expect(client.cookies.size).toBe(0);
    for (const [name, value] of held) client.cookies.set(name, value);
    expect((await session()).body.code).toBe('session_ended');
    expect((await refresh()).body.code).toBe('session_ended');
  });

  it('finds the session by the refresh token alone', async () => {
    client.cookies.delete('sideline_access');
    await client.call('POST /api/auth/logout');
    expect((await storedSession()).revoked_at).not.toBeNull();
  });

  it('finds the session by an access token that has expired', async () => {
    client.cookies.delete('sideline_refresh');
    server.advance(2 * day);
    await client.call('POST /api/auth/logout');
    expect((await storedSession()).revoked_at).not.toBeNull();
  });

  it('succeeds without a session, too, and with foreign cookies', async () => {
    expect((await createClient(server).call('POST /api/auth/logout')).status).toBe(204);
    const forged = { headers: { Cookie: 'sideline_access=x.y.z; sideline_refresh=nonsense' } };
    const answer = await createClient(server).call('POST /api/auth/logout', forged);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toHaveLength(3);
    expect((await session()).status).toBe(200);
  });

  it('keeps the other devices signed in', async () => {
    const other = await signIn(server, user);
    await client.call('POST /api/auth/logout');
    expect((await session(other)).status).toBe(200);
  });
});

describe('a call that names its expected user', () => {
  const by = (person: string) => ({ headers: { 'x-person': person } });

  it('is answered for that user, and also without a name', async () => {
    for (const person of [user.id, 'unknown'])
      expect((await client.call('GET /api/auth/session', by(person))).status).toBe(200);
  });

  it("is rejected with other_person when the session is another person's, which stays active", async () => {
    const { id } = await buildUser(server.database.db);
    for (const call of ['GET /api/auth/session', 'POST /api/auth/logout'] as const) {
      const answer = await client.call(call, by(id));
      expect([call, answer.status, answer.body.code]).toEqual([call, 409, 'other_person']);
    }
    expect(client.cookies.size).toBe(3);
    expect((await session()).status).toBe(200);
  });

  it('ends the session by POST /api/auth/logout when it is their own, also with an expired access token', async () => {
    server.advance(16 * minute);
    expect((await client.call('POST /api/auth/logout', by(user.id))).status).toBe(204);
    expect((await storedSession()).revoked_at).not.toBeNull();
  });
});
