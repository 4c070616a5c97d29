// HTTP of the signed-in user's notifications.
import type { Notification, notificationEndpoints } from '../../contract/people/notifications.ts';
import type { Deps } from '../deps.ts';
import { decodeCursor, encodeCursor, page } from '../http/answer/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { refundReasonText } from '../payments/refunds/refund-reason-rules.ts';
import { shownName } from '../people/rules.ts';
import {
  countUnread,
  listNotifications,
  markRead,
  type NotificationRow,
  peopleAsking,
} from './list-queries.ts';
import { chosenFrequencies } from './preference-queries.ts';
import { type Change, changesOf, ownMoneyKinds } from './rules.ts';

export function notificationRoutes({
  database: { db },
  now,
}: Deps): Handlers<keyof typeof notificationEndpoints> {
  return {
    'GET /api/users/me/notifications': async ({ query: { cursor, limit, only }, viewer: { userId } }) => {
      const after = decodeCursor(cursor, 'instant');
      const at = now().toISOString();
      const chosen = await chosenFrequencies(db, userId);
      const rows = await listNotifications(db, userId, {
        chosen,
        onlyOwed: only === 'owed',
        after,
        limit,
        at,
      });
      const asking = await peopleAsking(db, rows);
      return {
        ...page(
          rows,
          limit,
          (row) => encodeCursor(row.created_at, row.id),
          (row) => notificationOf(row, asking.get(row.id)),
        ),
        unreadCount: await countUnread(db, userId, chosen, at),
      };
    },

    'PUT /api/users/me/notifications/read': async ({ body, viewer: { userId }, db: trx }) => {
      const at = now().toISOString();
      const chosen = await chosenFrequencies(trx, userId);
      await markRead(trx, userId, { chosen, ...body }, at);
      return { unreadCount: await countUnread(trx, userId, chosen, at) };
    },
  };
}

function groupOf(row: NotificationRow): Notification['group'] {
  if (row.team_id !== null && row.team_name !== null)
    return { kind: 'team', id: row.team_id, name: row.team_name };
  if (row.organization_id !== null && row.organization_name !== null)
    return { kind: 'organization', id: row.organization_id, name: row.organization_name };
  return null;
}

/** Translates the refund reasons that the server sets. */
const withTranslatedReason = (change: Change): Change =>
  change.field === 'reason' && change.after !== null
    ? { ...change, after: refundReasonText(change.after) }
    : change;

function notificationOf(row: NotificationRow, asking: Exclude<Notification['by'], null>): Notification {
  const { event_id: id, name, starts_at: startsAt, time_zone: timeZone } = row;
  const hasEvent = id !== null && name !== null && startsAt !== null && timeZone !== null;
  return {
    id: row.id,
    // The query selects known kinds only.
    kind: row.kind as Notification['kind'],
    event: hasEvent ? { id, name, startsAt, timeZone } : null,
    group: groupOf(row),
    // Amounts are in the mail only: devices cache this list, but no payments.
    changes:
      ownMoneyKinds.has(row.kind) || row.kind === 'refundFailed'
        ? []
        : changesOf(row.changes).map(withTranslatedReason),
    by: asking ?? (row.actor_name === null ? null : { names: [shownName(row.actor_name)], count: 1 }),
    createdAt: row.created_at,
    readAt: row.read_at,
  };
}
