// Which saved answers the device deletes once the server refuses them, and that an interrupted run is continued.
import type { Cache, ScopedMutator } from 'swr';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
// Loaded before the first run, which would otherwise load it while the timers are faked.
import '../../../src/app/data/device/attendance-ahead.ts';
import '../../../src/app/data/device/confirm-saved.ts';
import { startOfflinePrefetch } from '../../../src/app/data/device/offline-prefetch.ts';
import { emitAccessChange } from '../../../src/app/data/resources/acknowledged-writes.ts';
import { noteCopies } from '../../../src/app/data/resources/freshness.ts';
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
const healthy: Reply = { status: 200, body: { status: 'ok', database: 'sqlite', buildId: 'a' } };
const foreign: Reply = { status: 404, type: 'text/html', body: '<p>Sign in to the hotel network</p>' };

let cache: Cache & Map<string, { data?: unknown }>;
let asked: string[];
let replies: Record<string, Reply>;
let removed: string[];
let roles: unknown[];
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
  localStorage.clear();
  roles = [];
  replies = {
    '/api/health': healthy,
    '/api/users/me/attendance': found,
    '/api/users/me/organizations': found,
  };
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url === '/api/users/me/teams') return Response.json({ items: roles });
    if (url.startsWith('/api/users/me/calendar')) return Response.json({ items: [] });
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

/** Runs the prefetch to its end, and returns a function that stops it. */
async function start() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = startOfflinePrefetch({ cache, mutate }, 'ada');
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(10_000);
  // The run also waits for a module, which takes real time.
  for (let quiet = 0; quiet < 10; quiet += 1) {
    const before = asked.length;
    await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(1000);
    if (asked.length > before) quiet = 0;
  }
  return stop;
}

const run = async () => (await start())();

describe('what is saved of an event that is refused', () => {
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

  it('is deleted without asking for each of its answers', async () => {
    save(list, people, key, event);
    await run();
    expect(savedOfEvent()).toEqual([]);
    expect(asked.filter((url) => url.startsWith(event))).toEqual([event]);
  });

  it('is deleted with its loaded pages of replies before the list that SWR makes of them', async () => {
    const page = `${event}/registrations?limit=50`;
    save(rememberList(page), event, page);
    await run();
    expect(removed).toEqual([page, rememberList(page), event]);
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
  ])('stays, and is deleted by the next run, if the event cannot be read %s', async (_, reply) => {
    save(event, list, history, people, key);
    for (const address of savedOfEvent()) replies[address] = reply;
    await run();
    expect(savedOfEvent()).toHaveLength(5);
    for (const address of savedOfEvent()) delete replies[address];
    await run();
    expect(savedOfEvent()).toEqual([]);
  });
});

it.each<[string, Reply]>([
  ['on 500', problem('internal')],
  ['on the answer of a proxy', foreign],
])('the other answers are confirmed if one cannot be read %s', async (_, reply) => {
  save(list, `${other}/attendance`);
  replies[list] = reply;
  await run();
  expect(saved()).toContain(list);
  expect(saved()).not.toContain(`${other}/attendance`);
});

it('the next days are read before what was saved long ago, and after the roles', async () => {
  save(list);
  await run();
  const order = ['/api/users/me/teams', '/api/users/me/events', '/api/users/me/attendance', list];
  const at = order.map((start) => asked.findIndex((url) => url.startsWith(start)));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(at).not.toContain(-1);
});

