// What the prefetch for offline use puts into the cache, and when it stops.
import type { Cache, ScopedMutator } from 'swr';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { prefetchAnswer, startOfflinePrefetch } from '../../../src/app/data/device/offline-prefetch.ts';
import { callApi } from '../../../src/app/data/http/call.ts';
import { problem } from './session-world.ts';

const teams = '/api/users/me/teams';
const absences = '/api/users/me/absences';
const older = { items: [], groups: [] };
const newer = { items: [], groups: [] };
const refused = problem('not_permitted');
const busy = problem('rate_limited');

let cache: Cache & Map<string, { data?: unknown }>;
let asked: string[];
/** By address; other reads are refused. Called while the request is on its way. */
let during: Record<string, () => unknown>;
const mutate = (async (key: string, data: unknown) => void cache.set(key, { data })) as ScopedMutator;

const json = (reply: typeof refused) =>
  reply === 'unreachable'
    ? Response.error()
    : new Response(JSON.stringify(reply.body), {
        status: reply.status,
        headers: { 'Content-Type': 'application/problem+json' },
      });

let aheadMs = 0;
beforeEach(() => {
  // The answers of the previous test are too old to be young.
  aheadMs += 5 * 60 * 60_000;
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  cache = new Map();
  asked = [];
  during = {};
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'POST') return Response.json({ email: 'ada@club.example' }, { status: 202 });
    asked.push(url);
    await during[url]?.();
    if (during[url] === stayBusy) return json(busy);
    return during[url] ? Response.json(older) : json(refused);
  });
});

const stayBusy = () => {};
const write = () => callApi('POST /api/auth/confirm-email/resend', {});

/** Runs the prefetch until it has asked for the last address of a run. */
async function run() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = startOfflinePrefetch({ cache, mutate }, 'ada');
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(10_000);
}

it('replaces a cached answer with a newer one', async () => {
  cache.set(absences, { data: newer });
  during = { [absences]: () => {} };
  await run();
  expect(cache.get(absences)?.data).toEqual(older);
  expect(cache.get(absences)?.data).not.toBe(newer);
});

it.each<[string, () => unknown]>([
  ['a screen has read another one', () => cache.set(absences, { data: newer })],
  ['a write has ended', write],
])('does not replace a cached answer if meanwhile %s', async (_, happens) => {
  cache.set(absences, { data: { ...newer } });
  let shown: unknown;
  during = {
    [absences]: async () => {
      await happens();
      shown = cache.get(absences)?.data;
    },
  };
  await run();
  expect(shown).toEqual(newer);
  expect(cache.get(absences)?.data).toBe(shown);
});

it('asks once more for an answer during which a write has ended', async () => {
  cache.set(absences, { data: { ...newer } });
  let asks = 0;
  during = {
    [absences]: async () => {
      asks += 1;
      if (asks === 1) await write();
    },
  };
  await run();
  expect(asks).toBe(2);
});

it('of one answer does not replace what a screen has read meanwhile', async () => {
  during = { [absences]: () => cache.set(absences, { data: newer }) };
  await prefetchAnswer({ cache, mutate }, 'GET /api/users/me/absences', {});
  expect(cache.get(absences)?.data).toBe(newer);
});

it('goes on after a refusal, and stops when the server is too busy', async () => {
  await run();
  expect(asked).toContain(teams);
  asked = [];
  during = { [absences]: stayBusy };
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.at(-1)).toBe(absences);
});
