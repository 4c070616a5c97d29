// Prefetched reads: used once, for a few seconds, and not after a write in between.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi } from '../../../src/app/data/http/call.ts';
import { clearPrefetch, prefetch, read } from '../../../src/app/data/resources/prefetched-reads.ts';
import { changeSession, type StoredUser } from '../../../src/app/data/session/session.ts';

const ada: StoredUser = {
  id: 'ada',
  name: 'Ada',
  username: 'ada',
  email: '',
  type: 'trainee',
  avatarSrc: null,
};
let asked: string[];
/** Null: no answer arrives. */
let writeOutcome: { status: number } | null = null;
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (method === 'POST' && !writeOutcome) throw new TypeError('Failed to fetch');
    if (method === 'POST') return Response.json({}, writeOutcome ?? {});
    return Response.json({ items: [], nextCursor: null, unreadCount: asked.length });
  });
});
afterEach(() => {
  clearPrefetch();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const call = 'GET /api/users/me/notifications';
const ask = async () => (await read(call, {})).unreadCount;

test('a prefetched answer serves one read', async () => {
  await prefetch(call, {});
  await prefetch(call, {});
  expect([await ask(), await ask()]).toEqual([1, 2]);
  expect(asked).toHaveLength(2);
});

test('a prefetched answer expires after ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await prefetch(call, {});
  vi.setSystemTime(Date.now() + 10_001);
  expect(await ask()).toBe(2);
});

test.each([
  ['is done', { status: 202 }],
  ['is refused', { status: 409 }],
  ['has no answer', null],
])(
  'a prefetched answer is dropped by a write that ends in between, when the write %s',
  async (_, outcome) => {
    const ahead = prefetch(call, {});
    writeOutcome = outcome;
    await callApi('POST /api/auth/confirm-email/resend', {}).catch(() => null);
    await ahead;
    expect(await ask()).toBe(3);
  },
);

test('a prefetched answer is not for the next person, who has signed in on another tab', async () => {
  changeSession({ type: 'userRead', user: ada });
  await prefetch(call, {});
  changeSession({ type: 'userRead', user: { ...ada, id: 'bert' } });
  expect(await ask()).toBe(2);
  changeSession({ type: 'userRead', user: null });
});
