// The cache of feeds: it never serves a changed feed, and keeps unchanged ones.
import { sql, type Updateable } from 'kysely';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { renderFeed } from '../../../src/server/calendar-feed/feed.ts';
import {
  createFeedCache,
  type FeedCache,
  type StoredFeed,
} from '../../../src/server/calendar-feed/feed-cache.ts';
import { insertFeed } from '../../../src/server/calendar-feed/queries.ts';
import type { Database } from '../../../src/server/db/open.ts';
import type { Tables } from '../../../src/server/db/schema.ts';
import { EtagAnswer } from '../../../src/server/http/answer/etag-answer.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPlace,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { openTestDatabase } from '../../support/server.ts';

const publisher = { publicOrigin: 'https://club.example', instanceName: 'Rooigem' };
const at = new Date('2026-11-21T10:00:00.000Z');
const filters = { teams: [], includeCoaching: true, includeUnanswered: true };

let database: Database;
let feedCache: FeedCache;
beforeEach(async () => {
  database = await openTestDatabase();
  feedCache = createFeedCache(database, publisher);
});
afterEach(() => database.close());

const db = () => database.db;

async function buildFeed(userId: string): Promise<StoredFeed> {
  const created_at = '2026-11-21T09:00:00.000Z';
  const id = await insertFeed(db(), { userId, tokenHash: userId, filters, at: created_at });
  return { id, user_id: userId, created_at, filters, name: 'Ann', email: 'ann@example.com', locale: 'en' };
}

/** The ETag of the current feed, generated without the cache. */
async function trueEtag(feed: StoredFeed, when = at) {
  return new EtagAnswer((await renderFeed(database, feed, { at: when, publisher })).text).etag;
}

/** A club with everything that affects a feed, and each kind of write to it, picked by number. */
async function buildWorld() {
  const [me, other] = [await buildUser(db()), await buildUser(db())];
  const clubs = [await buildOrganization(db()), await buildOrganization(db())];
  const teams = [
    await buildTeam(db(), { organization_id: clubs[0]?.id ?? null }),
    await buildTeam(db(), { organization_id: clubs[1]?.id ?? null }),
    await buildTeam(db()),
  ];
  const places = [await buildPlace(db()), await buildPlace(db())];
  await buildMembership(db(), { team_id: teams[0]?.id ?? '', person_id: me.id });
  const events: string[] = [];
  const visibilities = ['public', 'team', 'organization'] as const;
  for (let index = 0; index < 12; index += 1) {
    const team = teams[index % 4];
    const event = await buildEvent(db(), {
      starts_at: `2026-12-${10 + index}T10:00:00.000Z`,
      visibility: visibilities[index % 3] ?? 'public',
      place_id: places[index % 2]?.id ?? null,
      ...(team ? { teams: [team.id], owner_team_id: team.id } : { organizer_user_id: other.id }),
    });
    events.push(event.id);
  }
  return { me, other, clubs, teams, places, events };
}
type World = Awaited<ReturnType<typeof buildWorld>>;

