import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admin, adminJson } from '../../support/admin.ts';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildRegistration,
  buildSeries,
  buildUser,
} from '../../support/factories.ts';
import { endAll, newFolder } from '../../support/product/server-process.ts';
import { openProcessDatabase, runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { buildNotification } from '../notifications/factory.ts';
import { buildPaidEvent, buildPayer, minuteMs, payAtSandbox, runAllJobs } from '../payments/paid-event.ts';

let server: TestServer;
let env: Record<string, string>;
let owner: { id: string };
beforeEach(async () => {
  const opened = await openProcessDatabase(newFolder());
  env = opened.env;
  server = await startTestServer({ database: opened.database, at: new Date().toISOString() });
  owner = await buildListedUser(db(), { username: 'cleo', is_coach: 1 });
});
afterEach(async () => {
  await server.close();
  await endAll();
});

const db = () => server.database.db;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const reason = 'The hall does not exist.';
const run = (id: string, ...more: string[]) => admin(['take-down', id, '--reason', reason, ...more], { env });
const result = (id: string, ...more: string[]) =>
  adminJson(['take-down', id, '--reason', reason, ...more], { env });
const stored = (id: string) =>
  db()
    .selectFrom('events')
    .select(['removed_at', 'event_status', 'status_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const kinds = async (userId: string) =>
  (await (await signIn(server, { id: userId })).call('GET /api/users/me/notifications')).body.items.map(
    ({ kind, event }) => [kind, event?.name],
  );

describe('take-down', () => {
  /** An event with one paid place, of a person who was suspended since. */
  async function paidEvent() {
    const event = await buildPaidEvent(server, {
      organizer_user_id: owner.id,
      name: 'Rooftop boxing',
      starts_at: inDays(5),
    });
    const payer = await buildPayer(server);
    await payer.attend(event);
    await payAtSandbox(server, (await payer.begin(event)).body.checkoutUrl);
    await runAllJobs(server);
    expect(await payer.state(event)).toBe('confirmed');
    expect((await admin(['suspend', 'cleo'], { env })).code).toBe(0);
    return { event, payer };
  }

  it('prints what it would do, and does nothing without --confirm', async () => {
    const { event, payer } = await paidEvent();
    expect(await result(event.id)).toEqual({
      ok: true,
      event: event.id,
      name: 'Rooftop boxing',
      startsAt: event.startsAt,
      dates: 1,
      cancelled: 1,
      notified: 1,
      refunded: 1,
      confirmed: false,
    });
    const { out } = await run(event.id);
    expect(out).toContain('Add --confirm');
    expect(await stored(event.id)).toMatchObject({ removed_at: null, event_status: 'EventScheduled' });
    expect(await payer.state(event)).toBe('confirmed');
  });

  it('cancels, pays back, tells people which event it was and why, and hides it', async () => {
    const { event, payer } = await paidEvent();
    expect(await result(event.id, '--confirm')).toMatchObject({ notified: 1, refunded: 1, confirmed: true });
    expect(await stored(event.id)).toEqual({
      removed_at: expect.any(String),
      event_status: 'EventCancelled',
      status_reason: reason,
    });
    // The command wrote at the real time, after the start of the server.
    server.advance(minuteMs);
    await runAllJobs(server);
    const { refunds } = await payer.payment(event);
    expect(refunds.map(({ state, amountMinor }) => [state, amountMinor])).toEqual([['succeeded', 1250]]);
    expect(await kinds(payer.id)).toEqual(
      expect.arrayContaining([
        ['eventCancelled', 'Rooftop boxing'],
        ['paymentRefunded', 'Rooftop boxing'],
      ]),
    );
    expect((await createClient(server).request(`/api/events/public/${event.id}`)).status).toBe(410);
    const audit = await db()
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'after'])
      .orderBy('id')
      .execute();
    expect(audit.filter(({ action }) => action.startsWith('event.'))).toEqual([
      {
        action: 'event.cancelled',
        actor_id: null,
        after: JSON.stringify({ eventStatus: 'EventCancelled', statusReason: reason }),
      },
      { action: 'event.takenDown', actor_id: null, after: JSON.stringify({ reason }) },
    ]);
  });

  it('still names the event to a payer whose refund has failed', async () => {
    const { event, payer } = await paidEvent();
    await run(event.id, '--confirm');
    await db().updateTable('refunds').set({ state: 'failed' }).execute();
    await buildNotification(db(), { user_id: payer.id, kind: 'refundFailed', event_id: event.id });
    expect(await kinds(payer.id)).toContainEqual(['refundFailed', 'Rooftop boxing']);
  });

  it('only hides an event that is over, and one that is cancelled', async () => {
    for (const given of [
      { starts_at: inDays(-3) },
      { event_status: 'EventCancelled' as const, starts_at: inDays(3) },
    ]) {
      const event = await buildEvent(db(), { organizer_user_id: owner.id, ...given });
      expect(await result(event.id, '--confirm')).toMatchObject({ dates: 1, cancelled: 0, notified: 0 });
      expect(await stored(event.id)).toMatchObject({ removed_at: expect.any(String), status_reason: null });
    }
  });

  /** A series of the owner with dates in these numbers of days. */
  async function ownSeries(days: number[], dateGiven: Parameters<typeof buildEvent>[1] = {}, given = {}) {
    const template = {
      startsAt: inDays(-7),
      timeZone: 'UTC',
      owner: { kind: 'person', id: owner.id },
      leaderIds: [],
      teamIds: [],
      ...given,
    };
    const extended_until = inDays(20).slice(0, 10);
    const series = await buildSeries(db(), { template: JSON.stringify(template), extended_until });
    const dates = [];
    for (const starts_at of days.map(inDays))
      dates.push(
        await buildEvent(db(), {
          organizer_user_id: owner.id,
          series_id: series.id,
          recurrence_id: starts_at.slice(0, 19),
          starts_at,
          ...dateGiven,
        }),
      );
    const stored = () =>
      db().selectFrom('event_series').selectAll().where('id', '=', series.id).executeTakeFirstOrThrow();
    return { dates, stored };
  }

  async function buildPictures(hash: string, events: { id: string }[]) {
    const created_at = inDays(-1);
    await db()
      .insertInto('event_picture_files')
      .values({ hash, bytes: new Uint8Array(4), created_at })
      .execute();
    await db()
      .insertInto('event_pictures')
      .values(events.map(({ id }) => ({ event_id: id, hash })))
      .execute();
  }
  const fetchPicture = async (hash: string) =>
    (await createClient(server).request(`/api/pictures/${hash}.webp`)).status;

  it('deletes the picture of an event, unless another event shows it', async () => {
    const [own, shared, other] = await Promise.all(
      [5, 6, 7].map((days) =>
        buildEvent(db(), { organizer_user_id: owner.id, starts_at: inDays(days), image: '/picture.webp' }),
      ),
    );
    if (!own || !shared || !other) throw new Error('Three events are built.');
    await buildPictures('o'.repeat(43), [own]);
    await buildPictures('s'.repeat(43), [shared, other]);
    const both = () => Promise.all(['o'.repeat(43), 's'.repeat(43)].map(fetchPicture));
    expect(await both()).toEqual([200, 200]);
    for (const { id } of [own, shared]) expect((await run(id, '--confirm')).code).toBe(0);
    expect(await both()).toEqual([404, 200]);
    expect(await db().selectFrom('event_pictures').select('event_id').execute()).toEqual([
      { event_id: other.id },
    ]);
    expect(await db().selectFrom('events').select('id').where('image', 'is not', null).execute()).toEqual([
      { id: other.id },
    ]);
  });

  it('with --series deletes the picture of all dates, also from the template', async () => {
    const picture = 'w'.repeat(43);
    const { dates, stored } = await ownSeries([-7, 7], {}, { picture });
    await buildPictures(picture, dates);
    expect(await fetchPicture(picture)).toBe(200);
    expect((await run(dates[1]?.id ?? '', '--series', '--confirm')).code).toBe(0);
    expect(await fetchPicture(picture)).toBe(404);
    expect(JSON.parse((await stored()).template)).toMatchObject({ picture: null });
  });

  it.each([
    ['drafts', { publication: 'draft' as const }],
    ['cancelled dates', { event_status: 'EventCancelled' as const }],
  ])('with --series stops a series without an end that has only %s', async (_, dateGiven) => {
    const { dates, stored } = await ownSeries([1, 2], dateGiven);
    expect(await result(dates[0]?.id ?? '', '--series', '--confirm')).toMatchObject({
      dates: 2,
      cancelled: 0,
    });
    await runJob(server, 'extendSeries');
    expect((await stored()).extended_until).toBeNull();
    expect((await db().selectFrom('events').select('id').execute()).length).toBe(2);
  });

  it('takes the address of the page, and with --series all dates', async () => {
    const { dates } = await ownSeries([-7, 7, 14]);
    const guest = await buildUser(db());
    for (const { id } of dates)
      await buildRegistration(db(), { event_id: id, person_id: guest.id, state: 'confirmed' });
    const page = `https://club.example/events/public/${dates[1]?.id}?lang=de`;
    expect(await result(page, '--series', '--confirm')).toMatchObject({
      dates: 3,
      cancelled: 2,
      notified: 1,
    });
    for (const { id } of dates) expect((await stored(id)).removed_at).not.toBeNull();
  });

  it('rejects a call without a reason, an unknown event, one in no series, and one that was taken down', async () => {
    const { id } = await buildEvent(db(), { organizer_user_id: owner.id, starts_at: inDays(3) });
    expect((await admin(['take-down', id, '--confirm'], { env })).code).toBe(2);
    expect((await run('cleo', '--confirm')).code).toBe(2);
    expect((await run(owner.id, '--confirm')).code).toBe(3);
    expect((await run(id, '--series', '--confirm')).code).toBe(3);
    expect((await stored(id)).removed_at).toBeNull();
    expect((await run(id, '--confirm')).code).toBe(0);
    expect((await run(id, '--confirm')).code).toBe(3);
  });
});
