// Replies by those who run an event for members without an account, who can neither reply nor pay online.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import {
  buildEvent,
  buildMembership,
  buildOffer,
  buildPayment,
  buildPerson,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

type Person = { id: string };

let server: TestServer;
let team: { id: string };
let coach: { id: string; name: string };
let mia: { id: string; name: string };
beforeEach(async () => {
  server = await startTestServer();
  team = await buildTeam(db());
  coach = await buildUser(db(), { is_coach: 1, name: 'Nora Claes' });
  await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'coach' });
  mia = await buildPerson(db(), { name: 'Mia' });
  await buildMembership(db(), { team_id: team.id, person_id: mia.id });
});
afterEach(() => server.close());

const db = () => server.database.db;
const teamEvent = (given: Parameters<typeof buildEvent>[1] = {}) =>
  buildEvent(db(), { teams: [team.id], owner_team_id: team.id, visibility: 'team', ...given });
const answer = async (event: Person, body: object = {}, person: Person = mia, viewer: Person = coach) =>
  (await signIn(server, viewer)).call('PATCH /api/events/{id}/registrations/{userId}', {
    params: { id: event.id, userId: person.id },
    body: { version: 0, action: 'reply', response: 'attending', ...body },
  });
const roster = async (event: Person, viewer: Person = coach) =>
  (
    await (
      await signIn(server, viewer)
    ).call('GET /api/events/{id}/registrations', { params: { id: event.id } })
  ).body.items;
const payments = () =>
  db().selectFrom('payments').select(['state', 'provider', 'amount_minor']).orderBy('id').execute();
const notices = async () =>
  (await db().selectFrom('notifications').select(['user_id', 'kind']).execute()).length;

it('a coach replies for someone without a reply, and the roster says who did', async () => {
  const event = await teamEvent();
  const { status, body } = await answer(event);
  expect([status, body.outcome, body.registration?.state]).toEqual([200, 'applied', 'confirmed']);
  expect(await roster(event)).toMatchObject([
    {
      user: { id: mia.id, name: 'Mia', hasAccount: false },
      answeredBy: { id: coach.id, name: 'Nora Claes' },
      state: 'confirmed',
    },
  ]);
  const client = await signIn(server, coach);
  const seen = await client.call('GET /api/events/{id}', { params: { id: event.id } });
  expect(seen.body.replies).toMatchObject({ going: 1, cannot: 0, noAnswer: 0, byState: { confirmed: 1 } });
  expect((await answer(event, { version: 1, response: 'declined' })).body.registration?.state).toBe(
    'declined',
  );
  expect(await notices()).toBe(0);
});

it('the author of a reply is visible to those who run the event, and cleared once the person replies themselves', async () => {
  const event = await teamEvent({ roster_visibility: 'participants' });
  const bo = await buildUser(db(), { name: 'Bo' });
  await buildMembership(db(), { team_id: team.id, person_id: bo.id });
  await answer(event, {}, bo);
  expect((await roster(event)).map(({ answeredBy }) => answeredBy?.id)).toEqual([coach.id]);
  expect((await roster(event, bo)).map(({ answeredBy }) => answeredBy)).toEqual([null]);
  server.advance(1000);
  await (await signIn(server, bo)).call('PUT /api/events/{id}/registration', {
    params: { id: event.id },
    body: { response: 'attending' },
  });
  expect((await roster(event)).map(({ answeredBy }) => answeredBy)).toEqual([null]);
});

it('a member without an account gets a place at a priced event to be paid on site, with the cheapest offer that allows it', async () => {
  const event = await teamEvent({ join_policy: 'approval' });
  await buildOffer(db(), { event_id: event.id, price_minor: 500, accepts_offline: 0 });
  await buildOffer(db(), { event_id: event.id, price_minor: 900, accepts_offline: 1 });
  await buildOffer(db(), { event_id: event.id, price_minor: 1200, accepts_offline: 1 });
  const { body } = await answer(event);
  expect(body.registration).toMatchObject({ state: 'confirmed', holdExpiresAt: null });
  expect(await payments()).toEqual([{ state: 'offlineDue', provider: 'offline', amount_minor: 900 }]);
  // A repeated reply is due once.
  expect((await answer(event, { version: 1 })).body.outcome).toBe('duplicate');
  expect(await payments()).toHaveLength(1);
  await answer(event, { version: 1, response: 'declined' });
  expect((await payments()).map(({ state }) => state)).toEqual(['canceled']);
});

it('cash for a member without an account is recorded, and no one without an account is notified', async () => {
  const event = await teamEvent();
  await buildOffer(db(), { event_id: event.id, price_minor: 900, accepts_offline: 1 });
  await answer(event);
  const client = await signIn(server, coach);
  const { body } = await client.call('GET /api/events/{id}/payments', { params: { id: event.id } });
  const [due] = body.items;
  const paid = await client.call('POST /api/payments/{id}/cash', {
    params: { id: due?.id ?? '' },
    body: { outcome: 'received' },
  });
  expect([paid.status, paid.body.state]).toEqual([200, 'offlineReceived']);
  await answer(event, { version: 1, response: 'declined' });
  await answer(event, { version: 2 });
  expect(await notices()).toBe(0);
});

it('a member without an account who gives up a paid place and gets it again owes nothing', async () => {
  const event = await teamEvent();
  const offer = await buildOffer(db(), { event_id: event.id, price_minor: 900, accepts_offline: 1 });
  const registration = await buildRegistration(db(), {
    event_id: event.id,
    person_id: mia.id,
    responded_by: coach.id,
    state: 'cancelledByAttendee',
    offer_id: offer.id,
  });
  await buildPayment(db(), {
    registration_id: registration.id,
    amount_minor: 900,
    state: 'offlineReceived',
    provider: 'offline',
    paid_at: '2026-11-20T10:00:00.000Z',
  });
  expect((await answer(event, { version: 1 })).body.registration?.state).toBe('confirmed');
  expect((await payments()).map(({ state }) => state)).toEqual(['offlineReceived']);
});