/** Numbers from 0 to `below`, the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const states = [
  'confirmed',
  'declined',
  'waitlisted',
  'tentative',
  'offered',
  'cancelledByOrganizer',
] as const;
const roles = ['trainee', 'coach', 'owner'] as const;

function writesTo(world: World, random: (below: number) => number): Record<string, () => Promise<unknown>> {
  const pick = <T>(all: readonly T[]): T => all[random(all.length)] as T;
  const event = () => pick(world.events);
  const changeEvent = (set: Updateable<Tables['events']>) =>
    db().updateTable('events').set(set).where('id', '=', event()).execute();
  const person = () => pick([world.me, world.other]).id;
  const group = () =>
    random(2) === 0 ? { team_id: pick(world.teams).id } : { organization_id: pick(world.clubs).id };
  return {
    rename: () => changeEvent({ name: `Name ${random(1000)}` }),
    'take down': () => changeEvent({ removed_at: pick([null, '2026-11-20T10:00:00.000Z']) }),
    hide: () => changeEvent({ visibility: pick(['public', 'team', 'organization'] as const) }),
    publish: () => changeEvent({ publication: pick(['draft', 'published', 'archived'] as const) }),
    cancel: () => changeEvent({ event_status: pick(['EventCancelled', 'EventScheduled'] as const) }),
    'change the zone': () => changeEvent({ time_zone: pick(['Europe/Berlin', 'America/New_York']) }),
    'change the place': () => changeEvent({ place_id: pick(world.places).id }),
    organize: () => changeEvent({ organizer_user_id: person(), organizer_organization_id: null }),
    'delete an event': async () => {
      await db().deleteFrom('events').where('id', '=', event()).execute();
    },
    'rename a place': () =>
      db()
        .updateTable('places')
        .set({ name: `Place ${random(1000)}` })
        .where('id', '=', pick(world.places).id)
        .execute(),
    reply: () => {
      const state = pick(states);
      const hold_expires_at = state === 'offered' ? '2026-12-01T10:00:00.000Z' : null;
      return sql`insert into registrations (id, created_at, updated_at, event_id, person_id, state, responded_at, hold_expires_at)
        select ${crypto.randomUUID()}, ${at.toISOString()}, ${at.toISOString()}, e.id, ${person()}, ${state}, ${at.toISOString()}, ${hold_expires_at}
        from events e where e.id = ${event()} on conflict (event_id, person_id) do update set state = excluded.state, hold_expires_at = excluded.hold_expires_at`.execute(
        db(),
      );
    },
    'take a reply back': () =>
      db()
        .deleteFrom('registrations')
        .where('event_id', '=', event())
        .where('person_id', '=', person())
        .execute(),
    join: async () => {
      const where = group();
      const person_id = person();
      const column = 'team_id' in where ? 'team_id' : 'organization_id';
      await db()
        .deleteFrom('memberships')
        .where('person_id', '=', person_id)
        .where(column, '=', Object.values(where)[0] ?? '')
        .execute();
      await buildMembership(db(), { ...where, person_id, role: pick(roles) });
    },
    leave: () =>
      db()
        .updateTable('memberships')
        .set({ status: pick(['left', 'active'] as const), ended_at: at.toISOString() })
        .where('person_id', '=', person())
        .execute(),
    'take a team along': () =>
      sql`insert into event_teams (event_id, team_id) select e.id, ${pick(world.teams).id} from events e where e.id = ${event()} on conflict do nothing`.execute(
        db(),
      ),
    'leave a team out': () =>
      db()
        .deleteFrom('event_teams')
        .where('event_id', '=', event())
        .where('team_id', '=', pick(world.teams).id)
        .execute(),
    lead: () =>
      sql`insert into event_leaders (event_id, person_id, position) select e.id, ${person()}, 9 from events e where e.id = ${event()} on conflict do nothing`.execute(
        db(),
      ),
    'move a team': () =>
      db()
        .updateTable('teams')
        .set({ organization_id: pick([null, ...world.clubs.map(({ id }) => id)]) })
        .where('id', '=', pick(world.teams).id)
        .execute(),
  };
}

test.each([1, 2, 3])(
  'a cached feed is never called unchanged after random writes that changed it (seed %s)',
  async (seed) => {
    const world = await buildWorld();
    const feed = await buildFeed(world.me.id);
    const random = randomFrom(seed);
    const writes = Object.entries(writesTo(world, random));
    let changed = 0;
    let kept = 0;
    await feedCache.render(feed, at);
    let before = await trueEtag(feed);
    for (let step = 0; step < 150; step += 1) {
      const [name, write] = writes[random(writes.length)] ?? ['none', async () => {}];
      await write();
      const now = await trueEtag(feed);
      const remembered = await feedCache.etagOf(feed, at);
      if (remembered !== null) expect([step, name, remembered]).toEqual([step, name, now]);
      else await feedCache.render(feed, at);
      if (now !== before) changed += 1;
      if (remembered !== null) kept += 1;
      before = now;
    }
    // Guard: both kinds of steps occurred.
    expect([changed > 10, kept > 10]).toEqual([true, true]);
  },
);

it('a feed stays cached while others write, and is generated again after each change of its own', async () => {
  const { me, other, events, places } = await buildWorld();
  const feed = await buildFeed(me.id);
  await feedCache.render(feed, at);
  const etag = await trueEtag(feed);
  // The fourth event is of none of their teams.
  await buildRegistration(db(), { event_id: events[3] ?? '', person_id: other.id });
  await db()
    .updateTable('events')
    .set({ name: 'Not mine' })
    .where('id', '=', events[3] ?? '')
    .execute();
  await db().updateTable('people').set({ name: 'Someone' }).where('id', '=', other.id).execute();
  expect(await feedCache.etagOf(feed, at)).toBe(etag);
  await db()
    .updateTable('places')
    .set({ name: 'New place' })
    .where('id', '=', places[0]?.id ?? '')
    .execute();
  expect(await feedCache.etagOf(feed, at)).toBeNull();
});

it('a feed is generated again with another name, language or filter of its owner, the next UTC day, and when a hold expires', async () => {
  const { me, events } = await buildWorld();
  const feed = await buildFeed(me.id);
  await feedCache.render(feed, at);
  expect(await feedCache.etagOf(feed, new Date('2026-11-21T23:59:59.999Z'))).not.toBeNull();
  expect(await feedCache.etagOf({ ...feed, name: 'Anna' }, at)).toBeNull();
  await feedCache.render(feed, at);
  expect(await feedCache.etagOf({ ...feed, locale: 'de' }, at)).toBeNull();
  await feedCache.render(feed, at);
  expect(
    await feedCache.etagOf({ ...feed, filters: { ...filters, includeUnanswered: false } }, at),
  ).toBeNull();
  await feedCache.render(feed, at);
  expect(await feedCache.etagOf(feed, new Date('2026-11-22T00:00:00.000Z'))).toBeNull();
  await buildRegistration(db(), {
    event_id: events[1] ?? '',
    person_id: me.id,
    state: 'offered',
    hold_expires_at: '2026-11-21T12:00:00.000Z',
  });
  await feedCache.render(feed, at);
  expect(await feedCache.etagOf(feed, new Date('2026-11-21T11:59:59.999Z'))).not.toBeNull();
  expect(await feedCache.etagOf(feed, new Date('2026-11-21T12:00:00.000Z'))).toBeNull();
});

it('a feed is not cached in its first ten minutes, because an earlier write does not invalidate it', async () => {
  const { me } = await buildWorld();
  const feed = { ...(await buildFeed(me.id)), created_at: '2026-11-21T09:50:00.000Z' };
  await feedCache.render(feed, at);
  expect(await feedCache.etagOf(feed, at)).toBeNull();
  const later = new Date(at.getTime() + 1);
  await feedCache.render(feed, later);
  expect(await feedCache.etagOf(feed, later)).not.toBeNull();
});

it('a feed includes a transaction that began before it was generated and ended after', async () => {
  const { me, events } = await buildWorld();
  const feed = await buildFeed(me.id);
  let made = Promise.resolve<unknown>(null);
  await db()
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .updateTable('events')
        .set({ name: 'Late' })
        .where('id', '=', events[0] ?? '')
        .execute();
      made = feedCache.render(feed, at);
      // PostgreSQL generates it meanwhile; SQLite has one connection, so the feed waits there.
      if (database.dialect.name === 'postgres') await made;
    });
  await made;
  const remembered = await feedCache.etagOf(feed, at);
  if (remembered !== null) expect(remembered).toBe(await trueEtag(feed));
  expect(remembered === null).toBe(database.dialect.name === 'postgres');
});

it('a feed has every event once and in order when it takes more than one read', async () => {
  const me = await buildUser(db());
  const ids: string[] = [];
  for (let index = 0; index < 230; index += 1) {
    const starts_at = new Date(Date.parse('2026-12-01T10:00:00.000Z') + index * 3_600_000).toISOString();
    const event = await buildEvent(db(), { starts_at });
    await buildRegistration(db(), { event_id: event.id, person_id: me.id });
    ids.push(event.id);
  }
  const { text } = await renderFeed(database, await buildFeed(me.id), { at, publisher });
  expect([...text.matchAll(/^UID:(\S+)/gm)].map(([, id]) => id)).toEqual(ids);
});