describe('many answers that were saved long ago', () => {
  const profiles = Array.from({ length: 70 }, (_, index) => `/api/users/${person.slice(0, -2)}${10 + index}`);
  const askedOf = () => asked.filter((url) => profiles.includes(url)).length;

  /** After a run that notes the roles. */
  async function openLongAgo() {
    await run();
    save(...profiles);
    noteCopies(profiles.map((address) => [address, Date.now()]));
    aheadMs += 5 * 60 * 60_000;
    asked = [];
  }

  it('are asked for again in parts, one at each run', async () => {
    await openLongAgo();
    await run();
    expect(askedOf()).toBe(30);
    await run();
    await run();
    expect(askedOf()).toBe(70);
  });

  it('are not asked for again with data saving on, but for a lost role', async () => {
    Object.assign(navigator, { connection: { saveData: true } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    await openLongAgo();
    await run();
    expect(askedOf()).toBe(0);
    const stored = JSON.parse(localStorage.getItem('savedUnderRoles') ?? '');
    localStorage.setItem('savedUnderRoles', JSON.stringify({ ...stored, lostAt: Date.now() }));
    await run();
    expect(askedOf()).toBe(70);
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

describe('what is saved and young', () => {
  const hours = '/api/users/me/coaching-hours?from=2026-08-01&to=2026-11-21';
  const profile = `/api/users/${person}`;
  /** As in the list of my teams, where missing fields are null. */
  const team12 = {
    id: '01a128a3-0000-7000-8000-00000000000d',
    slug: 'u12',
    name: 'U12',
    activity: 'football',
    openness: 'moderated',
    memberCount: 1,
    repliesOwed: 0,
    membership: { role: 'coach', status: 'active' },
  };
  const team14 = { ...team12, id: '01a128a3-0000-7000-8000-00000000000e' };

  /** Runs as a start that finds what the device has just saved, and these roles. */
  async function startWith(given: unknown[]) {
    roles = given;
    asked = [];
    save(profile, hours);
    // A role that is lost within the same millisecond would not be later.
    noteCopies([profile, hours].map((key) => [key, Date.now() - 1]));
    await run();
    return asked.filter((url) => url === profile || url === hours);
  }

  it('is asked for again once a role is gone, and not while all stay or one is new', async () => {
    roles = [team12];
    await run();
    expect(await startWith([team12])).toEqual([]);
    expect(await startWith([team12, team14])).toEqual([]);
    expect(await startWith([team14])).toEqual([profile, hours]);
    expect(saved()).not.toContain(profile);
    expect(saved()).not.toContain(hours);
  });

  const as = (role: string, status = 'active') => ({ ...team12, membership: { role, status } });

  it.each([
    ['a request is accepted', as('trainee', 'requested'), as('trainee')],
    ['a request is refused', as('trainee', 'requested'), null],
    ['an invitation is accepted', as('coach', 'invited'), as('coach')],
    ['a trainee becomes a coach', as('trainee'), as('coach')],
  ])('is not asked for again when %s', async (_, before, after) => {
    roles = [before];
    await run();
    expect(await startWith(after ? [after] : [])).toEqual([]);
  });

  it.each([
    ['a coach becomes a trainee', as('coach'), as('trainee')],
    ['someone who was in the team is only invited', as('trainee'), as('coach', 'invited')],
    ['an invitation ends', as('coach', 'invited'), null],
  ])('is asked for again when %s', async (_, before, after) => {
    roles = [before];
    await run();
    expect(await startWith(after ? [after] : [])).toEqual([profile, hours]);
  });

  it('is asked for again once, when a role is noted as lost in the future by a clock that was ahead', async () => {
    roles = [team12];
    await run();
    const stored = JSON.parse(localStorage.getItem('savedUnderRoles') ?? '');
    localStorage.setItem('savedUnderRoles', JSON.stringify({ ...stored, lostAt: Date.now() + 86_400_000 }));
    for (const address of [profile, hours]) replies[address] = problem('validation_failed');
    expect(await startWith([team12])).toEqual([profile, hours]);
    expect(await startWith([team12])).toEqual([]);
  });

  it('is asked for again by the next start if the device lost its connection meanwhile', async () => {
    roles = [team12];
    await run();
    replies[profile] = 'unreachable';
    expect(await startWith([])).toEqual([profile]);
    expect(saved()).toEqual(expect.arrayContaining([profile, hours]));
    delete replies[profile];
    await run();
    expect(saved()).not.toContain(profile);
    expect(saved()).not.toContain(hours);
  });

  it('is asked for again when the stream says that access has changed', async () => {
    roles = [team12];
    const stop = await start();
    save(profile);
    noteCopies([[profile, Date.now() - 1]]);
    roles = [];
    emitAccessChange();
    await vi.waitFor(() => expect(saved()).not.toContain(profile));
    stop();
  });
});

it.each<[string, Reply]>([
  ['without a connection', 'unreachable'],
  ['on 429', problem('rate_limited')],
  ['on 500', problem('internal')],
  ['on the answer of a proxy', foreign],
])('saved attendance stays %s', async (_, reply) => {
  const keys = [list, history, people, key];
  save(...keys);
  for (const address of keys) replies[address] = reply;
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

it.each<[string, Reply]>([
  ['a captive portal', { status: 200, type: 'text/html', body: '<p>Sign in to the hotel network</p>' }],
  ['the proxy of a server that restarts', { status: 502, type: 'text/html', body: '<h1>502</h1>' }],
  ['a server in trouble', problem('internal')],
])('a run ends after a few requests that %s answers', async (_, reply) => {
  const past = Array.from(
    { length: 50 },
    (_, index) => `/api/events/01a128a3-0000-7000-8000-0000000010${10 + index}`,
  );
  await run();
  aheadMs += 5 * 60 * 60_000;
  save(...past);
  let failed = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/api/health') failed += 1;
    else if (reply !== 'unreachable' && reply.status === 500) return responseOf(healthy);
    return responseOf(reply);
  });
  await run();
  expect(failed).toBeGreaterThan(0);
  expect(failed).toBeLessThanOrEqual(5);
  expect(saved()).toEqual(expect.arrayContaining(past));
});

it('a run follows a failed one if access has changed meanwhile', async () => {
  save(event, list);
  let isDown = true;
  const through = fetch;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isDown) return through(url);
    if (url === '/api/health') {
      isDown = false;
      emitAccessChange();
    }
    return responseOf({ status: 502, type: 'text/html', body: '<h1>502</h1>' });
  });
  await run();
  expect(savedOfEvent()).toEqual([]);
});
