import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { signIn } from '../../support/client.ts';
import { buildEvent, buildMembership, buildOffer } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { balances, buildPaidEvent, buildPayer, minuteMs, payAtSandbox, runAllJobs } from './paid-event.ts';

const days = (count: number) => count * 24 * 60 * minuteMs;
/** Starts on 28 November at ten; a full refund until the 26th at ten. */
const sixDays = days(6);

describe('a refund', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  type Event = Awaited<ReturnType<typeof buildPaidEvent>>;
  const buildPaid = async (event: Event, given: Parameters<typeof buildPayer>[1] = {}) => {
    const payer = await buildPayer(server, given);
    await payer.attend(event);
    const { id = '', checkoutUrl } = (await payer.begin(event)).body;
    await payAtSandbox(server, checkoutUrl);
    expect(await payer.state(event)).toBe('confirmed');
    return { ...payer, paymentId: id };
  };
  const buildAdmin = async (event: { id: string }) => {
    const admin = await buildPayer(server);
    const { organizer_organization_id: club } = await db()
      .selectFrom('events')
      .select('organizer_organization_id')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    await buildMembership(db(), { organization_id: club ?? '', person_id: admin.id, role: 'admin' });
    return admin;
  };
  const refund = (who: { call: Awaited<ReturnType<typeof signIn>>['call'] }, id: string, body: object = {}) =>
    who.call('POST /api/payments/{id}/refund', { params: { id }, body });
  const refunds = () => db().selectFrom('refunds').selectAll().orderBy('created_at').orderBy('id').execute();

  it('is automatic to the last instant of the deadline, and the place is offered in the same action', async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1, waitlist_enabled: 1 });
    const ann = await buildPaid(event);
    const bea = await buildPayer(server);
    await bea.attend(event);
    const { refundUntil } = await ann.payment(event);
    server.advance(Date.parse(refundUntil ?? '') - server.now().getTime());
    await ann.cancel(event);
    // Before any job has run: the place is offered, and the refund stored.
    expect(await bea.state(event)).toBe('offered');
    expect(await refunds()).toMatchObject([{ amount_minor: 1250, state: 'requested' }]);
    await runAllJobs(server);
    expect((await ann.payment(event)).receipt).toMatchObject({
      refundedMinor: 1250,
      refundState: 'succeeded',
    });
    expect(await balances(server)).toEqual({});
  });

  it('is refused a millisecond after the deadline, and the person can reply again without a second payment', async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1 });
    const ann = await buildPaid(event);
    const { refundUntil } = await ann.payment(event);
    server.advance(Date.parse(refundUntil ?? '') - server.now().getTime() + 1);
    await ann.cancel(event);
    expect(await refunds()).toEqual([]);
    expect((await ann.attend(event)).registration?.state).toBe('pendingPayment');
    expect((await ann.begin(event)).body).toMatchObject({ id: ann.paymentId, state: 'succeeded' });
    expect(await ann.state(event)).toBe('confirmed');
    await runAllJobs(server);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
    expect(await db().selectFrom('payments').selectAll().execute()).toHaveLength(1);
  });

  it('is not made when a person gives up too late and then pays for another offer', async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1 });
    const family = await buildOffer(db(), { event_id: event.id, name: 'Family', price_minor: 3000 });
    const ann = await buildPaid(event);
    server.advance(sixDays);
    await ann.cancel(event);
    await ann.attend(event);
    await payAtSandbox(server, (await ann.begin(event, { offerId: family.id })).body.checkoutUrl);
    await runAllJobs(server);
    expect([await ann.state(event), await refunds()]).toEqual(['confirmed', []]);
  });

  it('follows the copied terms when the offer becomes stricter', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPaid(event);
    await db().updateTable('offers').set({ refund_until: null }).where('id', '=', event.offer).execute();
    await ann.cancel(event);
    expect(await refunds()).toMatchObject([{ amount_minor: 1250 }]);
  });

  it('is full for everyone when the organizer removes the person or cancels the event', async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 5 });
    const [ann, bea, cleo] = [await buildPaid(event), await buildPaid(event), await buildPaid(event)];
    const [dora, admin] = [await buildPayer(server), await buildAdmin(event)];
    server.advance(sixDays);
    await dora.attend(event);
    const open = (await dora.begin(event)).body;
    const { version } = await db()
      .selectFrom('registrations')
      .select('version')
      .where('person_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    const removed = await admin.call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id: event.id, userId: ann.id },
      body: { action: 'remove', version },
    });
    expect(removed.body.outcome).toBe('applied');
    await runAllJobs(server);
    expect((await ann.payment(event)).receipt).toMatchObject({ refundedMinor: 1250 });
    // Part of it was refunded before.
    expect((await refund(admin, bea.paymentId, { amountMinor: 250 })).status).toBe(200);
    expect((await admin.call('POST /api/events/{id}/cancel', { params: { id: event.id } })).body).toEqual({
      outcome: 'applied',
      told: 3,
    });
    // She was at the checkout, and had no notification.
    await payAtSandbox(server, open.checkoutUrl);
    await runAllJobs(server);
    for (const one of [bea, cleo, dora])
      expect((await one.payment(event)).receipt).toMatchObject({
        refundedMinor: 1250,
        refundState: 'succeeded',
      });
    expect(await balances(server)).toEqual({});
  });

  it('may be partial, is decided by those who run the organization, is audited, and limited to the rest', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPaid(event);
    const admin = await buildAdmin(event);
    for (const amountMinor of [0, -1, 1.5, 1251, 1e12])
      expect((await refund(admin, ann.paymentId, { amountMinor })).status).toBe(422);
    const first = await refund(admin, ann.paymentId, { amountMinor: 500, reason: 'Rain' });
    expect(first.body).toMatchObject({
      refundableMinor: 750,
      refunds: [{ amountMinor: 500, reason: 'Rain' }],
    });
    // A second tap of the same button.
    const { version } = first.body;
    expect(
      (await refund(admin, ann.paymentId, { amountMinor: 500, version: (version ?? 1) - 1 })).body.code,
    ).toBe('stale_version');
    expect((await refund(admin, ann.paymentId, { amountMinor: 751 })).status).toBe(422);
    const taps = await Promise.all([1, 2, 3].map(() => refund(admin, ann.paymentId)));
    expect(taps.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await runAllJobs(server);
    expect((await refunds()).map((row) => [row.amount_minor, row.state])).toEqual([
      [500, 'succeeded'],
      [750, 'succeeded'],
    ]);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await balances(server)).toEqual({});
    const audits = await db()
      .selectFrom('audit_log')
      .select(['actor_id', 'object_id'])
      .where('action', '=', 'payment.refunded')
      .execute();
    expect(audits).toEqual([1, 2].map(() => ({ actor_id: admin.id, object_id: ann.paymentId })));
  });

  it('can be requested by the payer alone, is declined or approved once, and notifies them each time', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPaid(event);
    const [bea, admin] = [await buildPayer(server), await buildAdmin(event)];
    expect((await refund(bea, ann.paymentId)).status).toBe(404);
    expect((await refund(ann, '0190a000-0000-7000-8000-000000000000')).status).toBe(404);
    for (let time = 0; time < 2; time += 1)
      expect((await refund(ann, ann.paymentId, { reason: 'Ill' })).body.refunds).toMatchObject([
        { isAsked: true, reason: 'Ill', state: 'requested' },
      ]);
    await runAllJobs(server);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
    expect((await refund(ann, ann.paymentId, { decline: true })).status).toBe(409);
    const declined = await refund(admin, ann.paymentId, { decline: true, reason: 'Too late' });
    expect(declined.body.refunds).toMatchObject([{ state: 'declined', reason: 'Too late', isAsked: false }]);
    expect((await refund(admin, ann.paymentId, { decline: true })).status).toBe(409);
    await refund(ann, ann.paymentId, { amountMinor: 300 });
    await refund(admin, ann.paymentId, { amountMinor: 300 });
    await runAllJobs(server);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 950, 'organizer EUR': -950 });
    const told = async (id: string) =>
      (
        await db()
          .selectFrom('notifications')
          .select('kind')
          .where('user_id', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ kind }) => kind);
    expect(await told(ann.id)).toEqual(['paymentReceived', 'refundDeclined', 'paymentRefunded']);
    expect(await told(admin.id)).toContain('refundAsked');
  });

  it('goes to a person who paid online for a place that no longer needs a payment', async () => {
    const event = await buildPaidEvent(server);
    const [ann, admin] = [await buildPayer(server), await buildAdmin(event)];
    await ann.attend(event);
    const { checkoutUrl } = (await ann.begin(event)).body;
    const { id = '' } = (await ann.begin(event, { provider: 'cash' })).body;
    await admin.call('POST /api/payments/{id}/cash', { params: { id }, body: { outcome: 'waived' } });
    await payAtSandbox(server, checkoutUrl);
    await runAllJobs(server);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await balances(server)).toEqual({});
  });

  it('is automatic while the event is postponed, also after the deadline that its old date had', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPaid(event);
    await db()
      .updateTable('events')
      .set({ event_status: 'EventPostponed' })
      .where('id', '=', event.id)
      .execute();
    const { refundUntil } = await ann.payment(event);
    server.advance(Date.parse(refundUntil ?? '') - server.now().getTime() + days(30));
    await ann.cancel(event);
    await runAllJobs(server);
    expect((await ann.payment(event)).receipt).toMatchObject({ refundedMinor: 1250 });
  });

  it('is automatic for the second of two paid checkouts', async () => {
    const event = await buildPaidEvent(server);
    const family = await buildOffer(db(), { event_id: event.id, name: 'Family', price_minor: 3000 });
    const ann = await buildPayer(server);
    await ann.attend(event);
    const first = (await ann.begin(event)).body;
    const second = (await ann.begin(event, { offerId: family.id })).body;
    for (const { checkoutUrl } of [first, second]) await payAtSandbox(server, checkoutUrl);
    await runAllJobs(server);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await refunds()).toMatchObject([
      { payment_id: second.id, amount_minor: 3000, state: 'succeeded' },
    ]);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
  });

  it('that the provider rejects for good is shown to those who run the event, and can be retried', async () => {
    const event = await buildPaidEvent(server);
    const [ann, admin] = [await buildPaid(event), await buildAdmin(event)];
    await db().updateTable('sandbox_checkouts').set({ state: 'processing' }).execute();
    await ann.cancel(event);
    await runAllJobs(server);
    expect(await refunds()).toMatchObject([{ state: 'failed' }]);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
    const kinds = await db()
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', admin.id)
      .execute();
    expect(kinds.map(({ kind }) => kind)).toContain('refundFailed');
    await db().updateTable('sandbox_checkouts').set({ state: 'succeeded' }).execute();
    const owed = async (who: typeof admin) =>
      (await who.call('GET /api/users/me/notifications', { query: { only: 'owed' } })).body.items.map(
        ({ kind }) => kind,
      );
    for (const who of [admin, ann]) expect(await owed(who)).toEqual(['refundFailed']);
    expect((await refund(admin, ann.paymentId)).status).toBe(200);
    await runAllJobs(server);
    expect(await balances(server)).toEqual({});
    for (const who of [admin, ann]) expect(await owed(who)).toEqual([]);
  });

  it('is listed with its payment, in pages, only for those who run the event', async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 9 });
    const other = await buildEvent(db());
    const payers = [await buildPaid(event), await buildPaid(event), await buildPaid(event)];
    const admin = await buildAdmin(event);
    const list = async (who: { call: typeof admin.call }, query = {}, id = event.id) =>
      who.call('GET /api/events/{id}/payments', { params: { id }, query });
    const first = await list(admin, { limit: 2 });
    expect(first.headers.get('cache-control')).toBe('private, no-store');
    const second = await list(admin, { limit: 2, cursor: first.body.nextCursor ?? '' });
    expect([...first.body.items, ...second.body.items].map(({ payer }) => payer.id).sort()).toEqual(
      payers.map(({ id }) => id).sort(),
    );
    expect(second.body.nextCursor).toBeNull();
    const [payer] = payers;
    if (payer) expect((await list(payer)).status).toBe(409);
    expect((await list(admin, {}, other.id)).status).toBe(409);
  });
});
