// What a visitor's filters mean: days, bounds, whether past events show. Pure.
import type { z } from 'zod';
import type { EventFilterSchema } from '../../contract/explore.ts';
import { dayIn, daysOf, earliestStartOfUnended, instantNear, storedInstant } from '../events/rules.ts';
import { adultBornBy } from '../people/rules.ts';

export type EventFilter = Omit<z.output<typeof EventFilterSchema>, 'cursor' | 'limit'>;
export type After = { key: string; id: string } | null;

/** The filters of a list of events, made ready for SQL. */
export type EventSelection = {
  filter: EventFilter;
  after: After;
  sort: EventFilter['sort'];
  now: string;
  bornBy: string;
  /** First and last day, each in the zone of the event. */
  days: { from: string | null; to: string | null } | null;
  /** Whether events that are over are shown too. */
  showsOver: boolean;
  /** Bounds of `starts_at` that let the index do the work; wider than `days` by two days, for the zones. */
  startsAfter: string;
  startsBefore: string | null;
};

export function selectionOf(filter: EventFilter, after: After, now: Date): EventSelection {
  const timeZone = filter.timeZone ?? 'UTC';
  const when = filter.when ? daysOf(filter.when, timeZone, now) : null;
  const from = latest(filter.from ?? null, when?.from ?? null);
  const to = earliest(filter.to ?? null, when?.to ?? null);
  const showsOver = from !== null && from < dayIn(timeZone, now);
  const unended = earliestStartOfUnended(now);
  const fromBound = from === null ? unended : instantNear(from, -2);
  return {
    filter,
    after: after && { key: storedInstant(after.key), id: after.id },
    sort: filter.sort,
    now: now.toISOString(),
    bornBy: adultBornBy(now),
    days: from === null && to === null ? null : { from, to },
    showsOver,
    startsAfter: showsOver || fromBound > unended ? fromBound : unended,
    startsBefore: to === null ? null : instantNear(to, 3),
  };
}

const latest = (a: string | null, b: string | null) => (a === null ? b : b === null || a > b ? a : b);
const earliest = (a: string | null, b: string | null) => (a === null ? b : b === null || a < b ? a : b);
