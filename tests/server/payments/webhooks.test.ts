import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiveWebhook } from '../../../src/server/payments/webhook.ts';
import { sign } from '../../../src/server/ports/payments/signature.ts';
import { createClient } from '../../support/client.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type Armed, faultyDatabase, InjectedFault } from './histories/faults.ts';
import {
  balances,
  buildPaidEvent,
  buildPayer,
  minuteMs,
  payAtSandbox,
  refOf,
  runAllJobs,
} from './paid-event.ts';

const secret = createHmac('sha256', 'a-secret-for-tests-of-32-bytes-or-more')
  .update('sandbox webhooks')
  .digest('hex');

describe('a webhook event of a payment', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  /** A person who has paid, without a webhook event of the sandbox. */
  const paidWithoutWebhook = async () => {
    const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1 });
    const ann = await buildPayer(server);
    await ann.attend(event);
    const { id, checkoutUrl } = (await ann.begin(event)).body;
    await payAtSandbox(server, checkoutUrl, '4242424242424242', 'never');
    const ref = refOf(checkoutUrl);
    const body = JSON.stringify({ id: 'sev_1', type: 'checkout.succeeded', ref, paymentId: id });
    return { event, ann, id, ref, body };
  };
  const send = async (body: string, signature: string | null, more: Record<string, string> = {}) => {
    const answer = await createClient(server).request('/api/payments/webhooks/sandbox', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(signature !== null && { 'sandbox-signature': signature }),
        ...more,
      },
    });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code, cache: answer.headers.get('cache-control') };
  };
  const signedAt = (body: string, seconds: number) =>
    sign(body, secret, new Date(server.now().getTime() + seconds * 1000));

  it('is rejected unsigned, tampered with, signed by others, stale and from the future, and changes nothing', async () => {
    const { ann, event, body } = await paidWithoutWebhook();
    const good = signedAt(body, 0);
    const refused = [
      [body, null],
      [body, ''],
      [body, 't=1,v1='],
      [body, good.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
      [body, good.replace(/t=\d+/, (t) => `t=${Number(t.slice(2)) + 1}`)],
      [body, good.replace('v1=', 'v0=')],
      [body.replace('succeeded', 'succeeDed'), good],
      [` ${body}`, good],
      [body, sign(body, 'another secret', server.now())],
      [body, signedAt(body, -301)],
      [body, signedAt(body, 301)],
    ] as const;
    for (const [sent, signature] of refused)
      expect(await send(sent, signature)).toMatchObject({ status: 400, code: 'invalid_signature' });
    expect(await send('{', signedAt('{', 0))).toMatchObject({ status: 400 });
    for (const odd of ['[]', '1', '{}', '{"id":1}', '{"id":"sev_2","ref":null}'])
      expect(await send(odd, signedAt(odd, 0))).toMatchObject({ status: 400 });
    expect(await ann.state(event)).toBe('pendingPayment');
    expect(await server.database.db.selectFrom('provider_events').selectAll().execute()).toEqual([]);
  });

  it.each([-300, 300])('is accepted when its clock is off by %i seconds', async (seconds) => {
    const { ann, event, body } = await paidWithoutWebhook();
    expect(await send(body, signedAt(body, seconds))).toEqual({
      status: 200,
      code: undefined,
      cache: 'private, no-store',
    });
    expect(await ann.state(event)).toBe('confirmed');
  });

  it('may carry several signatures, as during a change of the secret', async () => {
    const { ann, event, body } = await paidWithoutWebhook();
    const other = sign(body, 'the secret before', server.now()).split(',')[1];
    const [seconds, own] = signedAt(body, 0).split(',');
    expect((await send(body, [seconds, other, own].join(', '))).status).toBe(200);
    expect(await ann.state(event)).toBe('confirmed');
  });

  it('has one effect, however often it arrives at once', async () => {
    const { ann, event, body } = await paidWithoutWebhook();
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(body, signedAt(body, 0))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await server.database.db.selectFrom('provider_events').selectAll().execute()).toHaveLength(1);
    expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
    expect(await ann.payment(event)).toMatchObject({ receipt: { number: 'S-2026-000001' } });
  });

  it('is stored in the transaction of its effect, so that it may be sent again', async () => {
    const { ann, event, body } = await paidWithoutWebhook();
    const armed: Armed = { next: 'killed' };
    const headers = new Headers({ 'sandbox-signature': signedAt(body, 0) });
    const cutOff = { ...server, database: faultyDatabase(server.database, armed) };
    await expect(receiveWebhook(cutOff, 'sandbox', body, headers)).rejects.toThrow(InjectedFault);
    const noted = () => server.database.db.selectFrom('provider_events').select('event_id').execute();
    expect([await noted(), await ann.state(event)]).toEqual([[], 'pendingPayment']);
    await receiveWebhook(cutOff, 'sandbox', body, headers);
    expect([await noted(), await ann.state(event)]).toEqual([[{ event_id: 'sev_1' }], 'confirmed']);
  });

  it('is rejected cross-site, and in another format than JSON', async () => {
    const { body } = await paidWithoutWebhook();
    const signature = signedAt(body, 0);
    expect((await send(body, signature, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send(body, signature, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(`{"x":"${'x'.repeat(70_000)}"}`, signature)).status).toBe(413);
  });

  it.each([
    ['amount', { amount_minor: 1249 }],
    ['currency', { currency: 'USD' }],
  ] as const)('of a checkout that differs from ours in %s confirms no place', async (_, change) => {
    const { ann, event, body, ref } = await paidWithoutWebhook();
    await server.database.db.updateTable('sandbox_checkouts').set(change).where('ref', '=', ref).execute();
    expect((await send(body, signedAt(body, 0))).status).toBe(200);
    await runAllJobs(server);
    expect(await ann.state(event)).toBe('pendingPayment');
    expect(await balances(server)).toEqual({});
  });

  it("of another person's checkout confirms no place for me", async () => {
    const { event, ref } = await paidWithoutWebhook();
    const other = await buildPaidEvent(server);
    const bea = await buildPayer(server);
    await bea.attend(other);
    const { id } = (await bea.begin(other)).body;
    // Signed, and about two payments at once: the provider's checkout decides.
    const body = JSON.stringify({ id: 'sev_3', type: 'checkout.succeeded', ref, paymentId: id });
    expect((await send(body, signedAt(body, 0))).status).toBe(200);
    expect(await bea.state(other)).toBe('pendingPayment');
    expect(await bea.state(event)).toBeUndefined();
  });

  it.each(['late', 'twice', 'outOfOrder', 'never'] as const)(
    'that arrives %s leads to one place and one payment',
    async (way) => {
      const event = await buildPaidEvent(server);
      const ann = await buildPayer(server);
      await ann.attend(event);
      const { checkoutUrl } = (await ann.begin(event)).body;
      await payAtSandbox(server, checkoutUrl, '4242424242424242', way);
      const isHeard = way === 'twice' || way === 'outOfOrder';
      expect(await ann.state(event)).toBe(isHeard ? 'confirmed' : 'pendingPayment');
      // Never: pending payments are checked within ten minutes.
      for (let minute = 0; minute < 10; minute += 1) {
        server.advance(minuteMs);
        await runAllJobs(server);
      }
      expect(await ann.state(event)).toBe('confirmed');
      expect(await ann.payment(event)).toMatchObject({ state: 'succeeded' });
      expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
    },
  );
});

