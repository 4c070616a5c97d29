// Changing an event: who is told what, what becomes of places, waits, prices and requests, and two who edit at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildPayment,
  buildPlace,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPlanningClub } from './club.ts';

let server: TestServer;
let club: Awaited<ReturnType<typeof buildPlanningClub>>;
beforeEach(async () => {
  server = await startTestServer();
  club = await buildPlanningClub(server.database.db);
});
afterEach(() => server.close());

const db = () => server.database.db;
const teamEvent = (given: Parameters<typeof buildEvent>[1] = {}) =>
  buildEvent(db(), {
    organizer_organization_id: club.organization.id,
    teams: [club.team.id],
    place_id: club.place.id,
    ...given,
  });
const change = async (who: { id: string }, id: string, body: object) =>
  (await signIn(server, who)).call('PATCH /api/events/{id}', {
    params: { id },
    body: { version: 1, ...body },
  });
const preview = async (who: { id: string }, id: string, body: object) =>
  (await signIn(server, who)).call('POST /api/events/{id}/preview', { params: { id }, body });
const see = async (who: { id: string }, id: string) =>
  (await signIn(server, who)).call('GET /api/events/{id}', { params: { id } });
const notices = async (id: string) =>
  db()
    .selectFrom('notifications')
    .select(['user_id', 'kind', 'changes'])
    .where('event_id', '=', id)
    .execute();
const stateOf = async (person: { id: string }, id: string) =>
  (
    await db()
      .selectFrom('registrations')
      .select('state')
      .where('event_id', '=', id)
      .where('person_id', '=', person.id)
      .executeTakeFirst()
  )?.state;

