// A place is held during the checkout, and the checkout ends before the hold. A late payment gets the place
// or a refund.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endDueHolds } from '../../../src/server/registrations/jobs.ts';
import { buildMembership, buildOffer, buildTeam } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import {
  balances,
  buildPaidEvent,
  buildPayer,
  minuteMs,
  payAtSandbox,
  refOf,
  runAllJobs,
} from './paid-event.ts';

type Payer = Awaited<ReturnType<typeof buildPayer>>;

describe('a place that is being paid for', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const wait = async (minutes: number) => {
    server.advance(minutes * minuteMs);
    await runAllJobs(server);
  };
  const checkoutState = async (url: string | null | undefined) =>
    (
      await db()
        .selectFrom('sandbox_checkouts')
        .select('state')
        .where('ref', '=', refOf(url))
        .executeTakeFirst()
    )?.state;
  /** Two people at an event of one place: Ann pays, Bea waits. */
  const annAndBea = async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const [ann, bea] = [await buildPayer(server), await buildPayer(server)];
    await ann.attend(event);
    const { checkoutUrl } = (await ann.begin(event)).body;
    expect((await bea.attend(event)).registration?.state).toBe('waitlisted');
    return { event, ann, bea, checkoutUrl };
  };

  it('is held for 35 minutes, its checkout open for 31, and then offered to the next', async () => {
    const { event, ann, bea, checkoutUrl } = await annAndBea();
    expect((await ann.payment(event)).holdExpiresAt).toBe('2026-11-21T10:35:00.000Z');
    await wait(31);
    // No one can pay any more, and the place is still hers.
    await payAtSandbox(server, checkoutUrl);
    expect([await ann.state(event), await bea.state(event)]).toEqual(['pendingPayment', 'waitlisted']);
    await wait(3);
    expect(await checkoutState(checkoutUrl)).toBe('closed');
    expect((await ann.payment(event)).state).toBe('expired');
    await wait(1);
    expect([await ann.state(event), await bea.state(event)]).toEqual(['holdExpired', 'offered']);
    expect(await balances(server)).toEqual({});
  });

  it('is released only after its checkout was ended, when the hold is shorter', async () => {
    const { event, ann, checkoutUrl } = await annAndBea();
    await db()
      .updateTable('registrations')
      .set({ hold_expires_at: '2026-11-21T10:20:00.000Z' })
      .where('person_id', '=', ann.id)
      .execute();
    await wait(18);
    expect(await checkoutState(checkoutUrl)).toBe('open');
    await wait(0.5);
    expect(await checkoutState(checkoutUrl)).toBe('closed');
    expect(await ann.state(event)).toBe('pendingPayment');
    await wait(1.5);
    expect(await ann.state(event)).toBe('holdExpired');
  });

  it('is restored when a payment made in time is reported after the hold expired, if it is free', async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1 });
    const ann = await buildPayer(server);
    await ann.attend(event);
    const { checkoutUrl } = (await ann.begin(event)).body;
    await payAtSandbox(server, checkoutUrl, '4242424242424242', 'never');
    server.advance(36 * minuteMs);
    // The hold ends first, and then we ask the provider.
    await endDueHolds(server);
    expect(await ann.state(event)).toBe('holdExpired');
    await runAllJobs(server);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
  });

  it('A late payment is refunded in full, without a place, when the payer was removed from the team meanwhile', async () => {
    const team = await buildTeam(db());
    const event = await buildPaidEvent(server, { teams: [team.id], visibility: 'team' });
    const ann = await buildPayer(server);
    await buildMembership(db(), { team_id: team.id, person_id: ann.id });
    await ann.attend(event);
    const { checkoutUrl } = (await ann.begin(event)).body;
    await payAtSandbox(server, checkoutUrl, '4242424242424242', 'never');
    server.advance(36 * minuteMs);
    await endDueHolds(server);
    await db()
      .updateTable('memberships')
      .set({ status: 'removed' })
      .where('person_id', '=', ann.id)
      .execute();
    await runAllJobs(server);
    await runAllJobs(server);
    const payment = await ann.payment(event);
    expect([payment.registrationState, payment.receipt?.refundedMinor]).toEqual(['holdExpired', 1250]);
    expect(await balances(server)).toEqual({});
  });

  it('goes to the next person, and a late payment is refunded automatically with a notification', async () => {
    const { event, ann, bea, checkoutUrl } = await annAndBea();
    await payAtSandbox(server, checkoutUrl, '4000000000000077', 'never');
    await db()
      .updateTable('registrations')
      .set({ hold_expires_at: '2026-11-21T10:05:00.000Z' })
      .where('person_id', '=', ann.id)
      .execute();
    await wait(6);
    expect(await bea.state(event)).toBe('offered');
    await bea.attend(event);
    await payAtSandbox(server, (await bea.begin(event)).body.checkoutUrl);
    await wait(7);
    await wait(7);
    expect([await ann.state(event), await bea.state(event)]).toEqual(['holdExpired', 'confirmed']);
    expect((await ann.payment(event)).receipt).toMatchObject({
      refundedMinor: 1250,
      refundState: 'succeeded',
    });
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
    const [notice] = await db()
      .selectFrom('notifications')
      .select('changes')
      .where('user_id', '=', ann.id)
      .where('kind', '=', 'paymentRefunded')
      .execute();
    expect(notice?.changes).toContain('came after the time to pay, and the place is taken');
  });

  it('cannot be held longer without paying by replying and beginning again', async () => {
    const { event, ann, bea } = await annAndBea();
    const family = await buildOffer(db(), { event_id: event.id, name: 'Family', price_minor: 3000 });
    const offers = [family.id, event.offer];
    for (let minute = 0; minute < 140; minute += 5) {
      await wait(5);
      if ((await ann.state(event)) !== 'pendingPayment') break;
      await ann.attend(event);
      await ann.begin(event, { offerId: offers[(minute / 5) % 2] as string });
    }
    expect([await ann.state(event), await bea.state(event)]).toEqual(['holdExpired', 'offered']);
    expect(server.now().getTime()).toBeLessThanOrEqual(Date.parse('2026-11-21T11:10:00.000Z'));
  });

  describe('of an event that became free while a checkout was open', () => {
    const openCheckout = async () => {
      const [coach, ann] = [await buildPayer(server, { is_coach: 1 }), await buildPayer(server)];
      const event = await buildPaidEvent(server, { organizer_user_id: coach.id });
      await ann.attend(event);
      const { checkoutUrl } = (await ann.begin(event)).body;
      const setOffers = async (
        offers: { name: string; price: { amountMinor: number; currency: string } }[],
      ) => {
        const params = { id: event.id };
        const { version } = (await coach.call('GET /api/events/{id}', { params })).body;
        const { status } = await coach.call('PATCH /api/events/{id}', { params, body: { version, offers } });
        expect(status).toBe(200);
      };
      return { event, ann, checkoutUrl, setOffers };
    };

    it('leaves the person in, and is refunded in full', async () => {
      const { event, ann, checkoutUrl, setOffers } = await openCheckout();
      await payAtSandbox(server, checkoutUrl, '4242424242424242', 'never');
      await setOffers([]);
      await runAllJobs(server);
      await runAllJobs(server);
      const { receipt } = await ann.payment(event);
      expect([await ann.state(event), receipt?.refundedMinor]).toEqual(['confirmed', 1250]);
      expect(await balances(server)).toEqual({});
    });

    it('stays refunded when the event costs something again for later replies', async () => {
      const { event, ann, checkoutUrl, setOffers } = await openCheckout();
      await payAtSandbox(server, checkoutUrl, '4242424242424242', 'never');
      await setOffers([]);
      await setOffers([{ name: 'Adult', price: { amountMinor: 1250, currency: 'EUR' } }]);
      await runAllJobs(server);
      await runAllJobs(server);
      expect((await ann.payment(event)).receipt?.refundedMinor).toBe(1250);
      expect(await ann.state(event)).toBe('confirmed');
    });
  });

  it('confirmed to be paid in cash is paid for by a checkout that was completed before', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    const { checkoutUrl } = (await ann.begin(event)).body;
    await payAtSandbox(server, checkoutUrl, '4242424242424242', 'never');
    await ann.begin(event, { provider: 'cash' });
    await runAllJobs(server);
    await runAllJobs(server);
    expect([await ann.state(event), (await ann.payment(event)).state]).toEqual(['confirmed', 'succeeded']);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
  });

  it('confirmed to be paid in cash at another price is not paid for by a checkout that was completed before', async () => {
    const event = await buildPaidEvent(server);
    const family = await buildOffer(db(), {
      event_id: event.id,
      name: 'Family',
      price_minor: 3000,
      accepts_offline: 1,
    });
    const ann = await buildPayer(server);
    await ann.attend(event);
    const { checkoutUrl } = (await ann.begin(event)).body;
    await payAtSandbox(server, checkoutUrl, '4242424242424242', 'never');
    await ann.begin(event, { provider: 'cash', offerId: family.id });
    await runAllJobs(server);
    await runAllJobs(server);
    const { body } = await ann.call('GET /api/events/{id}', { params: { id: event.id } });
    expect([body.registration?.state, body.due?.amount.amountMinor]).toEqual(['confirmed', 3000]);
    expect(await balances(server)).toEqual({});
  });

  describe('at an event without a waitlist', () => {
    /** Ann takes the one place, and gives it up or lets her time to pay pass; so many times. */
    const holdUnpaid = async (event: { id: string }, ann: Payer, times: number, end: 'cancel' | 'lapse') => {
      for (let time = 0; time < times; time += 1) {
        expect((await ann.attend(event)).registration?.state).toBe('pendingPayment');
        if (end === 'cancel') await ann.cancel(event);
        else await wait(36);
      }
    };
    const build = async () => {
      const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1 });
      return { event, ann: await buildPayer(server), bea: await buildPayer(server) };
    };

    it.each(['cancel', 'lapse'] as const)(
      'has to be asked for after it was held three times without a payment (%s)',
      async (end) => {
        const { event, ann, bea } = await build();
        await holdUnpaid(event, ann, 3, end);
        const { body } = await ann.call('GET /api/events/{id}', { params: { id: event.id } });
        expect(body.attendingLeadsTo).toBe('approval');
        expect((await ann.attend(event)).registration?.state).toBe('pendingApproval');
        expect((await bea.attend(event)).registration?.state).toBe('pendingPayment');
      },
    );

    it('can be paid by a person who took it three times, who may then come back without asking', async () => {
      const { event, ann } = await build();
      await holdUnpaid(event, ann, 1, 'lapse');
      await holdUnpaid(event, ann, 1, 'cancel');
      await ann.attend(event);
      await payAtSandbox(server, (await ann.begin(event)).body.checkoutUrl);
      expect(await ann.state(event)).toBe('confirmed');
      await ann.cancel(event);
      await holdUnpaid(event, ann, 2, 'cancel');
      expect((await ann.attend(event)).registration?.state).toBe('pendingPayment');
    });

    it('is confirmed by a late payment for the third hold, and needs no asking after that', async () => {
      const { event, ann } = await build();
      await holdUnpaid(event, ann, 2, 'cancel');
      await ann.attend(event);
      await payAtSandbox(server, (await ann.begin(event)).body.checkoutUrl, '4242424242424242', 'never');
      server.advance(36 * minuteMs);
      await endDueHolds(server);
      await runAllJobs(server);
      expect(await ann.state(event)).toBe('confirmed');
      await ann.cancel(event);
      expect((await ann.attend(event)).registration?.state).toBe('pendingPayment');
    });
  });

  it('of a cancelled event cannot be paid for', async () => {
    const { event, ann } = await annAndBea();
    await db()
      .updateTable('events')
      .set({ event_status: 'EventCancelled' })
      .where('id', '=', event.id)
      .execute();
    for (const body of [{}, { provider: 'cash' as const }])
      expect(await ann.begin(event, body)).toMatchObject({ status: 409, body: { code: 'not_permitted' } });
  });

  it('may be paid again after the first checkout has ended', async () => {
    const { event, ann, checkoutUrl } = await annAndBea();
    server.advance(32 * minuteMs);
    const again = (await ann.begin(event)).body;
    expect(again.checkoutUrl).not.toBe(checkoutUrl);
    await payAtSandbox(server, again.checkoutUrl);
    expect(await ann.state(event)).toBe('confirmed');
    await runAllJobs(server);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
  });
});