describe("the sandbox's page", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
  });
  afterEach(() => server.close());

  const open = async () => {
    const event = await buildPaidEvent(server, { name: 'Slab <school>' });
    const ann = await buildPayer(server);
    await ann.attend(event);
    const { checkoutUrl } = (await ann.begin(event)).body;
    const path = new URL(checkoutUrl ?? '').pathname;
    const visitor = createClient(server);
    const post = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams(form);
      const answer = await visitor.request(path, { method: 'POST', body, headers });
      return [answer.status, answer.headers.get('location'), answer.headers.get('cache-control')];
    };
    const show = async () => {
      const answer = await visitor.request(path);
      return { cache: answer.headers.get('cache-control'), text: await answer.text() };
    };
    return { event, ann, path, post, show };
  };

  it('shows the amount and that no card is charged, is not cached, and links back after paying', async () => {
    const { event, ann, path, post, show } = await open();
    const { cache, text } = await show();
    expect(cache).toBe('private, no-store');
    for (const part of ['Slab &lt;school&gt; · Adult', '€12.50', 'Play money only'])
      expect(text).toContain(part);
    const noStore = 'private, no-store';
    // As a browser sends the form of a page without a referrer.
    const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    expect(await post({ card: '4000 0000 0000 0002' }, own)).toEqual([303, path, noStore]);
    expect((await show()).text).toContain('The card was declined');
    expect(await post({ card: '4000000000003220' })).toEqual([303, path, noStore]);
    expect((await show()).text).toContain('Your bank asks:');
    expect(await post({ do: 'no' })).toEqual([303, path, noStore]);
    expect(await post({ card: '4000000000003220' })).toEqual([303, path, noStore]);
    expect(await post({ do: 'yes' })).toEqual([303, `/my/events/${event.id}/payment`, noStore]);
    expect((await show()).text).toContain('This is paid');
    expect(await ann.state(event)).toBe('confirmed');
  });

  it('rejects cross-site requests and unknown cards, and answers 404 for an unknown checkout', async () => {
    const { event, ann, path, post } = await open();
    const foreign = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) expect((await post({ card: '4242424242424242' }, headers))[0]).toBe(403);
    expect(await post({ card: '4111111111111111' })).toEqual([303, path, 'private, no-store']);
    expect(await ann.state(event)).toBe('pendingPayment');
    expect((await createClient(server).request('/sandbox/checkout/sbx_none')).status).toBe(404);
  });

  it('keeps a payment pending for twelve minutes, during which no one can pay again', async () => {
    const { event, ann, post, show } = await open();
    await post({ card: '4000000000000077' });
    await post({ card: '4242424242424242' });
    expect((await show()).text).toContain('on its way');
    await runAllJobs(server);
    expect(await ann.payment(event)).toMatchObject({ state: 'processing', checkoutUrl: null });
    server.advance(12 * minuteMs);
    await runAllJobs(server);
    expect(await ann.payment(event)).toMatchObject({ state: 'succeeded' });
    expect(await ann.state(event)).toBe('confirmed');
  });
});
