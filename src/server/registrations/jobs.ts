// What the clock does to registrations: holds and offers that ran out end, and the next in line gets the place.
import type { Deps } from '../deps.ts';
import { repliesClosedFor } from '../events/can-rules.ts';
import { addNotifications } from '../notifications/queries.ts';
import { paymentNotices } from './pay-notices.ts';
import { eventsWithPayReminder, takePayReminders } from './pay-queries.ts';
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

/** Reminds people once, before the place runs out that is held until they pay. */
export async function remindOfPayments({ database, now }: Pick<Deps, 'database' | 'now'>): Promise<void> {
  const at = now().toISOString();
  for (const eventId of await eventsWithPayReminder(database.db, at, eventsAtOnce))
    await database.db.transaction().execute(async (db) => {
      const scene = await openScene({ db, dialect: database.dialect, at }, eventId, nobodyId);
      const held = await takePayReminders(db, eventId, at);
      if (!scene || scene.removed_at !== null || repliesClosedFor(scene, at) !== null) return;
      await addNotifications(db, await paymentNotices(db, eventId, held), at);
    });
}
