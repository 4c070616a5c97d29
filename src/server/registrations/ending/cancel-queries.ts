// SQL of cancelling an event.
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { holdsOrWaits } from '../../events/can-rules.ts';

/** Sets the event's status to cancelled and raises SEQUENCE of its calendar entry (RFC 5545). */
export async function setCancelled(
  db: Db,
  eventId: string,
  reason: string | null,
  at: string,
): Promise<void> {
  await db
    .updateTable('events')
    .set({ event_status: 'EventCancelled', status_reason: reason, updated_at: at })
    .set((set) => ({ sequence: set('sequence', '+', 1), version: set('version', '+', 1) }))
    .where('id', '=', eventId)
    .execute();
}

/** Takes events down: pages and lists show them no more. The caller deletes the files of their pictures (`withoutUnusedFiles`). */
export async function setRemoved(db: Db, eventIds: readonly string[], at: string): Promise<void> {
  await db
    .updateTable('events')
    .set((set) => ({ image: null, removed_at: at, updated_at: at, version: set('version', '+', 1) }))
    .where('id', 'in', eventIds)
    .where('removed_at', 'is', null)
    .execute();
  await db.deleteFrom('event_pictures').where('event_id', 'in', eventIds).execute();
}

const ended = [...holdsOrWaits].filter((state) => state !== null);

/** Cancels all registrations that hold or wait. `must_ask` stays: no person was removed, so none needs approval next time. */
export async function endRegistrations(db: Db, eventId: string, at: string): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ state: 'cancelledByOrganizer', position: null, hold_expires_at: null, updated_at: at })
    // Those who run the event still see who was coming.
    .set({ was_going: sql`case when state = 'confirmed' then 1 else 0 end` })
    .set({ reconfirm_asked_at: null, answered_starts_at: null, answered_ends_at: null })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('event_id', '=', eventId)
    .where('state', 'in', ended)
    .execute();
}