describe('a change', () => {
  it('of time and place tells those concerned old and new, and not who made it', async () => {
    const event = await teamEvent({ leaders: [club.coach.id] });
    const field = await buildPlace(db(), { name: 'Canal', owner_organization_id: club.organization.id });
    const later = { startsAt: '2026-11-28T11:00:00.000Z', endsAt: '2026-11-28T12:30:00.000Z' };
    const { status, body } = await change(club.coach, event.id, { ...later, place: { id: field.id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...later,
      eventStatus: 'EventRescheduled',
      previousStartDates: ['2026-11-28T10:00:00.000Z'],
      version: 2,
    });
    const told = await notices(event.id);
    expect(told.map(({ user_id }) => user_id).sort()).toEqual(club.members.map(({ id }) => id).sort());
    expect(JSON.parse(told[0]?.changes ?? '')).toEqual([
      { field: 'startsAt', before: '2026-11-28T10:00:00.000Z', after: '2026-11-28T11:00:00.000Z' },
      { field: 'endsAt', before: '2026-11-28T11:30:00.000Z', after: '2026-11-28T12:30:00.000Z' },
      { field: 'place', before: 'Boathouse', after: 'Canal' },
      { field: 'eventStatus', before: 'EventScheduled', after: 'EventRescheduled' },
    ]);
    const { sequence } = await db()
      .selectFrom('events')
      .select('sequence')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    expect(sequence).toBe(1);
  });

  it('of words alone, of a draft, or of nothing tells no one', async () => {
    const event = await teamEvent();
    const draft = await teamEvent({ publication: 'draft', published_at: null });
    expect((await change(club.coach, event.id, { description: 'Bring **water**', name: 'Row' })).status).toBe(
      200,
    );
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    const { body } = await change(club.coach, draft.id, moved);
    expect(body).toMatchObject({ eventStatus: 'EventScheduled', previousStartDates: [] });
    expect([...(await notices(event.id)), ...(await notices(draft.id))]).toEqual([]);
  });

  it('of an event that is over tells no one', async () => {
    const event = await teamEvent({ starts_at: '2026-11-20T10:00:00.000Z' });
    expect((await change(club.coach, event.id, { place: null })).status).toBe(200);
    expect(await notices(event.id)).toEqual([]);
  });

  it('of the name is found in a search by the new one alone', async () => {
    const event = await teamEvent({ name: 'Evening row' });
    await change(club.coach, event.id, { name: 'Morning paddle' });
    const find = async (q: string) =>
      (
        await (await signIn(server, club.coach)).call('GET /api/explore/events', { query: { q } })
      ).body.items.map(({ id }) => id);
    expect([await find('paddle'), await find('evening')]).toEqual([[event.id], []]);
  });

  it('from an older version is refused with what is true now, and changes nothing', async () => {
    const event = await teamEvent();
    expect((await change(club.coach, event.id, { name: 'First' })).status).toBe(200);
    const { status, body } = await change(club.admin, event.id, { name: 'Second' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'stale_version', current: { name: 'First', version: 2 } });
  });

  it('of an event that is cancelled is refused', async () => {
    const event = await teamEvent({ event_status: 'EventCancelled' });
    expect((await change(club.coach, event.id, { name: 'New' })).body.code).toBe('not_permitted');
    expect((await preview(club.coach, event.id, { name: 'New' })).body.code).toBe('not_permitted');
  });

  it('can say that an event is postponed, and then give it a date', async () => {
    const event = await teamEvent();
    const postponed = await change(club.coach, event.id, { eventStatus: 'EventPostponed' });
    expect(postponed.body.eventStatus).toBe('EventPostponed');
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    const { body } = await change(club.coach, event.id, { ...moved, version: 2 });
    expect(body).toMatchObject({ eventStatus: 'EventRescheduled', ...moved });
    expect((await notices(event.id)).map(({ kind }) => kind)).toEqual(
      Array.from({ length: 2 * club.members.length }, () => 'eventChanged'),
    );
  });

  it('adds only teams that the person coaches, and keeps the owner among them', async () => {
    const event = await teamEvent();
    const refused = await change(club.coach, event.id, { teamIds: [club.otherTeam.id] });
    expect(refused.body.errors).toMatchObject([{ path: 'teamIds' }]);
    const { body } = await change(club.admin, event.id, { teamIds: [club.otherTeam.id] });
    expect(body.teams.map(({ id }) => id).sort()).toEqual([club.team.id, club.otherTeam.id].sort());
  });

  it('of the owner takes the power along, and is made by someone who runs both', async () => {
    const event = await teamEvent({ teams: [club.team.id, club.otherTeam.id] });
    const owner = { kind: 'team', id: club.otherTeam.id };
    expect((await change(club.coach, event.id, { owner })).body.code).toBe('not_permitted');
    expect((await change(club.admin, event.id, { owner })).body).toMatchObject({ owner });
    expect((await see(club.coach, event.id)).body.can).toMatchObject({ edit: false, cancel: false });
    expect((await see(club.otherCoach, event.id)).body.can).toMatchObject({ edit: true, cancel: true });
  });
});

describe('capacity', () => {
  const crowd = async (id: string, states: ('confirmed' | 'waitlisted' | 'offered')[]) => {
    const people = [];
    for (const [position, state] of states.entries()) {
      const person = await buildUser(db());
      people.push(person);
      await buildRegistration(db(), {
        event_id: id,
        person_id: person.id,
        state,
        position: state === 'waitlisted' ? position : null,
        hold_expires_at: state === 'offered' ? '2026-11-22T10:00:00.000Z' : null,
      });
    }
    return people;
  };

  it('that is raised is offered to those who wait at once, beside an offer that is open', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 2, waitlist_enabled: 1 });
    const people = await crowd(event.id, ['confirmed', 'offered', 'waitlisted', 'waitlisted']);
    const body = { maximumAttendeeCapacity: 3 };
    const said = await preview(club.coach, event.id, body);
    expect(said.body).toMatchObject({ notified: 1, warnings: [{ code: 'placesOffered', count: 1 }] });
    await change(club.coach, event.id, body);
    const states = await Promise.all(people.map((person) => stateOf(person, event.id)));
    expect(states).toEqual(['confirmed', 'offered', 'offered', 'waitlisted']);
  });

  it('that is raised while the event is postponed is offered once there is a date', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const [, waiting] = await crowd(event.id, ['confirmed', 'waitlisted']);
    const body = { maximumAttendeeCapacity: 2, eventStatus: 'EventPostponed' };
    expect((await preview(club.coach, event.id, body)).body.warnings).toEqual([]);
    await change(club.coach, event.id, body);
    expect(await stateOf(waiting ?? club.coach, event.id)).toBe('waitlisted');
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    await change(club.coach, event.id, { ...moved, version: 2 });
    expect(await stateOf(waiting ?? club.coach, event.id)).toBe('offered');
  });

  it('that is lowered below those who come takes no place', async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 3 });
    const people = await crowd(event.id, ['confirmed', 'confirmed', 'confirmed']);
    const body = { maximumAttendeeCapacity: 1 };
    expect((await preview(club.coach, event.id, body)).body.warnings).toEqual([
      { code: 'aboveCapacity', count: 2 },
    ]);
    const { body: after } = await change(club.coach, event.id, body);
    expect(after).toMatchObject({ maximumAttendeeCapacity: 1, remainingAttendeeCapacity: 0 });
    for (const person of people) expect(await stateOf(person, event.id)).toBe('confirmed');
  });
});

