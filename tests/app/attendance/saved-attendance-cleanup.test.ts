// Which saved attendance answers the prefetch deletes once the server refuses them, and that an interrupted run is continued.
import type { Cache, ScopedMutator } from 'swr';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
// Loaded before the first run, which would otherwise load it while the timers are faked.
import '../../../src/app/data/device/attendance-ahead.ts';
import { startOfflinePrefetch } from '../../../src/app/data/device/offline-prefetch.ts';
import { rememberList } from '../../../src/app/data/resources/list-keys.ts';
import { problem, type Reply } from '../data/session-world.ts';

const event = '/api/events/01a128a3-0000-7000-8000-00000000000a';
const other = '/api/events/01a128a3-0000-7000-8000-00000000000b';
const person = '01a128a3-0000-7000-8000-00000000000c';
const list = `${event}/attendance`;
const people = `${event}/people`;
const key = `${event}/check-in-key`;
const history = `${event}/attendance/${person}`;
const team = '/api/teams/01a128a3-0000-7000-8000-00000000000d/attendance';
const season = `${team}?from=2026-08-01&to=2026-11-21`;

const found: Reply = { status: 200, body: { items: [] } };
const table: Reply = {
  status: 200,
  body: {
    from: '2026-08-01',
    to: '2026-11-21',
    dates: [],
    hasEarlier: false,
    people: [],
    hasMorePeople: false,
  },
};
const foreign: Reply = { status: 404, type: 'text/html', body: '<p>Sign in to the hotel network</p>' };

let cache: Cache & Map<string, { data?: unknown }>;
let asked: string[];
let replies: Record<string, Reply>;
let removed: string[];
const mutate = (async (key: string, data: unknown) => {
  cache.set(key, { data });
  if (data === undefined) removed.push(key);
}) as ScopedMutator;

const responseOf = (reply: Reply) =>
  reply === 'unreachable'
    ? Response.error()
    : new Response(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body), {
        status: reply.status,
        headers: {
          'Content-Type':
            reply.type ?? (reply.status < 400 ? 'application/json' : 'application/problem+json'),
        },
      });

let aheadMs = 0;
beforeEach(() => {
  // The answers of the previous test are too old to be young.
  aheadMs += 5 * 60 * 60_000;
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  cache = new Map();
  asked = [];
  removed = [];
  replies = { '/api/users/me/attendance': found };
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const reply = replies[url] ?? problem('not_found');
    if (reply === 'unreachable') throw new TypeError('Failed to fetch');
    return responseOf(reply);
  });
});

const save = (...keys: string[]) => {
  for (const key of keys) cache.set(key, { data: { items: [] } });
};
const saved = () => [...cache.keys()].filter((key) => cache.get(key)?.data !== undefined);
const savedOfEvent = () => saved().filter((key) => key.includes(event));

/** Runs the prefetch to its end. */
async function run() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = startOfflinePrefetch({ cache, mutate });
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
}

describe('saved attendance of an event whose list is refused', () => {
  it.each(['not_found', 'not_permitted'] as const)(
    'is deleted with the histories of people and the private detail: %s',
    async (code) => {
      save(event, list, history, people, key, rememberList(`${event}/registrations?limit=50`));
      for (const address of [event, list]) replies[address] = problem(code);
      await run();
      expect(savedOfEvent()).toEqual([]);
    },
  );

  it.each([
    ['the history of a person', history],
    ['the people who can be added', people],
    ['the check-in key', key],
  ])('is found by %s alone', async (_, left) => {
    save(event, left);
    await run();
    expect(savedOfEvent()).toEqual([]);
  });

  it('is deleted without asking for the key and the people again', async () => {
    save(list, people, key);
    await run();
    expect(asked.filter((url) => url.startsWith(event))).toEqual([list]);
  });

  it('is deleted with its loaded pages of replies before the list that SWR makes of them', async () => {
    const page = `${event}/registrations?limit=50`;
    save(rememberList(page), list, page);
    await run();
    expect(removed).toEqual([page, rememberList(page), list]);
  });

  it('is deleted without the answers of other events', async () => {
    const others = [`${other}/attendance`, `${other}/people`];
    save(list, ...others);
    replies[`${other}/attendance`] = found;
    replies[`${other}/people`] = { status: 200, body: { items: [], canAddGuests: true } };
    await run();
    expect(savedOfEvent()).toEqual([]);
    expect(saved()).toEqual(expect.arrayContaining(others));
  });

  it.each<[string, Reply]>([
    ['without a connection', 'unreachable'],
    ['on 429', problem('rate_limited')],
    ['on 500', problem('internal')],
    ['on the answer of a proxy', foreign],
  ])('is deleted by the next run if the detail cannot be read %s', async (_, reply) => {
    save(event, list, history, people, key);
    replies[event] = reply;
    await run();
    expect(saved()).toContain(event);
    expect(savedOfEvent()).toHaveLength(2);
    replies[event] = problem('not_found');
    await run();
    expect(savedOfEvent()).toEqual([]);
  });
});

describe('the saved table of a team', () => {
  it('is deleted if the server refuses it, for each saved period', async () => {
    save(team, season);
    replies[team] = problem('not_permitted');
    await run();
    expect(saved()).not.toContain(team);
    expect(saved()).not.toContain(season);
  });

  it('is replaced by the rows that this person may still read', async () => {
    save(season);
    replies[season] = table;
    await run();
    expect(cache.get(season)?.data).toEqual(table.body);
  });
});

it.each<[string, Reply]>([
  ['without a connection', 'unreachable'],
  ['on 429', problem('rate_limited')],
  ['on 500', problem('internal')],
  ['on the answer of a proxy', foreign],
])('saved attendance stays %s', async (_, reply) => {
  const keys = [event, list, history, people, key];
  save(...keys);
  replies[list] = reply;
  await run();
  expect(asked).toContain(list);
  expect(saved()).toEqual(expect.arrayContaining(keys));
  cache.clear();
  save(team, season);
  for (const address of [team, season]) replies[address] = reply;
  await run();
  expect(asked).toContain(team);
  expect(saved()).toEqual(expect.arrayContaining([team, season]));
});
