// Reminding those who have not answered: once by the clock, and by hand.

import type { Db } from '../db/open.ts';
import { inSteps } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { addNotifications } from '../notifications/queries.ts';
import { claimReminder, eventsToRemind, saveReminders, whoToRemind } from './queries.ts';

const hourMs = 3_600_000;
/** How long before answers are due the clock reminds. */
const aheadMs = 48 * hourMs;
/** Being asked is a reminder, too: the clock leaves people in peace for so long after it. */
const askedMs = 24 * hourMs;
/** By hand a person is reminded of an event once in so long. */
export const pauseMs = 12 * hourMs;
/** Events in one turn: what is left comes in the next. */
const eventsAtOnce = 50;

type By = { by: string | null; at: Date; since: string };

const askedBefore = (at: Date) => new Date(at.getTime() - askedMs).toISOString();

/** Reminds who has not answered and was not reminded since; returns how many that were. Mails wait for quiet hours to end. */
export async function remind(db: Db, eventId: string, { by, at, since }: By): Promise<number> {
  const now = at.toISOString();
  const people = await whoToRemind(db, eventId, { since, now, askedBy: by === null ? askedBefore(at) : now });
  await saveReminders(db, eventId, { people, by, at: now });
  await addNotifications(
    db,
    people.map((userId) => ({ userId, kind: 'replyOwed' as const, eventId })),
    now,
  );
  return people.length;
}

/** People who were reminded by hand before are left out. Any number of processes may run it at once. */
export async function remindOfReplies({
  database,
  now,
  shutdown,
}: Pick<Deps, 'database' | 'now' | 'shutdown'>): Promise<void> {
  const at = now();
  const shifted = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const due = { now: at.toISOString(), until: shifted(aheadMs), askedBefore: askedBefore(at) };
  const ids = await eventsToRemind(database.db, due, eventsAtOnce);
  await inSteps(shutdown, ids, (eventId) =>
    database.db.transaction().execute(async (db) => {
      if (await claimReminder(db, database.dialect, eventId, due.now))
        await remind(db, eventId, { by: null, at, since: '1970-01-01T00:00:00.000Z' });
    }),
  );
}
