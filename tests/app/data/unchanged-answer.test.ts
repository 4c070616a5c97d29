// An answer with the content of the one before is neither parsed nor compared again.
import { afterEach, expect, test, vi } from 'vitest';
import { callApi } from '../../../src/app/data/http/call.ts';
import { UnreachableError } from '../../../src/app/data/http/problem.ts';

const call = 'GET /api/users/me/notifications';
const list = (unreadCount: number) => ({ items: [], nextCursor: null, unreadCount });
const tagOf = (name: string) => `W/"${name.padEnd(16, '0')}"`;

/** Answers the next read. */
function answer(body: BodyInit, headers: Record<string, string>, status = 200): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
}
const json = { 'Content-Type': 'application/json' };
const ask = () => callApi(call, {});

afterEach(() => vi.unstubAllGlobals());

test('the content is recognized by its ETag', async () => {
  const tagged = (unreadCount: number, name: string) =>
    answer(JSON.stringify(list(unreadCount)), { ...json, ETag: tagOf(name) });
  tagged(1, 'one');
  const first = await ask();
  tagged(1, 'one');
  expect(await ask()).toBe(first);
  // A compressing proxy adds a suffix.
  answer(JSON.stringify(list(1)), { ...json, ETag: tagOf('one').replace(/"$/, '-gzip"') });
  expect(await ask()).toBe(first);
  tagged(2, 'two');
  expect(await ask()).toEqual(list(2));
  tagged(1, 'one');
  expect(await ask()).toEqual(list(1));
});

test('without an ETag each answer is parsed', async () => {
  answer(JSON.stringify(list(3)), json);
  const first = await ask();
  const second = await ask();
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
});

test('another address with the same content has its own answer', async () => {
  answer(JSON.stringify(list(4)), { ...json, ETag: tagOf('four') });
  const first = await ask();
  expect(await callApi(call, { query: { limit: 3 } })).not.toBe(first);
});

test('a page of a portal or an error with the same ETag is none', async () => {
  answer(JSON.stringify(list(5)), { ...json, ETag: tagOf('five') });
  await ask();
  answer('<html>Sign in</html>', { 'Content-Type': 'text/html', ETag: tagOf('five') });
  await expect(ask()).rejects.toMatchObject({ isPortal: true });
  const problem = { status: 404, code: 'not_found', title: 'Not found' };
  answer(JSON.stringify(problem), { 'Content-Type': 'application/problem+json', ETag: tagOf('five') }, 404);
  await expect(ask()).rejects.toMatchObject({ code: 'not_found' });
});

test('an answer that breaks off is none, whatever its ETag', async () => {
  answer(JSON.stringify(list(6)), { ...json, ETag: tagOf('six') });
  await ask();
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new TypeError('network error'));
    },
  });
  answer(broken, { ...json, ETag: tagOf('six') });
  await expect(ask()).rejects.toBeInstanceOf(UnreachableError);
});
