// SQL that adds notifications, in the transaction of the change they are about.
import { v7 as uuid } from 'uuid';
import type { NotificationKind } from '../../contract/values/enums.ts';
import { isDeletedUser } from '../accounts/deleted-account-queries.ts';
import type { Db } from '../db/open.ts';

/** A field whose value changed, as it was and as it is. */
export type Change = { field: string; before: unknown; after: unknown };

export type NewNotification = {
  userId: string;
  kind: NotificationKind;
  eventId?: string | null;
  teamId?: string | null;
  organizationId?: string | null;
  changes?: readonly Change[];
  /** Who acted; absent where it was no one, or where the list reads the names from what is open. */
  actorId?: string | null;
  /** Its mail is not sent before this instant; absent without a limit. */
  mailAfter?: string | null;
};

/** Databases limit the parameters of one statement. */
const rowsAtOnce = 1000;

/** The people with an account that was not deleted; others cannot be notified. */
export async function filterWithAccount(db: Db, people: readonly string[]): Promise<Set<string>> {
  const ids = [...new Set(people)];
  const known = new Set<string>();
  for (let first = 0; first < ids.length; first += rowsAtOnce) {
    const part = ids.slice(first, first + rowsAtOnce);
    const rows = await db
      .selectFrom('users as u')
      .select('u.id')
      .where('u.id', 'in', part)
      .where(({ not }) => not(isDeletedUser()))
      .execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/**
 * Adds notifications at the instant `at`; skips people without an account. Texts and delivery are the readers' concern.
 */
export async function addNotifications(db: Db, all: readonly NewNotification[], at: string): Promise<void> {
  if (all.length === 0) return;
  const known = await filterWithAccount(
    db,
    all.map(({ userId }) => userId),
  );
  const notices = all.filter(({ userId }) => known.has(userId));
  const rows = notices.map(
    ({ userId, kind, eventId, teamId, organizationId, changes = [], actorId = null, mailAfter = null }) => ({
      id: uuid(),
      user_id: userId,
      kind,
      event_id: eventId ?? null,
      team_id: teamId ?? null,
      organization_id: organizationId ?? null,
      changes: JSON.stringify(changes),
      actor_id: actorId,
      created_at: at,
      read_at: null,
      mailed_at: null,
      mail_after: mailAfter,
    }),
  );
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await db
      .insertInto('notifications')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute();
}
