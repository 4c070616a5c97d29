// An event of a person whose account is suspended: no one is left who could cancel it or pay back.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pagesIn } from '../../../src/server/sitemap/queries.ts';
import { createClient } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildRegistration,
  buildSeries,
  buildTeam,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPaidEvent, buildPayer } from '../payments/paid-event.ts';

let server: TestServer;
let owner: { id: string };
let event: Awaited<ReturnType<typeof buildPaidEvent>>;
beforeEach(async () => {
  server = await startTestServer();
  owner = await buildListedUser(server.database.db, { name: 'Cleo Host', is_coach: 1 });
  event = await buildPaidEvent(server, { organizer_user_id: owner.id, name: 'Rooftop boxing' });
});
afterEach(() => server.close());

const db = () => server.database.db;
const setSuspended = (suspended_at: string | null) =>
  db().updateTable('users').set({ suspended_at }).where('id', '=', owner.id).execute();
const suspend = () => setSuspended('2026-11-21T09:00:00.000Z');
const see = (id: string) => createClient(server).call('GET /api/events/public/{id}', { params: { id } });

const lists = [
  '/api/explore/events',
  '/api/explore/events?sort=newest',
  '/api/explore/events?q=rooftop',
  '/api/explore/events?oncePerSeries=true',
  `/api/explore/events?activity=football`,
  '/api/explore/events?price=paid',
];

describe('the event of a suspended person', () => {
  it.each(lists)('is not in GET %s until the suspension is lifted', async (path) => {
    const isListed = async () =>
      JSON.stringify(await (await createClient(server).request(path)).json()).includes(event.id);
    expect(await isListed()).toBe(true);
    await suspend();
    expect(await isListed()).toBe(false);
    await setSuspended(null);
    expect(await isListed()).toBe(true);
  });

  it('counts in no number of Explore and in no other date of its series', async () => {
    const series = await buildSeries(db(), { template: '{}' });
    const other = await buildListedUser(db());
    const dateOf = (organizer_user_id: string, day: number) =>
      buildEvent(db(), {
        organizer_user_id,
        series_id: series.id,
        recurrence_id: `2026-12-0${day}T10:00:00`,
        starts_at: `2026-12-0${day}T10:00:00.000Z`,
      });
    await dateOf(owner.id, 1);
    const kept = await dateOf(other.id, 2);
    await suspend();
    const visitor = createClient(server);
    const { body } = await visitor.call('GET /api/explore/events', { query: { oncePerSeries: 'true' } });
    expect(body.items.map(({ id }) => id)).toEqual([kept.id]);
    expect(body.items[0]?.furtherDates ?? 0).toBe(0);
    expect((await visitor.call('GET /api/explore/events/count')).body).toEqual({ count: 1 });
    expect((await visitor.call('GET /api/explore')).body).toMatchObject({ counts: { events: 1 } });
  });

  it('is not in the sitemap', async () => {
    const part = { section: 'events', from: '2026-11-01', to: '2026-12-31' } as const;
    const moment = { bornBy: '2008-11-21', now: '2026-11-21T10:00:00.000Z' };
    expect(await pagesIn(db(), part, moment)).toHaveLength(1);
    await suspend();
    expect(await pagesIn(db(), part, moment)).toEqual([]);
  });

  it('is not on the page of the person who leads it', async () => {
    const leader = await buildListedUser(db(), { is_coach: 1 });
    await db()
      .insertInto('event_leaders')
      .values({ event_id: event.id, person_id: leader.id, position: 0 })
      .execute();
    const upcoming = async () =>
      (await createClient(server).call('GET /api/users/{id}', { params: { id: leader.id } })).body
        .upcomingEvents;
    expect(await upcoming()).toHaveLength(1);
    await suspend();
    expect(await upcoming()).toEqual([]);
  });

  it('opens by its address and says why no reply is taken', async () => {
    await suspend();
    const { status, body } = await see(event.id);
    expect([status, body.can.register, body.attendingLeadsTo, body.attendingRefusedFor]).toEqual([
      200,
      false,
      null,
      'organizer_inactive',
    ]);
  });

  it('takes no new replies', async () => {
    await suspend();
    const payer = await buildPayer(server);
    for (const response of ['attending', 'tentative', 'declined'] as const) {
      const { body } = await payer.call('PUT /api/events/{id}/registration', {
        params: { id: event.id },
        body: { response },
      });
      expect([body.outcome, body.reason]).toEqual(['refused', 'organizer_inactive']);
    }
    const { body } = await payer.call('GET /api/events/{id}', { params: { id: event.id } });
    expect(body.can).toMatchObject({ register: false, respond: false, keepInterest: false });
    await setSuspended(null);
    expect((await payer.attend(event)).outcome).toBe('applied');
  });

  it('takes no payment for a place that is held, and no money reaches the provider', async () => {
    const payer = await buildPayer(server);
    expect((await payer.attend(event)).registration?.state).toBe('pendingPayment');
    await suspend();
    const refused = await payer.begin(event);
    expect([refused.status, refused.body.code]).toEqual([409, 'not_permitted']);
    expect((await payer.call('GET /api/events/{id}', { params: { id: event.id } })).body.can.pay).toBe(false);
    await setSuspended(null);
    expect((await payer.begin(event)).status).toBe(200);
  });

  it.each(['confirmed', 'pendingPayment', 'waitlisted', 'offered'] as const)(
    'lets a person who is %s withdraw',
    async (state) => {
      const payer = await buildPayer(server);
      await buildRegistration(db(), {
        event_id: event.id,
        person_id: payer.id,
        state,
        position: state === 'waitlisted' ? 1 : null,
        hold_expires_at:
          state === 'offered' || state === 'pendingPayment' ? '2026-11-21T12:00:00.000Z' : null,
      });
      await suspend();
      const { body } = await payer.call('GET /api/events/{id}', { params: { id: event.id } });
      expect(body.can).toMatchObject({ cancelRegistration: true, acceptPlace: false, pay: false });
      const withdrawn = await payer.cancel(event);
      expect([withdrawn.outcome, withdrawn.registration?.state]).toEqual(['applied', 'cancelledByAttendee']);
    },
  );

  it('offers no free place to the waitlist', async () => {
    await db().updateTable('events').set({ maximum_attendee_capacity: 1, waitlist_enabled: 1 }).execute();
    const [going, waiting] = [await buildPayer(server), await buildPayer(server)];
    await buildRegistration(db(), { event_id: event.id, person_id: going.id, state: 'confirmed' });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: waiting.id,
      state: 'waitlisted',
      position: 1,
    });
    await suspend();
    await going.cancel(event);
    expect(await waiting.state(event)).toBe('waitlisted');
  });
});

describe('an event that a suspended person organizes for a team', () => {
  it('stays listed and takes replies, because the team runs it', async () => {
    const team = await buildTeam(db());
    const ofTeam = await buildEvent(db(), {
      organizer_user_id: owner.id,
      owner_team_id: team.id,
      teams: [team.id],
    });
    await suspend();
    const { body } = await createClient(server).call('GET /api/explore/events');
    expect(body.items.map(({ id }) => id)).toEqual([ofTeam.id]);
    const { outcome } = await (await buildPayer(server)).attend(ofTeam);
    expect(outcome).toBe('applied');
  });
});
