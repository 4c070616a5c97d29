// A server that is killed between the provider's action and our commit: after the next start a charged person
// has the place or a refund, once, and the ledger records it. And one that shuts down while the provider is silent.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildEvent, buildOffer, buildRegistration, buildUser } from '../support/factories.ts';
import { createFakeStripe, stripeHeaders } from '../support/fake-stripe.ts';
import { freePort } from '../support/product/free-port.ts';
import { listen } from '../support/product/listen.ts';
import { authSecret, prepareData, withData } from '../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await endAll();
  for (const stop of stops.splice(0)) await stop();
});

const webhookSecret = 'whsec_of_the_tests';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const inTime = { timeout: 20_000, interval: 100 };

/**
 * Stripe over the network. `killAt` ends the server when Stripe has performed this request; after `fallSilent` Stripe performs
 * requests and does not answer.
 */
async function startStripe() {
  const stripe = createFakeStripe({ now: () => new Date() });
  let deadly: { asks: string; kill(): void } | null = null;
  let isSilent = false;
  const { port, stop } = await listen(async (request) => {
    const asked = `${request.method} ${new URL(request.url).pathname}`;
    const answer = await stripe.handle(request);
    if (deadly && asked.startsWith(deadly.asks)) {
      deadly.kill();
      deadly = null;
    }
    return isSilent ? new Promise<never>(() => {}) : answer;
  });
  stops.push(stop);
  const killAt = (asks: string, kill: () => void) => {
    deadly = { asks, kill };
  };
  const fallSilent = () => {
    isSilent = true;
  };
  return { stripe, port, killAt, fallSilent };
}

