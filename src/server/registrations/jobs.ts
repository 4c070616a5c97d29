// What the clock does to registrations: holds and offers that ran out end, and the next in line gets the place.
import type { Deps } from '../deps.ts';
import { openScene } from './seats.ts';
import { eventsWithLapsed } from './waitlist-queries.ts';

/** Events brought up to now in one turn: what is left comes in the next. */
const eventsAtOnce = 100;
const nobodyId = '00000000-0000-0000-0000-000000000000';

/**
 * Ends what is due, one event per transaction. Any number of processes may do so at once: each looks again once it has
 * the event's lock, and finds nothing left to do where another came first.
 */
export async function endDueHolds({ database, now }: Pick<Deps, 'database' | 'now'>): Promise<void> {
  const at = now().toISOString();
  for (const eventId of await eventsWithLapsed(database.db, at, eventsAtOnce))
    await database.db
      .transaction()
      .execute((db) => openScene({ db, dialect: database.dialect, at }, eventId, nobodyId));
}
