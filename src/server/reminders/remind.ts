// Reminds people without a reply: once by a job, and on request of an organizer.

import type { Db } from '../db/open.ts';
import { forEachUntilShutdown } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { addNotifications } from '../notifications/queries.ts';
import { claimReminder, eventsToRemind, listPeopleToRemind, saveReminders } from './queries.ts';
import { graceAfterAskedMs, manualIntervalMs, remindBeforeDueMs } from './rules.ts';

/** Events per run; the next run handles the rest. */
const eventsAtOnce = 50;

const askedBefore = (at: Date) => new Date(at.getTime() - graceAfterAskedMs).toISOString();

/**
 * Reminds people without a reply, and returns their number. `by` is null for the job, which skips people with a manual
 * reminder; an organizer reminds each person once in 12 hours. Mails respect quiet hours.
 */
export async function remind(
  db: Db,
  eventId: string,
  { by, at }: { by: string | null; at: Date },
): Promise<number> {
  const now = at.toISOString();
  const people = await listPeopleToRemind(db, eventId, {
    since: by === null ? null : new Date(at.getTime() - manualIntervalMs).toISOString(),
    now,
    askedBy: by === null ? askedBefore(at) : now,
  });
  await saveReminders(db, eventId, { people, by, at: now });
  await addNotifications(
    db,
    people.map((userId) => ({ userId, kind: 'replyOwed' as const, eventId, actorId: by })),
    now,
  );
  return people.length;
}

/** The job. Safe to run in several processes. */
export async function remindOfReplies({
  database,
  now,
  shutdown,
}: Pick<Deps, 'database' | 'now' | 'shutdown'>): Promise<void> {
  const at = now();
  const shifted = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const due = { now: at.toISOString(), until: shifted(remindBeforeDueMs), askedBefore: askedBefore(at) };
  const ids = await eventsToRemind(database.db, due, eventsAtOnce);
  await forEachUntilShutdown(shutdown, ids, (eventId) =>
    database.db.transaction().execute(async (db) => {
      if (await claimReminder(db, database.dialect, eventId, due))
        await remind(db, eventId, { by: null, at });
    }),
  );
}
