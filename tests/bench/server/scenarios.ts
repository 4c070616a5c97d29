// The API requests of the bench: each kind of request, its expected status and its CPU bar.
import { v7 as uuid } from 'uuid';
import { cpuBars } from '../bars.ts';
import { namedScripts } from '../built.ts';
import type { Catalog } from './catalog.ts';
import { type Ask, send } from './load.ts';

export type Scenario = {
  name: string;
  next: (at: number) => Ask;
  status: number;
  /** CPU in milliseconds for one request; null without a bar. */
  barMs: number | null;
};

const list = '/api/explore/events';

/** Fields that change the address and not the work, so that no answer comes from the server's cache. */
const zones = Intl.supportedValuesOf('timeZone');
const fresh = (at: number) => ({ timeZone: pick(zones, at), limit: String(18 + (at % 5)) });

/** Picks by number, so that every run sends the same requests in the same order. */
export function pick<T>(items: readonly T[], at: number): T {
  const item = items[Math.floor(at) % items.length];
  if (item === undefined) throw new Error('The database of the bench lacks something to ask for.');
  return item;
}

function get(
  name: string,
  pathAt: (at: number) => string,
  barMs: number | null = null,
  headers: Record<string, string> = {},
): Scenario {
  return { name, next: (at) => ({ path: pathAt(at), headers }), status: 200, barMs };
}

const query = (fields: Record<string, string>) => `?${new URLSearchParams(fields)}`;

/** Every kind of read, and the most frequent write. */
export async function readScenarios(origin: string, catalog: Catalog): Promise<Scenario[]> {
  const { eventIds, activities, regions, cookie, busyCookie } = catalog;
  const signedIn = { Cookie: cookie };
  const filtered = (name: string, fields: (at: number) => Record<string, string>) =>
    get(`event list: ${name}`, (at) => list + query({ ...fresh(at), ...fields(at) }), cpuBars.list);
  const later = await cursorAfter(origin, 5);
  const entry = entryFile();
  return [
    eventList({}),
    filtered('page 6', () => ({ cursor: later })),
    filtered('this weekend', () => ({ when: 'weekend', timeZone: 'Europe/Brussels' })),
    filtered('from a day in 3 weeks', () => ({ from: dayAhead(21) })),
    filtered('activity', (at) => ({ activity: pick(activities, at) })),
    filtered('region', (at) => ({ region: pick(regions, at) })),
    filtered('activity, region, level', (at) => ({
      activity: pick(activities, at),
      region: pick(regions, at >> 3),
      level: 'beginner',
    })),
    filtered('free, with places', () => ({ price: 'free', hasPlaces: 'true' })),
    filtered('newest', () => ({ sort: 'newest' })),
    filtered('a region without events', () => ({ region: 'Nowhere' })),
    get('event, public', (at) => `/api/events/public/${pick(eventIds, at)}`, cpuBars.pointRead),
    get('event, signed in', (at) => `/api/events/${pick(eventIds, at)}`, cpuBars.pointRead, signedIn),
    replies(catalog),
    get('my events', () => '/api/users/me/events', null, { Cookie: busyCookie }),
    coachedEvents(cookie),
    creations(catalog),
    previews(catalog),
    get('my session', () => '/api/auth/session', cpuBars.pointRead, signedIn),
    get('explore shelves', () => '/api/explore'),
    get('members', () => '/api/explore/members'),
    get('organizations', () => '/api/explore/organizations'),
    get('organizers', () => '/api/explore/organizers'),
    get('teams', () => '/api/explore/teams'),
    {
      ...get('event list, unchanged (304)', () => list, cpuBars.unchanged, {
        'If-None-Match': await etagOf(origin, list),
      }),
      status: 304,
    },
    {
      ...get('event, unchanged (304)', () => `/api/events/public/${pick(eventIds, 0)}`, cpuBars.unchanged, {
        'If-None-Match': await etagOf(origin, `/api/events/public/${pick(eventIds, 0)}`),
      }),
      status: 304,
    },
    get('static file, brotli', () => entry, cpuBars.file),
    {
      ...get('static file, unchanged (304)', () => entry, cpuBars.file, {
        'If-None-Match': await etagOf(origin, entry),
      }),
      status: 304,
    },
    get('page /explore/events', () => '/explore/events', null, { Accept: 'text/html' }),
  ];
}

export const coachedEvents = (cookie: string): Scenario =>
  get('planning: 50 events with counts', () => '/api/users/me/events?tab=coaching&limit=50', null, {
    Cookie: cookie,
  });

/** Like the outbox: each with its own key, alternating yes and no, so that seats change hands. */
export function replies({ openIds, cookie }: Catalog): Scenario {
  const run = uuid();
  let count = 0;
  const next = (): Ask => {
    const at = count++;
    const response = Math.floor(at / openIds.length) % 2 === 0 ? 'attending' : 'declined';
    return {
      path: `/api/events/${pick(openIds, at)}/registration`,
      method: 'PUT',
      headers: { Cookie: cookie, 'Idempotency-Key': `${run}-${at}` },
      body: { response, occurredAt: new Date().toISOString() },
    };
  };
  return { name: 'reply, with a key', next, status: 200, barMs: cpuBars.reply };
}

