// SQL of the public list of events. Each combination of filters has a prepared query; see db/prepared.ts.
import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { limits } from '../../contract/values/limits.ts';
import { listLimits } from '../../contract/values/list-limits.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Database, Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { isListedDate, selectListRows } from '../events/queries.ts';
import type { ListRow } from '../events/rules.ts';
import {
  eventsOf,
  type Known,
  regionOf,
  type Shape,
  shapeOf,
  type Values,
  valuesOf,
  whereOf,
} from './event-conditions.ts';
import { isRareRegion } from './regions.ts';
import type { EventSelection } from './rules.ts';
import { personQueryFor, searchFor } from './search.ts';

/** With `oncePerSeries`, rows have their series and the number of its other listed dates. */
export type ListedRow = ListRow & {
  published_at: string | null;
  series_id?: string | null;
  further_count?: number;
};
type Run<Row> = (db: Db, values: Values) => Promise<Row[]>;

const maxShapes = 300;
const lists = new Map<string, Run<ListedRow>>();
const counts = new Map<string, Run<{ count: number }>>();

/** A page of public events, with one row more when there is a next page. */
export async function listPublicEvents(
  database: Database,
  selection: EventSelection,
  limit: number,
): Promise<ListedRow[]> {
  if (selection.ranges.length === 0) return [];
  const known = await lookUp(database, selection);
  const shape = shapeOf(selection, known);
  const { sort, filter } = selection;
  const once = filter.oncePerSeries ?? false;
  const run = memoized(lists, `${database.dialect.name} ${sort} ${once} ${textOf(shape)}`, () =>
    (once ? listOncePerSeries : listOf)(shape, sort, database.dialect),
  );
  return run(database.db, valuesOf(selection, known, limit + 1));
}

/** How many public events match, at most `most`, whatever the cursor. */
export async function countPublicEvents(
  database: Database,
  selection: EventSelection,
  most: number,
): Promise<number> {
  if (selection.ranges.length === 0) return 0;
  const known = await lookUp(database, selection);
  const shape = shapeOf(selection, known);
  const run = memoized(counts, `${database.dialect.name} ${textOf(shape)}`, () =>
    countOf(shape, database.dialect),
  );
  const [counted] = await run(database.db, valuesOf(selection, known, most));
  return Math.min(counted?.count ?? 0, most);
}

async function lookUp(database: Database, selection: EventSelection): Promise<Known> {
  const { q, region } = selection.filter;
  const search = await searchFor(database, 'event', q);
  return {
    search: search && { ...search, person: await personQueryFor(database, q) },
    isRareRegion: Boolean(region) && (await isRareRegion(database, regionOf(selection))),
  };
}

const textOf = ({ filters, ranges }: Shape) => [filters, ...ranges].join(' ');

function memoized<T>(known: Map<string, T>, shape: string, make: () => T): T {
  const found = known.get(shape);
  if (found) return found;
  if (known.size >= maxShapes) known.clear();
  const made = make();
  known.set(shape, made);
  return made;
}

function listOf(shape: Shape, sort: EventSelection['sort'], dialect: Dialect): Run<ListedRow> {
  return prepared<Values, ListedRow>((db, slot) => {
    const query = selectListRows(db, { now: slot('now'), bornBy: slot('bornBy'), names: 'listable' });
    return pageOf(dialect, query, sort, { from: eventsOf(shape, slot, dialect), limit: slot('limit') });
  });
}

/** The rows of the longest page, and one row more. */
const most = Math.max(listLimits.pageMax, limits.searchCountMax) + 1;

const orders = {
  soonest: { key: sql`e.starts_at`, order: sql`e.starts_at, e.id` },
  newest: { key: sql`e.published_at`, order: sql`e.published_at desc, e.id desc` },
};

/** Chooses the page first, in a query with few columns, which an index may have. */
function pageOf<DB, T extends keyof DB, Row>(
  dialect: Dialect,
  query: SelectQueryBuilder<DB, T, Row>,
  sort: EventSelection['sort'],
  which: { from: RawBuilder<unknown>[]; limit: RawBuilder<number> },
): Compilable<Row> {
  const { key, order } = orders[sort];
  return query.where(dialect.isAmongFirst({ ...which, key, order, most })).orderBy(order);
}

/**
 * The same with only the first matching date of each series. Earlier dates are checked without the cursor, so that no page
 * repeats a series.
 */
function listOncePerSeries(shape: Shape, sort: EventSelection['sort'], dialect: Dialect): Run<ListedRow> {
  const fit = shape.filters.filter((name) => name !== 'afterNewest');
  return prepared<Values, ListedRow>((db, slot) => {
    // `o` is the date of the outer query. Inside, `e` is another date of its series, as the conditions use `e`. The lower
    // bound lets the index skip dates that ended long ago.
    const earlier = sql`select 1 from (select e.series_id, e.starts_at, e.id) o join event_series s on s.id = o.series_id join event_series part on part.root_series_id = s.root_series_id join events e on e.series_id = part.id where (e.starts_at, e.id) < (o.starts_at, o.id) and e.starts_at > ${slot('startsAfterAll')} and ${whereOf(fit, slot, dialect)}`;
    const from = eventsOf(shape, slot, dialect).map(
      (events) => sql`${events} and (e.series_id is null or not exists (${earlier}))`,
    );
    const query = selectListRows(db, { now: slot('now'), bornBy: slot('bornBy'), names: 'listable' })
      .select(seriesOf.as('series_id'))
      .select(furtherCount(slot('now')).as('further_count'));
    return pageOf(dialect, query, sort, { from, limit: slot('limit') });
  });
}

/** The series of `e`, as the id of its first part. */
const seriesOf = sql<string | null>`(select s.root_series_id from event_series s where s.id = e.series_id)`;

/** The number of other listed dates of the series of `e` that have not ended. */
const furtherCount = (now: RawBuilder<string>) =>
  sql<number>`(select count(*) from event_series s join event_series part on part.root_series_id = s.root_series_id join events d on d.series_id = part.id where s.id = e.series_id and d.id <> e.id and ${isListedDate} and d.ends_at > ${now})`;

function countOf(shape: Shape, dialect: Dialect): Run<{ count: number }> {
  return prepared<Values, { count: number }>((db, slot) => {
    const ofRanges = eventsOf(shape, slot, dialect).map(
      (events) => sql`select * from (select e.id from ${events} limit cast(${slot('limit')} as bigint)) m`,
    );
    return db
      .selectFrom(sql<{ id: string }>`(${sql.join(ofRanges, sql` union all `)})`.as('matching'))
      .select(({ fn }) => fn.countAll<number>().as('count'));
  });
}
