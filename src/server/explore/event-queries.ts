// SQL of the public list of events. One query per combination of filters, built once; see db/prepared.ts.
import { type RawBuilder, sql } from 'kysely';
import { type Dialect, fold } from '../db/dialect.ts';
import type { Database, Db } from '../db/open.ts';
import { prepared, type Slot } from '../db/prepared.ts';
import { isListed, seatsHeld, selectSummaries } from '../events/queries.ts';
import type { SummaryRow } from '../events/rules.ts';
import { isListable } from '../people/queries.ts';
import type { EventSelection, StartRange } from './rules.ts';
import { type Search, searchFor } from './search.ts';

type Values = Record<
  | 'now'
  | 'bornBy'
  | 'afterKey'
  | 'afterId'
  | 'startsAfter'
  | 'startsBefore'
  | 'from'
  | 'to'
  | 'kind'
  | 'level'
  | 'activity'
  | 'region'
  | 'organizer'
  | 'search'
  | 'startsAfterAll',
  string
> & { limit: number };
type Gaps = Slot<Values>;

const lowestMinor = sql`coalesce((select min(o.price_minor) from offers o where o.event_id = e.id and o.withdrawn_at is null), 0)`;

/** Every condition a list may have, each on columns of `events e`. */
const conditions = {
  startsAfter: (slot: Gaps) => sql`e.starts_at > ${slot('startsAfter')}`,
  startsBefore: (slot: Gaps) => sql`e.starts_at <= ${slot('startsBefore')}`,
  afterSoonest: (slot: Gaps) => sql`(e.starts_at, e.id) > (${slot('afterKey')}, ${slot('afterId')})`,
  afterNewest: (slot: Gaps) => sql`(e.published_at, e.id) < (${slot('afterKey')}, ${slot('afterId')})`,
  wasPublished: () => sql`e.published_at is not null`,
  isNotOver: (slot: Gaps) => sql`e.ends_at > ${slot('now')}`,
  lastsLong: (_slot: Gaps, { lastsLong }: Dialect) => lastsLong,
  from: (slot: Gaps) => sql`e.starts_on >= ${slot('from')}`,
  to: (slot: Gaps) => sql`e.starts_on <= ${slot('to')}`,
  kind: (slot: Gaps) => sql`e.kind = ${slot('kind')}`,
  level: (slot: Gaps) => sql`e.level = ${slot('level')}`,
  activity: (slot: Gaps, dialect: Dialect) => dialect.listHas(sql.ref('e.activities'), slot('activity')),
  online: () => sql`e.attendance_mode in ('online', 'mixed')`,
  region: (slot: Gaps) =>
    sql`e.place_id in (select at.id from places at where at.sort_region = ${slot('region')})`,
  // Only an organizer who may be named: else the filter would tell whose event it is.
  organizer: (slot: Gaps) =>
    sql`(e.organizer_user_id = (select u.id from users u where u.id = ${slot('organizer')} and ${isListable('u', slot('bornBy'))}) or e.organizer_organization_id = (select o.id from organizations o where o.id = ${slot('organizer')} and o.visibility <> 'private'))`,
  rare: (slot: Gaps, dialect: Dialect) => dialect.matches('event', sql.ref('e.id'), slot('search'), false),
  common: (slot: Gaps, dialect: Dialect) => dialect.matches('event', sql.ref('e.id'), slot('search'), true),
  free: () => sql`${lowestMinor} = 0`,
  paid: () => sql`${lowestMinor} > 0`,
  hasPlaces: (slot: Gaps) =>
    sql`(e.maximum_attendee_capacity is null or e.maximum_attendee_capacity > ${seatsHeld(slot('now'))})`,
};
type Condition = keyof typeof conditions;

/** The list that `oncePerSeries` makes has the series of a date and how many other dates of it are listed. */
export type ListedRow = SummaryRow & {
  published_at: string | null;
  series_id?: string | null;
  further_count?: number;
};
type Run<Row> = (db: Db, values: Values) => Promise<Row[]>;

