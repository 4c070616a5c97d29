import { SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/server/accounts/sessions.ts';
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

describe('a call that wants a session', () => {
  it('refuses a visitor', async () => {
    const answer = await session(createClient(server));
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('refuses an access token after 15 minutes, and takes it until then', async () => {
    server.advance(15 * minute - 1000);
    expect((await session()).status).toBe(200);
    server.advance(1000);
    const late = await session();
    expect([late.status, late.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('refuses tokens that we did not sign, or not with our one algorithm', async () => {
    const claims = new UnsecuredJWT({ sid: (await storedSession()).id }).setSubject(user.id).setExpirationTime('1h');
    const foreign = new SignJWT({ sid: (await storedSession()).id }).setSubject(user.id).setExpirationTime('1h');
    const [head, body, signature] = (client.cookies.get('sideline_access') ?? '').split('.');
    const tokens = [
      claims.encode(),
      await foreign.setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32)),
      // The raw secret is not the key, either.
      await foreign.setProtectedHeader({ alg: 'HS256' }).sign(server.authSecret),
      await new SignJWT({}).setProtectedHeader({ alg: 'HS512' }).sign(new Uint8Array(64)),
      `${head}.${body}.${signature?.slice(0, -4)}AAAA`,
      'x'.repeat(5000),
      'null',
    ];
    for (const token of tokens) {
      client.cookies.set('sideline_access', token);
      expect((await session()).body.code).toBe('unauthenticated');
    }
  });

  it('ends with a session that was revoked, though its token is still good', async () => {
    expect((await session()).status).toBe(200);
    await server.database.db.updateTable('sessions').set({ revoked_at: '2026-11-21T10:00:00.000Z' }).execute();
    const answer = await session();
    expect([answer.status, answer.body.code]).toEqual([401, 'session_ended']);
  });

  it('ends with a session that is no longer there', async () => {
    await server.database.db.deleteFrom('sessions').execute();
    expect((await session()).body.code).toBe('session_ended');
  });

  it('refuses a suspended account with 403', async () => {
    await suspend();
    const answer = await session();
    expect([answer.status, answer.body.code]).toEqual([403, 'account_suspended']);
  });

  it('notes when a session was last seen, but not with every call', async () => {
    const begun = (await storedSession()).last_seen_at;
    server.advance(4 * minute);
    await session();
    expect((await storedSession()).last_seen_at).toBe(begun);
    server.advance(2 * minute);
    await session();
    expect((await storedSession()).last_seen_at).toBe('2026-11-21T10:06:00.000Z');
  });

  it('reads the cookie by the name that the settings give', async () => {
    const renamed = await startTestServer({ env: { COOKIE_ACCESS: 'a', COOKIE_REFRESH: 'r', COOKIE_HINT: 'h' } });
    const other = await signIn(renamed, await buildUser(renamed.database.db));
    expect([...other.cookies.keys()]).toEqual(['a', 'r', 'h']);
    expect((await session(other)).status).toBe(200);
    await renamed.close();
  });
});

describe('a call that works for visitors too', () => {
  const cookieOf = (by: Client) => new Headers({ Cookie: `sideline_access=${by.cookies.get('sideline_access')}` });
  const viewerOf = (headers: Headers) => createAuthenticator(server)(headers, 'optional');

  it('knows who is signed in', async () => {
    expect(await viewerOf(cookieOf(client))).toEqual({
      userId: user.id,
      sessionId: (await storedSession()).id,
      username: user.username,
      avatarSrc: null,
      isCoach: false,
      signedInAt: '2026-11-21T10:00:00.000Z',
    });
  });

  it('takes anyone without a good token for a visitor', async () => {
    expect(await viewerOf(new Headers())).toBeNull();
    expect(await viewerOf(new Headers({ Cookie: 'sideline_access=; other=1' }))).toBeNull();
    expect(await viewerOf(new Headers({ Cookie: 'sideline_access=nonsense' }))).toBeNull();
  });

  it('asks for a renewal where the token has expired and the session lives', async () => {
    server.advance(16 * minute);
    await expect(viewerOf(cookieOf(client))).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('takes an expired token of an ended session for a visitor, as it does a good one', async () => {
    await client.call('POST /api/auth/logout', { headers: { Cookie: cookieOf(client).get('cookie') ?? '' } });
    const other = await signIn(server, user);
    await server.database.db.updateTable('sessions').set({ revoked_at: '2026-11-21T10:00:00.000Z' }).execute();
    expect(await viewerOf(cookieOf(other))).toBeNull();
    server.advance(16 * minute);
    expect(await viewerOf(cookieOf(other))).toBeNull();
  });

  it('takes a session that idled out for a visitor', async () => {
    server.advance(31 * day);
    expect(await viewerOf(cookieOf(client))).toBeNull();
  });

  it('refuses a suspended account', async () => {
    await suspend();
    await expect(viewerOf(cookieOf(client))).rejects.toMatchObject({ code: 'account_suspended' });
  });
});

describe('renewing a session', () => {
  const withCookie = (token: string | undefined) => ({ headers: { Cookie: `sideline_refresh=${token}` } });
  const tokenOf = (headers: Headers) => /sideline_refresh=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
  const replay = (token: string | undefined) =>
    createClient(server).call('POST /api/auth/refresh', withCookie(token));

  it('gives a new pair of tokens that works, and says until when', async () => {
    server.advance(20 * minute);
    const before = new Map(client.cookies);
    const answer = await refresh();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ accessTokenExpiresAt: '2026-11-21T10:35:00.000Z' });
    expect(answer.headers.getSetCookie()).toHaveLength(3);
    expect(client.cookies.get('sideline_refresh')).not.toBe(before.get('sideline_refresh'));
    expect(client.cookies.get('sideline_access')).not.toBe(before.get('sideline_access'));
    expect((await session()).status).toBe(200);
  });

  it('goes on for as many renewals as there are', async () => {
    for (let count = 0; count < 5; count += 1) {
      server.advance(15 * minute);
      expect((await refresh()).status).toBe(200);
    }
    expect((await session()).status).toBe(200);
  });

  it('answers twenty calls at once with one and the same successor', async () => {
    const parent = client.cookies.get('sideline_refresh');
    const answers = await Promise.all(Array.from({ length: 20 }, () => replay(parent)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => tokenOf(answer.headers))).size).toBe(1);
    expect(await server.database.db.selectFrom('refresh_tokens').select('token_hash').execute()).toHaveLength(2);
    expect((await replay(tokenOf(answers[0]?.headers ?? new Headers()))).status).toBe(200);
  });

  it('answers the immediate parent again within 10 seconds, with the same successor', async () => {
    const parent = client.cookies.get('sideline_refresh');
    await refresh();
    server.advance(10_000);
    const again = await replay(parent);
    expect(again.status).toBe(200);
    expect(tokenOf(again.headers)).toBe(client.cookies.get('sideline_refresh'));
  });

  it('ends the session when a token comes back later than that', async () => {
    const parent = client.cookies.get('sideline_refresh');
    await refresh();
    server.advance(10_001);
    const late = await replay(parent);
    expect([late.status, late.body.code]).toEqual([401, 'session_ended']);
    expect((await session()).body.code).toBe('session_ended');
    expect((await refresh()).body.code).toBe('session_ended');
  });

  it('ends the session when a token comes back whose successor was renewed itself, even at once', async () => {
    const grandparent = client.cookies.get('sideline_refresh');
    await refresh();
    await refresh();
    expect((await replay(grandparent)).body.code).toBe('session_ended');
    expect((await session()).body.code).toBe('session_ended');
  });

  it('leaves the other sessions of that person alone', async () => {
    const other = await signIn(server, user);
    const stolen = client.cookies.get('sideline_refresh');
    await refresh();
    server.advance(minute);
    await replay(stolen);
    expect((await session(other)).status).toBe(200);
    expect((await refresh(other)).status).toBe(200);
  });

  it('never sends a cookie with a refusal, so that a losing call deletes nothing', async () => {
    const parent = client.cookies.get('sideline_refresh');
    await refresh();
    server.advance(minute);
    const refusals = [
      await replay(parent),
      await refresh(),
      await replay('A'.repeat(43)),
      await replay('x'.repeat(5000)),
      await refresh(createClient(server)),
    ];
    for (const refusal of refusals) {
      expect([refusal.status, refusal.body.code]).toEqual([401, 'session_ended']);
      expect(refusal.headers.getSetCookie()).toEqual([]);
    }
  });

  it('refuses a suspended account with 403 and keeps its token as it was', async () => {
    await suspend();
    const refused = await refresh();
    expect([refused.status, refused.body.code]).toEqual([403, 'account_suspended']);
    expect(refused.headers.getSetCookie()).toEqual([]);
    await server.database.db.updateTable('users').set({ suspended_at: null }).execute();
    expect((await refresh()).status).toBe(200);
  });

  it('works after 29 idle days and not after 30', async () => {
    server.advance(29 * day);
    expect((await refresh()).status).toBe(200);
    server.advance(30 * day);
    expect((await refresh()).body.code).toBe('session_ended');
  });

  it('ends 180 days after the sign-in, however much it was used', async () => {
    for (let month = 0; month < 8; month += 1) {
      server.advance(22 * day);
      expect((await refresh()).status).toBe(200);
    }
    server.advance(4 * day);
    expect((await refresh()).body.code).toBe('session_ended');
  });

  it('loses against a sign-out that comes at the same moment', async () => {
    const parent = client.cookies.get('sideline_refresh');
    const logout = client.call('POST /api/auth/logout');
    await Promise.all([logout, replay(parent), replay(parent)]);
    expect((await replay(parent)).body.code).toBe('session_ended');
  });

  it('forgets sessions that ended long ago at the next sign-in', async () => {
    await client.call('POST /api/auth/logout');
    server.advance(31 * day);
    await signIn(server, user);
    expect(await server.database.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
    expect(await server.database.db.selectFrom('refresh_tokens').select('session_id').execute()).toHaveLength(1);
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

  it('succeeds without a session, too, and with cookies that are none of ours', async () => {
    expect((await createClient(server).call('POST /api/auth/logout')).status).toBe(204);
    const forged = { headers: { Cookie: 'sideline_access=x.y.z; sideline_refresh=nonsense' } };
    const answer = await createClient(server).call('POST /api/auth/logout', forged);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toHaveLength(3);
    expect((await session()).status).toBe(200);
  });

  it('keeps the person signed in on other devices', async () => {
    const other = await signIn(server, user);
    await client.call('POST /api/auth/logout');
    expect((await session(other)).status).toBe(200);
  });
});
