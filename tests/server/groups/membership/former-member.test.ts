// A member who left or was removed loses places at private events, and keeps a minimal view of their own
// past.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegistrationState } from '../../../../src/contract/values/enums.ts';
import { signIn } from '../../../support/client.ts';
import {
  buildMembership,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../../support/factories.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { auditedActions, noticesOf } from '../people.ts';
import { buildPrivateTeam, changeIn, changeInTeam, type Person, stateOf } from '../private-team.ts';

let server: TestServer;
let world: Awaited<ReturnType<typeof buildPrivateTeam>>;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildPrivateTeam(server);
});
afterEach(() => server.close());

const db = () => server.database.db;
const past = '2026-11-14T10:00:00.000Z';
const remove = async (user: Person) => {
  const { owner: by, team } = world;
  expect((await changeInTeam(server, { by, team, user }, { status: 'removed' })).status).toBe(200);
};
const leave = async (user: Person, teamId = world.team.id) => {
  const client = await signIn(server, user);
  const { status } = await client.call('DELETE /api/teams/{id}/membership', { params: { id: teamId } });
  expect(status).toBe(200);
};
const reply = async (user: Person, event: Person, body: object = { response: 'attending' }) =>
  (await signIn(server, user)).call('PUT /api/events/{id}/registration', { params: { id: event.id }, body });
const seeing = async (user: Person, event: Person) =>
  (await (await signIn(server, user)).call('GET /api/events/{id}', { params: { id: event.id } })).status;
const refunds = () =>
  db().selectFrom('refunds').select(['amount_minor', 'state', 'approved_at']).orderBy('created_at').execute();

