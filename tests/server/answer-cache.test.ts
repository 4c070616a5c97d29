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

test('nothing outlives the second it was made in, nor a write, even one while it was made, nor is kept where writes cannot be seen', async () => {
  let version: string | null = '1';
  let now = 1000;
  const cache = createAnswerCache(
    () => version,
    () => now,
  );
  const answer = { body: '{}', etag: 'W/"a"', encoded: {} };
  await cache.make('/a', async () => answer);
  now = 1999;
  expect(cache.get('/a')).toBe(answer);
  now = 2000;
  expect(cache.get('/a')).toBeNull();
  await cache.make('/a', async () => answer);
  version = '2';
  expect(cache.get('/a')).toBeNull();
  await cache.make('/a', async () => {
    version = '3';
    return answer;
  });
  expect(cache.get('/a')).toBeNull();
  version = null;
  await cache.make('/a', async () => answer);
  expect(cache.get('/a')).toBeNull();
});

test('an answer that many ask for at once is made once, and made anew after a write', async () => {
  let version = '1';
  const cache = createAnswerCache(
    () => version,
    () => 1000,
  );
  let made = 0;
  const ends: (() => void)[] = [];
  const make = async () => {
    made += 1;
    const body = String(made);
    await new Promise<void>((resolve) => ends.push(resolve));
    return { body, etag: '', encoded: {} };
  };
  const early = [cache.make('/a', make), cache.make('/a', make), cache.make('/b', make)];
  version = '2';
  const late = cache.make('/a', make);
  for (const end of ends) end();
  const bodies = (await Promise.all([...early, late])).map(({ body }) => body);
  expect(bodies).toEqual(['1', '1', '2', '3']);
});

test('a failure is not shared with those who ask later', async () => {
  const cache = createAnswerCache(
    () => '1',
    () => 1000,
  );
  await expect(cache.make('/a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  const answer = { body: '{}', etag: '', encoded: {} };
  expect(await cache.make('/a', async () => answer)).toBe(answer);
});
