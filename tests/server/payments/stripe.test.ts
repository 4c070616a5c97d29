// Stripe, over the network to a fake of its API, with webhook events signed by Stripe's own helper.
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/server/config.ts';
import { createClient } from '../../support/client.ts';
import { buildMembership } from '../../support/factories.ts';
import { createFakeStripe, stripeHeaders } from '../../support/fake-stripe.ts';
import { listen } from '../../support/product/listen.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { balances, buildPaidEvent, buildPayer, minuteMs, runAllJobs } from './paid-event.ts';

const webhookSecret = 'whsec_of_the_tests';
const keys = { STRIPE_SECRET_KEY: 'sk_test_of_the_tests', STRIPE_WEBHOOK_SECRET: webhookSecret };

describe('Stripe', () => {
  let server: TestServer;
  let stripe: ReturnType<typeof createFakeStripe>;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    stripe = createFakeStripe({ now: () => server.now() });
    const listening = await listen(stripe.handle);
    stop = listening.stop;
    const to = { STRIPE_HOST: '127.0.0.1', STRIPE_PORT: String(listening.port), STRIPE_PROTOCOL: 'http' };
    server = await startTestServer({ env: { ...keys, ...to } });
  });
  afterEach(async () => {
    await stop();
    await server.close();
  });

  const rows = (table: 'payments' | 'refunds' | 'provider_events') =>
    server.database.db.selectFrom(table).selectAll().execute();
  const tell = async (body: string | undefined, headers?: Headers) => {
    const answer = await server.app.request('/api/payments/webhooks/stripe', {
      method: 'POST',
      body: body ?? '',
      headers: headers ?? stripeHeaders(body ?? '', webhookSecret, server.now()),
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const lastWebhookEvent = () => stripe.events.at(-1);
  /** A person whose checkout is open. */
  const begin = async (capacity = 1) => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: capacity, waitlist_enabled: 1 });
    const ann = await buildPayer(server);
    await ann.attend(event);
    const { id, checkoutUrl } = (await ann.begin(event)).body;
    const ref = [...stripe.sessions.keys()].at(-1) ?? '';
    return { event, ann, id, checkoutUrl, ref };
  };
  const beginAndPay = async () => {
    const begun = await begin();
    stripe.act(begun.ref, 'succeeded');
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect(await begun.ann.state(begun.event)).toBe('confirmed');
    return begun;
  };
  const asked = (path: string) => stripe.requests.filter((one) => one.path === path && one.method === 'POST');

  it('gets a checkout request with exactly our price, for 31 minutes, a pinned version and a stored key', async () => {
    const { event, id, checkoutUrl, ref } = await begin();
    expect(checkoutUrl).toBe(`https://checkout.stripe.test/${ref}`);
    const [request] = asked('/v1/checkout/sessions');
    expect(Object.fromEntries(request?.form ?? [])).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][unit_amount]': '1250',
      'line_items[0][price_data][currency]': 'eur',
      client_reference_id: id,
      'metadata[paymentId]': id,
      success_url: `http://localhost:3000/my/events/${event.id}/payment`,
      expires_at: String(Date.parse('2026-11-21T10:31:00Z') / 1000),
    });
    const { headers } = request ?? {};
    expect(headers?.get('stripe-version')).toBe('2026-10-28.endive');
    expect(headers?.get('authorization')).toBe('Bearer sk_test_of_the_tests');
    expect(headers?.get('idempotency-key')).toBe(`payment-${id}`);
  });

  it.each([
    ['JPY', 1200, '1200'],
    ['HUF', 500_000, '500000'],
    ['KWD', 4500, '4500'],
    ['ISK', 1200, '120000'],
    ['UGX', 9000, '900000'],
    ['MGA', 900_000, '9000'],
  ])(
    'charges %s in its smallest unit, with the amount from our database',
    async (currency, price_minor, asks) => {
      const event = await buildPaidEvent(server, {}, { currency, price_minor });
      const ann = await buildPayer(server);
      await ann.attend(event);
      await ann.begin(event);
      const [request] = asked('/v1/checkout/sessions');
      expect(request?.form.get('line_items[0][price_data][unit_amount]')).toBe(asks);
      stripe.act([...stripe.sessions.keys()][0] ?? '', 'succeeded');
      await tell(lastWebhookEvent());
      expect(await ann.state(event)).toBe('confirmed');
      await ann.cancel(event);
      await runAllJobs(server);
      expect(stripe.refunds.map(({ amount }) => String(amount))).toEqual([asks]);
      expect(await balances(server)).toEqual({});
    },
  );

  it('confirms the place with a webhook event that its own helper signed', async () => {
    const { ann, event } = await begin();
    stripe.act([...stripe.sessions.keys()][0] ?? '', 'succeeded');
    const payload = lastWebhookEvent() ?? '';
    const header = new Stripe('sk_test_none').webhooks.generateTestHeaderString({
      payload,
      secret: webhookSecret,
      timestamp: Math.floor(server.now().getTime() / 1000),
    });
    const headers = new Headers({ 'stripe-signature': header, 'content-type': 'application/json' });
    expect(await tell(payload, headers)).toEqual([200, undefined]);
    expect(await ann.payment(event)).toMatchObject({ state: 'succeeded', checkoutUrl: null });
    expect(await ann.state(event)).toBe('confirmed');
    expect(await balances(server)).toEqual({ 'stripe EUR': 1250, 'organizer EUR': -1250 });
  });

  it('sends one webhook event a hundred times at once and again after an hour, with one effect', async () => {
    const { event, ann } = await beginAndPay();
    const answers = await Promise.all(Array.from({ length: 100 }, () => tell(lastWebhookEvent())));
    expect(answers).toEqual(Array.from({ length: 100 }, () => [200, undefined]));
    server.advance(60 * minuteMs);
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect(await rows('provider_events')).toHaveLength(1);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await balances(server)).toEqual({ 'stripe EUR': 1250, 'organizer EUR': -1250 });
  });

  it('returns 500 once: the server retries with the same key and opens one checkout', async () => {
    stripe.fail(1);
    const { checkoutUrl } = await begin();
    expect(checkoutUrl).toContain('https://checkout.stripe.test/');
    const keysSent = asked('/v1/checkout/sessions').map(({ headers }) => headers.get('idempotency-key'));
    expect([keysSent.length, new Set(keysSent).size, stripe.sessions.size]).toEqual([2, 1, 1]);
  });

  it('is down: the server asks it to retry the webhook event, and checks the payment before that', async () => {
    const { ref, ann, event } = await begin();
    stripe.act(ref, 'succeeded');
    stripe.fail(2);
    expect(await tell(lastWebhookEvent())).toEqual([503, 'unavailable']);
    expect(await rows('provider_events')).toEqual([]);
    expect(await ann.state(event)).toBe('pendingPayment');
    await runAllJobs(server);
    expect(await ann.state(event)).toBe('confirmed');
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect(await balances(server)).toEqual({ 'stripe EUR': 1250, 'organizer EUR': -1250 });
  });

  it('is down at the beginning: no one is charged, and the next try works', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    stripe.fail(3);
    expect(await ann.begin(event)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await ann.begin(event)).body.checkoutUrl).toContain('https://checkout.stripe.test/');
    expect(await rows('payments')).toHaveLength(1);
    // So much later that Stripe would not open it any more: a new one.
    const other = await buildPaidEvent(server);
    await ann.attend(other);
    stripe.fail(3);
    await ann.begin(other);
    server.advance(5 * minuteMs);
    expect(await ann.begin(other)).toMatchObject({ status: 200, body: { state: 'requiresPayment' } });
    expect(stripe.sessions.size).toBe(2);
  }, 20_000);

  it('refuses an amount for good: the payer is sent to the organizer, and may still pay in cash', async () => {
    // Stripe has no hundredths of an ariary.
    const event = await buildPaidEvent(server, {}, { price_minor: 1250, currency: 'MGA' });
    const ann = await buildPayer(server);
    await ann.attend(event);
    expect(await ann.begin(event)).toMatchObject({
      status: 409,
      body: { code: 'not_permitted', detail: "This price can't be paid online. Ask the organizer." },
    });
    expect(await rows('payments')).toMatchObject([{ state: 'canceled' }]);
    expect(await ann.state(event)).toBe('pendingPayment');
    expect((await ann.begin(event, { provider: 'cash' })).status).toBe(200);
    expect(await ann.state(event)).toBe('confirmed');
  });

  it("refunds once by the refund's id although the answer is lost and its keys have expired", async () => {
    const { ann, event, id } = await beginAndPay();
    await ann.cancel(event);
    const [refund] = await rows('refunds');
    // Stripe has done it, and the answer was lost.
    stripe.loseAnswers('/v1/refunds', 3);
    await runAllJobs(server);
    expect((await rows('refunds'))[0]?.state).toBe('requested');
    stripe.forgetKeys();
    server.advance(25 * 60 * minuteMs);
    await runAllJobs(server);
    expect(asked('/v1/refunds')[0]?.headers.get('idempotency-key')).toBe(`refund-${refund?.id}`);
    expect(stripe.refunds).toMatchObject([
      { amount: 1250, metadata: { refundId: refund?.id, paymentId: id } },
    ]);
    expect((await rows('refunds'))[0]?.state).toBe('succeeded');
    expect(await balances(server)).toEqual({});
  }, 20_000);

  it('refunds a part once although the answer is lost and its keys have expired', async () => {
    const { id } = await beginAndPay();
    const admin = await buildPayer(server);
    const club = await server.database.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
    await buildMembership(server.database.db, {
      organization_id: club.id,
      person_id: admin.id,
      role: 'admin',
    });
    await admin.call('POST /api/payments/{id}/refund', {
      params: { id: id ?? '' },
      body: { amountMinor: 500 },
    });
    stripe.loseAnswers('/v1/refunds', 3);
    await runAllJobs(server);
    stripe.forgetKeys();
    server.advance(25 * 60 * minuteMs);
    await runAllJobs(server);
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([500]);
    expect(await balances(server)).toEqual({ 'stripe EUR': 750, 'organizer EUR': -750 });
  }, 20_000);

  it('may refund late, and report a refund that the bank returned: the ledger follows, and people are notified', async () => {
    const { ann, event } = await beginAndPay();
    stripe.nextRefund('pending');
    await ann.cancel(event);
    await runAllJobs(server);
    expect((await ann.payment(event)).receipt).toMatchObject({ refundedMinor: 0, refundState: 'pending' });
    stripe.landRefunds();
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect((await ann.payment(event)).receipt).toMatchObject({
      refundedMinor: 1250,
      refundState: 'succeeded',
    });
    expect(await balances(server)).toEqual({});
    const [refund] = stripe.refunds;
    if (refund) stripe.bounce(refund);
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect((await ann.payment(event)).receipt).toMatchObject({ refundedMinor: 0, refundState: 'failed' });
    expect(await balances(server)).toEqual({ 'stripe EUR': 1250, 'organizer EUR': -1250 });
    const kinds = await server.database.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', ann.id)
      .orderBy('id')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['paymentReceived', 'paymentRefunded', 'refundFailed']);
  });

  it('reports refunds from its dashboard, which are recorded in the ledger', async () => {
    const { ref, ann, event } = await beginAndPay();
    await server.payments.online.refund({ ref, refundId: crypto.randomUUID(), amountMinor: 400 });
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect((await ann.payment(event)).receipt).toMatchObject({ refundedMinor: 400 });
    expect(await balances(server)).toEqual({ 'stripe EUR': 850, 'organizer EUR': -850 });
    // Only the rest is refunded then.
    await ann.cancel(event);
    await runAllJobs(server);
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([400, 850]);
    expect(await balances(server)).toEqual({});
  });

  it('reports a refund from its dashboard, which answers the open request of the payer', async () => {
    const { ref, id, ann, event } = await beginAndPay();
    await ann.call('POST /api/payments/{id}/refund', { params: { id }, body: { reason: 'Ill' } });
    expect((await ann.payment(event)).refunds).toMatchObject([{ isAsked: true }]);
    await server.payments.online.refund({ ref, refundId: crypto.randomUUID(), amountMinor: 1250 });
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect((await ann.payment(event)).refunds).toMatchObject([
      { isAsked: false, state: 'succeeded', amountMinor: 1250 },
    ]);
    expect(await balances(server)).toEqual({});
  });

  it.each([
    ['amount', { amount_total: 1249 }],
    ['currency', { currency: 'usd' }],
    ['owner', { client_reference_id: '0190a000-0000-7000-8000-000000000000' }],
  ])('confirms no place when its checkout differs from ours in %s', async (_, change) => {
    const { ref, ann, event } = await begin();
    stripe.act(ref, 'succeeded');
    Object.assign(stripe.sessions.get(ref) ?? {}, change);
    expect(await tell(lastWebhookEvent())).toEqual([200, undefined]);
    expect((await ann.payment(event)).state).toBe('requiresPayment');
    expect(await ann.state(event)).toBe('pendingPayment');
    expect(await balances(server)).toEqual({});
  });

  it('is asked for the current status: a webhook event that only claims a payment changes nothing', async () => {
    const { ref, id, ann, event } = await begin();
    const object = {
      id: ref,
      object: 'checkout.session',
      payment_status: 'paid',
      metadata: { paymentId: id },
    };
    const lie = JSON.stringify({ id: 'evt_lie', type: 'checkout.session.completed', data: { object } });
    expect(await tell(lie)).toEqual([200, undefined]);
    expect([(await ann.payment(event)).state, await ann.state(event)]).toEqual([
      'requiresPayment',
      'pendingPayment',
    ]);
  });

  it('sends webhook events of other accounts, which are acknowledged and ignored', async () => {
    const object = { id: 'cs_of_a_shop', object: 'checkout.session', metadata: { paymentId: 'order 66' } };
    for (const body of [
      JSON.stringify({ id: 'evt_1', data: { object } }),
      JSON.stringify({ id: 'evt_2', type: 'payout.paid', data: { object: { object: 'payout' } } }),
      JSON.stringify({ id: 'evt_3' }),
    ])
      expect(await tell(body)).toEqual([200, undefined]);
    expect(await rows('provider_events')).toEqual([]);
  });

  it('returns a conflict for two equal requests, which is retried and no failure', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    stripe.conflict(3);
    expect((await ann.begin(event)).status).toBe(503);
    expect((await rows('payments')).map(({ state }) => state)).toEqual(['requiresPayment']);
    expect((await ann.begin(event)).status).toBe(200);
  }, 20_000);

  it('disables the sandbox: no page, no test payments, no webhook events', async () => {
    expect([server.payments.sandbox, server.payments.online.name]).toEqual([null, 'stripe']);
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    expect((await ann.begin(event, { provider: 'sandbox' })).status).toBe(422);
    const visitor = createClient(server);
    expect((await visitor.request('/sandbox/checkout/sbx_1')).status).toBe(404);
    const news = await visitor.call('POST /api/payments/webhooks/{provider}', {
      params: { provider: 'sandbox' },
      body: {},
    });
    expect(news.status).toBe(404);
  });
});

it('Stripe requires both its secrets, and rate limits stay on with it', () => {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = keys;
  expect(readConfig({}).stripe).toBeNull();
  expect(readConfig(keys).stripe).toMatchObject({ host: 'api.stripe.com', port: 443, protocol: 'https' });
  expect(() => readConfig({ STRIPE_SECRET_KEY })).toThrow('STRIPE_WEBHOOK_SECRET is missing');
  expect(() => readConfig({ STRIPE_WEBHOOK_SECRET })).toThrow('STRIPE_SECRET_KEY is missing');
  expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_live_1' })).toThrow('STRIPE_SECRET_KEY');
  expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'sk_live_1', RATE_LIMIT: 'off' })).toThrow(
    'RATE_LIMIT',
  );
});