describe('removal from a team', () => {
  it('Removal from a team ends active replies to its private future events, and no other reply', async () => {
    const { player } = world;
    const after: Partial<Record<RegistrationState, RegistrationState>> = {
      tentative: 'cancelledByOrganizer',
      pendingApproval: 'cancelledByOrganizer',
      pendingPayment: 'cancelledByOrganizer',
      confirmed: 'cancelledByOrganizer',
      waitlisted: 'cancelledByOrganizer',
      offered: 'cancelledByOrganizer',
      declined: 'declined',
      rejected: 'rejected',
      cancelledByAttendee: 'cancelledByAttendee',
    };
    const events: { id: string; state: RegistrationState }[] = [];
    for (const state of Object.keys(after) as RegistrationState[]) {
      const isHeld = state === 'offered' || state === 'pendingPayment';
      const { id } = await world.event({ waitlist_enabled: 1, maximum_attendee_capacity: 0 });
      await buildRegistration(db(), {
        event_id: id,
        person_id: player.id,
        state,
        hold_expires_at: isHeld ? '2026-11-21T10:30:00.000Z' : null,
      });
      events.push({ id, state });
    }
    const over = await world.event({ starts_at: past });
    await buildRegistration(db(), { event_id: over.id, person_id: player.id });
    const open = await world.event({ visibility: 'public' });
    await buildRegistration(db(), { event_id: open.id, person_id: player.id });
    await remove(player);
    for (const { id, state } of events)
      expect([state, await stateOf(server, { id }, player)]).toEqual([state, after[state]]);
    expect(await stateOf(server, over, player)).toBe('confirmed');
    expect(await stateOf(server, open, player)).toBe('confirmed');
    expect(await noticesOf(server, player)).toEqual([
      {
        kind: 'membershipRemoved',
        team_id: world.team.id,
        organization_id: null,
        changes: [{ field: 'endedPlaces', before: null, after: 6 }],
      },
    ]);
    const audited = (await auditedActions(server)).filter(({ action }) => action === 'registration.remove');
    expect(audited.map(({ actor_id }) => actor_id)).toEqual(Array(6).fill(world.owner.id));
  });

  it('Removal from a team refunds a paid place in full after the refund limit, and offers the seat to the waitlist', async () => {
    const { player } = world;
    // Tomorrow: the deadline of two days before has passed.
    const event = await world.paid({
      starts_at: '2026-11-22T10:00:00.000Z',
      maximum_attendee_capacity: 1,
      waitlist_enabled: 1,
    });
    await world.place(event, player);
    const next = await world.join('trainee');
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: next.id,
      state: 'waitlisted',
      position: 1,
    });
    await remove(player);
    expect(await stateOf(server, event, player)).toBe('cancelledByOrganizer');
    expect(await refunds()).toMatchObject([{ amount_minor: 1250, state: 'requested' }]);
    expect((await refunds())[0]?.approved_at).not.toBeNull();
    expect(await stateOf(server, event, next)).toBe('offered');
    expect((await noticesOf(server, next)).map(({ kind }) => kind)).toEqual(['paymentDue']);
  });

  it('Removal from a team cancels an open payment with its place', async () => {
    const { player } = world;
    const event = await world.paid();
    const { id } = await buildRegistration(db(), {
      event_id: event.id,
      person_id: player.id,
      offer_id: event.offer,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:30:00.000Z',
    });
    await buildPayment(db(), { registration_id: id });
    await remove(player);
    const states = await db().selectFrom('payments').select('state').execute();
    expect(states).toEqual([{ state: 'canceled' }]);
  });

  it('Removal from a team keeps a place at an event that another membership still makes visible', async () => {
    const { player, team, club } = world;
    const second = await buildTeam(db());
    await buildMembership(db(), { team_id: second.id, person_id: player.id });
    await buildMembership(db(), { organization_id: club.id, person_id: player.id });
    const shared = await world.event({ teams: [team.id, second.id] });
    const ofClub = await world.event({ visibility: 'organization' });
    const ofTeam = await world.event();
    for (const event of [shared, ofClub, ofTeam])
      await buildRegistration(db(), { event_id: event.id, person_id: player.id });
    await remove(player);
    expect([
      await stateOf(server, shared, player),
      await stateOf(server, ofClub, player),
      await stateOf(server, ofTeam, player),
    ]).toEqual(['confirmed', 'confirmed', 'cancelledByOrganizer']);
    await leave(player, second.id);
    expect(await stateOf(server, shared, player)).toBe('cancelledByAttendee');
    await changeIn(
      server,
      'organization',
      { by: await clubOwner(), group: club, user: player },
      { status: 'removed' },
    );
    expect(await stateOf(server, ofClub, player)).toBe('cancelledByOrganizer');
  });

  it('Removal from a team keeps a place at a private event of another group', async () => {
    const { player } = world;
    const elsewhere = await buildPrivateTeam(server);
    const event = await elsewhere.event();
    await buildRegistration(db(), { event_id: event.id, person_id: player.id });
    await remove(player);
    expect(await stateOf(server, event, player)).toBe('confirmed');
    expect(await seeing(player, event)).toBe(200);
  });
});

const clubOwner = () => world.join('owner', { organization_id: world.club.id });

describe('removal from an organization', () => {
  it('Removal from an organization ends places at events of its teams, except for active members of the team', async () => {
    const { club, team } = world;
    const by = await clubOwner();
    const [gone, stays] = [await clubMember(), await clubMember()];
    await buildMembership(db(), { team_id: team.id, person_id: stays.id });
    const ofTeam = await world.event({ visibility: 'organization' });
    const ofClub = await world.event({ teams: [], visibility: 'organization' });
    for (const user of [gone, stays])
      for (const event of [ofTeam, ofClub])
        await buildRegistration(db(), { event_id: event.id, person_id: user.id });
    for (const user of [gone, stays])
      expect(
        (await changeIn(server, 'organization', { by, group: club, user }, { status: 'removed' })).status,
      ).toBe(200);
    expect([await stateOf(server, ofTeam, gone), await stateOf(server, ofClub, gone)]).toEqual([
      'cancelledByOrganizer',
      'cancelledByOrganizer',
    ]);
    expect([await stateOf(server, ofTeam, stays), await stateOf(server, ofClub, stays)]).toEqual([
      'confirmed',
      'confirmed',
    ]);
  });
});

const clubMember = () => world.join('trainee', { organization_id: world.club.id });

