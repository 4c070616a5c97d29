// A postponed event: who may ask for its new date, who is notified of it, and what is closed meanwhile.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { registrationStates } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import { buildEvent, buildRegistration, buildUser } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { buildPaidEvent, buildPayer, minuteMs } from '../payments/paid-event.ts';
import { buildPlanningClub } from '../planning/club.ts';

let server: TestServer;
let club: Awaited<ReturnType<typeof buildPlanningClub>>;
let stranger: { id: string };
beforeEach(async () => {
  server = await startTestServer();
  club = await buildPlanningClub(server.database.db);
  stranger = await buildUser(server.database.db);
});
afterEach(() => server.close());

const db = () => server.database.db;
const postponed = (given: Parameters<typeof buildEvent>[1] = {}) =>
  buildEvent(db(), {
    organizer_organization_id: club.organization.id,
    teams: [club.team.id],
    visibility: 'public',
    event_status: 'EventPostponed',
    ...given,
  });
const reply = async (
  who: { id: string },
  id: string,
  response: 'attending' | 'tentative' | 'declined',
  texts: { note?: string } = {},
) =>
  (await signIn(server, who)).call('PUT /api/events/{id}/registration', {
    params: { id },
    body: { response, ...texts },
  });
const takeBack = async (who: { id: string }, id: string) =>
  (
    await (
      await signIn(server, who)
    ).call('DELETE /api/events/{id}/registration', { params: { id }, body: {} })
  ).body;
const counts = async (id: string) => {
  const { replies } = await see(club.coach, id);
  if (!replies) throw new Error('The coach sees no counts.');
  return replies;
};
const see = async (who: { id: string }, id: string) =>
  (await (await signIn(server, who)).call('GET /api/events/{id}', { params: { id } })).body;
const withState = async (id: string, state: (typeof registrationStates)[number]) => {
  const person = await buildUser(db());
  await buildRegistration(db(), {
    event_id: id,
    person_id: person.id,
    state,
    position: state === 'waitlisted' ? 1 : null,
  });
  return person;
};
const newDate = { startsAt: '2026-12-04T10:00:00.000Z', endsAt: '2026-12-04T11:30:00.000Z' };
const setDate = async (id: string) =>
  (await signIn(server, club.coach)).call('PATCH /api/events/{id}', {
    params: { id },
    body: { version: 1, ...newDate },
  });
const notified = async (id: string) =>
  (
    await db()
      .selectFrom('notifications')
      .select(['user_id', 'changes'])
      .where('event_id', '=', id)
      .where('kind', '=', 'eventChanged')
      .execute()
  ).map(({ user_id, changes }) => [user_id, changes] as const);

