// SQL of the public list of events. Each combination of filters has a prepared query; see db/prepared.ts.
import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { limits } from '../../contract/values/limits.ts';
import { listLimits } from '../../contract/values/list-limits.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Database, Db } from '../db/open.ts';
import { prepared, type Slot } from '../db/prepared.ts';
import { fold } from '../db/search-words.ts';
import { isListed, isListedDate, seatsHeld, selectSummaries } from '../events/queries.ts';
import type { SummaryRow } from '../events/rules.ts';
import { isListable } from '../people/queries.ts';
import { eventsIn, isRareRegion, placesIn } from './regions.ts';
import type { EventSelection, StartRange } from './rules.ts';
import { personQueryFor, type Search, searchFor } from './search.ts';

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
  | 'person'
  | 'startsAfterAll'
  | 'endsAfter',
  string
> & { limit: number };
type Slots = Slot<Values>;

const lowestMinor = sql`coalesce((select min(o.price_minor) from offers o where o.event_id = e.id and o.withdrawn_at is null), 0)`;

/** The ids of events that people with this name lead or organize. Only listed people: others are not named in public. */
function ofPerson(slot: Slots, dialect: Dialect) {
  const people = sql`select n.id from users n where ${dialect.matches('user', sql.ref('n.id'), slot('person'), false)} and ${isListable('n', slot('bornBy'))}`;
  return sql`select l.event_id from event_leaders l where l.person_id in (${people}) union all select r.id from events r where r.organizer_user_id in (${people})`;
}

/** The conditions of a list, on columns of `events e`. */
const conditions = {
  startsAfter: (slot: Slots) => sql`e.starts_at > ${slot('startsAfter')}`,
  startsBefore: (slot: Slots) => sql`e.starts_at <= ${slot('startsBefore')}`,
  afterSoonest: (slot: Slots) => sql`(e.starts_at, e.id) > (${slot('afterKey')}, ${slot('afterId')})`,
  afterNewest: (slot: Slots) => sql`(e.published_at, e.id) < (${slot('afterKey')}, ${slot('afterId')})`,
  wasPublished: () => sql`e.published_at is not null`,
  isNotOver: (slot: Slots) => sql`e.ends_at > ${slot('now')}`,
  lastsLong: (_slot: Slots, { lastsLong }: Dialect) => lastsLong,
  from: (slot: Slots) => sql`e.starts_on >= ${slot('from')}`,
  to: (slot: Slots) => sql`e.starts_on <= ${slot('to')}`,
  kind: (slot: Slots) => sql`e.kind = ${slot('kind')}`,
  level: (slot: Slots) => sql`e.level = ${slot('level')}`,
  activity: (slot: Slots, dialect: Dialect) => dialect.listHas(sql.ref('e.activities'), slot('activity')),
  online: () => sql`e.attendance_mode in ('online', 'mixed')`,
  region: (slot: Slots, dialect: Dialect) => dialect.isAmong(sql.ref('e.place_id'), placesIn(slot('region'))),
  rareRegion: (slot: Slots, dialect: Dialect) =>
    dialect.isAmong(
      sql.ref('e.id'),
      sql`select r.id ${eventsIn(slot('region'), slot('endsAfter'), dialect)}`,
    ),
  // Only a public organizer: otherwise the filter would reveal the organizer of an event.
  organizer: (slot: Slots) =>
    sql`(e.organizer_user_id = (select u.id from users u where u.id = ${slot('organizer')} and ${isListable('u', slot('bornBy'))}) or e.organizer_organization_id = (select o.id from organizations o where o.id = ${slot('organizer')} and o.visibility <> 'private'))`,
  rare: (slot: Slots, dialect: Dialect) => dialect.matches('event', sql.ref('e.id'), slot('search'), false),
  common: (slot: Slots, dialect: Dialect) => dialect.matches('event', sql.ref('e.id'), slot('search'), true),
  rareOrOfPerson: (slot: Slots, dialect: Dialect) =>
    dialect.matches('event', sql.ref('e.id'), slot('search'), false, ofPerson(slot, dialect)),
  commonOrOfPerson: (slot: Slots, dialect: Dialect) =>
    dialect.matches('event', sql.ref('e.id'), slot('search'), true, ofPerson(slot, dialect)),
  free: () => sql`${lowestMinor} = 0`,
  paid: () => sql`${lowestMinor} > 0`,
  hasPlaces: (slot: Slots) =>
    // A postponed event gives no places until it has a new date.
    sql`(e.event_status in ('EventScheduled', 'EventRescheduled') and (e.maximum_attendee_capacity is null or e.maximum_attendee_capacity > ${seatsHeld(slot('now'))}))`,
};
type Condition = keyof typeof conditions;

