// The server caches public answers for a moment; a write must show in the very next answer.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CachedAnswer, createAnswerCache } from '../../src/server/http/answer/answer-cache.ts';
import { createClient, signIn } from '../support/client.ts';
import { buildEvent, buildUser } from '../support/factories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

test('a write shows in the next answer, and an unchanged list gets 304', async () => {
  const { db } = server.database;
  const event = await buildEvent(db, { name: 'Before' });
  const client = createClient(server);
  const path = `/api/events/public/${event.id}`;
  const first = await client.request(path);
  const etag = first.headers.get('etag') ?? '';
  expect((await client.request(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await db.updateTable('events').set({ name: 'After' }).where('id', '=', event.id).execute();
  const next = await client.request(path, { headers: { 'if-none-match': etag } });
  expect([next.status, ((await next.json()) as { name: string }).name]).toEqual([200, 'After']);
});

test('an answer is marked public when it is the same for everyone, and otherwise is never cached', async () => {
  const event = await buildEvent(server.database.db);
  const member = await signIn(server, await buildUser(server.database.db));
  const list = await member.request('/api/explore/events');
  expect(list.headers.get('cache-control')).toBe('public, no-cache');
  const mine = await member.request(`/api/events/${event.id}`);
  expect(mine.headers.get('cache-control')).toBe('private, no-store');
});

/** A cache with a test's version and clock, and an answer that is computed on the test's signal. */
function cacheOf() {
  const world: { version: string | null; now: number; made: number } = { version: '1', now: 1000, made: 0 };
  const cache = createAnswerCache(
    () => world.version,
    () => world.now,
  );
  const answer = () => {
    world.made += 1;
    return { body: `${world.made}`, etag: 'W/"a"', encoded: {} };
  };
  const get = (key: string) => cache.get(cache.moment(), key);
  const make = (given: () => Promise<CachedAnswer> = async () => answer()) =>
    cache.make(cache.moment(), '/a', given);
  return { world, get, answer, make };
}

test('a cached answer does not outlive its second, or a write', async () => {
  const { world, get, make } = cacheOf();
  const first = await make();
  world.now = 1999;
  expect(get('/a')).toBe(first);
  expect(get('/b')).toBeNull();
  world.now = 2000;
  expect(get('/a')).toBeNull();
  const second = await make();
  expect(get('/a')).toBe(second);
  world.version = '2';
  expect(get('/a')).toBeNull();
});

test('an answer is not cached when a write happened while it was computed, or when writes cannot be detected', async () => {
  const { world, get, answer, make } = cacheOf();
  await make(async () => {
    world.version = '2';
    return answer();
  });
  expect(get('/a')).toBeNull();
  world.version = null;
  await make();
  expect(get('/a')).toBeNull();
  // Writes in the meantime could not be detected.
  await make(async () => {
    world.version = '2';
    return answer();
  });
  expect(get('/a')).toBeNull();
});

test('concurrent requests for the same answer share one, but not one that began before a write', async () => {
  const { world, get, answer, make } = cacheOf();
  const slow = Promise.withResolvers<void>();
  const ask = () =>
    make(async () => {
      const made = answer();
      await slow.promise;
      return made;
    });
  const before = [ask(), ask()];
  world.version = '2';
  const after = [ask(), ask()];
  slow.resolve();
  expect((await Promise.all(before)).map(({ body }) => body)).toEqual(['1', '1']);
  expect((await Promise.all(after)).map(({ body }) => body)).toEqual(['2', '2']);
  expect(get('/a')?.body).toBe('2');
});

test('a failed request leaves nothing in the cache', async () => {
  const { get, make } = cacheOf();
  const failed = make(() => Promise.reject(new Error('The database is away.')));
  await expect(failed).rejects.toThrow('away');
  expect((await make()).body).toBe('1');
  expect(get('/a')?.body).toBe('1');
});
