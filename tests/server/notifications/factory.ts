// Notification rows for tests.
import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '../../../src/server/db/open.ts';
import type { Tables } from '../../../src/server/db/schema.ts';

/** An unread, unmailed notification about a moved start, created now (21 November 2026, 10:00 UTC). */
export async function buildNotification(
  db: Db,
  given: Partial<Insertable<Tables['notifications']>> & { user_id: string },
): Promise<{ id: string }> {
  const notification = {
    id: uuid(),
    kind: 'eventChanged',
    event_id: null,
    changes: JSON.stringify([
      { field: 'startsAt', before: '2026-11-28T09:00:00.000Z', after: '2026-11-28T10:00:00.000Z' },
    ]),
    created_at: '2026-11-21T10:00:00.000Z',
    read_at: null,
    mailed_at: null,
    ...given,
  };
  await db.insertInto('notifications').values(notification).execute();
  return { id: notification.id };
}