const maxShapes = 300;
const lists = new Map<string, Run<ListedRow>>();
const counts = new Map<string, Run<{ count: number }>>();

/** A page of public events, and one row more where there is a next page. */
export async function listPublicEvents(
  database: Database,
  selection: EventSelection,
  limit: number,
): Promise<ListedRow[]> {
  const search = await searchFor(database, 'event', selection.filter.q);
  const rows: ListedRow[] = [];
  // The ranges follow each other in time, so the rows of the second come after those of the first.
  for (const range of selection.ranges) {
    const names = conditionsOf(selection, range, search);
    const values = valuesOf(selection, range, search, limit + 1 - rows.length);
    const once = selection.filter.oncePerSeries ?? false;
    const run = remembered(lists, `${database.dialect.name} ${selection.sort} ${once} ${names}`, () =>
      (once ? listOncePerSeries : listOf)(names, selection.sort, database.dialect),
    );
    rows.push(...(await run(database.db, values)));
    if (rows.length > limit) break;
  }
  return rows;
}

/** How many public events match, counting no further than `most`; the place in the list does not matter. */
export async function countPublicEvents(
  database: Database,
  selection: EventSelection,
  most: number,
): Promise<number> {
  const search = await searchFor(database, 'event', selection.filter.q);
  let count = 0;
  for (const range of selection.ranges) {
    const names = conditionsOf(selection, range, search);
    const run = remembered(counts, `${database.dialect.name} ${names}`, () =>
      countOf(names, database.dialect),
    );
    count += (await run(database.db, valuesOf(selection, range, search, most)))[0]?.count ?? 0;
  }
  return Math.min(count, most);
}

function remembered<T>(known: Map<string, T>, shape: string, make: () => T): T {
  const found = known.get(shape);
  if (found) return found;
  if (known.size >= maxShapes) known.clear();
  const made = make();
  known.set(shape, made);
  return made;
}

function listOf(names: Condition[], sort: EventSelection['sort'], dialect: Dialect): Run<ListedRow> {
  const order = sort === 'newest' ? sql`e.published_at desc, e.id desc` : sql`e.starts_at, e.id`;
  return prepared<Values, ListedRow>((db, slot) => {
    const where = allOf(names, slot, dialect);
    const query = selectSummaries(db, { now: slot('now'), bornBy: slot('bornBy'), names: 'listable' });
    return pageOf(query, { names, where, order, limit: slot('limit') });
  });
}

type Listing = {
  names: Condition[];
  where: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
  limit: RawBuilder<number>;
};

/** A search is not found in the order of the list: its page is chosen first, on few columns. */
function pageOf<Q extends ReturnType<typeof selectSummaries>>(
  query: Q,
  { names, where, order, limit }: Listing,
) {
  const isSearch = names.includes('rare') || names.includes('common');
  if (!isSearch) return query.where(where).orderBy(order).limit(limit);
  const chosen = sql`(select e.id from events e where ${where} order by ${order} limit cast(${limit} as bigint))`;
  return query.where(sql<boolean>`e.id in ${chosen}`).orderBy(order);
}

/** Where one page begins and another range of starts ends: what decides nothing about which events fit. */
const ofPage: ReadonlySet<Condition> = new Set([
  'startsAfter',
  'startsBefore',
  'afterSoonest',
  'afterNewest',
  'lastsLong',
]);

/**
 * The same with the next date alone of each series: the one before which no other fits. Whatever page it is on, so that
 * a cursor splits the list without repeating a series.
 */