it.each([
  ['the cheapest offer', {}],
  ['an offer that is named', { offerId: 'named' }],
])(
  'a place with an online-only price is refused for a member without an account, and nothing is stored: %s',
  async (_, body) => {
    const event = await teamEvent({ maximum_attendee_capacity: 0, waitlist_enabled: 1 });
    const offer = await buildOffer(db(), { event_id: event.id, price_minor: 500, accepts_offline: 0 });
    const chosen = 'offerId' in body ? { offerId: offer.id } : {};
    for (const more of [chosen, { ...chosen, ifFull: 'waitlist' }]) {
      const { body: refused } = await answer(event, more);
      expect([refused.outcome, refused.reason]).toEqual(['refused', 'online_payment_only']);
    }
    expect(await roster(event)).toEqual([]);
    expect(await payments()).toEqual([]);
    expect((await answer(event, { response: 'declined' })).body.registration?.state).toBe('declined');
  },
);

it('a member without an account on the waitlist gets the next free place at once, to be paid on site', async () => {
  const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
  await buildOffer(db(), { event_id: event.id, price_minor: 900, accepts_offline: 1 });
  const first = await buildRegistration(db(), { event_id: event.id, person_id: (await buildUser(db())).id });
  const { body } = await answer(event, { ifFull: 'waitlist' });
  expect(body.registration).toMatchObject({ state: 'waitlisted', position: 1 });
  expect(await payments()).toEqual([]);
  await db().updateTable('registrations').set({ state: 'declined' }).where('id', '=', first.id).execute();
  // Any reply updates the event's holds and offers.
  const other = await buildPerson(db());
  await buildMembership(db(), { team_id: team.id, person_id: other.id });
  await answer(event, { response: 'declined' }, other);
  const entry = (await roster(event)).find(({ user }) => user.id === mia.id);
  expect(entry).toMatchObject({ state: 'confirmed', position: null, holdExpiresAt: null });
  expect((await payments()).map(({ state }) => state)).toEqual(['offlineDue']);
  expect(await notices()).toBe(0);
});

it('a coach of a visiting team reads the replies of their members, and cannot reply for anyone', async () => {
  const visiting = await buildTeam(db());
  const visitor = await buildUser(db(), { is_coach: 1 });
  const theirs = await buildPerson(db(), { name: 'Theirs' });
  await buildMembership(db(), { team_id: visiting.id, person_id: visitor.id, role: 'coach' });
  await buildMembership(db(), { team_id: visiting.id, person_id: theirs.id });
  const event = await teamEvent({ teams: [team.id, visiting.id], roster_visibility: 'coaches' });
  await answer(event);
  for (const person of [mia, theirs])
    expect((await answer(event, {}, person, visitor)).body.code).toBe('not_permitted');
  expect((await answer(event, {}, theirs)).body.registration?.state).toBe('confirmed');
  expect((await roster(event, visitor)).map(({ user, answeredBy }) => [user.name, answeredBy])).toEqual([
    ['Theirs', null],
  ]);
});

it('a former coach cannot reply for anyone, and no one can reply for a removed member', async () => {
  const event = await teamEvent();
  const former = await buildUser(db(), { is_coach: 1 });
  await buildMembership(db(), { team_id: team.id, person_id: former.id, role: 'coach', status: 'removed' });
  expect((await answer(event, {}, mia, former)).status).toBe(404);
  await db().updateTable('memberships').set({ status: 'removed' }).where('person_id', '=', mia.id).execute();
  expect((await answer(event)).status).toBe(404);
  const stranger = await buildPerson(db());
  expect((await answer(event, {}, stranger)).status).toBe(404);
});

it.each([
  ['on site is paid there once the coach has answered for them', 1, ['applied', 'confirmed'], ['offlineDue']],
  ['online alone stays offered: the coach is refused with the reason', 0, ['refused', 'offered'], []],
] as const)(
  'a person who joined the waitlist before the event had a price is offered a place, with a price paid %s',
  async (_, accepts_offline, outcome, paid) => {
    const event = await teamEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const first = await buildRegistration(db(), {
      event_id: event.id,
      person_id: (await buildUser(db())).id,
    });
    expect((await answer(event, { ifFull: 'waitlist' })).body.registration?.state).toBe('waitlisted');
    await buildOffer(db(), { event_id: event.id, price_minor: 900, accepts_offline });
    await db().updateTable('registrations').set({ state: 'declined' }).where('id', '=', first.id).execute();
    const other = await buildPerson(db());
    await buildMembership(db(), { team_id: team.id, person_id: other.id });
    await answer(event, { response: 'declined' }, other);
    const offered = (await roster(event)).find(({ user }) => user.id === mia.id);
    expect(offered?.state).toBe('offered');
    expect(await payments()).toEqual([]);
    expect(await db().selectFrom('notifications').select(['user_id', 'kind']).execute()).toEqual([
      { user_id: coach.id, kind: 'approvalOwed' },
    ]);
    const { body } = await answer(event, { version: offered?.version });
    expect([body.outcome, body.registration?.state]).toEqual(outcome);
    expect(body.reason).toBe(accepts_offline ? undefined : 'online_payment_only');
    expect((await payments()).map(({ state }) => state)).toEqual(paid);
  },
);
