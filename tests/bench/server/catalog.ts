// The parameters of the bench's requests: ids, words, regions and a session, taken from the filled database.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database, Db } from '../../../src/server/db/open.ts';
import { fold } from '../../../src/server/db/search-words.ts';
import { type Ask, load, type Reply, send } from './load.ts';

export type Words = Record<'common' | 'rare' | 'prefix' | 'two' | 'accents', string[]>;

export type Catalog = {
  /** Public events that answer 200, chosen at random. */
  eventIds: string[];
  /** Public future events that take replies, chosen at random. */
  openIds: string[];
  words: Words;
  activities: string[];
  regions: string[];
  /** A team that the demo coach plans for, and a future event of it with 300 replies. */
  planning: { teamId: string; eventId: string };
  /** The first date of a series of 100 with 20 replies each. */
  seriesDate: { id: string; startsAt: string };
  /** Cookie header of the demo coach. */
  cookie: string;
  /** That of someone with four dates a week for a year. */
  busyCookie: string;
};

const idCount = 1_000;
const wordsOfAKind = 8;

/** Reads the database and signs in at `origin`. */
export async function readCatalog(database: Database, origin: string): Promise<Catalog> {
  const { db } = database;
  const ids = await sql<{ id: string }>`select id from events where publication = 'published'
    and visibility = 'public' and removed_at is null order by random() limit ${idCount}`.execute(db);
  const open = await sql<{ id: string }>`select id from events where publication = 'published'
    and visibility = 'public' and removed_at is null and event_status <> 'EventCancelled' and join_policy <> 'invite'
    and starts_at > ${new Date(Date.now() + 86_400_000).toISOString()} order by random() limit ${idCount}`.execute(
    db,
  );
  const names = await sql<{ name: string }>`select name from events where publication = 'published'
    and visibility = 'public' order by random() limit 3000`.execute(db);
  const regions = await sql<{ region: string }>`select region from places where region <> ''
    group by region order by count(*) desc, region limit 6`.execute(db);
  const activities = await sql<{ activities: string }>`select activities from events group by activities
    order by count(*) desc limit 6`.execute(db);
  const cookie = await signIn(origin, 'coach');
  const planning = await crowdedEvent(db);
  return {
    eventIds: ids.rows.map(({ id }) => id),
    openIds: open.rows.map(({ id }) => id),
    words: chooseWords(names.rows.map(({ name }) => name)),
    regions: regions.rows.map(({ region }) => region),
    activities: activities.rows.flatMap(({ activities }) => JSON.parse(activities) as string[]),
    planning,
    seriesDate: await answeredSeries(db, origin, { cookie, teamId: planning.teamId }),
    cookie,
    busyCookie: await busyPerson(db, origin),
  };
}

const datesAYear = 200;

/** The demo trainee, going to that many events ahead. */
async function busyPerson(db: Db, origin: string): Promise<string> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'trainee')
    .executeTakeFirstOrThrow();
  const ahead = sql<boolean>`e.starts_at > ${new Date().toISOString()}`;
  const mine = db.selectFrom('registrations').select('event_id').where('person_id', '=', id);
  const going = await db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.id', 'in', mine)
    .where(ahead)
    .execute();
  const others = await db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.id', 'not in', mine)
    .where('e.publication', '=', 'published')
    .where('e.visibility', '=', 'public')
    .where('e.removed_at', 'is', null)
    .where(ahead)
    .orderBy(sql`random()`)
    .limit(Math.max(0, datesAYear - going.length))
    .execute();
  const missing = others.map((event) => confirmedAt(event.id, id));
  if (missing.length > 0) await db.insertInto('registrations').values(missing).execute();
  return signIn(origin, 'trainee');
}

const repliesToOne = 300;

/**
 * Fills an event of the demo coach's, open to everyone and without a limit, with people of whom few are in
 * its team.
 */
async function crowdedEvent(db: Db): Promise<Catalog['planning']> {
  const { id, owner_team_id: teamId } = await db
    .selectFrom('events as e')
    .innerJoin('memberships as m', 'm.team_id', 'e.owner_team_id')
    .innerJoin('users as u', 'u.id', 'm.person_id')
    .select(['e.id', 'e.owner_team_id'])
    .where('u.username', '=', 'coach')
    .where('m.status', '=', 'active')
    .where('m.role', '=', 'coach')
    .where('e.publication', '=', 'published')
    .where('e.event_status', '=', 'EventScheduled')
    .where('e.starts_at', '>', new Date(Date.now() + 86_400_000).toISOString())
    .orderBy('e.id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('events')
    .set({ visibility: 'public', maximum_attendee_capacity: null })
    .where('id', '=', id)
    .execute();
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'not in', db.selectFrom('registrations').select('person_id').where('event_id', '=', id))
    .where('username', '<>', 'coach')
    .limit(repliesToOne)
    .execute();
  const confirmed = people.map((person) => confirmedAt(id, person.id));
  await db.insertInto('registrations').values(confirmed).execute();
  return { teamId: teamId ?? '', eventId: id };
}