describe('who sees it', () => {
  it('narrowed after strangers replied: they lose place and view, are told and paid back; members stay', async () => {
    const event = await teamEvent({ visibility: 'public' });
    const offer = await buildOffer(db(), { event_id: event.id });
    const stranger = await buildUser(db());
    const [member = stranger] = club.members;
    for (const person of [stranger, member]) {
      const { id } = await buildRegistration(db(), {
        event_id: event.id,
        person_id: person.id,
        offer_id: offer.id,
      });
      await buildPayment(db(), {
        registration_id: id,
        state: 'succeeded',
        paid_at: '2026-11-20T10:00:00.000Z',
      });
    }
    const said = await preview(club.coach, event.id, { visibility: 'team' });
    expect(said.body).toMatchObject({
      notified: 1,
      registrations: 2,
      payments: 2,
      warnings: [{ code: 'losePlace', count: 1 }],
    });
    expect((await change(club.coach, event.id, { visibility: 'team' })).status).toBe(200);
    expect(await stateOf(stranger, event.id)).toBe('cancelledByOrganizer');
    expect(await stateOf(member, event.id)).toBe('confirmed');
    expect((await see(stranger, event.id)).status).toBe(404);
    const told = (await notices(event.id)).filter(({ user_id }) => user_id === stranger.id);
    expect(told.map(({ kind }) => kind)).toEqual(['registrationCancelled']);
    const refunds = await db().selectFrom('refunds').select('amount_minor').execute();
    expect(refunds).toEqual([{ amount_minor: 1250 }]);
  });

  it('narrowed together with a new time: each person hears once what it means for them', async () => {
    const event = await teamEvent({ visibility: 'public' });
    const stranger = await buildUser(db());
    await buildRegistration(db(), { event_id: event.id, person_id: stranger.id, state: 'tentative' });
    const moved = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:00:00.000Z' };
    await change(club.coach, event.id, { visibility: 'team', maximumAttendeeCapacity: 4, ...moved });
    const told = (await notices(event.id)).map(({ user_id, kind }) => `${user_id} ${kind}`);
    expect(told.filter((one) => one.startsWith(stranger.id))).toEqual([
      `${stranger.id} registrationCancelled`,
    ]);
    expect(told.filter((one) => one.endsWith('eventChanged'))).toHaveLength(club.members.length);
  });

  it('narrowed further leaves a place to someone from outside who was let in', async () => {
    const event = await teamEvent({ visibility: 'organization' });
    const guest = await buildUser(db());
    await buildRegistration(db(), { event_id: event.id, person_id: guest.id });
    await change(club.coach, event.id, { visibility: 'team' });
    expect(await stateOf(guest, event.id)).toBe('confirmed');
    expect((await see(guest, event.id)).status).toBe(200);
  });

  it('with a team taken off: its members lose their places at a private event', async () => {
    const guestTeam = await buildTeam(db(), { organization_id: club.organization.id });
    const guest = await buildUser(db());
    await buildMembership(db(), { team_id: guestTeam.id, person_id: guest.id });
    const event = await teamEvent({ visibility: 'team', teams: [club.team.id, guestTeam.id] });
    await buildRegistration(db(), { event_id: event.id, person_id: guest.id });
    await change(club.coach, event.id, { teamIds: [club.team.id] });
    expect(await stateOf(guest, event.id)).toBe('cancelledByOrganizer');
  });
});

