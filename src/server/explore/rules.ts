// Converts the filters of Explore into conditions: days, ranges of starts, whether past events are listed. Pure.
import type { z } from 'zod';
import type { EventFilterSchema } from '../../contract/events/explore.ts';
import { dayIn, daysOf, earliestStartOfUnended, instantNear } from '../events/rules.ts';
import { adultBornBy } from '../people/rules.ts';

export type EventFilter = Omit<z.output<typeof EventFilterSchema>, 'cursor' | 'limit'>;
export type After = { key: string; id: string } | null;

/** A range of starts; bounds are instants. */
export type StartRange = {
  /** Later than this; null without a bound. */
  after: string | null;
  /** Not later than this; null without a bound. */
  before: string | null;
  /** Whether the cursor is in this range, so that the page begins there. */
  startsAtCursor: boolean;
  /** Only events longer than a day: in an older range, no other can still be going on. */
  isLong: boolean;
};

/** The filters of a list of events, prepared for SQL. */
export type EventSelection = {
  filter: EventFilter;
  after: After;
  sort: EventFilter['sort'];
  now: string;
  bornBy: string;
  /** First and last day, each in the zone of the event. */
  days: { from: string | null; to: string | null };
  /** Whether past events are listed too. */
  showsOver: boolean;
  /** At most two, in order of time, without overlap; none if the cursor is after all. */
  ranges: StartRange[];
  /** Every listed event, on any page, starts later than this. */
  startsAfter: string;
};

const dayMs = 86_400_000;

export function selectionOf(filter: EventFilter, after: After, now: Date): EventSelection {
  const timeZone = filter.timeZone ?? 'UTC';
  const when = filter.when ? daysOf(filter.when, timeZone, now) : null;
  const from = latest(filter.from ?? null, when?.from ?? null);
  const to = earliest(filter.to ?? null, when?.to ?? null);
  const showsOver = from !== null && from < dayIn(timeZone, now);
  const ranges = rangesOf({ from, to, showsOver, now });
  return {
    filter,
    after,
    sort: filter.sort,
    now: now.toISOString(),
    bornBy: adultBornBy(now),
    days: { from, to },
    showsOver,
    // Only one range for `newest`, as ranges of starts are not in order of publication.
    ranges:
      filter.sort === 'newest'
        ? [{ after: null, before: null, startsAtCursor: false, isLong: false }]
        : ranges.flatMap((range) => startedAt(range, after)),
    startsAfter: ranges[0].after,
  };
}

/** The ranges of starts to read. Days are in the event's time zone, so bounds are two days wider than the day in UTC. */
function rangesOf(given: {
  from: string | null;
  to: string | null;
  showsOver: boolean;
  now: Date;
}): [StartRange & { after: string }, ...StartRange[]] {
  const { from, to, showsOver, now } = given;
  const before = to === null ? null : instantNear(to, 3);
  const whole = { before, startsAtCursor: false, isLong: false };
  const unended = earliestStartOfUnended(now);
  const fromBound = from === null ? unended : instantNear(from, -2);
  if (showsOver || fromBound > unended) return [{ ...whole, after: fromBound }];
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  return [
    { ...whole, after: unended, before: earliest(before, dayAgo), isLong: true },
    { ...whole, after: dayAgo },
  ];
}

/** The part of a range after the cursor, if any. */
function startedAt(range: StartRange, cursor: After): StartRange[] {
  if (!cursor || (range.after !== null && cursor.key <= range.after)) return [range];
  if (range.before !== null && cursor.key > range.before) return [];
  return [{ ...range, startsAtCursor: true }];
}

const latest = (a: string | null, b: string | null) => (a === null ? b : b === null || a > b ? a : b);
const earliest = (a: string | null, b: string | null) => (a === null ? b : b === null || a < b ? a : b);

/** The time-dependent values of a list; instants as stored. */
export type Moment = {
  now: string;
  /** `earliestStartOfUnended` of events/rules.ts. */
  unended: string;
  /** `adultBornBy` of people/rules.ts. */
  bornBy: string;
};

export function momentOf(now: Date): Moment {
  return { now: now.toISOString(), unended: earliestStartOfUnended(now), bornBy: adultBornBy(now) };
}

type Named = { sort_name: string; id: string };

/** Merges two lists sorted by name, in the byte order of the database. */
export function mergedByName<A extends Named, B extends Named>(
  some: readonly A[],
  others: readonly B[],
): (A | B)[] {
  return [...some, ...others].sort(
    (a, b) => Buffer.compare(Buffer.from(a.sort_name), Buffer.from(b.sort_name)) || (a.id < b.id ? -1 : 1),
  );
}