describe('interest in the new date of a postponed event', () => {
  it('can be stored by members and by strangers who may see it, and `can` says so', async () => {
    const event = await postponed();
    const [member = club.admin] = club.members;
    for (const person of [member, stranger]) {
      expect((await see(person, event.id)).can).toMatchObject({
        keepInterest: true,
        respond: false,
        register: false,
      });
      const { body } = await reply(person, event.id, 'tentative');
      expect([body.outcome, body.registration?.state]).toEqual(['applied', 'tentative']);
    }
  });

  it('can be stored by members alone when the event is by invitation', async () => {
    const event = await postponed({ join_policy: 'invite' });
    const [member = club.admin] = club.members;
    expect((await see(member, event.id)).can.keepInterest).toBe(true);
    expect((await see(stranger, event.id)).can.keepInterest).toBe(false);
    expect((await reply(stranger, event.id, 'tentative')).body.reason).toBe('invitation_only');
  });

  it('is not offered to a guest of another age, whom the event would refuse', async () => {
    const event = await postponed({ age_max: 12 });
    const adult = await buildUser(db(), { birth_date: '1990-05-01' });
    expect((await see(adult, event.id)).can.keepInterest).toBe(false);
    expect((await reply(adult, event.id, 'tentative')).body.reason).toBe('too_old');
  });

  it.each(['attending', 'declined'] as const)('is the only reply: %s is refused', async (response) => {
    const event = await postponed();
    const { body } = await reply(stranger, event.id, response);
    expect([body.outcome, body.reason]).toEqual(['refused', 'event_postponed']);
  });

  it.each(['confirmed', 'waitlisted', 'pendingApproval'] as const)(
    'keeps the place or request of someone who is %s',
    async (state) => {
      const event = await postponed();
      const person = await withState(event.id, state);
      expect((await see(person, event.id)).can.keepInterest).toBe(false);
      const { body } = await reply(person, event.id, 'tentative');
      expect([body.reason, body.registration?.state]).toEqual(['event_postponed', state]);
    },
  );

  it('can be withdrawn to no reply', async () => {
    const event = await postponed({ owner_team_id: club.team.id });
    const [member = club.admin] = club.members;
    const before = await counts(event.id);
    await reply(member, event.id, 'tentative');
    expect(await counts(event.id)).toEqual({
      ...before,
      byState: { tentative: 1 },
      noAnswer: before.noAnswer - 1,
    });
    expect(await takeBack(member, event.id)).toMatchObject({ outcome: 'applied', registration: null });
    expect(await counts(event.id)).toEqual(before);
    const { can, registration } = await see(member, event.id);
    expect([can.keepInterest, registration]).toEqual([true, null]);
    expect(await takeBack(member, event.id)).toMatchObject({ outcome: 'duplicate', registration: null });
    await setDate(event.id);
    expect((await reply(member, event.id, 'attending')).body.registration?.state).toBe('confirmed');
  });

  it('with a changed note is also withdrawn to no reply', async () => {
    const event = await postponed({ owner_team_id: club.team.id });
    const [member = club.admin] = club.members;
    const before = await counts(event.id);
    await reply(member, event.id, 'tentative', { note: 'If it is in May' });
    await reply(member, event.id, 'tentative', { note: 'If it is in June' });
    expect(await takeBack(member, event.id)).toMatchObject({ outcome: 'applied', registration: null });
    expect(await counts(event.id)).toEqual(before);
  });

  it('that was withdrawn notifies no outsider of the new date', async () => {
    const event = await postponed();
    await reply(stranger, event.id, 'tentative');
    await takeBack(stranger, event.id);
    await setDate(event.id);
    expect((await notified(event.id)).map(([id]) => id)).not.toContain(stranger.id);
  });

  it.each(['declined', 'confirmed'] as const)(
    "of someone who had replied '%s' is withdrawn to declined",
    async (state) => {
      const event = await postponed({ event_status: 'EventScheduled', owner_team_id: club.team.id });
      const [member = club.admin] = club.members;
      await reply(member, event.id, state === 'confirmed' ? 'attending' : 'declined');
      if (state === 'confirmed') await takeBack(member, event.id);
      await db()
        .updateTable('events')
        .set({ event_status: 'EventPostponed' })
        .where('id', '=', event.id)
        .execute();
      await reply(member, event.id, 'tentative');
      const { registration } = await takeBack(member, event.id);
      expect(registration?.state).toBe('cancelledByAttendee');
      expect((await counts(event.id)).cannot).toBe(1);
    },
  );
});

describe('a new date of a postponed event', () => {
  it('notifies those interested and those with a place, and opens replies again', async () => {
    const event = await postponed({ teams: [] });
    await db()
      .updateTable('events')
      .set({ owner_team_id: club.team.id })
      .where('id', '=', event.id)
      .execute();
    const confirmed = await withState(event.id, 'confirmed');
    await reply(stranger, event.id, 'tentative');
    expect((await setDate(event.id)).status).toBe(200);
    const told = await notified(event.id);
    expect(told.map(([id]) => id).sort()).toEqual([confirmed.id, stranger.id].sort());
    expect(JSON.parse(told[0]?.[1] ?? '')).toContainEqual({
      field: 'startsAt',
      before: '2026-11-28T10:00:00.000Z',
      after: newDate.startsAt,
    });
    expect((await see(confirmed, event.id)).registration?.state).toBe('confirmed');
    expect((await see(stranger, event.id)).can).toMatchObject({ register: true, keepInterest: false });
  });

  it('notifies them also after the old date has passed', async () => {
    const event = await postponed({
      starts_at: '2026-11-18T10:00:00.000Z',
      ends_at: '2026-11-18T11:30:00.000Z',
      starts_on: '2026-11-18',
    });
    expect((await reply(stranger, event.id, 'tentative')).body.outcome).toBe('applied');
    const tab = async (who: { id: string }, name: 'upcoming' | 'past' | 'coaching') =>
      (
        await (await signIn(server, who)).call('GET /api/users/me/events', { query: { tab: name } })
      ).body.items.map(({ id }) => id);
    expect([await tab(stranger, 'upcoming'), await tab(stranger, 'past')]).toEqual([[event.id], []]);
    expect(await tab(club.coach, 'coaching')).toEqual([event.id]);
    await setDate(event.id);
    expect((await notified(event.id)).map(([id]) => id)).toContain(stranger.id);
  });
});

