// SQL of the public list of events: filters and pages.
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { fold, listHas, searchWords } from '../db/dialect.ts';
import { isListed, seatsHeld, selectSummaries } from '../events/queries.ts';
import type { EventSelection } from './rules.ts';

/** A page of public events and one row more where there is a next page. */
export function listPublicEvents(database: Database, selection: EventSelection, limit: number) {
  const { db } = database;
  const { now, bornBy, sort } = selection;
  const query = selectSummaries(db, { now, bornBy, names: 'listable' }).where(conditionsOf(database, selection));
  const ordered =
    sort === 'newest'
      ? query.orderBy('e.published_at', 'desc').orderBy('e.id', 'desc')
      : query.orderBy('e.starts_at').orderBy('e.id');
  return ordered.limit(limit + 1).execute();
}

/** How many public events match, counting no further than `most`. */
export async function countPublicEvents(database: Database, selection: EventSelection, most: number): Promise<number> {
  const matching = database.db
    .selectFrom('events as e')
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .select('e.id')
    .where(conditionsOf(database, { ...selection, after: null }))
    .limit(most);
  const row = await database.db
    .selectFrom(matching.as('m'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return row?.count ?? 0;
}

function conditionsOf({ dialect }: Database, selection: EventSelection) {
  const { filter, after, sort, now } = selection;
  const parts = [isListed];
  const add = (part: ReturnType<typeof sql<boolean>>) => void parts.push(part);
  if (sort === 'newest') add(sql`e.published_at is not null`);
  if (after && sort === 'newest') add(sql`(e.published_at, e.id) < (${after.key}, ${after.id})`);
  // One lower bound only: with two, SQLite may start its index at the wrong one.
  if (after && sort === 'soonest' && after.key > selection.startsAfter)
    add(sql`(e.starts_at, e.id) > (${after.key}, ${after.id})`);
  else if (sort === 'soonest') add(sql`e.starts_at > ${selection.startsAfter}`);
  if (selection.startsBefore !== null) add(sql`e.starts_at < ${selection.startsBefore}`);
  if (!selection.showsOver) add(sql`e.ends_at > ${now}`);
  if (selection.days?.from) add(sql`e.starts_on >= ${selection.days.from}`);
  if (selection.days?.to) add(sql`e.starts_on <= ${selection.days.to}`);
  if (filter.kind) add(sql`e.kind = ${filter.kind}`);
  if (filter.level) add(sql`e.level = ${filter.level}`);
  if (filter.activity) add(listHas(sql.ref('e.activities'), filter.activity));
  if (filter.online) add(sql`e.attendance_mode in ('online', 'mixed')`);
  if (filter.region) add(sql`p.sort_region = ${fold(filter.region)}`);
  if (filter.organizer)
    add(sql`(e.organizer_user_id = ${filter.organizer} or e.organizer_organization_id = ${filter.organizer})`);
  if (filter.q && searchWords(filter.q).length > 0) add(sql`e.id in ${dialect.matchingIds('event', filter.q)}`);
  if (filter.price) {
    const lowestMinor = sql`coalesce((select min(o.price_minor) from offers o where o.event_id = e.id), 0)`;
    add(filter.price === 'free' ? sql`${lowestMinor} = 0` : sql`${lowestMinor} > 0`);
  }
  if (filter.hasPlaces)
    add(sql`(e.maximum_attendee_capacity is null or e.maximum_attendee_capacity > ${seatsHeld(now)})`);
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}
