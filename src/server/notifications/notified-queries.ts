// SQL of notifications that repeat: who needs no other one, and the one that takes the place of an unread one.
import { sql } from 'kysely';
import type { NotificationKind } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
import { addNotifications } from './queries.ts';
import { mailPauseMs } from './rules.ts';
import { isRepeated, openRequests } from './visible-queries.ts';

type NotificationSubject = { column: 'event_id' | 'team_id' | 'organization_id'; id: string };

const requestsOf = new Map(Object.entries(openRequests));

/** Whether the unread notification `n` was visible until now, so that it stands for the new request too. */
function wasVisible(kind: NotificationKind) {
  // The event has just become full, so an earlier notification was hidden while it had free places.
  if (kind === 'eventFull') return sql<boolean>`1 = 0`;
  const requests = requestsOf.get(kind);
  if (!requests) return sql<boolean>`1 = 1`;
  // One of the open requests is the new one.
  return sql<boolean>`(select count(*) from ${requests.rows} where ${requests.areOpen}) > 1`;
}

/**
 * The users with an unread notification of this kind about the event or group, unless the requests that it was about are all
 * decided or withdrawn. Call it after the new request is stored.
 */
export async function usersAlreadyNotified(
  db: Db,
  kind: NotificationKind,
  { column, id }: NotificationSubject,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string }>`select n.user_id from notifications n
    where ${sql.ref(`n.${column}`)} = ${id} and n.kind = ${kind} and n.read_at is null and not ${isRepeated} and ${wasVisible(kind)}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.user_id));
}

/**
 * Notifies people about an event or group in place of their unread notifications of this kind, whose reason is gone: someone who
 * asks and withdraws over and over adds no rows. Its mail waits until a while after the last one.
 */
export async function notifyInPlace(
  db: Db,
  kind: NotificationKind,
  { column, id }: NotificationSubject,
  { userIds, at }: { userIds: readonly string[]; at: string },
): Promise<void> {
  if (userIds.length === 0) return;
  const removed = await db
    .deleteFrom('notifications')
    .where('user_id', 'in', userIds)
    .where('kind', '=', kind)
    .where(column, '=', id)
    .where('read_at', 'is', null)
    .returning(['user_id', 'mailed_at', 'mail_after', 'mail_attempts'])
    .execute();
  const mailAfter = new Map<string, string>();
  for (const {
    user_id: userId,
    mailed_at: mailedAt,
    mail_after: claimedUntil,
    mail_attempts: tries,
  } of removed) {
    // What was settled without a mail was never tried. A mail that is being sent counts as sent.
    if (mailedAt !== null && tries === 0) continue;
    const until =
      mailedAt === null ? claimedUntil : new Date(Date.parse(mailedAt) + mailPauseMs).toISOString();
    if (until !== null && until > (mailAfter.get(userId) ?? at)) mailAfter.set(userId, until);
  }
  const subject = {
    ...(column === 'event_id' && { eventId: id }),
    ...(column === 'team_id' && { teamId: id }),
    ...(column === 'organization_id' && { organizationId: id }),
  };
  const notices = userIds.map((userId) => ({
    userId,
    kind,
    mailAfter: mailAfter.get(userId) ?? null,
    ...subject,
  }));
  await addNotifications(db, notices, at);
}
