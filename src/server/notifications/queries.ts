// SQL of notifications: each change adds its rows here, in its own transaction.
import { v7 as uuid } from 'uuid';
import type { NotificationKind } from '../../contract/values/words.ts';
import type { Db } from '../db/open.ts';

/** A field whose value changed, as it was and as it is. */
export type Change = { field: string; before: unknown; after: unknown };

export type Notice = {
  userId: string;
  kind: NotificationKind;
  eventId?: string | null;
  teamId?: string | null;
  organizationId?: string | null;
  changes?: readonly Change[];
};

/** Databases take only so many values in one statement. */
const rowsAtOnce = 1000;

/** Who of these people has an account, and so can be told anything. */
export async function withAccount(db: Db, people: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(people)];
  const known = new Set<string>();
  for (let first = 0; first < ids.length; first += rowsAtOnce) {
    const part = ids.slice(first, first + rowsAtOnce);
    for (const { id } of await db.selectFrom('users').select('id').where('id', 'in', part).execute())
      known.add(id);
  }
  return known;
}

/**
 * Notifies people at the instant `at`; those without an account are left out. The texts and the ways of sending belong to
 * those who read the rows.
 */
export async function addNotifications(db: Db, all: readonly Notice[], at: string): Promise<void> {
  if (all.length === 0) return;
  const known = await withAccount(
    db,
    all.map(({ userId }) => userId),
  );
  const notices = all.filter(({ userId }) => known.has(userId));
  const rows = notices.map(({ userId, kind, eventId, teamId, organizationId, changes = [] }) => ({
    id: uuid(),
    user_id: userId,
    kind,
    event_id: eventId ?? null,
    team_id: teamId ?? null,
    organization_id: organizationId ?? null,
    changes: JSON.stringify(changes),
    created_at: at,
    read_at: null,
    mailed_at: null,
  }));
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await db
      .insertInto('notifications')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute();
}
