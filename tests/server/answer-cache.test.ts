// Public answers may be remembered for a moment; what was written must show in the very next one.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAnswerCache } from '../../src/server/http/answer-cache.ts';
import { createClient, signIn } from '../support/client.ts';
import { buildEvent, buildUser } from '../support/factories.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

test('a write shows in the next answer, and a list that did not change is not sent again', async () => {
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

test('what is the same for everyone says so, and what is not is kept by nobody', async () => {
  const event = await buildEvent(server.database.db);
  const member = await signIn(server, await buildUser(server.database.db));
  const list = await member.request('/api/explore/events');
  expect(list.headers.get('cache-control')).toBe('public, no-cache');
  const mine = await member.request(`/api/events/${event.id}`);
  expect(mine.headers.get('cache-control')).toBe('private, no-store');
});

test('nothing outlives the second it was made in, nor a write, even one while it was made, nor is kept where writes cannot be seen', () => {
  let version: string | null = '1';
  let now = 1000;
  const cache = createAnswerCache(
    () => version,
    () => now,
  );
  const answer = { body: '{}', etag: 'W/"a"', encoded: {} };
  cache.set('/a', answer, cache.moment());
  now = 1999;
  expect(cache.get('/a')).toBe(answer);
  now = 2000;
  expect(cache.get('/a')).toBeNull();
  cache.set('/a', answer, cache.moment());
  version = '2';
  expect(cache.get('/a')).toBeNull();
  const before = cache.moment();
  version = '3';
  cache.set('/a', answer, before);
  expect(cache.get('/a')).toBeNull();
  version = null;
  cache.set('/a', answer, cache.moment());
  expect(cache.get('/a')).toBeNull();
});
