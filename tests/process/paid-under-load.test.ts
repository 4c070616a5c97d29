// A server that is killed at any moment while people pay, give up their places and return. At the end every
// charged person has a place, and the ledger equals the provider's.
import { afterEach, expect, test, vi } from 'vitest';
import { buildEvent, buildOffer } from '../support/factories.ts';
import { freePort } from '../support/product/free-port.ts';
import { authSecret, prepareData, withData } from '../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

const people = 10;
const capacity = 3;

/** Fills an event of three places with people who each have a device. */
const prepare = (dataDir: string) =>
  prepareData(dataDir, people, async ({ db }) => {
    const { id } = await buildEvent(db, {
      starts_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
      maximum_attendee_capacity: capacity,
      waitlist_enabled: 1,
    });
    await buildOffer(db, { event_id: id });
    return id;
  });

async function run(dataDir: string) {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, AUTH_SECRET: authSecret, RATE_LIMIT: 'off' };
  const server = await start({ ...env, LOG_LEVEL: 'silent' });
  expect(server.outcome).toBe('ready');
  return { ...server, origin: `http://localhost:${port}` };
}

/** Each call throws once the server is gone. */
async function visit(origin: string, path: string, cookie: string, turn: number, count: () => void) {
  const send = async (method: string, what: string, body: object) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}${path}/${what}`, { method, headers, body: JSON.stringify(body) });
    count();
    return (await answer.json()) as { checkoutUrl?: string | null };
  };
  await send('PUT', 'registration', { response: 'attending' });
  const { checkoutUrl } = await send('POST', 'payment', {});
  if (checkoutUrl) {
    const news = ['now', 'late', 'twice', 'outOfOrder', 'never'][turn % 5] ?? 'now';
    await fetch(`${origin}${new URL(checkoutUrl).pathname}`, {
      method: 'POST',
      body: new URLSearchParams({ card: '4242424242424242', news }),
      redirect: 'manual',
    });
    count();
  }
  if (turn % 3 === 1) await send('DELETE', 'registration', {});
}

/** Who was charged what in the end, by the provider and by our ledger. */
const truthOf = (dataDir: string) =>
  withData(dataDir, async ({ db }) => {
    const checkouts = await db
      .selectFrom('sandbox_checkouts as c')
      .innerJoin('payments as y', 'y.id', 'c.payment_id')
      .innerJoin('registrations as m', 'm.id', 'y.registration_id')
      .select(['c.ref', 'c.amount_minor', 'y.state', 'm.id as place', 'm.state as place_state'])
      .where('c.state', '=', 'succeeded')
      .execute();
    const returned = await db.selectFrom('sandbox_refunds').selectAll().execute();
    const places = await db.selectFrom('registrations').select(['id', 'state']).execute();
    const entries = await db.selectFrom('ledger_entries').selectAll().execute();
    const open = await db.selectFrom('refunds').select('id').where('state', '<>', 'succeeded').execute();
    const kept = checkouts.filter(({ ref }) => !returned.some((one) => one.checkout_ref === ref));
    return { checkouts, returned, places, entries, open, kept };
  });

test('no one is charged twice or without a place, however often the server is killed', async () => {
  const dataDir = newFolder();
  const { made: eventId, cookies } = await prepare(dataDir);
  for (let round = 0; round < 4; round += 1) {
    const server = await run(dataDir);
    let sent = 0;
    const countDown = () => {
      sent += 1;
      if (sent === 60 + round * 7) server.child.kill('SIGKILL');
    };
    const device = async (cookie: string, index: number) => {
      for (let turn = index; ; turn += 1)
        await visit(server.origin, `/api/events/${eventId}`, cookie, turn, countDown);
    };
    const ends = await Promise.allSettled(cookies.map(device));
    for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
    await server.ended;
  }
  await run(dataDir);
  await vi.waitFor(
    async () => {
      const { checkouts, open } = await truthOf(dataDir);
      expect(checkouts.filter(({ state }) => state !== 'succeeded')).toEqual([]);
      expect(open).toEqual([]);
    },
    { timeout: 25_000, interval: 200 },
  );
  const { checkouts, returned, places, entries, kept } = await truthOf(dataDir);
  expect([checkouts.length > 0, returned.length > 0]).toEqual([true, true]);
  // Charged for one place each, which they have.
  expect(kept.filter((one) => one.place_state !== 'confirmed')).toEqual([]);
  expect(new Set(kept.map(({ place }) => place)).size).toBe(kept.length);
  const confirmed = places.filter(({ state }) => state === 'confirmed');
  expect(confirmed.map(({ id }) => id).sort()).toEqual(kept.map(({ place }) => place).sort());
  expect(confirmed.length).toBeLessThanOrEqual(capacity);
  const balance = (account: string) =>
    entries.filter((one) => one.account === account).reduce((sum, one) => sum + one.amount_minor, 0);
  expect(balance('sandbox')).toBe(kept.length * 1250);
  expect(balance('sandbox') + balance('organizer')).toBe(0);
  // Five starts, and what the jobs of the last one do.
}, 120_000);