/** With `oncePerSeries`, rows have their series and the number of its other listed dates. */
export type ListedRow = SummaryRow & {
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
  const known = await lookUp(database, selection);
  const rows: ListedRow[] = [];
  // The ranges are in order of time, so rows of the second follow those of the first.
  for (const range of selection.ranges) {
    const names = conditionsOf(selection, range, known);
    const values = valuesOf(selection, range, known, limit + 1 - rows.length);
    const once = selection.filter.oncePerSeries ?? false;
    const run = memoized(lists, `${database.dialect.name} ${selection.sort} ${once} ${names}`, () =>
      (once ? listOncePerSeries : listOf)(names, selection.sort, database.dialect),
    );
    rows.push(...(await run(database.db, values)));
    if (rows.length > limit) break;
  }
  return rows;
}

/** How many public events match, at most `most`, whatever the cursor. */
export async function countPublicEvents(
  database: Database,
  selection: EventSelection,
  most: number,
): Promise<number> {
  const known = await lookUp(database, selection);
  let count = 0;
  for (const range of selection.ranges) {
    const names = conditionsOf(selection, range, known);
    const run = memoized(counts, `${database.dialect.name} ${names}`, () => countOf(names, database.dialect));
    count += (await run(database.db, valuesOf(selection, range, known, most)))[0]?.count ?? 0;
  }
  return Math.min(count, most);
}

/** What decides how a list is found, besides the selection. */
type Known = { search: (Search & { person: string | null }) | null; isRareRegion: boolean };

async function lookUp(database: Database, selection: EventSelection): Promise<Known> {
  const { q, region } = selection.filter;
  const search = await searchFor(database, 'event', q);
  return {
    search: search && { ...search, person: await personQueryFor(database, q) },
    isRareRegion: Boolean(region) && (await isRareRegion(database, regionOf(selection))),
  };
}

function memoized<T>(known: Map<string, T>, shape: string, make: () => T): T {
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
    return pageOf(dialect, db, query, { names, where, order, limit: slot('limit') });
  });
}

type Listing = {
  names: Condition[];
  where: RawBuilder<boolean>;
  order: RawBuilder<unknown>;
  limit: RawBuilder<number>;
};

/** The rows of the longest page, and one row more. */
const mostRows = Math.max(listLimits.pageMax, limits.searchCountMax) + 1;

const searches: ReadonlySet<Condition> = new Set(['rare', 'common', 'rareOrOfPerson', 'commonOrOfPerson']);

/** Search matches are not in the order of the list, so a subquery with few columns selects and sorts the page first. */
function pageOf<DB, T extends keyof DB, Row>(
  dialect: Dialect,
  db: Db,
  query: SelectQueryBuilder<DB, T, Row>,
  { names, where, order, limit }: Listing,
): Compilable<Row> {
  const isSearch = names.some((name) => searches.has(name));
  if (!isSearch) return dialect.firstRows(db, query.where(where), { order, limit, most: mostRows });
  const chosen = sql`(select e.id from events e where ${where} order by ${order} limit cast(${limit} as bigint))`;
  return query.where(sql<boolean>`e.id in ${chosen}`).orderBy(order);
}

