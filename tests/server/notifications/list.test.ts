import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { type BuiltUser, buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

describe('GET /api/notifications', () => {
  let server: TestServer;
  let me: BuiltUser;
  let client: Client;
  beforeEach(async () => {
    server = await startTestServer();
    me = await buildUser(server.database.db);
    client = await signIn(server, me);
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const list = async (query = {}) => (await client.call('GET /api/users/me/notifications', { query })).body;
  const told = (minute: number, given = {}) =>
    buildNotification(db(), {
      user_id: me.id,
      created_at: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
      ...given,
    });
  const read = (body: Record<string, unknown>) =>
    client.call('PUT /api/users/me/notifications/read', { body });

  it('returns what changed, old and new, and the event', async () => {
    const event = await buildEvent(db(), { name: 'Derby' });
    const { id } = await told(0, { event_id: event.id });
    const body = await list();
    expect(body).toEqual({
      items: [
        {
          id,
          kind: 'eventChanged',
          event: {
            id: event.id,
            name: 'Derby',
            startsAt: '2026-11-28T10:00:00.000Z',
            timeZone: 'Europe/Brussels',
          },
          group: null,
          changes: [
            { field: 'startsAt', before: '2026-11-28T09:00:00.000Z', after: '2026-11-28T10:00:00.000Z' },
          ],
          createdAt: '2026-11-20T10:00:00.000Z',
          readAt: null,
        },
      ],
      nextCursor: null,
      unreadCount: 1,
    });
    await db().updateTable('events').set({ removed_at: '2026-11-20T12:00:00.000Z' }).execute();
    expect((await list()).items[0]?.event).toBeNull();
  });

  it('returns only mine, newest first, in pages without gaps', async () => {
    await buildNotification(db(), { user_id: (await buildUser(db())).id });
    const ids: string[] = [];
    for (let minute = 0; minute < 7; minute += 1) ids.unshift((await told(minute === 3 ? 2 : minute)).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.items.map((item) => item.id));
      expect(page.unreadCount).toBe(7);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(seen.slice(0, 3)).toEqual(ids.slice(0, 3));
    expect([...seen].sort()).toEqual([...ids].sort());
    expect((await client.call('GET /api/users/me/notifications', { query: { cursor: 'x' } })).status).toBe(
      422,
    );
  });

  it('marks as read up to one, some, or all, and only mine', async () => {
    const stranger = await buildUser(db());
    const theirs = await buildNotification(db(), { user_id: stranger.id });
    const rows = [await told(1), await told(2), await told(3), await told(4)];
    expect((await read({ upTo: rows[1]?.id })).body).toEqual({ unreadCount: 2 });
    expect((await list()).items.map((item) => item.readAt !== null)).toEqual([false, false, true, true]);
    expect((await read({ ids: [rows[3]?.id, theirs.id] })).body).toEqual({ unreadCount: 1 });
    expect((await read({ upTo: theirs.id })).body).toEqual({ unreadCount: 1 });
    expect((await read({ upTo: rows[0]?.id, ids: [rows[0]?.id] })).status).toBe(422);
    const first = (await list()).items.map((item) => item.readAt);
    server.advance(60_000);
    expect((await read({})).body).toEqual({ unreadCount: 0 });
    const second = (await list()).items.map((item) => item.readAt);
    expect(second.filter((at) => first.includes(at))).toHaveLength(3);
    const other = await signIn(server, stranger);
    expect((await other.call('GET /api/users/me/notifications')).body.unreadCount).toBe(1);
  });

  it('omits kinds that I turned off in the app, and unknown ones', async () => {
    await told(1, { kind: 'eventFull' });
    await told(2, { kind: 'somethingOld' });
    await told(3);
    await client.call('PATCH /api/users/me/settings', {
      body: { version: 1, notifications: [{ kind: 'eventFull', channel: 'inApp', frequency: 'off' }] },
    });
    const body = await list();
    expect([body.items.map((item) => item.kind), body.unreadCount]).toEqual([['eventChanged'], 1]);
  });

  it('requires a session', async () => {
    expect((await createClient(server).call('GET /api/users/me/notifications')).status).toBe(401);
    expect(
      (await createClient(server).call('PUT /api/users/me/notifications/read', { body: {} })).status,
    ).toBe(401);
  });
});
