// Conditions of the public list of events, on columns of `events e`, and their values.
import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Slot } from '../db/prepared.ts';
import { fold } from '../db/search-words.ts';
import { isListed, seatsHeld } from '../events/queries.ts';
import { isListable } from '../people/queries.ts';
import { eventsIn, placesIn } from './regions.ts';
import type { EventSelection, StartRange } from './rules.ts';
import type { Search } from './search.ts';

/** Of the first and the second range of starts. */
type RangeNumber = 0 | 1;

export type Values = Record<
  | 'now'
  | 'bornBy'
  | 'afterKey'
  | 'afterId'
  | `startsAfter${RangeNumber}`
  | `startsBefore${RangeNumber}`
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
export type Slots = Slot<Values>;

const lowestMinor = sql`coalesce((select min(o.price_minor) from offers o where o.event_id = e.id and o.withdrawn_at is null), 0)`;

/** The ids of events that people with this name lead or organize. Only listed people: others are not named in public. */
function ofPerson(slot: Slots, dialect: Dialect) {
  const people = sql`select n.id from users n where ${dialect.matches('user', sql.ref('n.id'), slot('person'), false)} and ${isListable('n', slot('bornBy'))}`;
  return sql`select l.event_id from event_leaders l where l.person_id in (${people}) union all select r.id from events r where r.organizer_user_id in (${people})`;
}

const filters = {
  afterNewest: (slot: Slots) => sql`(e.published_at, e.id) < (${slot('afterKey')}, ${slot('afterId')})`,
  wasPublished: () => sql`e.published_at is not null`,
  isNotOver: (slot: Slots) => sql`e.ends_at > ${slot('now')}`,
  from: (slot: Slots) => sql`e.starts_on >= ${slot('from')}`,
  to: (slot: Slots) => sql`e.starts_on <= ${slot('to')}`,
  kind: (slot: Slots) => sql`e.kind = ${slot('kind')}`,
  level: (slot: Slots) => sql`e.level = ${slot('level')}`,
  // Read in the index of the list: PostgreSQL cannot know how many events have an activity when it keeps the plan.
  activity: (slot: Slots, dialect: Dialect) =>
    dialect.listHas(sql.ref('e.activities'), slot('activity'), 'rows'),
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
type Filter = keyof typeof filters;

/** Filters that few events meet, which are known by their ids. */
const ofFew: ReadonlySet<Filter> = new Set(['rareRegion', 'rare', 'rareOrOfPerson']);

const bounds = {
  startsAfter: (slot: Slots, range: RangeNumber) => sql`e.starts_at > ${slot(`startsAfter${range}`)}`,
  startsBefore: (slot: Slots, range: RangeNumber) => sql`e.starts_at <= ${slot(`startsBefore${range}`)}`,
  afterSoonest: (slot: Slots) => sql`(e.starts_at, e.id) > (${slot('afterKey')}, ${slot('afterId')})`,
  lastsLong: (_slot: Slots, _range: RangeNumber, { lastsLong }: Dialect) => lastsLong,
};
type Bound = keyof typeof bounds;

/** What decides the text of a query: the filters of the list, and the bounds of each range of starts. */
export type Shape = { filters: Filter[]; ranges: Bound[][] };

/** What decides how a list is found, besides the selection. */
export type Known = { search: (Search & { person: string | null }) | null; isRareRegion: boolean };

export function shapeOf(
  { filter, after, sort, days, showsOver, ranges }: EventSelection,
  known: Known,
): Shape {
  const { search, isRareRegion } = known;
  const isNewest = sort === 'newest';
  const chosen: Record<Filter, boolean> = {
    afterNewest: isNewest && after !== null,
    wasPublished: isNewest,
    isNotOver: !showsOver,
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
  return { filters: namesOf(chosen), ranges: ranges.map(boundsOf) };
}

const boundsOf = (range: StartRange): Bound[] =>
  namesOf({
    // Only one lower bound: with two, SQLite may start its index scan at the lower one.
    startsAfter: range.after !== null && !range.startsAtCursor,
    startsBefore: range.before !== null,
    afterSoonest: range.startsAtCursor,
    lastsLong: range.isLong,
  });

const namesOf = <N extends string>(chosen: Record<N, boolean>) =>
  (Object.keys(chosen) as N[]).filter((name) => chosen[name]);

/** What follows `from` for the listed events of each range. */
export function eventsOf(shape: Shape, slot: Slots, dialect: Dialect): RawBuilder<unknown>[] {
  const { few = [], other = [] } = Object.groupBy(shape.filters, (name) =>
    ofFew.has(name) ? 'few' : 'other',
  );
  const first = few.map((name) => filters[name](slot, dialect));
  const listed = whereOf(other, slot, dialect);
  return shape.ranges.map((names, at) => {
    const ofRange = names.map((name) => bounds[name](slot, at === 0 ? 0 : 1, dialect));
    return dialect.eventsOf(allOf([listed, ...ofRange]), first.length > 0 ? allOf(first) : null);
  });
}

const allOf = (parts: RawBuilder<unknown>[]) => sql<boolean>`${sql.join(parts, sql` and `)}`;

/** What a listed event `e` must be with these filters, whatever its start and the cursor. */
export function whereOf(names: Filter[], slot: Slots, dialect: Dialect): RawBuilder<boolean> {
  return allOf([isListed, ...names.map((name) => filters[name](slot, dialect))]);
}

export const regionOf = ({ filter, showsOver, now }: EventSelection) => ({
  region: fold(filter.region ?? ''),
  endsAfter: showsOver ? '0001-01-01T00:00:00.000Z' : now,
});

export function valuesOf(selection: EventSelection, { search }: Known, limit: number): Values {
  const { filter, after, days, ranges } = selection;
  const [first, second] = ranges;
  return {
    now: selection.now,
    bornBy: selection.bornBy,
    afterKey: after?.key ?? '',
    afterId: after?.id ?? '',
    startsAfter0: first?.after ?? '',
    startsBefore0: first?.before ?? '',
    startsAfter1: second?.after ?? '',
    startsBefore1: second?.before ?? '',
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