/** An event with one priced place, one person, and a server that uses Stripe. */
async function prepare() {
  const { stripe, port, killAt, fallSilent } = await startStripe();
  const dataDir = newFolder();
  const { made: eventId, cookies } = await prepareData(dataDir, 1, async ({ db }) => {
    const { id } = await buildEvent(db, { starts_at: inDays(20), maximum_attendee_capacity: 1 });
    await buildOffer(db, { event_id: id });
    return id;
  });
  const run = async () => {
    const own = await freePort();
    const server = await start({
      PORT: String(own),
      DATA_DIR: dataDir,
      AUTH_SECRET: authSecret,
      RATE_LIMIT: 'off',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      LOG_LEVEL: 'silent',
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_HOST: '127.0.0.1',
      STRIPE_PORT: String(port),
      STRIPE_PROTOCOL: 'http',
    });
    expect([server.outcome, server.said()]).toEqual(['ready', expect.any(String)]);
    const origin = `http://localhost:${own}`;
    const send = async (method: string, path: string, body?: object) => {
      const headers = { cookie: cookies[0] ?? '', 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/api/events/${eventId}/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const tell = (body: string) =>
      fetch(`${origin}/api/payments/webhooks/stripe`, {
        method: 'POST',
        body,
        headers: stripeHeaders(body, webhookSecret, new Date()),
      });
    return { ...server, send, tell, kill: () => server.child.kill('SIGKILL') };
  };
  /** The current status, read beside the server. */
  const truth = () =>
    withData(dataDir, async ({ db }) => {
      const rows = await db.selectFrom('ledger_entries').select(['account', 'amount_minor']).execute();
      const balance = (account?: string) =>
        rows
          .filter((row) => account === undefined || row.account === account)
          .reduce((sum, row) => sum + row.amount_minor, 0);
      return {
        payments: (await db.selectFrom('payments').select('state').execute()).map(({ state }) => state),
        refunds: (await db.selectFrom('refunds').select('state').execute()).map(({ state }) => state),
        places: (await db.selectFrom('registrations').select('state').orderBy('id').execute()).map(
          ({ state }) => state,
        ),
        books: { all: balance(), stripe: balance('stripe') },
      };
    });
  const atStripe = () => ({
    taken: [...stripe.sessions.values()].filter((one) => one.payment_status === 'paid').length,
    refunded: stripe.refunds.map(({ amount }) => amount),
  });
  return { stripe, killAt, fallSilent, dataDir, eventId, run, truth, atStripe };
}

const withPlace = {
  payments: ['succeeded'],
  refunds: [],
  places: ['confirmed'],
  books: { all: 0, stripe: 1250 },
};

describe('a server that is killed', () => {
  /** Until Stripe has charged the card, and the server is killed while it requests the status. */
  const killedAfterTheCharge = async () => {
    const shop = await prepare();
    const server = await shop.run();
    await server.send('PUT', 'registration', { response: 'attending' });
    await server.send('POST', 'payment', {});
    const [ref = ''] = shop.stripe.sessions.keys();
    shop.stripe.act(ref, 'succeeded');
    shop.killAt(`GET /v1/checkout/sessions/${ref}`, server.kill);
    await expect(server.tell(shop.stripe.events.at(-1) ?? '')).rejects.toThrow(TypeError);
    await server.ended;
    expect(await shop.truth()).toMatchObject({ payments: ['requiresPayment'], places: ['pendingPayment'] });
    return { ...shop, ref };
  };

  test('after the charge and before our commit confirms the place at its next start', async () => {
    const { run, truth, atStripe, stripe } = await killedAfterTheCharge();
    const next = await run();
    await vi.waitFor(async () => expect(await truth()).toEqual(withPlace), inTime);
    // The lost webhook event is sent again, twice.
    for (let time = 0; time < 3; time += 1)
      expect((await next.tell(stripe.events.at(-1) ?? '')).status).toBe(200);
    expect(await truth()).toEqual(withPlace);
    expect(atStripe()).toEqual({ taken: 1, refunded: [] });
  });

  test('after the charge, and stays down until another person has the place, refunds automatically', async () => {
    const { run, truth, atStripe, dataDir, eventId } = await killedAfterTheCharge();
    await withData(dataDir, async ({ db }) => {
      await db
        .updateTable('registrations')
        .set({ hold_expires_at: inDays(-1) })
        .execute();
      const { id } = await buildUser(db);
      await buildRegistration(db, { event_id: eventId, person_id: id });
    });
    await run();
    const paidBack = {
      payments: ['succeeded'],
      refunds: ['succeeded'],
      places: expect.arrayContaining(['confirmed', 'holdExpired']),
      books: { all: 0, stripe: 0 },
    };
    await vi.waitFor(async () => expect(await truth()).toEqual(paidBack), inTime);
    expect(atStripe()).toEqual({ taken: 1, refunded: [1250] });
  });

  test('while a checkout is opened opens the same one at the next try', async () => {
    const { run, truth, atStripe, stripe, killAt } = await prepare();
    const server = await run();
    await server.send('PUT', 'registration', { response: 'attending' });
    killAt('POST /v1/checkout/sessions', server.kill);
    await expect(server.send('POST', 'payment', {})).rejects.toThrow(TypeError);
    await server.ended;
    const next = await run();
    const { checkoutUrl } = await next.send('POST', 'payment', {});
    const [session] = stripe.sessions.values();
    expect([stripe.sessions.size, checkoutUrl]).toEqual([1, session?.url]);
    stripe.act(session?.id ?? '', 'succeeded');
    expect((await next.tell(stripe.events.at(-1) ?? '')).status).toBe(200);
    expect(await truth()).toEqual(withPlace);
    expect(atStripe()).toEqual({ taken: 1, refunded: [] });
  });

  test('during a refund refunds once', async () => {
    const { run, truth, atStripe, stripe, killAt } = await prepare();
    const server = await run();
    await server.send('PUT', 'registration', { response: 'attending' });
    await server.send('POST', 'payment', {});
    stripe.act([...stripe.sessions.keys()][0] ?? '', 'succeeded');
    await server.tell(stripe.events.at(-1) ?? '');
    expect(await truth()).toEqual(withPlace);
    killAt('POST /v1/refunds', server.kill);
    await server.send('DELETE', 'registration');
    await server.ended;
    expect(await truth()).toMatchObject({ refunds: ['requested'], books: { all: 0, stripe: 1250 } });
    expect(atStripe()).toEqual({ taken: 1, refunded: [1250] });
    await run();
    const paidBack = {
      payments: ['succeeded'],
      refunds: ['succeeded'],
      places: ['cancelledByAttendee'],
      books: { all: 0, stripe: 0 },
    };
    await vi.waitFor(async () => expect(await truth()).toEqual(paidBack), inTime);
    expect(atStripe()).toEqual({ taken: 1, refunded: [1250] });
  });
});

test('a server that shuts down while its job waits for a silent Stripe ends in time, with 0', async () => {
  const { run, stripe, fallSilent } = await prepare();
  const server = await run();
  await server.send('PUT', 'registration', { response: 'attending' });
  await server.send('POST', 'payment', {});
  fallSilent();
  // Its checkout is to end now.
  await server.send('DELETE', 'registration');
  const ends = () => stripe.requests.some(({ path }) => path.endsWith('/expire'));
  await vi.waitFor(() => expect(ends()).toBe(true), inTime);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
