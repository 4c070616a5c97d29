// SQL of the sitemap: where its parts begin and end, and what they hold. Only what a visitor may find and open, in slices
// that leave the server free between them.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { isListed } from '../events/queries.ts';
import { isPublicGroup } from '../groups/queries.ts';
import { isListable } from '../people/queries.ts';
import { dayAfter, type Page, type Part, partSize, type Section } from './rules.ts';

const sliceSize = 500;

/** The parts that all public events from this day on fall into, by the day they start (UTC). */
export async function eventParts(db: Db, firstDay: string): Promise<Part[]> {
  const startAfter = (from: string, skip: number) =>
    one(
      db,
      sql`select e.starts_at as key from events e where ${isListed} and e.starts_at >= ${from}
      order by e.starts_at limit 1 offset ${sql.lit(skip)}`,
    );
  const last = await one(
    db,
    sql`select e.starts_at as key from events e where ${isListed} and e.starts_at >= ${midnight(firstDay)}
    order by e.starts_at desc limit 1`,
  );
  const parts: Part[] = [];
  const lastDay = last?.slice(0, 10) ?? '';
  for (let from = firstDay; from <= lastDay; ) {
    const filled = await startAfter(midnight(from), partSize.planned - 1);
    const to = filled?.slice(0, 10) ?? lastDay;
    parts.push({ section: 'events', from, to });
    from = dayAfter(to);
  }
  return parts;
}

const midnight = (day: string) => `${day}T00:00:00.000Z`;

/** The series `s`, by its first part, that has a listed date to come. */
const isListedSeries = (now: string) =>
  sql<boolean>`s.root_series_id = s.id and exists (select 1 from event_series part join events e on e.series_id = part.id where part.root_series_id = s.id and ${isListed} and e.ends_at > ${now})`;

const idSources = (now: string) => ({
  series: sql`select s.id as key from event_series s where ${isListedSeries(now)}`,
  organizations: sql`select o.id as key from organizations o where ${isPublicGroup('o')}`,
  // Whether they may be named is asked for each when the part is read; here the narrow index is enough.
  people: sql`select p.user_id as key from profiles p where p.is_public = 1`,
});
const idColumns = { series: sql`s.id`, organizations: sql`o.id`, people: sql`p.user_id` } as const;

/** The parts that all public series, organizations or people fall into, by their id. */
export async function idParts(db: Db, section: Exclude<Section, 'events'>, now: string): Promise<Part[]> {
  const source = idSources(now)[section];
  const key = idColumns[section];
  const parts: Part[] = [];
  const last = await one(db, sql`${source} order by ${key} desc limit 1`);
  let from = await one(db, sql`${source} order by ${key} limit 1`);
  while (from && last) {
    const to =
      (await one(
        db,
        sql`${source} and ${key} >= ${from} order by ${key} limit 1 offset ${sql.lit(partSize.planned - 1)}`,
      )) ?? last;
    parts.push({ section, from, to });
    from = await one(db, sql`${source} and ${key} > ${to} order by ${key} limit 1`);
  }
  return parts;
}

async function one(db: Db, query: RawBuilder<unknown>): Promise<string | null> {
  await setImmediate();
  const { rows } = await (query as RawBuilder<{ key: string }>).execute(db);
  return rows[0]?.key ?? null;
}

type Row = { id: string; key: string; changedAt: string };

/** `bornBy` is `adultBornBy` of people/rules.ts, `now` an instant as stored. */
type Moment = { bornBy: string; now: string };

/** The pages of a part. */
export async function pagesIn(db: Db, part: Part, moment: Moment): Promise<Page[]> {
  const { path, select, first } = readers[part.section](part, moment);
  const pages: Page[] = [];
  let after = first;
  for (;;) {
    await setImmediate();
    const { rows } = await select(after).execute(db);
    for (const { id, changedAt } of rows) pages.push({ path: path + id, changedAt });
    const last = rows.at(-1);
    if (!last || rows.length < sliceSize || pages.length + sliceSize > partSize.most) return pages;
    after = last;
  }
}

type Place = { key: string; id: string };
type Reader = { path: string; first: Place; select(after: Place): RawBuilder<Row> };

const lowestId = '00000000-0000-0000-0000-000000000000';

const readers: Record<Section, (part: Part, moment: Moment) => Reader> = {
  events: ({ from, to }) => ({
    path: '/events/public/',
    first: { key: midnight(from), id: lowestId },
    select: ({
      key,
      id,
    }) => sql<Row>`select e.id, e.starts_at as key, e.updated_at as "changedAt" from events e
      where ${isListed} and (e.starts_at, e.id) > (${key}, ${id}) and e.starts_at < ${midnight(dayAfter(to))}
      order by e.starts_at, e.id limit ${sql.lit(sliceSize)}`,
  }),
  series: byId(
    '/series/',
    ({ now }, { id, key }, to) => sql<Row>`
    select s.id, s.id as key, s.updated_at as "changedAt" from event_series s
    where ${isListedSeries(now)} and s.id >= ${key} and s.id > ${id} and s.id <= ${to} order by s.id limit ${sql.lit(sliceSize)}`,
  ),
  organizations: byId(
    '/organizations/',
    (_, { id, key }, to) => sql<Row>`
    select o.id, o.id as key, o.updated_at as "changedAt" from organizations o
    where ${isPublicGroup('o')} and o.id >= ${key} and o.id > ${id} and o.id <= ${to} order by o.id limit ${sql.lit(sliceSize)}`,
  ),
  people: byId(
    '/users/',
    ({ bornBy }, { id, key }, to) => sql<Row>`
    select u.id, u.id as key, u.updated_at as "changedAt" from profiles p join users u on u.id = p.user_id
    where p.is_public = 1 and p.user_id >= ${key} and p.user_id > ${id} and p.user_id <= ${to} and ${isListable('u', bornBy)}
    order by p.user_id limit ${sql.lit(sliceSize)}`,
  ),
};

function byId(path: string, select: (moment: Moment, after: Place, to: string) => RawBuilder<Row>) {
  return ({ from, to }: Part, moment: Moment): Reader => ({
    path,
    first: { key: from, id: lowestId },
    select: (after) => select(moment, after, to),
  });
}
