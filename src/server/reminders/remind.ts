// Reminds people without a reply: once by a job, and on request of an organizer.

import type { Db } from '../db/open.ts';
import { forEachUntilShutdown } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { addNotifications } from '../notifications/queries.ts';
import { claimReminder, eventsToRemind, listPeopleToRemind, saveReminders } from './queries.ts';

const hourMs = 3_600_000;
/** The job reminds this long before replies are due. */
const remindBeforeDueMs = 48 * hourMs;
/** The job does not remind this soon after the person was asked. */
const graceAfterAskedMs = 24 * hourMs;
/** Minimum time between manual reminders of one person and event. */
export const manualIntervalMs = 12 * hourMs;
/** Events per run; the next run handles the rest. */
const eventsAtOnce = 50;

type Reminder = { by: string | null; at: Date; since: string };

const askedBefore = (at: Date) => new Date(at.getTime() - graceAfterAskedMs).toISOString();

/** Reminds people without a reply who were not reminded since; returns their number. Mails respect quiet hours. */
export async function remind(db: Db, eventId: string, { by, at, since }: Reminder): Promise<number> {
  const now = at.toISOString();
  const people = await listPeopleToRemind(db, eventId, {
    since,
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

/** The job; skips people with a manual reminder. Safe to run in several processes. */
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
      if (await claimReminder(db, database.dialect, eventId, due.now))
        await remind(db, eventId, { by: null, at, since: '1970-01-01T00:00:00.000Z' });
    }),
  );
}
