// API responses compressed by the server: which coding, and which responses are never compressed.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodedResponse } from '../../../src/server/http/answer/compress.ts';
import { type Client, createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildTeam, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { member } from '../groups/people.ts';

let server: TestServer;
let visitor: Client;
beforeAll(async () => {
  server = await startTestServer();
  visitor = createClient(server);
  for (let count = 0; count < 10; count += 1) await buildEvent(server.database.db);
});
afterAll(() => server.close());

const list = '/api/explore/events';
const get = (path: string, headers: Record<string, string> = {}, client = visitor) =>
  client.request(path, { headers });
const codingOf = (response: Response) => response.headers.get('content-encoding');
/** The content coding, and whether a proxy may compress the answer. */
const protectionOf = (response: Response) => ({
  coding: codingOf(response),
  noTransform: response.headers.get('cache-control')?.includes('no-transform'),
});
const plain = { coding: null, noTransform: true };
const compressed = { coding: 'br', noTransform: false };
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('a list of events', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity, br;q=0.5', null],
    ['identity;q=0.2, br;q=0.5', 'br'],
    ['deflate, zstd', null],
    ['', null],
  ])('with Accept-Encoding "%s" has Content-Encoding %s', async (header, coding) => {
    expect(codingOf(await get(list, { 'accept-encoding': header }))).toBe(coding);
  });

  test('has one weak ETag for all codings, which all decode to the same body', async () => {
    const plain = await get(list);
    const br = await get(list, { 'accept-encoding': 'br' });
    const gzip = await get(list, { 'accept-encoding': 'gzip' });
    const tags = [plain, br, gzip].map(({ headers }) => headers.get('etag'));
    expect(tags[0]).toMatch(/^W\/"[\w-]{16}"$/);
    expect(new Set(tags).size).toBe(1);
    for (const { headers } of [plain, br, gzip]) expect(headers.get('vary')).toBe('Accept-Encoding');
    const text = await plain.text();
    expect(brotliDecompressSync(await bytesOf(br)).toString()).toBe(text);
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(text);
  });

  test('answers 304 to its ETag, also as a compressing proxy rewrites it', async () => {
    const name = (await get(list)).headers.get('etag')?.slice(3, -1);
    for (const tag of [
      `W/"${name}"`,
      `"${name}"`,
      `"${name}-br"`,
      `W/"${name}-gzip"`,
      `"${name}/zstd"`,
      `"other", W/"${name}"`,
      '*',
    ]) {
      const unchanged = await get(list, { 'if-none-match': tag, 'accept-encoding': 'br' });
      expect([tag, unchanged.status]).toEqual([tag, 304]);
      expect(await unchanged.text()).toBe('');
      expect(codingOf(unchanged)).toBeNull();
      expect([unchanged.headers.get('etag'), unchanged.headers.get('vary')]).toEqual([
        `W/"${name}"`,
        'Accept-Encoding',
      ]);
    }
    for (const tag of ['"other"', `W/"${name?.slice(0, -1)}"`, ''])
      expect((await get(list, { 'if-none-match': tag })).status).toBe(200);
  });

  test('answers HEAD with headers and no body', async () => {
    const head = await visitor.request(list, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect([head.status, codingOf(head), head.headers.get('vary'), await head.text()]).toEqual([
      200,
      'br',
      'Accept-Encoding',
      '',
    ]);
  });
});

test('a short answer is sent as gzip to clients that accept both, because gzip is cheaper there', async () => {
  const event = await buildEvent(server.database.db, { description: 'long '.repeat(50) });
  const path = `/api/events/public/${event.id}`;
  expect(codingOf(await get(path, { 'accept-encoding': 'gzip, br' }))).toBe('gzip');
  expect(codingOf(await get(path, { 'accept-encoding': 'br' }))).toBe('br');
});

test('an answer is compressed once per cache entry', async () => {
  const made = { body: 'a text that repeats itself, '.repeat(100), encoded: {} as Record<string, unknown> };
  const send = () => encodedResponse(made, { status: 200, headers: new Headers() }, 'br');
  await send();
  const first = made.encoded.br;
  await send();
  expect(first).toBeInstanceOf(Uint8Array);
  expect(made.encoded.br).toBe(first);
});

