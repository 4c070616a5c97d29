// Many people who pay for one place, over real connections: one gets it, and no one else stays charged.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox } from '../../../src/server/ports/payments/sandbox/sandbox.ts';
import { type Client, signIn } from '../../support/client.ts';
import { buildUser } from '../../support/factories.ts';
import { isLong } from '../../support/long.ts';
import { listen } from '../../support/product/listen.ts';
import { openTestDatabase, startTestServer, type TestServer } from '../../support/server.ts';
import { balances, buildPaidEvent, minuteMs, runAllJobs } from './paid-event.ts';

const count = isLong ? 200 : 60;
const authSecret = new TextEncoder().encode('a-secret-for-tests-of-32-bytes-or-more');
let server: TestServer;
let origin: string;
let stop: () => Promise<void>;
/** Webhook requests of the sandbox, stored for the test to send. */
let letters: { body: string; headers: Headers }[];
/** Whether they are sent automatically. */
let isPosting: boolean;

beforeEach(async () => {
  const database = await openTestDatabase();
  letters = [];
  isPosting = true;
  const sandbox = createSandbox({
    database,
    now: () => server.now(),
    publicOrigin: 'http://localhost:3000',
    authSecret,
    post: async (request) => {
      const letter = { body: await request.text(), headers: request.headers };
      if (isPosting) return post(letter);
      letters.push(letter);
      return new Response();
    },
  });
  server = await startTestServer({ database, payments: { online: sandbox, sandbox } });
  ({ origin, stop } = await listen((request) => server.app.fetch(request)));
});
afterEach(async () => {
  await stop();
  await server.close();
});

const post = ({ body, headers }: { body: string; headers: Headers }) =>
  fetch(`${origin}/api/payments/webhooks/sandbox`, { method: 'POST', body, headers });

async function send(client: Client, method: string, path: string, body?: object) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function crowd() {
  const people: { id: string; client: Client }[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await buildUser(server.database.db);
    people.push({ id, client: await signIn(server, { id }) });
  }
  const all = <T>(task: (client: Client) => Promise<T>) =>
    Promise.all(people.map(({ client }) => task(client)));
  return { people, all };
}

/** Pays on the sandbox's page, like a browser. */
async function payOnPage(checkoutUrl: unknown, card: string): Promise<number> {
  const response = await fetch(`${origin}${new URL(String(checkoutUrl)).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ card, do: 'pay' }),
    redirect: 'manual',
  });
  return response.status;
}

const states = (table: 'payments' | 'registrations') =>
  server.database.db
    .selectFrom(table)
    .select(['state', (of) => of.fn.countAll<number>().as('count')])
    .groupBy('state')
    .orderBy('state')
    .execute();

test('one of many people who pay for the last place at the same time is charged, once', {
  timeout: 120_000,
}, async () => {
  const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1 });
  const { all } = await crowd();
  const path = `/api/events/${event.id}`;
  const replies = await all((client) =>
    send(client, 'PUT', `${path}/registration`, { response: 'attending' }),
  );
  expect(replies.filter(({ body }) => body.outcome === 'applied')).toHaveLength(1);
  const begun = await all((client) => send(client, 'POST', `${path}/payment`, {}));
  const [open, ...more] = begun.filter(({ status }) => status === 200);
  expect([more, begun.filter(({ status }) => status === 409).length]).toEqual([[], count - 1]);
  // Twenty taps on the same page.
  const taps = Array.from({ length: 20 }, () => payOnPage(open?.body.checkoutUrl, '4242424242424242'));
  expect(new Set(await Promise.all(taps))).toEqual(new Set([303]));
  expect(await states('payments')).toEqual([{ state: 'succeeded', count: 1 }]);
  expect(await states('registrations')).toEqual([{ state: 'confirmed', count: 1 }]);
  expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });
});

test('many late payments for the last place give it to one person, and the others are refunded and notified', {
  timeout: 120_000,
}, async () => {
  const { db } = server.database;
  const event = await buildPaidEvent(server, { maximum_attendee_capacity: count });
  const { people, all } = await crowd();
  const path = `/api/events/${event.id}`;
  await all((client) => send(client, 'PUT', `${path}/registration`, { response: 'attending' }));
  const begun = await all((client) => send(client, 'POST', `${path}/payment`, {}));
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200]));
  // Their payments hang until the holds have expired, and meanwhile the capacity is lowered.
  server.advance(25 * minuteMs);
  isPosting = false;
  await Promise.all(begun.map(({ body }) => payOnPage(body.checkoutUrl, '4000000000000077')));
  await db.updateTable('events').set({ maximum_attendee_capacity: 1 }).where('id', '=', event.id).execute();
  server.advance(11 * minuteMs);
  await runAllJobs(server);
  expect(await states('registrations')).toEqual([{ state: 'holdExpired', count }]);
  server.advance(2 * minuteMs);
  letters = [];
  for (let turn = 0; turn < 5; turn += 1) await server.payments.sandbox?.work();
  expect(letters.length).toBeGreaterThanOrEqual(count);
  // All webhook events at once, each of them twice.
  const answers = await Promise.all([...letters, ...letters].map(post));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await states('registrations')).toEqual([
    { state: 'confirmed', count: 1 },
    { state: 'holdExpired', count: count - 1 },
  ]);
  for (let turn = 0; turn < 5; turn += 1) await runAllJobs(server);
  expect(await states('payments')).toEqual([{ state: 'succeeded', count }]);
  expect(await balances(server)).toEqual({ 'sandbox EUR': 1250, 'organizer EUR': -1250 });

  const place = await db
    .selectFrom('registrations')
    .select('person_id')
    .where('state', '=', 'confirmed')
    .execute();
  const charged = await db
    .selectFrom('sandbox_checkouts as c')
    .innerJoin('payments as y', 'y.id', 'c.payment_id')
    .innerJoin('registrations as m', 'm.id', 'y.registration_id')
    .leftJoin('sandbox_refunds as r', 'r.checkout_ref', 'c.ref')
    .select(['m.person_id', 'c.amount_minor as taken', 'r.amount_minor as returned'])
    .where('c.state', '=', 'succeeded')
    .execute();
  expect(charged).toHaveLength(count);
  expect(charged.filter(({ taken, returned }) => taken !== returned)).toEqual([
    { person_id: place[0]?.person_id, taken: 1250, returned: null },
  ]);
  const told = await db
    .selectFrom('notifications')
    .select(['user_id', 'changes'])
    .where('kind', '=', 'paymentRefunded')
    .execute();
  expect(new Set(told.map(({ user_id }) => user_id))).toEqual(
    new Set(people.map(({ id }) => id).filter((id) => id !== place[0]?.person_id)),
  );
  expect(told).toHaveLength(count - 1);
  for (const { changes } of told) expect(changes).toContain('came after the time to pay');
});
