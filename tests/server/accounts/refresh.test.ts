import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';

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

describe('refreshing a session', () => {
  const withCookie = (token: string | undefined) => ({ headers: { Cookie: `sideline_refresh=${token}` } });
  const tokenOf = (headers: Headers) => /sideline_refresh=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
  const replay = (token: string | undefined) =>
    createClient(server).call('POST /api/auth/refresh', withCookie(token));

  it('returns a new working pair of tokens with its expiry', async () => {
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

  it('works any number of times in a row', async () => {
    for (let count = 0; count < 5; count += 1) {
      server.advance(15 * minute);
      expect((await refresh()).status).toBe(200);
    }
    expect((await session()).status).toBe(200);
  });

  it('returns the same successor to twenty concurrent calls', async () => {
    const parent = client.cookies.get('sideline_refresh');
    const answers = await Promise.all(Array.from({ length: 20 }, () => replay(parent)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => tokenOf(answer.headers))).size).toBe(1);
    expect(await server.database.db.selectFrom('refresh_tokens').select('token_hash').execute()).toHaveLength(
      2,
    );
    expect((await replay(tokenOf(answers[0]?.headers ?? new Headers()))).status).toBe(200);
  });

  it('accepts the previous token again within 10 seconds, with the same successor', async () => {
    const parent = client.cookies.get('sideline_refresh');
    await refresh();
    server.advance(10_000);
    const again = await replay(parent);
    expect(again.status).toBe(200);
    expect(tokenOf(again.headers)).toBe(client.cookies.get('sideline_refresh'));
  });

  it('is limited to 30 a minute per session, and keeps the session', async () => {
    const limited = await startTestServer({ database: server.database, env: { RATE_LIMIT: 'on' } });
    const [first, second] = [await signIn(limited, user), await signIn(limited, user)];
    for (let count = 0; count < 30; count += 1) expect((await refresh(first)).status).toBe(200);
    const refused = await refresh(first);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await session(first)).status).toBe(200);
    expect((await refresh(second)).status).toBe(200);
    limited.advance(60_001);
    expect((await refresh(first)).status).toBe(200);
  });

  it('ends the session when the previous token is reused later than that', async () => {
    const parent = client.cookies.get('sideline_refresh');
    await refresh();
    server.advance(10_001);
    const late = await replay(parent);
    expect([late.status, late.body.code]).toEqual([401, 'session_ended']);
    expect((await session()).body.code).toBe('session_ended');
    expect((await refresh()).body.code).toBe('session_ended');
  });

  it('ends the session when a token is reused whose successor was already refreshed, even at once', async () => {
    const grandparent = client.cookies.get('sideline_refresh');
    await refresh();
    await refresh();
    expect((await replay(grandparent)).body.code).toBe('session_ended');
    expect((await session()).body.code).toBe('session_ended');
  });

  it('keeps the other sessions of that person when one ends', async () => {
    const other = await signIn(server, user);
    const stolen = client.cookies.get('sideline_refresh');
    await refresh();
    server.advance(minute);
    await replay(stolen);
    expect((await session(other)).status).toBe(200);
    expect((await refresh(other)).status).toBe(200);
  });

  it('sets no cookie with a refusal, so that a losing call deletes nothing', async () => {
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

  it('refuses a suspended account with 403 and keeps its token unchanged', async () => {
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

  it('ends 180 days after the sign-in, regardless of use', async () => {
    for (let month = 0; month < 8; month += 1) {
      server.advance(22 * day);
      expect((await refresh()).status).toBe(200);
    }
    server.advance(4 * day);
    expect((await refresh()).body.code).toBe('session_ended');
  });

  it('loses against a concurrent sign-out', async () => {
    const parent = client.cookies.get('sideline_refresh');
    const logout = client.call('POST /api/auth/logout');
    await Promise.all([logout, replay(parent), replay(parent)]);
    expect((await replay(parent)).body.code).toBe('session_ended');
  });

  it('the job deletes sessions that ended long ago, and their tokens', async () => {
    await client.call('POST /api/auth/logout');
    server.advance(31 * day);
    await signIn(server, user);
    await runJob(server, 'prune');
    expect(await server.database.db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
    expect(await server.database.db.selectFrom('refresh_tokens').select('session_id').execute()).toHaveLength(
      1,
    );
  });
});
