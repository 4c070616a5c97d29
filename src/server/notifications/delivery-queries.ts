// SQL of notification mails. A process claims a notification with a conditional update before it sends the mail, so only
// one process sends it. The claim expires, so that a crash loses nothing.
import { sql } from 'kysely';
import type { Database, Db } from '../db/open.ts';
import { isNamed, isStillForThem } from './visible-queries.ts';

const isWaiting = (now: string) =>
  sql<boolean>`mailed_at is null and (mail_after is null or mail_after <= ${now})`;

/** Number of notifications in the mail queue that are due for a check. */
export async function countWaiting(db: Db, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isWaiting(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** Users with notifications in the mail queue, by id, after the given one. */
export async function peopleWithWaiting(
  db: Db,
  { now, after, limit }: { now: string; after: string | null; limit: number },
): Promise<string[]> {
  let query = db
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where(isWaiting(now))
    .orderBy('user_id')
    .limit(limit);
  if (after !== null) query = query.where('user_id', '>', after);
  return (await query.execute()).map((row) => row.user_id);
}

export function findRecipient(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['username', 'email', 'email_verified_at', 'suspended_at', 'locale', 'time_zone'])
    .select(['quiet_from', 'quiet_to'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

const openDeadline = (now: string) =>
  sql<string | null>`case when e.replies_due_at > ${now} then e.replies_due_at end`;

/** Limits one mail; the rest goes into the next one. */
const maxPerMail = 100;

/**
 * A user's notifications in the mail queue, oldest first, with their events. Without a deadline that is over: answers are still
 * taken, and reminders sent. `last_mailed_at`: of a mail of the same kind about the same event; what was settled without
 * one was never tried.
 */
export function listWaiting(db: Db, userId: string, now: string) {
  return db
    .selectFrom('notifications as n')
    .leftJoin('events as e', (join) => join.onRef('e.id', '=', 'n.event_id').on(isNamed))
    .leftJoin('places as p', 'p.id', 'e.place_id')
    .leftJoin('people as a', 'a.id', 'n.actor_id')
    .leftJoin('teams as t', 't.id', 'n.team_id')
    .leftJoin('organizations as o', 'o.id', 'n.organization_id')
    .select(['n.id', 'n.kind', 'n.changes', 'n.created_at', 'n.read_at', 'n.mail_attempts'])
    .select(({ fn }) => fn.coalesce('t.name', 'o.name').as('group_name'))
    .select(['t.id as team_id', 'o.id as organization_id'])
    .select(['e.id as event_id', 'e.name as event_name', 'e.starts_at', 'e.time_zone', 'e.event_status'])
    .select('e.series_id')
    .select(openDeadline(now).as('replies_due_at'))
    .select(['p.name as place_name', 'a.name as actor_name'])
    .select(
      sql<
        string | null
      >`(select max(l.mailed_at) from notifications l where l.event_id = n.event_id and l.kind = n.kind
        and l.user_id = n.user_id and l.mail_attempts > 0)`.as('last_mailed_at'),
    )
    .select(sql<0 | 1>`case when ${isStillForThem(now)} then 1 else 0 end`.as('is_still_for_them'))
    .where('n.user_id', '=', userId)
    .where(isWaiting(now))
    .orderBy('n.created_at')
    .orderBy('n.id')
    .limit(maxPerMail)
    .execute();
}
export type WaitingRow = Awaited<ReturnType<typeof listWaiting>>[number];

/** What later mails of the same kind about the same event have said to the person of a notification. */
export async function changesMailedSince(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notifications as n')
    .innerJoin('notifications as l', (join) =>
      join
        .onRef('l.event_id', '=', 'n.event_id')
        .onRef('l.kind', '=', 'n.kind')
        .onRef('l.user_id', '=', 'n.user_id'),
    )
    .select('l.changes')
    .where('n.id', '=', id)
    .where(sql<boolean>`(l.created_at, l.id) > (n.created_at, n.id)`)
    .where('l.mailed_at', 'is not', null)
    .where('l.mail_attempts', '>', 0)
    .execute();
  return rows.map(({ changes }) => changes);
}

/** Claims notifications for this process until `until`; returns the ids that it got. */
export async function claim(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  ids: readonly string[],
  { now, until }: { now: string; until: string },
): Promise<ReadonlySet<string>> {
  const free = db
    .selectFrom('notifications')
    .select('id')
    .where('id', 'in', ids)
    .where(isWaiting(now))
    .orderBy('id');
  const rows = await db
    .updateTable('notifications')
    .set((set) => ({ mail_after: until, mail_attempts: set('mail_attempts', '+', 1) }))
    .where('id', 'in', dialect.skipLocked(free))
    .where(isWaiting(now))
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Removes notifications from the mail queue. */
export async function settle(db: Db, ids: readonly string[], at: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mailed_at: at, mail_after: null })
    .where('id', 'in', ids)
    .where('mailed_at', 'is', null)
    .execute();
}

/** Postpones an unclaimed notification until its mail is due. */
export async function postpone(db: Db, id: string, now: string, until: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mail_after: until })
    .where('id', '=', id)
    .where(isWaiting(now))
    .execute();
}

/** Mails that were neither sent nor tried are due again, so that the next run decides when to send them. */
const reconsider = (db: Db) =>
  db
    .updateTable('notifications')
    .set({ mail_after: null })
    .where('mailed_at', 'is', null)
    .where('mail_attempts', '=', 0);

/** A person's frequencies, quiet hours or time zone have changed. */
export async function reconsiderMailsTo(db: Db, userId: string): Promise<void> {
  await reconsider(db).where('user_id', '=', userId).execute();
}

/** Answers to an event are due earlier now. */
export async function reconsiderQuestionsAbout(db: Db, eventId: string): Promise<void> {
  await reconsider(db).where('event_id', '=', eventId).where('kind', '=', 'replyOwed').execute();
}

/** Schedules the retry of a notification that this process claimed. */
export async function pause(db: Db, id: string, until: string): Promise<void> {
  await db.updateTable('notifications').set({ mail_after: until }).where('id', '=', id).execute();
}
