// Jobs of registrations: expire holds and offers, offer the seats to the waitlist, and remind people to pay.
import { forEachUntilShutdown } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { repliesClosedFor } from '../events/can-rules.ts';
import { addNotifications } from '../notifications/queries.ts';
import { noPersonId } from '../people/rules.ts';
import { paymentNotices } from './money/pay-notices.ts';
import { eventsWithPayReminder, takePayReminders } from './money/pay-queries.ts';
import { claimEvent } from './queries.ts';
import { lockEvent } from './seats.ts';
import { eventsWithLapsed } from './waitlist-queries.ts';

/** Events in one run of the job; the next run takes the rest. */
const eventsAtOnce = 100;

type Needs = Pick<Deps, 'database' | 'now' | 'shutdown'>;

/**
 * Expires holds and offers, one event per transaction. Any number of processes may run it at once: each skips events that
 * another transaction has locked.
 */
export async function endDueHolds({ database, now, shutdown }: Needs): Promise<void> {
  const { dialect } = database;
  const at = now().toISOString();
  await forEachUntilShutdown(shutdown, await eventsWithLapsed(database.db, at, eventsAtOnce), (eventId) =>
    database.db.transaction().execute(async (db) => {
      if (await claimEvent(db, dialect, eventId)) await lockEvent({ db, dialect, at }, eventId, noPersonId);
    }),
  );
}

/** Reminds each person once to pay before the hold expires. */
export async function remindOfPayments({ database, now, shutdown }: Needs): Promise<void> {
  const { dialect } = database;
  const at = now().toISOString();
  await forEachUntilShutdown(
    shutdown,
    await eventsWithPayReminder(database.db, at, eventsAtOnce),
    (eventId) =>
      database.db.transaction().execute(async (db) => {
        if (!(await claimEvent(db, dialect, eventId))) return;
        const context = await lockEvent({ db, dialect, at }, eventId, noPersonId);
        const held = await takePayReminders(db, eventId, at);
        if (!context || context.removed_at !== null || repliesClosedFor(context, at) !== null) return;
        await addNotifications(db, await paymentNotices(db, eventId, held), at);
      }),
  );
}