describe('prices', () => {
  const priced = async () => {
    const event = await teamEvent({ maximum_attendee_capacity: 5 });
    const offer = await buildOffer(db(), { event_id: event.id });
    return { event, offer };
  };
  const offerOf = (id: string | undefined, amountMinor: number, refundUntil: string | null = 'P2D') => ({
    offers: [{ ...(id && { id }), name: 'Adult', price: { amountMinor, currency: 'EUR' }, refundUntil }],
  });

  it('changed with a hold open and a place paid: both keep theirs, who comes next pays the new one', async () => {
    const { event, offer } = await priced();
    const [payer = club.coach, holder = club.coach, next = club.coach] = club.members;
    const paid = await buildRegistration(db(), {
      event_id: event.id,
      person_id: payer.id,
      offer_id: offer.id,
    });
    await buildPayment(db(), {
      registration_id: paid.id,
      state: 'succeeded',
      paid_at: '2026-11-20T10:00:00.000Z',
    });
    await buildRegistration(db(), {
      event_id: event.id,
      person_id: holder.id,
      offer_id: offer.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:30:00.000Z',
    });
    const body = offerOf(offer.id, 2000);
    expect((await preview(club.admin, event.id, body)).body.warnings).toEqual([
      { code: 'keepPrice', count: 2 },
    ]);
    const { body: after } = await change(club.admin, event.id, body);
    expect(after.offers.map(({ price }) => price.amountMinor)).toEqual([2000]);
    expect((await see(holder, event.id)).body.due?.amount.amountMinor).toBe(1250);
    const client = await signIn(server, next);
    const named = await client.call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'attending', offerId: offer.id },
    });
    expect(named.body.errors).toMatchObject([{ code: 'unknown_offer' }]);
    await client.call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'attending' },
    });
    expect((await see(next, event.id)).body.due?.amount.amountMinor).toBe(2000);
    const cheap = await client.call('POST /api/events/{id}/payment', {
      params: { id: event.id },
      body: { offerId: offer.id },
    });
    expect(cheap.status).toBe(422);
  });

  it('taken away: who was about to pay is in, and a free event made paid keeps those in', async () => {
    const { event, offer } = await priced();
    const [holder = club.coach] = club.members;
    const held = await buildRegistration(db(), {
      event_id: event.id,
      person_id: holder.id,
      offer_id: offer.id,
      state: 'pendingPayment',
      hold_expires_at: '2026-11-21T10:30:00.000Z',
    });
    await buildPayment(db(), { registration_id: held.id });
    expect((await preview(club.admin, event.id, { offers: [] })).body).toMatchObject({
      notified: 1,
      warnings: [{ code: 'nothingToPay', count: 1 }],
    });
    await change(club.admin, event.id, { offers: [] });
    expect((await see(holder, event.id)).body).toMatchObject({
      registration: { state: 'confirmed' },
      due: null,
    });
    const again = await change(club.admin, event.id, { ...offerOf(undefined, 900), version: 2 });
    expect(again.body.price).toEqual({ amountMinor: 900, currency: 'EUR' });
    expect((await see(holder, event.id)).body).toMatchObject({
      registration: { state: 'confirmed' },
      due: null,
    });
  });

  it('that no one has replied with are changed as they are', async () => {
    const { event, offer } = await priced();
    const { body } = await change(club.admin, event.id, offerOf(offer.id, 2000));
    expect(body.offers).toMatchObject([{ id: offer.id, price: { amountMinor: 2000 } }]);
    expect(await db().selectFrom('offers').select('id').execute()).toHaveLength(1);
  });

  it('keep their promise once someone has paid: kinder yes, less kind no', async () => {
    const { event, offer } = await priced();
    const [payer = club.coach] = club.members;
    const paid = await buildRegistration(db(), {
      event_id: event.id,
      person_id: payer.id,
      offer_id: offer.id,
    });
    await buildPayment(db(), {
      registration_id: paid.id,
      state: 'succeeded',
      paid_at: '2026-11-20T10:00:00.000Z',
    });
    const less = await change(club.admin, event.id, offerOf(offer.id, 1250, 'P5D'));
    expect(less.body.errors).toMatchObject([{ path: 'offers', code: 'less_kind' }]);
    const kinder = await change(club.admin, event.id, offerOf(offer.id, 1250, 'P1D'));
    expect(kinder.body.offers).toMatchObject([{ id: offer.id, refundBefore: 'P1D' }]);
  });

  it('are set by those who run the organization; a coach may change the rest of the event', async () => {
    const { event, offer } = await priced();
    expect((await change(club.coach, event.id, offerOf(offer.id, 1))).body.errors).toMatchObject([
      { path: 'offers' },
    ]);
    expect((await change(club.coach, event.id, { ...offerOf(offer.id, 1250), name: 'Row' })).status).toBe(
      200,
    );
  });
});

