import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RegistrationState } from '../../../src/contract/values/enums.ts';
import { endDueHolds } from '../../../src/server/registrations/jobs.ts';
import { type Client, createClient, signIn } from '../../support/client.ts';
import {
  buildCoachedEvent,
  buildEvent,
  buildMembership,
  buildOffer,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('a reply', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const person = async (given: Parameters<typeof buildUser>[1] = {}) => {
    const user = await buildUser(db(), given);
    // Signed in again for each call: the clock jumps past the token's expiry.
    const call: Client['call'] = async (name, options) => (await signIn(server, user)).call(name, options);
    const to = (id: string) => ({ params: { id } });
    return {
      id: user.id,
      call,
      put: async (event: { id: string }, body: object) =>
        call('PUT /api/events/{id}/registration', { ...to(event.id), body }),
      attend: async (event: { id: string }, body: object = {}) =>
        (
          await call('PUT /api/events/{id}/registration', {
            ...to(event.id),
            body: { response: 'attending', ...body },
          })
        ).body,
      cancel: async (event: { id: string }, body?: object) =>
        (await call('DELETE /api/events/{id}/registration', { ...to(event.id), body })).body,
      see: async (event: { id: string }) => (await call('GET /api/events/{id}', to(event.id))).body,
    };
  };
  const notices = async (userId: string) =>
    (
      await db()
        .selectFrom('notifications')
        .select(['kind', 'event_id'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map((row) => row.kind);
  const few = (capacity: number) => ({ maximum_attendee_capacity: capacity, waitlist_enabled: 1 as const });

  it('takes a free place at once, and returns how many are left', async () => {
    const event = await buildEvent(db(), few(2));
    const ann = await person();
    expect((await ann.see(event)).attendingLeadsTo).toBe('place');
    expect(await ann.attend(event, { note: 'Bringing a friend' })).toEqual({
      outcome: 'applied',
      registration: {
        state: 'confirmed',
        position: null,
        holdExpiresAt: null,
        version: 1,
        reconfirmAskedAt: null,
        answeredFor: null,
      },
      event: { remainingAttendeeCapacity: 1 },
    });
    expect(await ann.attend(event)).toMatchObject({ outcome: 'duplicate', registration: { version: 1 } });
    expect(await ann.attend(event, { note: 'Alone' })).toMatchObject({
      outcome: 'applied',
      registration: { state: 'confirmed', version: 2 },
    });
    const { can, attendingLeadsTo } = await ann.see(event);
    expect([can.register, can.cancelRegistration, can.respond, attendingLeadsTo]).toEqual([
      false,
      true,
      true,
      null,
    ]);
  });

  it('says maybe or no, and can be changed', async () => {
    const event = await buildEvent(db(), few(1));
    const ann = await person();
    const states: [object, RegistrationState, number][] = [
      [{ response: 'tentative' }, 'tentative', 1],
      [{ response: 'declined', note: 'Exams' }, 'declined', 1],
      [{ response: 'attending' }, 'confirmed', 0],
      [{ response: 'tentative' }, 'tentative', 1],
      [{ response: 'attending' }, 'confirmed', 0],
      [{ response: 'declined' }, 'declined', 1],
    ];
    for (const [body, state, remaining] of states)
      expect((await ann.put(event, body)).body).toMatchObject({
        outcome: 'applied',
        registration: { state },
        event: { remainingAttendeeCapacity: remaining },
      });
    expect(await ann.cancel(event)).toMatchObject({
      outcome: 'duplicate',
      registration: { state: 'declined' },
    });
  });

  it('waits when an event is full, unless it requires approval or has no waitlist', async () => {
    const event = await buildEvent(db(), few(1));
    const [ann, bo, cy] = [await person(), await person(), await person()];
    await ann.attend(event);
    expect((await bo.see(event)).attendingLeadsTo).toBe('waitlist');
    expect(await bo.attend(event, { ifFull: 'ask' })).toEqual({
      outcome: 'refused',
      reason: 'event_full',
      registration: null,
      event: { remainingAttendeeCapacity: 0 },
    });
    expect((await bo.attend(event)).registration).toMatchObject({ state: 'waitlisted', position: 1 });
    expect((await cy.attend(event)).registration).toMatchObject({ state: 'waitlisted', position: 2 });
    expect(await cy.attend(event)).toMatchObject({ outcome: 'duplicate', registration: { position: 2 } });
    await bo.cancel(event);
    expect((await cy.see(event)).registration?.position).toBe(1);
    const small = await buildEvent(db(), { maximum_attendee_capacity: 0 });
    expect(await ann.attend(small)).toMatchObject({ outcome: 'refused', reason: 'event_full' });
    expect((await ann.see(small)).attendingLeadsTo).toBeNull();
  });

  it('that frees a place offers it to the first on the waitlist, once, and then to the next', async () => {
    const event = await buildEvent(db(), few(1));
    const [ann, bo, cy] = [await person(), await person(), await person()];
    await ann.attend(event);
    await bo.attend(event);
    await cy.attend(event);
    expect(await ann.cancel(event)).toMatchObject({
      outcome: 'applied',
      registration: { state: 'cancelledByAttendee' },
      event: { remainingAttendeeCapacity: 0 },
    });
    // Seven days before: a day to decide, counted in daytime hours in Brussels, where it is 11:00.
    const offered = await bo.see(event);
    expect(offered.registration).toMatchObject({
      state: 'offered',
      position: null,
      holdExpiresAt: '2026-11-23T08:00:00.000Z',
    });
    expect([offered.can.acceptPlace, offered.can.register, offered.attendingLeadsTo]).toEqual([
      true,
      false,
      'place',
    ]);
    expect(await notices(bo.id)).toEqual(['placeOffered']);
    expect((await cy.see(event)).registration?.position).toBe(1);
    server.advance(47 * hourMs);
    // Expired by the clock, though no job has run: it cannot be accepted, and the reply goes to the end of
    // the waitlist.
    const late = await bo.see(event);
    expect([late.can.acceptPlace, late.can.register]).toEqual([false, true]);
    expect(await bo.attend(event)).toMatchObject({
      outcome: 'applied',
      registration: { state: 'waitlisted', position: 1 },
    });
    expect((await cy.attend(event)).registration).toMatchObject({ state: 'confirmed' });
    expect(await notices(bo.id)).toEqual(['placeOffered', 'offerExpired']);
  });

  it('to a paid event holds a place for 35 minutes, never confirms it, and releases it to the next person', async () => {
    const event = await buildEvent(db(), few(1));
    const adult = await buildOffer(db(), { event_id: event.id });
    const child = await buildOffer(db(), { event_id: event.id, price_minor: 500 });
    const elsewhere = await buildOffer(db(), { event_id: (await buildEvent(db())).id });
    const [ann, bo] = [await person(), await person()];
    const seen = await ann.see(event);
    expect([seen.attendingLeadsTo, seen.offers.map(({ id }) => id)]).toEqual([
      'payment',
      [child.id, adult.id],
    ]);
    expect((await ann.put(event, { response: 'attending', offerId: elsewhere.id })).status).toBe(422);
    expect((await ann.attend(event, { offerId: adult.id })).registration).toMatchObject({
      state: 'pendingPayment',
      holdExpiresAt: '2026-11-21T10:35:00.000Z',
    });
    expect((await ann.see(event)).can.pay).toBe(true);
    expect(await ann.attend(event, { offerId: child.id })).toMatchObject({
      outcome: 'refused',
      reason: 'offer_fixed',
    });
    await bo.attend(event);
    const registration = await db()
      .selectFrom('registrations')
      .select(['id', 'offer_id'])
      .where('person_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(registration.offer_id).toBe(adult.id);
    await buildPayment(db(), { registration_id: registration.id });
    server.advance(35 * minuteMs);
    expect((await ann.see(event)).can.pay).toBe(false);
    await endDueHolds(server);
    expect((await ann.see(event)).registration).toMatchObject({ state: 'holdExpired', holdExpiresAt: null });
    expect(await notices(ann.id)).toEqual(['holdExpired']);
    expect(await db().selectFrom('payments').select('state').execute()).toEqual([{ state: 'expired' }]);
    expect((await bo.see(event)).attendingLeadsTo).toBe('payment');
    expect((await bo.attend(event)).registration).toMatchObject({ state: 'pendingPayment' });
    expect(await bo.attend(event)).toMatchObject({ outcome: 'duplicate' });
  });

  it("that gives up a paid place requests the refund of the payment's terms", async () => {
    const event = await buildEvent(db(), few(5));
    const { id: offerId } = await buildOffer(db(), { event_id: event.id });
    const paid = async (refundUntil: string | null, state: 'succeeded' | 'offlineDue' = 'succeeded') => {
      const one = await person();
      const registration = await buildRegistration(db(), {
        event_id: event.id,
        person_id: one.id,
        offer_id: offerId,
      });
      await buildPayment(db(), {
        registration_id: registration.id,
        state,
        policy: JSON.stringify({ offer: 'Adult', refundUntil }),
      });
      return one;
    };
    // The offer now says two days; the terms at the time of payment count.
    const [inTime, late, unpaid] = [await paid('P2D'), await paid('P7D'), await paid('P2D', 'offlineDue')];
    server.advance(1);
    await inTime.cancel(event);
    expect((await late.put(event, { response: 'declined' })).body.outcome).toBe('applied');
    await unpaid.cancel(event);
    const refunds = await db()
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('registrations', 'registrations.id', 'payments.registration_id')
      .select(['registrations.person_id', 'refunds.amount_minor', 'refunds.state'])
      .execute();
    expect(refunds).toEqual([{ person_id: inTime.id, amount_minor: 1250, state: 'requested' }]);
    expect(
      await db().selectFrom('payments').select('id').where('state', '=', 'canceled').execute(),
    ).toHaveLength(1);
  });

  it("is limited by the window, the invitation, the age and the event's status", async () => {
    const reasons: [Parameters<typeof buildEvent>[1], string][] = [
      [{ event_status: 'EventCancelled' }, 'event_cancelled'],
      [{ starts_at: '2026-11-21T08:30:00.000Z' }, 'event_over'],
      [{ registration_opens_at: '2026-11-21T10:00:00.001Z' }, 'registration_not_open'],
      [{ registration_closes_at: '2026-11-21T10:00:00.000Z' }, 'registration_closed'],
      [{ join_policy: 'invite' }, 'invitation_only'],
      [{ age_min: 19 }, 'too_young'],
      [{ age_max: 17 }, 'too_old'],
    ];
    // Eighteen on the day before the event.
    const ann = await person({ birth_date: '2008-11-27' });
    for (const [given, reason] of reasons) {
      const event = await buildEvent(db(), given);
      expect(await ann.attend(event)).toMatchObject({ outcome: 'refused', reason, registration: null });
      expect(await ann.see(event)).toMatchObject({ attendingLeadsTo: null, attendingRefusedFor: reason });
    }
    for (const limits of [{ age_min: 18, age_max: 18 }, {}])
      expect((await ann.attend(await buildEvent(db(), limits))).outcome).toBe('applied');
    const team = await buildTeam(db());
    await buildMembership(db(), { team_id: team.id, person_id: ann.id });
    const invited = await buildEvent(db(), { join_policy: 'invite', teams: [team.id] });
    expect((await ann.attend(invited)).outcome).toBe('applied');
  });

  it('to an event with an age limit needs a birth date first, and visitors are not asked for one', async () => {
    const unknownAge = await person({ birth_date: null });
    const event = await buildEvent(db(), { age_min: 10, age_max: 12 });
    const refused = { outcome: 'refused', reason: 'birth_date_needed', registration: null };
    expect(await unknownAge.attend(event)).toMatchObject(refused);
    expect(await unknownAge.see(event)).toMatchObject({
      can: { register: false, respond: true },
      attendingRefusedFor: 'birth_date_needed',
    });
    const visitor = createClient(server);
    const seen = await visitor.call('GET /api/events/public/{id}', { params: { id: event.id } });
    expect(seen.body).toMatchObject({ can: { register: true }, attendingRefusedFor: null });
    await unknownAge.call('PATCH /api/users/me/profile', {
      body: { version: 1, birthDate: '2015-05-01' },
    });
    expect(await unknownAge.see(event)).toMatchObject({ can: { register: true }, attendingRefusedFor: null });
    expect((await unknownAge.attend(event)).outcome).toBe('applied');
  });

  it('to an event for another age is taken from members of its team only, who can say no', async () => {
    const adult = await person({ birth_date: '1990-01-01' });
    const team = await buildTeam(db());
    const event = await buildEvent(db(), { age_max: 12, teams: [team.id] });
    expect((await adult.see(event)).can).toMatchObject({ register: false, respond: false });
    expect(await adult.attend(event, { response: 'tentative' })).toMatchObject({
      outcome: 'refused',
      reason: 'too_old',
    });
    await buildMembership(db(), { team_id: team.id, person_id: adult.id });
    expect((await adult.see(event)).can).toMatchObject({ register: false, respond: true });
    expect((await adult.attend(event, { response: 'declined' })).outcome).toBe('applied');
  });

  it('to an event by approval asks those who lead it, and holds no place', async () => {
    const { coach, event } = await buildCoachedEvent(db(), { ...few(1), join_policy: 'approval' });
    const [ann, bo] = [await person(), await person()];
    expect((await ann.see(event)).attendingLeadsTo).toBe('approval');
    for (const one of [ann, bo])
      expect(await one.attend(event)).toMatchObject({
        registration: { state: 'pendingApproval' },
        event: { remainingAttendeeCapacity: 1 },
      });
    // One notification while the first is unread.
    expect(await notices(coach.id)).toEqual(['approvalOwed']);
    expect((await ann.cancel(event)).registration?.state).toBe('cancelledByAttendee');
  });

  it('that was decided before a stored one and arrives after it changes nothing', async () => {
    const event = await buildEvent(db());
    const ann = await person();
    const at = (minute: string) => ({ occurredAt: `2026-11-21T09:${minute}:00Z` });
    expect((await ann.attend(event, at('10'))).outcome).toBe('applied');
    expect((await ann.cancel(event, at('05'))).outcome).toBe('superseded');
    expect(await ann.attend(event, at('20'))).toMatchObject({ outcome: 'duplicate' });
    expect(await ann.cancel(event, at('15'))).toMatchObject({
      outcome: 'superseded',
      registration: { state: 'confirmed', version: 1 },
    });
    // A device whose clock is ahead means now.
    expect((await ann.cancel(event, { occurredAt: '2030-01-01T00:00:00Z' })).outcome).toBe('applied');
    server.advance(1);
    expect((await ann.attend(event)).outcome).toBe('applied');
  });

  it('requires an event that the person may see', async () => {
    const ann = await person();
    const put = async (id: string) => (await ann.put({ id }, { response: 'attending' })).status;
    const hidden = await buildEvent(db(), { visibility: 'team' });
    const draft = await buildEvent(db(), { publication: 'draft' });
    const removed = await buildEvent(db(), { removed_at: '2026-11-20T10:00:00.000Z' });
    expect([await put(hidden.id), await put(draft.id), await put(removed.id), await put('x')]).toEqual([
      404, 404, 410, 404,
    ]);
    expect(await db().selectFrom('registrations').select('id').execute()).toEqual([]);
  });
});
