// The requests of the soak: visitors, signed-in users and a coach who plans, mixed like a club's day, in the
// same order in every run.
import { v7 as uuid } from 'uuid';
import type { Db } from '../../../../src/server/db/open.ts';
import { type Catalog, cookieOf, loginAsk, signIn } from '../catalog.ts';
import { type Ask, type Reply, send } from '../load.ts';
import { pick, readScenarios, searchScenarios } from '../scenarios.ts';

export type SoakAsk = Ask & {
  kind: string;
  /** Expected statuses. */
  expected: readonly number[];
  onAnswer?(reply: Reply): void;
};

type Person = { username: string; cookie: string };
type PlannedEvent = { id: string; version: number };

const peopleCount = 12;
const identity = { 'Accept-Encoding': 'identity' };

/** Sends the next request of the mix with each call. */
export async function soakMix(origin: string, db: Db, catalog: Catalog): Promise<() => SoakAsk> {
  const { eventIds, openIds } = catalog;
  const reads = await readScenarios(origin, catalog);
  const named = (name: string) => reads.filter((scenario) => scenario.name.startsWith(name));
  const people = await signInSome(origin, db);
  const person = counted((at) => pick(people, at));
  const replier = counted((at) => ({ ...pick(people, at), eventId: pick(openIds, at) }));
  const asking = (kind: string, scenarios: typeof reads, by?: () => Person) =>
    counted((at): SoakAsk => {
      const scenario = pick(scenarios, at);
      const ask = scenario.next(Math.floor(at / scenarios.length));
      const headers = { ...ask.headers, ...(by && { Cookie: by().cookie }) };
      return { ...ask, headers, kind, expected: [scenario.status] };
    });
  const calling = (kind: string, method: NonNullable<Ask['method']>, path: string, body?: object) => () => ({
    kind,
    path,
    method,
    headers: { Cookie: person().cookie },
    expected: [200],
    ...(body && { body }),
  });
  const mix: [number, () => SoakAsk][] = [
    [20, asking('event list', named('event list: '))],
    [22, asking('event', named('event, public'))],
    [6, asking('search', searchScenarios(catalog))],
    [
      8,
      asking(
        'explore',
        ['explore shelves', 'members', 'organizations', 'organizers', 'teams'].flatMap(named),
      ),
    ],
    [10, counted((at) => pageAsk(at, eventIds))],
    [2, asking('static file', named('static file, brotli'))],
    [5, asking('event, signed in', named('event, signed in'), person)],
    [8, asking('my events', named('my events'), person)],
    [3, asking('my session', named('my session'), person)],
    [3, calling('notifications', 'GET', '/api/users/me/notifications')],
    [1, calling('notifications, read', 'PUT', '/api/users/me/notifications/read', {})],
    [4, await feedAsk(origin, people)],
    [4, asking('reply', named('reply'), person)],
    [2, () => givingUp(replier())],
    [1, counted((at) => signInAsk(pick(people, at)))],
    [1, planning(asking('coach creates', named('planning: create an event')), () => pick(people, 0))],
  ];
  const turns = mix.flatMap(([weight, next]) => Array.from({ length: weight }, () => next));
  // The stride has no divisor in common with 100, so that kinds alternate.
  return counted((at) => pick(turns, at * 37)());
}

function counted<T>(next: (at: number) => T): () => T {
  let count = 0;
  return () => next(count++);
}

/** The demo coach first, then the demo trainee and others. */
async function signInSome(origin: string, db: Db): Promise<Person[]> {
  const others = await db
    .selectFrom('users')
    .select('username')
    .where('username', 'not in', ['coach', 'trainee'])
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .limit(peopleCount - 2)
    .execute();
  const people: Person[] = [];
  for (const username of ['coach', 'trainee', ...others.flatMap((other) => other.username ?? [])])
    people.push({ username, cookie: await signIn(origin, username) });
  return people;
}

function signInAsk(person: Person): SoakAsk {
  return {
    ...loginAsk(person.username),
    kind: 'sign in',
    expected: [200],
    onAnswer: (reply) => {
      if (reply.status === 200) person.cookie = cookieOf(reply);
    },
  };
}

const pages = ['/', '/explore', '/explore/events', '/explore/organizers', '/explore/organizations'];

/** Alternates between a page that is the same for everyone and an event's. */
function pageAsk(at: number, eventIds: string[]): SoakAsk {
  const path = at % 2 === 0 ? pick(pages, at / 2) : `/events/public/${pick(eventIds, at)}`;
  return { kind: 'page', path, headers: { Accept: 'text/html' }, expected: [200] };
}

function givingUp({ cookie, eventId }: Person & { eventId: string }): SoakAsk {
  return {
    kind: 'give up a place',
    path: `/api/events/${eventId}/registration`,
    method: 'DELETE',
    headers: { Cookie: cookie, 'Idempotency-Key': uuid() },
    body: { occurredAt: new Date().toISOString() },
    expected: [200],
  };
}

/** Like a calendar program: it sends its ETag. Feeds of earlier runs on this database are removed. */
async function feedAsk(origin: string, people: Person[]): Promise<() => SoakAsk> {
  const feeds: { path: string; etag: string }[] = [];
  for (const { cookie } of people.slice(0, 4)) {
    const headers = { Cookie: cookie, ...identity };
    const base = '/api/users/me/calendar-feed';
    const listed = await send(origin, { path: `${base}s`, headers });
    for (const { id } of (JSON.parse(listed.body.toString()) as { items: { id: string }[] }).items)
      await send(origin, { path: `${base}s/${id}`, method: 'DELETE', headers });
    const { status, body } = await send(origin, { path: base, method: 'POST', headers, body: {} });
    if (status !== 201) throw new Error(`No calendar address was made: ${status}`);
    const { url }: { url: string } = JSON.parse(body.toString());
    feeds.push({ path: new URL(url).pathname, etag: '"none"' });
  }
  return counted((at) => {
    const feed = pick(feeds, at);
    return {
      kind: 'calendar feed',
      path: feed.path,
      headers: { 'If-None-Match': feed.etag },
      expected: [200, 304],
      onAnswer: ({ headers: { etag } }) => {
        if (etag) feed.etag = etag;
      },
    };
  });
}

/** In turn creates a draft, publishes it with a change, and cancels it. */
function planning(create: () => SoakAsk, coach: () => Person): () => SoakAsk {
  const drafts: PlannedEvent[] = [];
  const published: PlannedEvent[] = [];
  const write = (kind: string, path: string, method: 'PATCH' | 'POST', body: object): SoakAsk => ({
    kind,
    path: `/api/events/${path}`,
    method,
    body,
    headers: { ...identity, Cookie: coach().cookie, 'Idempotency-Key': uuid() },
    expected: [200],
  });
  const keepIn = (list: PlannedEvent[]) => (reply: Reply) => {
    if (reply.status === 200 || reply.status === 201)
      list.push(JSON.parse(reply.body.toString()) as PlannedEvent);
  };
  return () => {
    const last = published.shift();
    if (last) return write('coach cancels', `${last.id}/cancel`, 'POST', { reason: 'The pitch is frozen' });
    const draft = drafts.shift();
    if (draft) {
      const change = { version: draft.version, publication: 'published', name: 'Training, moved inside' };
      return { ...write('coach edits', draft.id, 'PATCH', change), onAnswer: keepIn(published) };
    }
    const ask = create();
    const headers = { ...ask.headers, ...identity, Cookie: coach().cookie };
    return { ...ask, headers, onAnswer: keepIn(drafts) };
  };
}