function listOncePerSeries(
  names: Condition[],
  sort: EventSelection['sort'],
  dialect: Dialect,
): Run<ListedRow> {
  const order = sort === 'newest' ? sql`e.published_at desc, e.id desc` : sql`e.starts_at, e.id`;
  const fit = names.filter((name) => !ofPage.has(name));
  return prepared<Values, ListedRow>((db, slot) => {
    // `o` is the date that is asked about, and `e` from there on another of its series, as conditions are on `e`. The
    // lower bound is for the index: what has been over for long is not looked at.
    const earlier = sql`select 1 from (select e.series_id, e.starts_at, e.id) o join event_series s on s.id = o.series_id join event_series part on part.root_series_id = s.root_series_id join events e on e.series_id = part.id where (e.starts_at, e.id) < (o.starts_at, o.id) and e.starts_at > ${slot('startsAfterAll')} and ${allOf(fit, slot, dialect)}`;
    const where = sql<boolean>`${allOf(names, slot, dialect)} and (e.series_id is null or not exists (${earlier}))`;
    const query = selectSummaries(db, { now: slot('now'), bornBy: slot('bornBy'), names: 'listable' })
      .select(seriesOf.as('series_id'))
      .select(furtherCount(slot('now')).as('further_count'));
    return pageOf(query, { names, where, order, limit: slot('limit') });
  });
}

/** The series of `e`, by its first part. */
const seriesOf = sql<string | null>`(select s.root_series_id from event_series s where s.id = e.series_id)`;

/** How many other dates of the series of `e` are listed and not over. */
const furtherCount = (now: RawBuilder<string>) =>
  sql<number>`(select count(*) from event_series s join event_series part on part.root_series_id = s.root_series_id join events d on d.series_id = part.id where s.id = e.series_id and d.id <> e.id and d.publication = 'published' and d.visibility = 'public' and d.removed_at is null and d.ends_at > ${now})`;

function countOf(names: Condition[], dialect: Dialect): Run<{ count: number }> {
  return prepared<Values, { count: number }>((db, slot) =>
    db
      .selectFrom(
        sql<{
          id: string;
        }>`(select e.id from events e where ${allOf(names, slot, dialect)} limit cast(${slot('limit')} as bigint))`.as(
          'matching',
        ),
      )
      .select(({ fn }) => fn.countAll<number>().as('count')),
  );
}

function allOf(names: Condition[], slot: Gaps, dialect: Dialect) {
  return sql<boolean>`${sql.join([isListed, ...names.map((name) => conditions[name](slot, dialect))], sql` and `)}`;
}

function conditionsOf(selection: EventSelection, range: StartRange, search: Search | null): Condition[] {
  const { filter, after, sort, days } = selection;
  const isNewest = sort === 'newest';
  const chosen: Record<Condition, boolean> = {
    // One lower bound only: with two, SQLite may start its index at the wrong one.
    startsAfter: range.after !== null && !range.startsAtCursor,
    startsBefore: range.before !== null,
    afterSoonest: range.startsAtCursor,
    afterNewest: isNewest && after !== null,
    wasPublished: isNewest,
    isNotOver: !selection.showsOver,
    lastsLong: range.isLong,
    from: Boolean(days.from),
    to: Boolean(days.to),
    kind: Boolean(filter.kind),
    level: Boolean(filter.level),
    activity: Boolean(filter.activity),
    online: Boolean(filter.online),
    region: Boolean(filter.region),
    organizer: Boolean(filter.organizer),
    rare: search?.isCommon === false,
    common: search?.isCommon === true,
    free: filter.price === 'free',
    paid: filter.price === 'paid',
    hasPlaces: Boolean(filter.hasPlaces),
  };
  return (Object.keys(conditions) as Condition[]).filter((name) => chosen[name]);
}

function valuesOf(
  selection: EventSelection,
  range: StartRange,
  search: Search | null,
  limit: number,
): Values {
  const { filter, after, days } = selection;
  return {
    now: selection.now,
    bornBy: selection.bornBy,
    afterKey: after?.key ?? '',
    afterId: after?.id ?? '',
    startsAfter: range.after ?? '',
    startsBefore: range.before ?? '',
    from: days.from ?? '',
    to: days.to ?? '',
    kind: filter.kind ?? '',
    level: filter.level ?? '',
    activity: filter.activity ?? '',
    region: fold(filter.region ?? ''),
    organizer: filter.organizer ?? '',
    search: search?.query ?? '',
    startsAfterAll: selection.startsAfter,
    limit,
  };
}
