import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, signIn } from '../../support/client.ts';
import {
  type BuiltUser,
  buildCoachedEvent,
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
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
          by: null,
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

  it('marks as read up to one that was deleted meanwhile', async () => {
    await told(1);
    const gone = uuid({ msecs: Date.parse('2026-11-20T10:02:00.000Z') });
    await told(3);
    expect((await read({ upTo: gone })).body).toEqual({ unreadCount: 1 });
    expect((await list()).items.map((item) => item.readAt !== null)).toEqual([false, true]);
    expect((await read({ upTo: crypto.randomUUID() })).body).toEqual({ unreadCount: 1 });
  });

  it.each(['paymentDue', 'placeOffered'])(
    'shows only the newest %s of a place, whose end has moved',
    async (kind) => {
      const event = await buildEvent(db());
      await buildRegistration(db(), {
        event_id: event.id,
        person_id: me.id,
        state: 'offered',
        hold_expires_at: '2026-11-22T10:00:00.000Z',
      });
      await told(1, { event_id: event.id, kind });
      const newest = await told(2, { event_id: event.id, kind });
      const body = await list();
      expect([body.items.map(({ id }) => id), body.unreadCount]).toEqual([[newest.id], 1]);
    },
  );

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

  it.each(['upTo', 'all'])(
    'marks as read, of %s, no kinds that I turned off in the app: their mails are sent',
    async (what) => {
      const event = await buildEvent(db(), { name: 'Derby' });
      await told(1, { kind: 'eventChanged', event_id: event.id });
      const { id } = await told(2, { kind: 'placeConfirmed' });
      await client.call('PATCH /api/users/me/settings', {
        body: {
          version: 1,
          quietHours: null,
          notifications: [{ kind: 'eventChanged', channel: 'inApp', frequency: 'off' }],
        },
      });
      await read(what === 'all' ? {} : { upTo: id });
      await runJob(server, 'deliverNotifications');
      expect(server.mails.map(({ subject }) => subject)).toEqual(['Derby has a new time']);
    },
  );

  it('names the people who ask, and resolves once no one asks any more', async () => {
    const { coach, event } = await buildCoachedEvent(db(), { name: 'Clinic', join_policy: 'approval' });
    const organizer = await signIn(server, coach);
    const shown = async () =>
      (await organizer.call('GET /api/users/me/notifications', { query: { only: 'owed' } })).body;
    const params = { id: event.id };
    const people = [];
    for (const name of ['Bert Baert', 'Carla Cools', 'Dries Daems']) {
      const person = await buildUser(db(), { name });
      const theirs = await signIn(server, person);
      await theirs.call('PUT /api/events/{id}/registration', { params, body: { response: 'attending' } });
      people.push(person);
    }
    expect((await shown()).items.map(({ kind, by }) => ({ kind, by }))).toEqual([
      { kind: 'approvalOwed', by: { names: ['Bert Baert', 'Carla Cools'], count: 3 } },
    ]);
    for (const { id } of people) {
      expect((await shown()).unreadCount).toBe(1);
      await organizer.call('PATCH /api/events/{id}/registrations/{userId}', {
        params: { id: event.id, userId: id },
        body: { action: 'approve', version: 1 },
      });
    }
    expect(await shown()).toMatchObject({ items: [], unreadCount: 0 });
  });

  it('names an asking person once, also after an earlier notification was read', async () => {
    const { coach, event } = await buildCoachedEvent(db());
    const asking = await buildUser(db(), { name: 'Bert Baert' });
    const registration = await buildRegistration(db(), { event_id: event.id, person_id: asking.id });
    const payment = await buildPayment(db(), { registration_id: registration.id });
    const refund = { payment_id: payment.id, amount_minor: 100, state: 'requested' as const };
    const times = { created_at: '2026-11-20T10:00:00.000Z', updated_at: '2026-11-20T10:00:00.000Z' };
    await db()
      .insertInto('refunds')
      .values({ id: crypto.randomUUID(), version: 1, reason: null, provider_ref: null, ...refund, ...times })
      .execute();
    const told = { user_id: coach.id, kind: 'refundAsked', event_id: event.id };
    await buildNotification(db(), { ...told, read_at: '2026-11-20T12:00:00.000Z' });
    await buildNotification(db(), { ...told, created_at: '2026-11-21T11:00:00.000Z' });
    const { items } = (await (await signIn(server, coach)).call('GET /api/users/me/notifications')).body;
    expect(items.map(({ kind, by }) => ({ kind, by }))).toEqual([
      { kind: 'refundAsked', by: { names: ['Bert Baert'], count: 1 } },
    ]);
  });

  it('names who acted: the coach who gave a place away, and who invited', async () => {
    const { coach, event } = await buildCoachedEvent(db());
    const team = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'coach' });
    await buildRegistration(db(), { event_id: event.id, person_id: me.id });
    const organizer = await signIn(server, coach);
    await organizer.call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id: event.id, userId: me.id },
      body: { action: 'remove', version: 1 },
    });
    await organizer.call('POST /api/teams/{id}/invitations', {
      params: { id: team.id },
      body: { username: me.username, role: 'trainee' },
    });
    const { items } = await list();
    const by = { names: [coach.name], count: 1 };
    expect(items.map((item) => ({ kind: item.kind, by: item.by }))).toEqual([
      { kind: 'membershipInvited', by },
      { kind: 'registrationCancelled', by },
    ]);
  });

  it('about a request to join is for those who manage the group: coaches of a team, not of an organization', async () => {
    const organization = await buildOrganization(db());
    const team = await buildTeam(db());
    const groups = [{ organization_id: organization.id }, { team_id: team.id }];
    for (const group of groups) {
      await buildMembership(db(), { ...group, person_id: me.id, role: 'admin' });
      await buildMembership(db(), {
        ...group,
        person_id: (await buildUser(db())).id,
        status: 'requested',
      });
      await told(1, { ...group, kind: 'membershipRequested' });
    }
    expect((await list()).items).toHaveLength(2);
    await db().updateTable('memberships').set({ role: 'coach' }).where('person_id', '=', me.id).execute();
    const { items, unreadCount } = await list();
    expect([items.map(({ group }) => group?.kind), unreadCount]).toEqual([['team'], 1]);
  });

  it('resolves when the place is given up, the question is answered or the event is over', async () => {
    const team = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: me.id });
    const event = await buildEvent(db(), { teams: [team.id] });
    const other = await buildEvent(db(), { teams: [team.id] });
    const about = { event_id: event.id };
    await told(1, { ...about, kind: 'placeConfirmed' });
    await told(2, { ...about, kind: 'replyOwed' });
    await told(3, { event_id: other.id, kind: 'replyOwed' });
    await told(4, { event_id: other.id });
    const kinds = async () => (await list()).items.map((item) => item.kind);
    await buildRegistration(db(), { event_id: event.id, person_id: me.id });
    expect(await kinds()).toEqual(['eventChanged', 'replyOwed', 'placeConfirmed']);
    await db().updateTable('registrations').set({ state: 'cancelledByAttendee' }).execute();
    expect(await kinds()).toEqual(['eventChanged', 'replyOwed']);
    expect((await list()).unreadCount).toBe(2);
    await db()
      .updateTable('events')
      .set({ starts_at: '2026-11-19T10:00:00.000Z', ends_at: '2026-11-19T12:00:00.000Z' })
      .execute();
    expect(await kinds()).toEqual([]);
    expect((await list()).unreadCount).toBe(0);
  });

  it('requires a session', async () => {
    expect((await createClient(server).call('GET /api/users/me/notifications')).status).toBe(401);
    expect(
      (await createClient(server).call('PUT /api/users/me/notifications/read', { body: {} })).status,
    ).toBe(401);
  });
});
