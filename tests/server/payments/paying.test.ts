import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildMembership, buildOffer, buildOrganization } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { balances, buildPaidEvent, buildPayer, minuteMs, payAtSandbox, runAllJobs } from './paid-event.ts';

describe('paying for a place', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const db = () => server.database.db;
  const countOf = async (table: 'payments' | 'sandbox_checkouts') =>
    (await db().selectFrom(table).selectAll().execute()).length;

  it('opens a checkout, and a payment confirms the place, with a receipt and a mail', async () => {
    const event = await buildPaidEvent(server, { name: 'Slab school', maximum_attendee_capacity: 3 });
    const ann = await buildPayer(server, { name: 'Ann', locale: 'en-GB' });
    expect((await ann.attend(event)).registration?.state).toBe('pendingPayment');
    const begun = await ann.begin(event);
    expect(begun).toMatchObject({
      status: 200,
      body: {
        state: 'requiresPayment',
        method: 'online',
        amount: { amountMinor: 1250, currency: 'EUR' },
        offer: 'Adult',
        refundUntil: '2026-11-26T10:00:00.000Z',
        holdExpiresAt: '2026-11-21T10:35:00.000Z',
        checkoutUrl: expect.stringMatching(/^http:\/\/localhost:3000\/sandbox\/checkout\/sbx_[0-9a-f]{36}$/),
        receipt: null,
      },
    });
    expect(begun.headers.get('cache-control')).toBe('private, no-store, no-transform');
    server.advance(minuteMs);
    await payAtSandbox(server, begun.body.checkoutUrl);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await ann.payment(event)).toMatchObject({
      id: begun.body.id,
      state: 'succeeded',
      holdExpiresAt: null,
      checkoutUrl: null,
      receipt: {
        number: 'S-2026-000001',
        paidAt: '2026-11-21T10:01:00.000Z',
        payer: 'Ann',
        event: 'Slab school',
        refundedMinor: 0,
        refundState: null,
      },
    });
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
    await runJob(server, 'deliverNotifications');
    const [mail] = server.mails;
    expect(mail).toMatchObject({ to: ann.email, subject: 'Your payment has arrived: Slab school' });
    for (const part of [
      'S-2026-000001',
      'Paid on: ',
      '€12.50',
      'Paid by: Ann',
      'Organizer: Club',
      `${event.id}/payment`,
    ])
      expect(mail?.text).toContain(part);
    const told = await ann.call('GET /api/users/me/notifications', {});
    expect(told.body.items).toMatchObject([{ kind: 'paymentReceived', changes: [] }]);
  });

  it('uses one checkout, for any number of starts and tabs', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ann.begin(event)));
    const again = await ann.begin(event);
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: again.body });
    expect([await countOf('payments'), await countOf('sandbox_checkouts')]).toEqual([1, 1]);
    await payAtSandbox(server, again.body.checkoutUrl);
    expect(await ann.begin(event)).toMatchObject({ status: 200, body: { state: 'succeeded' } });
    expect(await countOf('payments')).toBe(1);
  });

  it('retries on the same payment after a declined card, and waits for the second step', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    const { id, checkoutUrl } = (await ann.begin(event)).body;
    await payAtSandbox(server, checkoutUrl, '4000000000000002');
    expect(await ann.payment(event)).toMatchObject({ id, state: 'failed', checkoutUrl });
    await payAtSandbox(server, checkoutUrl, '4000000000003220');
    expect(await ann.payment(event)).toMatchObject({ id, state: 'requiresAction', checkoutUrl });
    expect(await ann.state(event)).toBe('pendingPayment');
    await server.payments.sandbox?.answerBank(checkoutUrl?.split('/').at(-1) ?? '', true);
    expect(await ann.payment(event)).toMatchObject({ id, state: 'succeeded' });
    expect(await ann.state(event)).toBe('confirmed');
  });

  it('requires a held place and an offer of the event, and ignores amounts of the payer', async () => {
    const event = await buildPaidEvent(server);
    const other = await buildPaidEvent(server);
    const free = await buildOffer(db(), { event_id: event.id, name: 'Volunteer', price_minor: 0 });
    const ann = await buildPayer(server);
    expect((await ann.begin(event)).status).toBe(409);
    await ann.call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      body: { response: 'attending', offerId: event.offer },
    });
    for (const body of [{ amountMinor: 1 }, { amount: { amountMinor: 1, currency: 'EUR' } }, { price: 0 }])
      expect((await ann.begin(event, body as object)).status).toBe(422);
    expect((await ann.begin(event, { offerId: other.offer })).body.errors?.[0]?.code).toBe('unknown_offer');
    expect((await ann.begin(event, { offerId: free.id })).body.errors?.[0]?.code).toBe('nothing_to_pay');
    expect((await ann.begin(event, { provider: 'stripe' })).body.errors?.[0]?.code).toBe('not_offered');
    expect(await countOf('payments')).toBe(0);
    expect((await ann.begin(event)).body.amount?.amountMinor).toBe(1250);
  });

  it('for another offer ends the first checkout at the provider and opens a new one', async () => {
    const event = await buildPaidEvent(server);
    const family = await buildOffer(db(), { event_id: event.id, name: 'Family', price_minor: 3000 });
    const ann = await buildPayer(server);
    await ann.attend(event);
    const first = (await ann.begin(event)).body;
    server.advance(1);
    const second = (await ann.begin(event, { offerId: family.id })).body;
    expect(second).toMatchObject({ offer: 'Family', amount: { amountMinor: 3000, currency: 'EUR' } });
    await runAllJobs(server);
    await payAtSandbox(server, first.checkoutUrl);
    expect(await ann.state(event)).toBe('pendingPayment');
    await payAtSandbox(server, second.checkoutUrl);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await balances(server)).toMatchObject({ 'sandbox EUR': 3000 });
  });

  it('in cash confirms the place, and is due until the coach has received it', async () => {
    const club = await buildOrganization(db());
    const event = await buildPaidEvent(server, {
      maximum_attendee_capacity: 1,
      organizer_organization_id: club.id,
    });
    const [ann, coach] = [await buildPayer(server), await buildPayer(server, { is_coach: 1 })];
    await buildMembership(db(), { organization_id: club.id, person_id: coach.id, role: 'coach' });
    await ann.attend(event);
    const { id, state, method } = (await ann.begin(event, { provider: 'cash' })).body;
    expect([state, method, await ann.state(event)]).toEqual(['offlineDue', 'cash', 'confirmed']);
    const settle = (body: object) =>
      coach.call('POST /api/payments/{id}/cash', { params: { id: id ?? '' }, body });
    expect(
      (
        await ann.call('POST /api/payments/{id}/cash', {
          params: { id: id ?? '' },
          body: { outcome: 'received' },
        })
      ).status,
    ).toBe(409);
    expect((await settle({ outcome: 'received', version: 1 })).body).toMatchObject({
      state: 'offlineReceived',
      receiptNumber: 'S-2026-000001',
      refundableMinor: 1250,
    });
    expect((await settle({ outcome: 'received', version: 1 })).body.code).toBe('stale_version');
    expect((await settle({ outcome: 'waived' })).status).toBe(409);
    expect(await balances(server)).toEqual({ 'cash EUR': 1250, 'organizer EUR': -1250 });
    await runJob(server, 'deliverNotifications');
    expect(server.mails.find(({ to }) => to === ann.email)?.text).toContain('Receipt: S-2026-000001');
    // Given up in time: someone must hand the money back, and record it.
    await ann.cancel(event);
    await runAllJobs(server);
    expect((await ann.payment(event)).receipt).toMatchObject({ refundedMinor: 0, refundState: 'requested' });
    expect((await settle({ outcome: 'returned' })).body.refunds?.[0]?.state).toBe('succeeded');
    expect(await balances(server)).toEqual({});
  });

  it('in cash requires an offer that accepts it, and such a payment can be waived', async () => {
    const strict = await buildPaidEvent(server, {}, { accepts_offline: 0 });
    const event = await buildPaidEvent(server);
    const [ann, coach] = [await buildPayer(server), await buildPayer(server, { is_coach: 1 })];
    for (const one of [strict, event]) await ann.attend(one);
    expect((await ann.begin(strict, { provider: 'cash' })).status).toBe(422);
    const { id = '' } = (await ann.begin(event, { provider: 'cash' })).body;
    const { organizer_organization_id: club } = await db()
      .selectFrom('events')
      .select('organizer_organization_id')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    await buildMembership(db(), { organization_id: club ?? '', person_id: coach.id, role: 'admin' });
    const waived = await coach.call('POST /api/payments/{id}/cash', {
      params: { id },
      body: { outcome: 'waived' },
    });
    expect(waived.body.state).toBe('waived');
    expect(await balances(server)).toEqual({});
    const { items } = (await coach.call('GET /api/events/{id}/payments', { params: { id: event.id } })).body;
    expect(items).toMatchObject([{ id, state: 'waived', payer: { id: ann.id }, can: { settleCash: false } }]);
  });

  it('is not changed by any return address', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    await ann.begin(event);
    const client = await signIn(server, ann);
    for (const query of ['?session_id=cs_1&redirect_status=succeeded', '?state=succeeded', '?paid=true'])
      await client.request(`/api/events/${event.id}/payment${query}`);
    expect((await ann.payment(event)).state).toBe('requiresPayment');
    expect(await ann.state(event)).toBe('pendingPayment');
  });
});
