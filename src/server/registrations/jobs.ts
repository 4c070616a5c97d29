// What the clock does to registrations: holds and offers that ran out end, and the next in line gets the place.
import { inSteps } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { repliesClosedFor } from '../events/can-rules.ts';
import { addNotifications } from '../notifications/queries.ts';
import { paymentNotices } from './money/pay-notices.ts';
import { eventsWithPayReminder, takePayReminders } from './money/pay-queries.ts';
import { claimEvent } from './queries.ts';
import { openScene } from './seats.ts';
import { eventsWithLapsed } from './waitlist-queries.ts';

/** Events brought up to now in one turn: what is left comes in the next. */
const eventsAtOnce = 100;
const nobodyId = '00000000-0000-0000-0000-000000000000';

type Needs = Pick<Deps, 'database' | 'now' | 'shutdown'>;

/**
 * Ends what is due, one event per transaction. Any number of processes may do so at once: each passes over an event that
 * another transaction holds, and finds nothing left to do where another came first.
 */
export async function endDueHolds({ database, now, shutdown }: Needs): Promise<void> {
  const { dialect } = database;
  const at = now().toISOString();
  await inSteps(shutdown, await eventsWithLapsed(database.db, at, eventsAtOnce), (eventId) =>
    database.db.transaction().execute(async (db) => {
      if (await claimEvent(db, dialect, eventId)) await openScene({ db, dialect, at }, eventId, nobodyId);
    }),
  );
}

/** Reminds people once, before the place runs out that is held until they pay. */
export async function remindOfPayments({ database, now, shutdown }: Needs): Promise<void> {
  const { dialect } = database;
  const at = now().toISOString();
  await inSteps(shutdown, await eventsWithPayReminder(database.db, at, eventsAtOnce), (eventId) =>
    database.db.transaction().execute(async (db) => {
      if (!(await claimEvent(db, dialect, eventId))) return;
      const scene = await openScene({ db, dialect, at }, eventId, nobodyId);
      const held = await takePayReminders(db, eventId, at);
      if (!scene || scene.removed_at !== null || repliesClosedFor(scene, at) !== null) return;
      await addNotifications(db, await paymentNotices(db, eventId, held), at);
    }),
  );
}