/** Like the form, each with its own key. */
function creations(catalog: Catalog): Scenario {
  return { name: 'planning: create an event', next: drafts(catalog, {}), status: 201, barMs: cpuBars.create };
}

/** Twice a week, 100 dates. */
export function seriesCreations(catalog: Catalog): Scenario {
  const next = drafts(catalog, { recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=100' } });
  return { name: 'planning: create a series of 100 dates', next, status: 201, barMs: cpuBars.createSeries };
}

/** An edit of all of its dates: half an hour later, and back. */
export function seriesEdits({ seriesDate: { id, startsAt }, cookie }: Catalog): Scenario {
  let version = 0;
  const run = Date.now().toString(36);
  const next = (): Ask => {
    version += 1;
    const start = Date.parse(startsAt) + (version % 2) * 1_800_000;
    return {
      path: `/api/events/${id}`,
      method: 'PATCH',
      headers: { Cookie: cookie, 'Idempotency-Key': `series-${run}-${version}` },
      body: {
        version,
        scope: 'all',
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + 5_400_000).toISOString(),
      },
    };
  };
  const name = 'planning: edit all of 100 dates with 20 replies each';
  return { name, next, status: 200, barMs: cpuBars.editSeries };
}

function drafts({ planning: { teamId }, cookie }: Catalog, more: object): Scenario['next'] {
  const run = `${Date.now().toString(36)}${Object.keys(more).join('')}`;
  let count = 0;
  return () => {
    count += 1;
    const startsAt = Math.floor(Date.now() / 60_000) * 60_000 + 90 * 86_400_000 + count * 3_600_000;
    return {
      path: '/api/events',
      method: 'POST',
      headers: { Cookie: cookie, 'Idempotency-Key': `plan-${run}-${count}` },
      body: {
        name: `Training ${count}`,
        kind: 'training',
        startsAt: new Date(startsAt).toISOString(),
        endsAt: new Date(startsAt + 5_400_000).toISOString(),
        timeZone: 'Europe/Brussels',
        owner: { kind: 'team', id: teamId },
        teamIds: [teamId],
        publication: 'draft',
        ...more,
      },
    };
  };
}

/** A change that removes the place of everyone who is not in the team. */
function previews({ planning: { eventId }, cookie }: Catalog): Scenario {
  const next = (): Ask => ({
    path: `/api/events/${eventId}/preview`,
    method: 'POST',
    headers: { Cookie: cookie },
    body: { visibility: 'team' },
  });
  const name = 'planning: preview of a change with 300 replies';
  return { name, next, status: 200, barMs: cpuBars.preview };
}

/** Typical browsing: of twenty reads six lists, thirteen events and a search. */
export function mixedReads({ eventIds, activities, regions, words }: Catalog): Scenario {
  return get('mixed reads', (at) => {
    const turn = at % 20;
    if (turn < 2) return list + query(fresh(at));
    if (turn < 4) return list + query({ ...fresh(at), activity: pick(activities, at / 20) });
    if (turn === 4) return list + query({ ...fresh(at), region: pick(regions, at / 20) });
    if (turn === 5) return list + query({ ...fresh(at), when: 'week' });
    if (turn === 6) return list + query({ ...fresh(at), q: pick([...words.prefix, ...words.two], at / 20) });
    return `/api/events/public/${pick(eventIds, at)}`;
  });
}

export function searchScenarios({ words }: Catalog): Scenario[] {
  return Object.entries(words).map(([kind, texts]) =>
    get(`search: ${kind}`, (at) => list + query({ ...fresh(at), q: pick(texts, at) })),
  );
}

export const eventList = (fields: Record<string, string>): Scenario =>
  get('event list, as it opens', (at) => list + query({ ...fresh(at), ...fields }), cpuBars.list);

function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function etagOf(origin: string, path: string): Promise<string> {
  const { headers } = await send(origin, { path });
  return headers.etag ?? '"none"';
}

async function cursorAfter(origin: string, pages: number): Promise<string> {
  let cursor = '';
  for (let at = 0; at < pages; at++) {
    const ask = { path: list + (cursor && query({ cursor })), headers: { 'Accept-Encoding': 'identity' } };
    const { body } = await send(origin, ask);
    const answer: { nextCursor: string | null } = JSON.parse(body.toString());
    if (answer.nextCursor === null) break;
    cursor = answer.nextCursor;
  }
  return cursor;
}

/** The entry script of the served build. */
function entryFile(): string {
  const script = namedScripts().at(-1);
  if (!script) throw new Error('The page names no script.');
  return `/${script}`;
}