test('a large answer is compressed off the event loop', async () => {
  const body = Array.from({ length: 100_000 }, (_, at) => at * 7919).join();
  const order: string[] = [];
  const other = new Promise<void>((resolve) =>
    setImmediate(() => {
      order.push('other work');
      resolve();
    }),
  );
  const sent = encodedResponse({ body, encoded: {} }, { status: 200, headers: new Headers() }, 'br').then(
    () => order.push('compressed'),
  );
  await Promise.all([other, sent]);
  expect(order).toEqual(['other work', 'compressed']);
});

test('a tiny answer and a picture are not compressed', async () => {
  expect(codingOf(await get('/api/health', { 'accept-encoding': 'br' }))).toBeNull();
  const person = await buildUser(server.database.db);
  const bytes = new Uint8Array(5000);
  await server.database.db
    .insertInto('pictures')
    .values({ hash: 'a'.repeat(43), owner_id: person.id, bytes, created_at: '2026-11-20T10:00:00.000Z' })
    .execute();
  const picture = await get(`/api/pictures/${'a'.repeat(43)}.webp`, { 'accept-encoding': 'br' });
  expect([picture.status, codingOf(picture), picture.headers.get('vary')]).toEqual([200, null, null]);
});

test('a calendar and a long problem are compressed', async () => {
  const event = await buildEvent(server.database.db, { description: 'long '.repeat(300) });
  const calendar = await get(`/api/events/public/${event.id}/calendar.ics`, { 'accept-encoding': 'gzip' });
  expect(gunzipSync(await bytesOf(calendar)).toString()).toContain('BEGIN:VCALENDAR');
  const unknown = Array.from({ length: 20 }, (_, at) => [`${'x'.repeat(70)}${at}`, '1']);
  const refused = await get(`${list}?${new URLSearchParams(unknown)}`, { 'accept-encoding': 'br' });
  expect([refused.status, codingOf(refused), refused.headers.get('vary')]).toEqual([
    422,
    'br',
    'Accept-Language, Accept-Encoding',
  ]);
  expect(JSON.parse(brotliDecompressSync(await bytesOf(refused)).toString())).toMatchObject({
    code: 'validation_failed',
  });
});

describe('compression and secrets (BREACH)', () => {
  test('neither the server nor a proxy compresses a team for viewers who get its invite code', async () => {
    const team = await buildTeam(server.database.db, {
      visibility: 'public',
      description: 'long '.repeat(300),
    });
    const of = (role: 'owner' | 'trainee') => member(server, { team_id: team.id }, role);
    const [owner, trainee] = [
      await signIn(server, await of('owner')),
      await signIn(server, await of('trainee')),
    ];
    const seen = (client: Client) => get(`/api/teams/${team.id}`, { 'accept-encoding': 'br' }, client);
    const mine = await seen(owner);
    expect(protectionOf(mine)).toEqual(plain);
    expect(mine.headers.get('cache-control')).toBe('private, no-store, no-transform');
    const unchanged = await get(
      `/api/teams/${team.id}`,
      { 'if-none-match': mine.headers.get('etag') ?? '' },
      owner,
    );
    expect([unchanged.status, protectionOf(unchanged)]).toEqual([304, plain]);
    expect(protectionOf(await seen(trainee))).toEqual(compressed);
    const stale = await owner.request(`/api/teams/${team.id}`, {
      method: 'PATCH',
      headers: { 'accept-encoding': 'br', 'content-type': 'application/json' },
      body: '{"version":9,"name":"Other"}',
    });
    expect([stale.status, protectionOf(stale)]).toEqual([409, plain]);
  });

  test('neither the server nor a proxy compresses a private answer to a cross-site request', async () => {
    const client = await signIn(server, await buildUser(server.database.db));
    const settings = (site: string) =>
      get('/api/users/me/settings', { 'accept-encoding': 'br', 'sec-fetch-site': site }, client);
    expect(protectionOf(await settings('same-origin'))).toEqual(compressed);
    expect(protectionOf(await settings('cross-site'))).toEqual(plain);
    const publicList = await get(list, { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' });
    expect(protectionOf(publicList)).toEqual(compressed);
  });

  test('neither the server nor a proxy compresses a stored refusal, which may hold the current object', async () => {
    const client = await signIn(server, await buildUser(server.database.db));
    const refused = await client.request('/api/users/me/settings', {
      method: 'PATCH',
      headers: { 'accept-encoding': 'br', 'content-type': 'application/json', 'idempotency-key': 'stale' },
      body: '{"version":9}',
    });
    expect([refused.status, protectionOf(refused)]).toEqual([409, plain]);
    expect(await refused.json()).toMatchObject({ code: 'stale_version', current: expect.anything() });
  });
});