describe('leaving a team', () => {
  it('Leaving a team gives up paid places with a refund before the refund limit, and without one after it', async () => {
    const { player } = world;
    const early = await world.paid();
    const late = await world.paid({ starts_at: '2026-11-22T10:00:00.000Z' });
    for (const event of [early, late]) await world.place(event, player);
    await leave(player);
    expect([await stateOf(server, early, player), await stateOf(server, late, player)]).toEqual([
      'cancelledByAttendee',
      'cancelledByAttendee',
    ]);
    expect(await refunds()).toHaveLength(1);
  });

  it('DELETE /api/teams/{id}/membership returns 409 to the only owner, and ends no place', async () => {
    const { owner, team } = world;
    const event = await world.event();
    await buildRegistration(db(), { event_id: event.id, person_id: owner.id });
    const client = await signIn(server, owner);
    const { status } = await client.call('DELETE /api/teams/{id}/membership', { params: { id: team.id } });
    expect([status, await stateOf(server, event, owner)]).toEqual([409, 'confirmed']);
  });
});

describe('an admin of an organization who becomes a member of it', () => {
  const lower = async (user: Person, role: 'coach' | 'trainee' = 'trainee') => {
    const { club } = world;
    const by = await world.join('owner', { organization_id: club.id });
    const { status } = await changeIn(server, 'organization', { by, group: club, user }, { role });
    expect(status).toBe(200);
  };
  const placeOf = async (user: Person, given: Parameters<typeof world.event>[0] = {}) => {
    const event = await world.event(given);
    await buildRegistration(db(), { event_id: event.id, person_id: user.id });
    return event;
  };

  it('They lose places at events of its teams that only the role let them see, with a full refund, and a notice says how many', async () => {
    const { club } = world;
    const admin = await world.join('admin', { organization_id: club.id });
    // Tomorrow: the deadline of two days before has passed.
    const paid = await world.paid({ starts_at: '2026-11-22T10:00:00.000Z' });
    await world.place(paid, admin);
    const ofTeam = await placeOf(admin);
    const over = await placeOf(admin, { starts_at: past });
    const ofClub = await placeOf(admin, { visibility: 'organization' });
    const open = await placeOf(admin, { visibility: 'public' });
    await lower(admin);
    const states = [paid, ofTeam, over, ofClub, open].map((event) => stateOf(server, event, admin));
    expect(await Promise.all(states)).toEqual([
      'cancelledByOrganizer',
      'cancelledByOrganizer',
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
    for (const event of [paid, ofTeam]) expect(await seeing(admin, event)).toBe(404);
    expect(await refunds()).toMatchObject([{ amount_minor: 1250 }]);
    expect((await noticesOf(server, admin)).map(({ kind, changes }) => [kind, changes])).toEqual([
      [
        'membershipRoleChanged',
        [
          { field: 'role', before: 'admin', after: 'trainee' },
          { field: 'endedPlaces', before: null, after: 2 },
        ],
      ],
    ]);
  });

  it('They keep places at events of teams that they are in, and all of them while they run the organization', async () => {
    const { club, team } = world;
    const [member, owner] = [
      await world.join('admin', { organization_id: club.id }),
      await world.join('owner', { organization_id: club.id }),
    ];
    await buildMembership(db(), { team_id: team.id, person_id: member.id });
    const events = [await placeOf(member), await placeOf(owner)] as const;
    await lower(member);
    const by = await world.join('owner', { organization_id: club.id });
    await changeIn(server, 'organization', { by, group: club, user: owner }, { role: 'admin' });
    expect(await stateOf(server, events[0], member)).toBe('confirmed');
    expect(await stateOf(server, events[1], owner)).toBe('confirmed');
  });

  it('A coach of the organization loses places at its own private events only: those of its teams came from others', async () => {
    const { club } = world;
    const coach = await world.join('coach', { organization_id: club.id });
    const own = await placeOf(coach, { teams: [] });
    const ofTeam = await placeOf(coach);
    await lower(coach);
    expect(await stateOf(server, own, coach)).toBe('cancelledByOrganizer');
    expect(await stateOf(server, ofTeam, coach)).toBe('confirmed');
  });

  it('A member whose role is raised keeps every place', async () => {
    const member = await world.join('trainee', { organization_id: world.club.id });
    const events = [await placeOf(member), await placeOf(member, { teams: [] })] as const;
    await lower(member, 'coach');
    for (const event of events) expect(await stateOf(server, event, member)).toBe('confirmed');
  });
});

describe('a removed member', () => {
  it('PUT /api/events/{id}/registration returns 404 and stores nothing when its author was removed after deciding', async () => {
    const { player } = world;
    const event = await world.event();
    const fresh = await world.join('trainee');
    for (const user of [player, fresh]) await remove(user);
    const late = { response: 'attending', occurredAt: '2026-11-21T08:00:00Z' };
    for (const user of [player, fresh]) {
      const client = await signIn(server, user);
      const params = { id: event.id };
      const headers = { 'idempotency-key': 'offline' };
      const sent = { params, headers, body: late };
      expect((await client.call('PUT /api/events/{id}/registration', sent)).status).toBe(404);
      // A retry with the same key gets the same refusal.
      expect((await client.call('PUT /api/events/{id}/registration', sent)).status).toBe(404);
      expect((await client.call('DELETE /api/events/{id}/registration', { params })).status).toBe(404);
      expect(await stateOf(server, event, user)).toBeUndefined();
    }
  });

  it('PATCH /api/events/{id}/registrations/{userId} returns 404 for a reply on behalf of a removed member', async () => {
    const { player, coach } = world;
    const event = await world.event();
    const fresh = await world.join('trainee');
    await reply(player, event, { response: 'declined' });
    for (const user of [player, fresh]) await remove(user);
    const client = await signIn(server, coach);
    for (const [user, version] of [
      [player, 1],
      [fresh, 0],
    ] as const) {
      const { status } = await client.call('PATCH /api/events/{id}/registrations/{userId}', {
        params: { id: event.id, userId: user.id },
        body: { version, action: 'reply', response: 'attending' },
      });
      expect(status).toBe(404);
    }
    expect(await stateOf(server, event, player)).toBe('declined');
  });

  it('A removed member sees name, time and place of past events and their own payment, without people or actions', async () => {
    const { player, club, coach } = world;
    const event = await world.paid({ name: 'Final', starts_at: past, online_url: 'https://meet.example/1' });
    await world.place(event, player);
    const list = async () =>
      (await (await signIn(server, player)).call('GET /api/users/me/events', { query: { tab: 'past' } }))
        .body;
    expect((await list()).items[0]).toMatchObject({ can: { see: true }, leaders: [{ id: coach.id }] });
    await remove(player);
    const { items } = await list();
    expect(items).toMatchObject([
      { id: event.id, name: 'Final', organizer: null, leaders: [], registration: { state: 'confirmed' } },
    ]);
    expect(Object.values(items[0]?.can ?? {}).some(Boolean)).toBe(false);
    const text = JSON.stringify(items);
    for (const secret of [club.id, club.name, coach.id, coach.name, 'meet.example'])
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect(await seeing(player, event)).toBe(404);
    const client = await signIn(server, player);
    const payment = await client.call('GET /api/events/{id}/payment', { params: { id: event.id } });
    expect([payment.status, payment.body.state, payment.body.can.askRefund]).toEqual([
      200,
      'succeeded',
      true,
    ]);
    const asked = await client.call('POST /api/payments/{id}/refund', {
      params: { id: payment.body.id },
      body: { reason: 'I was not there' },
    });
    expect(asked.status).toBe(200);
  });

  it('A removed member finds no event of the team in calendar or feed, and is not notified when one is cancelled', async () => {
    const { player, coach } = world;
    const [over, ahead] = [await world.event({ starts_at: past }), await world.event()];
    for (const event of [over, ahead])
      await buildRegistration(db(), { event_id: event.id, person_id: player.id });
    const client = await signIn(server, player);
    const feed = await client.call('POST /api/users/me/calendar-feed', { body: {} });
    const counted = async () => {
      const calendar = await client.call('GET /api/users/me/calendar', {
        query: { from: '2026-11-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
      });
      const text = await (await client.request(new URL(feed.body.url).pathname)).text();
      return [calendar.body.items.length, text.split('BEGIN:VEVENT').length - 1];
    };
    expect(await counted()).toEqual([2, 2]);
    await remove(player);
    expect(await counted()).toEqual([0, 0]);
    const cancelled = await (await signIn(server, coach)).call('POST /api/events/{id}/cancel', {
      params: { id: ahead.id },
      body: { reason: 'Storm' },
    });
    expect(cancelled.status).toBe(200);
    expect((await noticesOf(server, player)).map(({ kind }) => kind)).toEqual(['membershipRemoved']);
    expect(await counted()).toEqual([0, 0]);
  });

  it('GET /api/users/{id} returns 404 to a removed member for the coach of a past event', async () => {
    const { player, coach } = world;
    const over = await world.event({ starts_at: past });
    await buildRegistration(db(), { event_id: over.id, person_id: player.id });
    const look = async () =>
      (await (await signIn(server, player)).call('GET /api/users/{id}', { params: { id: coach.id } })).status;
    expect(await look()).toBe(200);
    await remove(player);
    expect(await look()).toBe(404);
  });

  it('A removed member can reply to public events, and to private ones again after joining', async () => {
    const { player, team } = world;
    const open = await world.event({ visibility: 'public' });
    const closed = await world.event();
    await reply(player, closed);
    await remove(player);
    expect((await reply(player, open)).body.registration?.state).toBe('confirmed');
    expect((await reply(player, closed)).status).toBe(404);
    await db().deleteFrom('memberships').where('person_id', '=', player.id).execute();
    await buildMembership(db(), { team_id: team.id, person_id: player.id });
    expect((await reply(player, closed)).body.registration?.state).toBe('confirmed');
  });
});

describe('an invitation to a removed member', () => {
  it('An invitation shows past events to a removed member only after it is accepted', async () => {
    const { player, owner, team } = world;
    const over = await world.event({ starts_at: past });
    await buildRegistration(db(), { event_id: over.id, person_id: player.id });
    await remove(player);
    expect(await seeing(player, over)).toBe(404);
    const client = await signIn(server, owner);
    const { status, body } = await client.call('POST /api/teams/{id}/invitations', {
      params: { id: team.id },
      body: { username: player.username },
    });
    expect([status, await seeing(player, over)]).toEqual([201, 404]);
    const params = { id: team.id, invitationId: body.id };
    await client.call('DELETE /api/teams/{id}/invitations/{invitationId}', { params });
    expect(await seeing(player, over)).toBe(404);
    await client.call('POST /api/teams/{id}/invitations', {
      params: { id: team.id },
      body: { username: player.username },
    });
    await (await signIn(server, player)).call('PUT /api/teams/{id}/membership', {
      params: { id: team.id },
      body: {},
    });
    expect(await seeing(player, over)).toBe(200);
  });
});

describe('an outsider with a reply to a private event', () => {
  it('GET /api/events/{id} shows a private event to an outsider while their reply is active or the event was cancelled', async () => {
    const outsider = await buildUser(db());
    const states: Record<RegistrationState, number> = {
      tentative: 200,
      pendingApproval: 200,
      pendingPayment: 200,
      confirmed: 200,
      waitlisted: 200,
      offered: 200,
      declined: 404,
      rejected: 404,
      offerExpired: 404,
      holdExpired: 404,
      cancelledByAttendee: 404,
      cancelledByOrganizer: 404,
    };
    for (const [state, status] of Object.entries(states)) {
      const event = await world.event();
      await buildRegistration(db(), {
        event_id: event.id,
        person_id: outsider.id,
        state: state as RegistrationState,
      });
      expect([state, await seeing(outsider, event)]).toEqual([state, status]);
    }
    const off = await world.event({ event_status: 'EventCancelled' });
    await buildRegistration(db(), {
      event_id: off.id,
      person_id: outsider.id,
      state: 'cancelledByOrganizer',
    });
    expect(await seeing(outsider, off)).toBe(200);
    const late = await world.event();
    await buildRegistration(db(), {
      event_id: late.id,
      person_id: outsider.id,
      state: 'offered',
      hold_expires_at: '2026-11-21T09:59:00.000Z',
    });
    expect(await seeing(outsider, late)).toBe(404);
  });
});
