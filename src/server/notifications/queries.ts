// SQL of what people are told: whoever changes something adds rows here, in the transaction of the change.
import { v7 as uuid } from 'uuid';
import type { NotificationKind } from '../../contract/words.ts';
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

/** Tells people at the instant `at`; the texts and the ways of sending belong to whoever reads the rows. */
export async function addNotifications(db: Db, notices: readonly Notice[], at: string): Promise<void> {
  if (notices.length === 0) return;
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