describe('a place', () => {
  it('that another event of the club has at that time is a warning', async () => {
    await teamEvent({ starts_at: '2026-12-05T10:00:00.000Z' });
    const event = await teamEvent();
    const moved = { startsAt: '2026-12-05T11:00:00.000Z', endsAt: '2026-12-05T12:00:00.000Z' };
    expect((await preview(club.coach, event.id, moved)).body.warnings).toEqual([
      { code: 'placeTaken', count: 1 },
    ]);
  });

  it('changed once is changed for every event, found by its new name; a zone with events to come stays', async () => {
    const event = await teamEvent();
    const client = await signIn(server, club.otherCoach);
    const params = { id: club.place.id };
    const edit = (body: object) => client.call('PATCH /api/places/{id}', { params, body });
    expect((await edit({ version: 1, name: 'New boathouse', region: 'Bruges' })).body.version).toBe(2);
    expect((await edit({ version: 1, name: 'Old' })).body).toMatchObject({
      code: 'stale_version',
      current: { name: 'New boathouse' },
    });
    expect((await edit({ version: 2, timeZone: 'Europe/Lisbon' })).body.errors).toMatchObject([
      { path: 'timeZone' },
    ]);
    expect((await see(club.coach, event.id)).body.place).toMatchObject({
      name: 'New boathouse',
      region: 'Bruges',
    });
    const found = await client.call('GET /api/explore/events', { query: { q: 'bruges' } });
    expect(found.body.items.map(({ id }) => id)).toEqual([event.id]);
  });
});

it('someone without an account comes and waits like others, has a free place at once, and is not notified', async () => {
  const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
  const at = '2026-11-01T10:00:00.000Z';
  const id = '01902b6e-0000-7000-8000-00000000aaaa';
  await db()
    .insertInto('people')
    .values({ id, created_at: at, updated_at: at, name: 'Zoe', sort_name: 'zoe' })
    .execute();
  await buildMembership(db(), { team_id: club.team.id, person_id: id });
  const [member = club.coach] = club.members;
  await buildRegistration(db(), { event_id: event.id, person_id: member.id });
  await buildRegistration(db(), {
    event_id: event.id,
    person_id: id,
    state: 'waitlisted',
    position: 1,
    responded_by: null,
  });
  const body = { startsAt: '2026-11-28T09:00:00.000Z', maximumAttendeeCapacity: 2 };
  expect((await preview(club.coach, event.id, body)).body).toMatchObject({
    notified: 3,
    warnings: [{ code: 'placesOffered', count: 1 }],
  });
  expect((await change(club.coach, event.id, body)).status).toBe(200);
  expect(await stateOf({ id }, event.id)).toBe('confirmed');
  const told = (await notices(event.id)).filter(({ kind }) => kind === 'eventChanged');
  expect(told.map(({ user_id }) => user_id).sort()).toEqual(club.members.map((one) => one.id).sort());
  const client = await signIn(server, club.coach);
  const params = { id: event.id, userId: id };
  const removed = await client.call('PATCH /api/events/{id}/registrations/{userId}', {
    params,
    body: { version: 3, action: 'remove' },
  });
  expect(removed.body.outcome).toBe('applied');
  const cancelled = await client.call('POST /api/events/{id}/cancel', { params: { id: event.id }, body: {} });
  expect(cancelled.body).toEqual({ outcome: 'applied', told: 3 });
});

it('a preview changes nothing, not even a place that it names', async () => {
  const event = await teamEvent();
  const place = {
    name: 'Lake',
    address: 'Shore',
    region: 'Ghent',
    countryCode: 'BE',
    timeZone: 'Europe/Brussels',
  };
  const before = await db().selectFrom('events').selectAll().where('id', '=', event.id).execute();
  expect((await preview(club.coach, event.id, { place, name: 'Row' })).status).toBe(200);
  expect(await db().selectFrom('events').selectAll().where('id', '=', event.id).execute()).toEqual(before);
  expect(await db().selectFrom('places').select('name').execute()).toEqual([{ name: 'Boathouse' }]);
  const cancel = await preview(club.coach, event.id, { action: 'cancel' });
  expect(cancel.body).toMatchObject({ dates: 1, notified: 3, registrations: 0, payments: 0 });
});
