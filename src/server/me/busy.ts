// Busy times of the week that a coach plans in: only of places and leaders of events that the coach runs.
import type { Busy } from '../../contract/people/busy.ts';
import type { Db } from '../db/open.ts';
import { type BusyRow, listBusyLeaders, listTakenPlaces } from './busy-queries.ts';
import { listCalendar } from './calendar-queries.ts';

type Mine = { userId: string; from: string; to: string; now: string };

export async function findBusyTimes(db: Db, mine: Mine): Promise<Busy> {
  const calendar = await listCalendar(db, mine);
  // The page compares these itself, with their names.
  const shown = new Set(calendar.map(({ id }) => id));
  const run = calendar.filter(({ can_edit }) => can_edit === 1).map(({ id }) => id);
  const span = { from: mine.from, to: mine.to };
  const places = others(await listTakenPlaces(db, run, span), shown);
  const leaders = others(await listBusyLeaders(db, run, span), shown);
  return {
    places: places.map(({ taken_id, starts_at, ends_at }) => ({
      placeId: taken_id,
      startsAt: starts_at,
      endsAt: ends_at,
    })),
    leaders: leaders.map(({ taken_id, starts_at, ends_at }) => ({
      personId: taken_id,
      startsAt: starts_at,
      endsAt: ends_at,
    })),
  };
}

/** Each once, though several of the ids that were asked for may have found it. */
function others(rows: readonly BusyRow[], shown: ReadonlySet<string>): BusyRow[] {
  const byKey = new Map(rows.map((row) => [`${row.id} ${row.taken_id}`, row]));
  return [...byKey.values()].filter(({ id }) => !shown.has(id));
}
