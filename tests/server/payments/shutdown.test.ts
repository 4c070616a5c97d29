// The shutdown while Stripe is silent: jobs stop waiting for it, and the next start repeats their calls.
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStripe } from '../../../src/server/ports/payments/stripe.ts';
import { createFakeStripe } from '../../support/fake-stripe.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { balances, buildPaidEvent, buildPayer, minuteMs } from './paid-event.ts';

let server: TestServer;
let stripe: ReturnType<typeof createFakeStripe>;
let shutdown: AbortController;
/** A request that Stripe performs and does not answer. */
let silentAt: string | null;
beforeEach(async () => {
  stripe = createFakeStripe({ now: () => server.now() });
  shutdown = new AbortController();
  silentAt = null;
  const online = createStripe({
    secretKey: 'sk_test_of_the_tests',
    webhookSecret: 'whsec_of_the_tests',
    host: 'stripe.test',
    port: 443,
    protocol: 'https',
    publicOrigin: 'http://localhost',
    now: () => server.now(),
    fetch: async (url, init) => {
      const answer = await stripe.fetch(url, init);
      return silentAt !== null && String(url).endsWith(silentAt) ? new Promise(() => {}) : answer;
    },
  });
  server = await startTestServer({ payments: { online, sandbox: null }, shutdown: shutdown.signal });
});
afterEach(() => server.close());

/** Runs a job, and shuts the server down while it waits for an answer to this request. */
async function shutDownAt(path: string, jobName: string): Promise<'ended' | 'waiting'> {
  silentAt = path;
  const isAsked = () => stripe.requests.some((one) => one.method === 'POST' && one.path.endsWith(path));
  const job = runJob(server, jobName).then(() => 'ended' as const);
  await expect.poll(isAsked).toBe(true);
  shutdown.abort();
  return Promise.race([job, pause(2_000, 'waiting' as const)]);
}

/** What the next start does a few minutes later, when Stripe answers again. */
async function startAgain(jobName: string): Promise<void> {
  silentAt = null;
  server.advance(5 * minuteMs);
  await runJob({ ...server, shutdown: new AbortController().signal }, jobName);
}

describe('a shutdown', () => {
  it('does not wait for a silent provider to end a checkout, which the next start ends', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    await ann.begin(event);
    await ann.cancel(event);
    const [session] = stripe.sessions.values();
    expect(await shutDownAt(`/${session?.id}/expire`, 'checkDuePayments')).toBe('ended');
    await startAgain('checkDuePayments');
    const payments = await server.database.db.selectFrom('payments').select('check_after').execute();
    expect([session?.status, payments]).toEqual(['expired', [{ check_after: null }]]);
  });

  it('does not wait for a silent provider to refund, which refunds once over the next start', async () => {
    const event = await buildPaidEvent(server);
    const ann = await buildPayer(server);
    await ann.attend(event);
    await ann.begin(event);
    stripe.act([...stripe.sessions.keys()][0] ?? '', 'succeeded');
    await ann.payment(event);
    server.advance(minuteMs);
    await runJob(server, 'checkDuePayments');
    await ann.cancel(event);
    expect(await shutDownAt('/v1/refunds', 'carryOutRefunds')).toBe('ended');
    await startAgain('carryOutRefunds');
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1250]);
    expect((await ann.payment(event)).receipt).toMatchObject({ refundedMinor: 1250 });
    expect(await balances(server)).toEqual({});
  });
});