/** Conditions of the cursor and the range of starts, which are not filters. */
const ofPage: ReadonlySet<Condition> = new Set([
  'startsAfter',
  'startsBefore',
  'afterSoonest',
  'afterNewest',
  'lastsLong',
]);

/**
 * The same with only the first matching date of each series. Earlier dates are checked without the cursor, so that no page
 * repeats a series.
 */
function listOncePerSeries(
  names: Condition[],
  sort: EventSelection['sort'],
  dialect: Dialect,
): Run<ListedRow> {
  const order = sort === 'newest' ? sql`e.published_at desc, e.id desc` : sql`e.starts_at, e.id`;
  const fit = names.filter((name) => !ofPage.has(name));
  return prepared<Values, ListedRow>((db, slot) => {
    // `o` is the date of the outer query. Inside, `e` is another date of its series, as the conditions use `e`. The lower
    // bound lets the index skip dates that ended long ago.
    const earlier = sql`select 1 from (select e.series_id, e.starts_at, e.id) o join event_series s on s.id = o.series_id join event_series part on part.root_series_id = s.root_series_id join events e on e.series_id = part.id where (e.starts_at, e.id) < (o.starts_at, o.id) and e.starts_at > ${slot('startsAfterAll')} and ${allOf(fit, slot, dialect)}`;
    const where = sql<boolean>`${allOf(names, slot, dialect)} and (e.series_id is null or not exists (${earlier}))`;
    const query = selectSummaries(db, { now: slot('now'), bornBy: slot('bornBy'), names: 'listable' })
      .select(seriesOf.as('series_id'))
      .select(furtherCount(slot('now')).as('further_count'));
    return pageOf(dialect, db, query, { names, where, order, limit: slot('limit') });
  });
}

/** The series of `e`, as the id of its first part. */
const seriesOf = sql<string | null>`(select s.root_series_id from event_series s where s.id = e.series_id)`;

/** The number of other listed dates of the series of `e` that have not ended. */
const furtherCount = (now: RawBuilder<string>) =>
  sql<number>`(select count(*) from event_series s join event_series part on part.root_series_id = s.root_series_id join events d on d.series_id = part.id where s.id = e.series_id and d.id <> e.id and ${isListedDate} and d.ends_at > ${now})`;

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

function allOf(names: Condition[], slot: Slots, dialect: Dialect) {
  return sql<boolean>`${sql.join([isListed, ...names.map((name) => conditions[name](slot, dialect))], sql` and `)}`;
}

function conditionsOf(
  selection: EventSelection,
  range: StartRange,
  { search, isRareRegion }: Known,
): Condition[] {
  const { filter, after, sort, days } = selection;
  const isNewest = sort === 'newest';
  const chosen: Record<Condition, boolean> = {
    // Only one lower bound: with two, SQLite may start its index scan at the lower one.
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
    region: Boolean(filter.region) && !isRareRegion,
    rareRegion: isRareRegion,
    organizer: Boolean(filter.organizer),
    rare: search?.isCommon === false && search.person === null,
    common: search?.isCommon === true && search.person === null,
    rareOrOfPerson: search?.isCommon === false && search.person !== null,
    commonOrOfPerson: search?.isCommon === true && search.person !== null,
    free: filter.price === 'free',
    paid: filter.price === 'paid',
    hasPlaces: Boolean(filter.hasPlaces),
  };
  return (Object.keys(conditions) as Condition[]).filter((name) => chosen[name]);
}

const regionOf = ({ filter, showsOver, now }: EventSelection) => ({
  region: fold(filter.region ?? ''),
  endsAfter: showsOver ? '0001-01-01T00:00:00.000Z' : now,
});

function valuesOf(selection: EventSelection, range: StartRange, { search }: Known, limit: number): Values {
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
    ...regionOf(selection),
    organizer: filter.organizer ?? '',
    search: search?.query ?? '',
    person: search?.person ?? '',
    startsAfterAll: selection.startsAfter,
    limit,
  };
}
