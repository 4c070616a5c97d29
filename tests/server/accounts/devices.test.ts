import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import { type BuiltUser, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const day = 86_400_000;

describe('the devices of my account', () => {
  let server: TestServer;
  let me: BuiltUser;
  beforeEach(async () => {
    server = await startTestServer();
    me = await buildUser(server.database.db);
  });
  afterEach(() => server.close());

  it('signing one out ends its access and refresh tokens at once', async () => {
    const here = await signIn(server, me, 'here');
    const there = await signIn(server, me, 'there');
    const { sessions } = (await here.call('GET /api/users/me/settings')).body;
    const id = sessions.find((session) => !session.isCurrent)?.id ?? '';
    expect((await here.call('DELETE /api/users/me/sessions/{id}', { params: { id } })).status).toBe(204);
    expect((await there.call('GET /api/auth/session')).body.code).toBe('session_ended');
    expect((await there.call('POST /api/auth/refresh')).status).toBe(401);
    expect((await here.call('GET /api/users/me/settings')).body.sessions).toHaveLength(1);
  });

  it('signing out the current device works like a logout, cookies included', async () => {
    const here = await signIn(server, me);
    const id = (await here.call('GET /api/users/me/settings')).body.sessions[0]?.id ?? '';
    expect((await here.call('DELETE /api/users/me/sessions/{id}', { params: { id } })).status).toBe(204);
    expect(here.cookies.size).toBe(0);
  });

  it('signing out all others keeps the current session', async () => {
    const here = await signIn(server, me);
    const others = [await signIn(server, me), await signIn(server, me)];
    const somebody = await signIn(server, await buildUser(server.database.db));
    expect((await here.call('DELETE /api/users/me/sessions')).status).toBe(204);
    for (const other of others) expect((await other.call('GET /api/auth/session')).status).toBe(401);
    expect((await here.call('GET /api/auth/session')).status).toBe(200);
    expect((await somebody.call('GET /api/auth/session')).status).toBe(200);
  });

  it("signing out another person's device answers 404 and does nothing", async () => {
    const other = await signIn(server, await buildUser(server.database.db));
    const id = (await other.call('GET /api/users/me/settings')).body.sessions[0]?.id ?? '';
    const mine = await signIn(server, me);
    expect((await mine.call('DELETE /api/users/me/sessions/{id}', { params: { id } })).status).toBe(404);
    expect((await other.call('GET /api/auth/session')).status).toBe(200);
  });

  it('the list omits devices idle for 30 days and sign-ins 180 days old', async () => {
    await signIn(server, me, 'forgotten');
    server.advance(31 * day);
    const here = await signIn(server, me, 'here');
    expect((await here.call('GET /api/users/me/settings')).body.sessions).toHaveLength(1);
    await server.database.db
      .updateTable('sessions')
      .set({ last_seen_at: server.now().toISOString(), created_at: '2026-01-01T00:00:00.000Z' })
      .where('user_agent', '=', 'forgotten')
      .execute();
    expect((await here.call('GET /api/users/me/settings')).body.sessions).toHaveLength(1);
  });

  /** Stores active sessions without a sign-in, each last used a minute before the one before. */
  const storeSessions = (count: number) =>
    server.database.db
      .insertInto('sessions')
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: uuid(),
          user_id: me.id,
          created_at: '2026-11-20T00:00:00.000Z',
          last_seen_at: new Date(Date.parse('2026-11-20T12:00:00.000Z') - index * 60_000).toISOString(),
          user_agent: `stored ${index}`,
          revoked_at: null,
        })),
      )
      .execute();
  const activeSessions = () =>
    server.database.db
      .selectFrom('sessions')
      .select('user_agent')
      .where('user_id', '=', me.id)
      .where('revoked_at', 'is', null)
      .orderBy('last_seen_at', 'desc')
      .execute();

  it('a sign-in ends the sessions beyond 100 that were used least recently', async () => {
    const somebody = await signIn(server, await buildUser(server.database.db));
    const oldest = await signIn(server, me, 'oldest');
    await server.database.db
      .updateTable('sessions')
      .set({ last_seen_at: '2026-11-19T00:00:00.000Z' })
      .where('user_agent', '=', 'oldest')
      .execute();
    await storeSessions(98);
    await signIn(server, me, 'the hundredth');
    expect(await activeSessions()).toHaveLength(100);
    expect((await oldest.call('GET /api/auth/session')).status).toBe(200);
    await server.database.db
      .updateTable('sessions')
      .set({ last_seen_at: '2026-11-19T00:00:00.000Z' })
      .where('user_agent', '=', 'oldest')
      .execute();
    await signIn(server, me, 'one more');
    const active = await activeSessions();
    expect(active).toHaveLength(100);
    expect(active.map((session) => session.user_agent)).toEqual(
      expect.arrayContaining(['one more', 'the hundredth', 'stored 0', 'stored 97']),
    );
    expect((await oldest.call('GET /api/auth/session')).body.code).toBe('session_ended');
    expect((await oldest.call('POST /api/auth/refresh')).body.code).toBe('session_ended');
    expect((await somebody.call('GET /api/auth/session')).status).toBe(200);
  });

  it('the list has at most 100 sessions, the current one among them', async () => {
    const here = await signIn(server, me, 'here');
    await storeSessions(150);
    await server.database.db
      .updateTable('sessions')
      .set({ last_seen_at: '2026-11-19T00:00:00.000Z' })
      .where('user_agent', '=', 'here')
      .execute();
    const { sessions } = (await here.call('GET /api/users/me/settings')).body;
    expect(sessions).toHaveLength(100);
    expect(sessions[0]?.isCurrent).toBe(true);
  });

  it('the list requires a session', async () => {
    const visitor = createClient(server);
    expect((await visitor.call('DELETE /api/users/me/sessions')).status).toBe(401);
    await server.database.db.updateTable('users').set({ suspended_at: '2026-11-20T00:00:00.000Z' }).execute();
    expect((await (await signIn(server, me)).call('DELETE /api/users/me/sessions')).status).toBe(403);
  });
});
