import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notificationKinds } from '../../../src/contract/values/enums.ts';
import { type Client, signIn } from '../../support/client.ts';
import { type BuiltUser, buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const call = 'PATCH /api/users/me/settings';
const day = 86_400_000;

describe('changing my settings', () => {
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
  const change = (body: Record<string, unknown>, version = 1) =>
    client.call(call, { body: { version, ...body } });

  it('has defaults: quiet at night, no digest for what needs an action', async () => {
    const { body } = await client.call('GET /api/users/me/settings');
    expect(body.quietHours).toEqual({ from: '21:00', to: '08:00' });
    expect(body.notifications).toHaveLength(notificationKinds.length * 2);
    expect(body.notifications).toEqual(
      expect.arrayContaining([
        { kind: 'placeOffered', channel: 'email', frequency: 'instant' },
        { kind: 'replyOwed', channel: 'email', frequency: 'daily' },
        { kind: 'replyOwed', channel: 'inApp', frequency: 'instant' },
      ]),
    );
  });

  it('changes the given fields and keeps the rest', async () => {
    const { status, body } = await change({
      locale: 'nl-BE',
      timeZone: 'America/New_York',
      isCoach: true,
      quietHours: { from: '22:30', to: '06:00' },
      notifications: [
        { kind: 'replyOwed', channel: 'email', frequency: 'weekly' },
        { kind: 'eventFull', channel: 'inApp', frequency: 'off' },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      locale: 'nl-BE',
      timeZone: 'America/New_York',
      isCoach: true,
      version: 2,
      quietHours: { from: '22:30', to: '06:00' },
    });
    const again = await change(
      { quietHours: null, notifications: [{ kind: 'replyOwed', channel: 'email', frequency: 'off' }] },
      2,
    );
    expect(again.body).toMatchObject({ quietHours: null, timeZone: 'America/New_York' });
    expect(again.body.notifications).toEqual(
      expect.arrayContaining([
        { kind: 'replyOwed', channel: 'email', frequency: 'off' },
        { kind: 'eventFull', channel: 'inApp', frequency: 'off' },
      ]),
    );
  });

  it('answers 409 with the current state after a concurrent change', async () => {
    await change({ locale: 'fr' });
    const late = await change({ locale: 'de' });
    expect([late.status, late.body.code]).toEqual([409, 'stale_version']);
    expect(late.body.current).toMatchObject({ locale: 'fr', version: 2 });
  });

  it('rejects invalid values', async () => {
    for (const body of [
      { locale: 'xx-nonsense-0' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: '+02:00' },
      { quietHours: { from: '24:00', to: '08:00' } },
      { quietHours: { from: '21:00' } },
      { notifications: [{ kind: 'gossip', channel: 'email', frequency: 'off' }] },
      { notifications: [{ kind: 'eventFull', channel: 'inApp', frequency: 'daily' }] },
      {
        notifications: [
          { kind: 'eventFull', channel: 'email', frequency: 'off' },
          { kind: 'eventFull', channel: 'email', frequency: 'daily' },
        ],
      },
      { suspendedAt: null },
    ])
      expect([body, (await change(body)).status]).toEqual([body, 422]);
  });

  it('keeps coaching on while I own a published event that has not ended', async () => {
    await change({ isCoach: true });
    const event = await buildEvent(db(), { organizer_user_id: me.id });
    const refused = await change({ isCoach: false }, 2);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect((await client.call('GET /api/users/me/settings')).body).toMatchObject({
      isCoach: true,
      version: 2,
    });
    for (const columns of [
      { event_status: 'EventCancelled' },
      { publication: 'draft' },
      { removed_at: '2026-11-20T00:00:00.000Z' },
    ] as const) {
      await db()
        .updateTable('events')
        .set({ event_status: 'EventScheduled', publication: 'published', removed_at: null, ...columns })
        .where('id', '=', event.id)
        .execute();
      const { version } = (await client.call('GET /api/users/me/settings')).body;
      expect((await change({ isCoach: false }, version)).status).toBe(200);
      await change({ isCoach: true }, version + 1);
    }
    await db().updateTable('events').set({ removed_at: null }).where('id', '=', event.id).execute();
    server.advance(8 * day);
    const later = await signIn(server, me);
    const { version } = (await later.call('GET /api/users/me/settings')).body;
    expect((await later.call(call, { body: { version, isCoach: false } })).body.isCoach).toBe(false);
  });
});
