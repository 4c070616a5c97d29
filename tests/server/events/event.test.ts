import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildListedUser,
  buildOffer,
  buildPayment,
  buildPlace,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, everyone, inOrganization, inTeam, staff } from './club.ts';

describe('GET /api/events/{id}', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const asVisitor = (id: string) =>
    createClient(server).call('GET /api/events/public/{id}', { params: { id } });
  const as = async (user: { id: string }, id: string) =>
    (await signIn(server, user)).call('GET /api/events/{id}', { params: { id } });

  it('shows a visitor everything except names of attendees', async () => {
    const place = await buildPlace(db(), {
      name: 'Hall',
      region: 'Ghent',
      latitude: 51.05,
      longitude: 3.72,
      directions: 'Second door',
    });
    const leader = await buildListedUser(db(), { name: 'Ann', profile: { file_path: '/ann.webp' } });
    const hidden = await buildUser(db());
    const attendee = await buildUser(db(), { name: 'Attending Person' });
    const team = await buildTeam(db());
    const secretTeam = await buildTeam(db(), { visibility: 'private' });
    const event = await buildEvent(db(), {
      place_id: place.id,
      leaders: [hidden.id, leader.id],
      teams: [team.id, secretTeam.id],
      description: 'Bring **water**.',
      online_url: 'https://meet.example/secret',
      attendance_mode: 'mixed',
      maximum_attendee_capacity: 5,
      accessibility_support: '["Step-free"]',
    });
    await buildOffer(db(), { event_id: event.id });
    await buildRegistration(db(), { event_id: event.id, person_id: attendee.id });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: hidden.id,
      state: 'waitlisted',
      position: 1,
    });
    const { status, body } = await asVisitor(event.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      descriptionBlocks: [
        { type: 'paragraph', children: [{ text: 'Bring ' }, { text: 'water', strong: true }, { text: '.' }] },
      ],
      place: { name: 'Hall', region: 'Ghent', latitude: 51.05, longitude: 3.72, directions: 'Second door' },
      leaders: [{ id: leader.id, name: 'Ann', avatarSrc: '/ann.webp' }],
      teams: [{ id: team.id }],
      price: { amountMinor: 1250, currency: 'EUR' },
      refundUntil: '2026-11-26T10:00:00.000Z',
      remainingAttendeeCapacity: 4,
      confirmedCount: 1,
      waitlistedCount: 1,
      accessibilitySupport: ['Step-free'],
    });
    const text = JSON.stringify(body);
    for (const secret of [attendee.name, attendee.id, hidden.id, 'meet.example', secretTeam.id])
      expect(text).not.toContain(secret);
  });

  it('makes no refund promise when nothing is paid or refunded', async () => {
    const free = await buildEvent(db());
    await buildOffer(db(), { event_id: free.id, price_minor: 0 });
    const strict = await buildEvent(db());
    await buildOffer(db(), { event_id: strict.id, refund_until: null });
    for (const event of [free, strict]) expect((await asVisitor(event.id)).body.refundUntil).toBeNull();
  });

  it('shows visitors published public and unlisted events', async () => {
    const { build } = await buildClub(db());
    const cases = [
      [{}, 200],
      [{ visibility: 'unlisted' }, 200],
      [{ visibility: 'organization' }, 404],
      [{ visibility: 'team' }, 404],
      [{ publication: 'draft' }, 404],
      [{ publication: 'archived' }, 404],
      [{ removed_at: '2026-11-20T10:00:00.000Z' }, 410],
      [{ removed_at: '2026-11-20T10:00:00.000Z', visibility: 'team' }, 404],
      [{ event_status: 'EventCancelled' }, 200],
    ] as const;
    for (const [given, expected] of cases)
      expect([given, (await asVisitor((await build(given)).id)).status]).toEqual([given, expected]);
    for (const id of ['0197a000-0000-7000-8000-000000000000', 'x'])
      expect((await asVisitor(id)).status).toBe(404);
  });

  it('shows an event to those whom its visibility names, and answers 404 to others', async () => {
    const { people, build } = await buildClub(db());
    const cases = [
      [{ visibility: 'public' }, everyone],
      [{ visibility: 'unlisted' }, everyone],
      [{ visibility: 'organization' }, inOrganization],
      [{ visibility: 'team' }, inTeam],
      [{ publication: 'draft' }, staff],
      [{ publication: 'draft', visibility: 'team' }, staff],
      [{ publication: 'archived' }, [...staff, 'assistant', 'participant']],
    ] as const;
    for (const [given, allowed] of cases) {
      const event = await build(given);
      const seeing: string[] = [];
      for (const [name, user] of Object.entries(people)) {
        const { status } = await as(user, event.id);
        if (status === 200) seeing.push(name);
        else expect(status).toBe(404);
      }
      expect([given, seeing.toSorted()]).toEqual([given, allowed.toSorted()]);
    }
  });

  it('answers 410 to those who could see it before it was taken down', async () => {
    const { people, build } = await buildClub(db());
    const event = await build({ visibility: 'team', removed_at: '2026-11-20T10:00:00.000Z' });
    expect((await as(people.teamMember, event.id)).status).toBe(410);
    expect((await as(people.teamCoach, event.id)).status).toBe(410);
    expect((await as(people.stranger, event.id)).status).toBe(404);
  });

  it("shows the viewer's registration, with a waitlist position counted without gaps", async () => {
    const event = await buildEvent(db());
    const first = await buildUser(db());
    const second = await buildUser(db());
    const paying = await buildUser(db());
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: second.id,
      state: 'waitlisted',
      position: 9,
      version: 3,
    });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: first.id,
      state: 'waitlisted',
      position: 4,
    });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: paying.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:10:00.000Z',
    });
    expect((await as(second, event.id)).body.registration).toEqual({
      state: 'waitlisted',
      position: 2,
      holdExpiresAt: null,
      version: 3,
      reconfirmAskedAt: null,
      answeredFor: null,
    });
    expect((await as(first, event.id)).body.registration?.position).toBe(1);
    expect((await as(paying, event.id)).body.registration).toEqual({
      state: 'pendingPayment',
      position: null,
      holdExpiresAt: '2026-11-21T10:10:00.000Z',
      version: 1,
      reconfirmAskedAt: null,
      answeredFor: null,
    });
    expect((await as(await buildUser(db()), event.id)).body.registration).toBeNull();
  });

  it('shows the online address to those with a place and those who run it', async () => {
    const { people, build } = await buildClub(db());
    const event = await build({ attendance_mode: 'online', online_url: 'https://meet.example/1' });
    const waiting = await buildUser(db());
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: waiting.id,
      state: 'waitlisted',
      position: 1,
    });
    const told: string[] = [];
    for (const [name, user] of Object.entries({ ...people, waiting }))
      if ((await as(user, event.id)).body.onlineUrl !== null) told.push(name);
    expect(told).toEqual([...staff, 'assistant', 'participant']);
  });

  it('names private people to those related to them, not to strangers, and private teams to their members', async () => {
    const { people, team, build } = await buildClub(db());
    const event = await build();
    const { body } = await as(people.stranger, event.id);
    expect([body.organizer, body.leaders, body.teams]).toEqual([null, [], []]);
    await buildRegistration(db(), { event_id: event.id, person_id: people.stranger.id });
    const replied = (await as(people.stranger, event.id)).body;
    expect([replied.organizer !== null, replied.leaders.length]).toEqual([true, 1]);
    expect((await as(people.teamMember, event.id)).body.teams).toEqual([{ id: team.id, name: team.name }]);
    expect((await as(people.teamCoach, event.id)).body.teams).toHaveLength(1);
    // Named as leader, but without a role in its groups.
    expect((await as(people.leader, event.id)).body.teams).toEqual([]);
    expect((await asVisitor(event.id)).body.organizer).toBeNull();
  });

  it('names no suspended leader, on its page and in lists', async () => {
    const suspended = await buildUser(db(), { suspended_at: '2026-11-20T10:00:00.000Z' });
    const leader = await buildUser(db());
    const me = await buildUser(db());
    const event = await buildEvent(db(), { leaders: [suspended.id, leader.id] });
    await buildRegistration(db(), { event_id: event.id, person_id: me.id });
    const list = await (await signIn(server, me)).call('GET /api/users/me/events', {
      query: { tab: 'upcoming' },
    });
    for (const { leaders } of [(await as(me, event.id)).body, ...list.body.items])
      expect(leaders.map(({ id }) => id)).toEqual([leader.id]);
    expect(list.body.items).toHaveLength(1);
  });

  it('tells about payments and the held offer, also after the offer was withdrawn', async () => {
    const { people, build } = await buildClub(db());
    const event = await build();
    const { id: offer } = await buildOffer(db(), { event_id: event.id, name: 'Early' });
    const { id: registration } = await buildRegistration(db(), {
      event_id: event.id,
      person_id: people.teamMember.id,
      offer_id: offer,
    });
    const told = async (user: { id: string }) => {
      const { hasPayment, hasPayments, heldOffer } = (await as(user, event.id)).body;
      return { hasPayment, hasPayments, heldOffer: heldOffer?.name ?? null };
    };
    expect(await told(people.teamMember)).toEqual({
      hasPayment: false,
      hasPayments: false,
      heldOffer: 'Early',
    });
    expect((await told(people.teamCoach)).hasPayments).toBe(false);
    await buildPayment(db(), { registration_id: registration, state: 'expired' });
    await db().updateTable('offers').set({ withdrawn_at: '2026-11-20T10:00:00.000Z' }).execute();
    const { body } = await as(people.teamMember, event.id);
    expect(body.offers).toEqual([]);
    expect(body.heldOffer).toEqual({
      id: offer,
      name: 'Early',
      price: { amountMinor: 1250, currency: 'EUR' },
      eligibility: null,
      refundUntil: '2026-11-26T10:00:00.000Z',
      refundBefore: 'P2D',
      acceptsOffline: false,
    });
    expect(await told(people.teamMember)).toEqual({
      hasPayment: true,
      hasPayments: false,
      heldOffer: 'Early',
    });
    for (const name of ['teamOwner', 'teamCoach', 'organizationAdmin'] as const)
      expect(await told(people[name])).toEqual({ hasPayment: false, hasPayments: true, heldOffer: null });
    for (const name of ['assistant', 'participant', 'leader', 'stranger'] as const)
      expect(await told(people[name])).toEqual({ hasPayment: false, hasPayments: false, heldOffer: null });
  });

  it('asks visitors to sign in, and answers 304 to a matching ETag', async () => {
    const event = await buildEvent(db());
    const client = createClient(server);
    expect((await client.request(`/api/events/${event.id}`)).status).toBe(401);
    const first = await client.request(`/api/events/public/${event.id}`);
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await client.request(`/api/events/public/${event.id}`, { headers })).status).toBe(304);
    const mine = await (await signIn(server, await buildUser(db()))).request(`/api/events/${event.id}`);
    expect(mine.headers.get('cache-control')).toBe('private, no-store');
  });
});