describe('a place that is held or offered when an event is postponed', () => {
  const dayMs = 24 * 60 * minuteMs;
  const sameDate = { startsAt: '2026-11-28T10:00:00.000Z', endsAt: '2026-11-28T11:30:00.000Z' };

  /** Ann's place waits for payment; Ben was offered the one that Cas gave up, and Dan waits for it. */
  async function openHeldEvent() {
    const event = await buildPaidEvent(server, {
      organizer_organization_id: club.organization.id,
      teams: [club.team.id],
      visibility: 'public',
      maximum_attendee_capacity: 2,
      waitlist_enabled: 1,
    });
    const [ann, ben, cas, dan] = [
      await buildPayer(server),
      await buildPayer(server),
      await buildPayer(server),
      await buildPayer(server),
    ];
    await cas.attend(event);
    await ann.attend(event);
    await ben.attend(event);
    await dan.attend(event);
    await cas.cancel(event);
    const edit = async (body: object) => {
      const { version } = await see(club.coach, event.id);
      const coach = await signIn(server, club.coach);
      const { status } = await coach.call('PATCH /api/events/{id}', {
        params: { id: event.id },
        body: { version, ...body },
      });
      expect(status).toBe(200);
    };
    const held = (person: { id: string }) =>
      db()
        .selectFrom('registrations')
        .select(['state', 'hold_expires_at', 'pay_reminder_at'])
        .where('event_id', '=', event.id)
        .where('person_id', '=', person.id)
        .executeTakeFirstOrThrow();
    const work = async () => {
      await runJob(server, 'remindOfPayments');
      await runJob(server, 'endDueHolds');
    };
    return { event, ann, ben, dan, edit, held, work };
  }

  it('stays until the event has a new date, and expires from then on', async () => {
    const { event, ann, ben, dan, edit, held, work } = await openHeldEvent();
    expect([await ann.state(event), await ben.state(event)]).toEqual(['pendingPayment', 'offered']);
    await edit({ eventStatus: 'EventPostponed' });
    server.advance(3 * dayMs);
    await work();
    for (const [person, state] of [
      [ann, 'pendingPayment'],
      [ben, 'offered'],
    ] as const)
      expect(await held(person)).toEqual({
        state,
        hold_expires_at: '9999-12-31T23:59:59.999Z',
        pay_reminder_at: null,
      });
    expect(await dan.state(event)).toBe('waitlisted');
    expect((await ann.begin(event)).status).toBe(409);
    await edit(newDate);
    // Ten days before the new date: offers last a day of waking hours.
    for (const [person, state] of [
      [ann, 'pendingPayment'],
      [ben, 'offered'],
    ] as const)
      expect(await held(person)).toEqual({
        state,
        hold_expires_at: '2026-11-26T08:00:00.000Z',
        pay_reminder_at: '2026-11-26T07:00:00.000Z',
      });
    expect((await ann.begin(event)).body).toMatchObject({ state: 'requiresPayment' });
    expect((await ben.attend(event)).registration?.state).toBe('pendingPayment');
    server.advance(4 * dayMs);
    await work();
    expect([await ann.state(event), await ben.state(event)]).toEqual(['holdExpired', 'holdExpired']);
    expect(await dan.state(event)).toBe('offered');
  });

  it('expires again when the event takes place as planned after all', async () => {
    const { event, ann, ben, edit, held } = await openHeldEvent();
    await edit({ eventStatus: 'EventPostponed' });
    // Longer than a hold lasts.
    server.advance(60 * minuteMs);
    await edit({ eventStatus: 'EventScheduled', ...sameDate });
    for (const person of [ann, ben]) {
      const { hold_expires_at: until } = await held(person);
      expect(until && until > '2026-11-21T11:35' && until < sameDate.startsAt).toBe(true);
    }
    expect((await ann.begin(event)).status).toBe(200);
  });

  it('does not come back if its time was over before the event was postponed', async () => {
    const { event, ann, edit } = await openHeldEvent();
    server.advance(36 * minuteMs);
    await edit({ eventStatus: 'EventPostponed' });
    expect(await ann.state(event)).toBe('holdExpired');
    await edit(newDate);
    expect(await ann.state(event)).toBe('holdExpired');
  });

  it('ends when the postponed event is cancelled', async () => {
    const { event, ann, ben, edit, held } = await openHeldEvent();
    await edit({ eventStatus: 'EventPostponed' });
    const coach = await signIn(server, club.coach);
    await coach.call('POST /api/events/{id}/cancel', { params: { id: event.id }, body: {} });
    for (const person of [ann, ben])
      expect(await held(person)).toMatchObject({ state: 'cancelledByOrganizer', hold_expires_at: null });
  });
});

it('a postponed event is not among the replies due', async () => {
  await postponed();
  const [member = club.admin] = club.members;
  const client = await signIn(server, member);
  const { body } = await client.call('GET /api/users/me/events', { query: { tab: 'needsReply' } });
  expect(body.items).toEqual([]);
});
