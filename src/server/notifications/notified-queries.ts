// SQL of who needs no other notification: they have an unread one that is still about an open request.
import { sql } from 'kysely';
import type { NotificationKind } from '../../contract/values/enums.ts';
import type { Db } from '../db/open.ts';
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