const confirmedAt = (event_id: string, person_id: string, at = new Date().toISOString()) => ({
  id: uuid(),
  created_at: at,
  updated_at: at,
  event_id,
  person_id,
  responded_by: person_id,
  responded_at: at,
  state: 'confirmed' as const,
});

const repliesToDate = 20;

/** A published series of the demo coach's with replies to each date. */
async function answeredSeries(
  db: Db,
  origin: string,
  { cookie, teamId }: { cookie: string; teamId: string },
): Promise<Catalog['seriesDate']> {
  const startsAt = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 9 * 86_400_000).toISOString();
  const { status, body } = await send(origin, {
    path: '/api/events',
    method: 'POST',
    headers: { Cookie: cookie, 'Idempotency-Key': uuid(), 'Accept-Encoding': 'identity' },
    body: {
      name: 'Training',
      kind: 'training',
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + 5_400_000).toISOString(),
      timeZone: 'Europe/Brussels',
      owner: { kind: 'team', id: teamId },
      visibility: 'public',
      recurrence: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=100' },
      publication: 'published',
    },
  });
  if (status !== 201) throw new Error(`No series was made: ${status}`);
  const { id, series } = JSON.parse(body.toString()) as { id: string; series: { id: string } };
  const dates = await db.selectFrom('events').select('id').where('series_id', '=', series.id).execute();
  // An absence may have declined some already.
  const answered = db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select('r.person_id')
    .where('e.series_id', '=', series.id);
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('username', '<>', 'coach')
    .where('id', 'not in', answered)
    .limit(repliesToDate)
    .execute();
  for (const date of dates)
    await db
      .insertInto('registrations')
      .values(people.map((person) => confirmedAt(date.id, person.id)))
      .execute();
  return { id, startsAt };
}

/** Words of every kind that people search for, from the names of events. */
function chooseWords(names: string[]): Words {
  const counts = new Map<string, number>();
  const raw = new Set<string>();
  for (const name of names)
    for (const word of name.match(/\p{L}{4,}/gu) ?? []) {
      raw.add(word);
      counts.set(fold(word), (counts.get(fold(word)) ?? 0) + 1);
    }
  const byCount = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  const middle = byCount.slice(byCount.length / 3, byCount.length / 3 + wordsOfAKind);
  const accented = [...raw].filter((word) => fold(word) !== word.toLowerCase());
  const pairs = names.map(
    (name) =>
      name
        .match(/\p{L}{4,}/gu)
        ?.slice(0, 2)
        .join(' ') ?? '',
  );
  return {
    common: byCount.slice(0, wordsOfAKind),
    rare: byCount.slice(-wordsOfAKind),
    prefix: middle.map((word) => word.slice(0, 3)),
    two: [...new Set(pairs)].filter((pair) => pair.includes(' ')).slice(0, wordsOfAKind),
    // With accents that the text may lack: both sides are folded.
    accents: accented.length > 0 ? accented.slice(0, wordsOfAKind) : ['kráków', 'münchen'],
  };
}

const passwordOfDemo = 'sideline-demo';

export function loginAsk(username: string, password = passwordOfDemo): Ask {
  return { path: '/api/auth/login', method: 'POST', body: { username, password } };
}

/** Signs a demo account in and returns its Cookie header. */
export async function signIn(origin: string, username: string): Promise<string> {
  const reply = await send(origin, loginAsk(username));
  if (reply.status !== 200) throw new Error(`${username} cannot sign in: ${reply.status}`);
  return cookieOf(reply);
}

/** The Cookie header that goes with the cookies of an answer. */
export const cookieOf = ({ headers }: Reply) =>
  (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');

/** A request that succeeds, or why the product does not support it: a missing endpoint must not look fast. */
export async function whyNot(origin: string, ask: Ask, status: number): Promise<string | null> {
  const answer = await send(origin, ask);
  return answer.status === status ? null : `answered ${answer.status} in place of ${status}`;
}

/** Warms a server up past its first, uncompiled requests. */
export async function warmUp(origin: string, next: (at: number) => Ask): Promise<void> {
  await load(origin, next, { connections: 10, count: 300, maxMs: 3_000 });
}
