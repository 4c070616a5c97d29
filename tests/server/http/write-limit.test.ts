// The rate limit of one person's writes.
import { expect, onTestFinished, test } from 'vitest';
import { type Client, signIn } from '../../support/client.ts';
import { buildUser } from '../../support/factories.ts';
import { startTestServer } from '../../support/server.ts';

const burst = 120;

async function startWith(rateLimit: 'on' | 'off') {
  const server = await startTestServer({ env: { RATE_LIMIT: rateLimit } });
  onTestFinished(() => server.close());
  return server;
}

/** A write that fails validation, so that sending many is quick. */
const write = async (client: Client) =>
  (await client.call('POST /api/users/me/calendar-feed', { body: { surprise: true } })).status;
const many = async (client: Client, count: number) => [
  ...new Set(await Promise.all(Array.from({ length: count }, () => write(client)))),
];

test("writes of one person return 429 with Retry-After after 120 in ten seconds, and other people's do not", async () => {
  const server = await startWith('on');
  const [busy, calm] = [
    await signIn(server, await buildUser(server.database.db)),
    await signIn(server, await buildUser(server.database.db)),
  ];
  expect(await many(busy, burst)).toEqual([422]);
  const refused = await busy.call('DELETE /api/users/me/avatar');
  expect([refused.status, refused.body?.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '10',
  ]);
  expect((await busy.call('GET /api/auth/session')).status).toBe(200);
  expect(await write(calm)).toBe(422);
  server.advance(10_000);
  expect(await write(busy)).toBe(422);
});

test('writes of one person return 429 after 3,000 in an hour, however slowly they come', async () => {
  const server = await startWith('on');
  const user = await buildUser(server.database.db);
  const busy = await signIn(server, user);
  for (let sent = 0; sent < 3000; sent += burst) {
    expect(await many(busy, burst)).toEqual([422]);
    // One address may send 600 requests a minute.
    server.advance(15_000);
  }
  const refused = await busy.call('DELETE /api/users/me/avatar');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3225']);
  server.advance(3_225_000);
  expect(await write(await signIn(server, user))).toBe(422);
});

test('RATE_LIMIT=off removes the rate limit of writes', async () => {
  const server = await startWith('off');
  const busy = await signIn(server, await buildUser(server.database.db));
  expect(await many(busy, burst + 1)).toEqual([422]);
});
