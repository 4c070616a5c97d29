// SQL of notices to people. What is said in them, and to whom, is for the domain that something happened in.
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/open.ts';

export type NewNotification = {
  userId: string;
  /** As in `membershipInvited`; the page has a sentence for each. */
  kind: string;
  eventId: string | null;
  teamId?: string | null;
  organizationId?: string | null;
  /** What changed, old and new. */
  changes: { field: string; before: string | null; after: string | null }[];
  /** Instant it happened. */
  at: string;
};

/** Puts a notice into each person's list. */
export async function addNotifications(db: Db, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('notifications')
    .values(
      rows.map((row) => ({
        id: uuid(),
        user_id: row.userId,
        kind: row.kind,
        event_id: row.eventId,
        team_id: row.teamId ?? null,
        organization_id: row.organizationId ?? null,
        changes: JSON.stringify(row.changes),
        created_at: row.at,
      })),
    )
    .execute();
}
