// SQL of cancelling an event.
import type { Db } from '../../db/open.ts';
import { holdsOrWaits } from '../../events/can-rules.ts';

/** The event is called off; its calendar entry has a new sequence (RFC 5545). */
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

const ended = [...holdsOrWaits].filter((state) => state !== null);

/** Ends whatever anyone has, waits or asks for. Nobody was turned away, so nobody has to ask to come another time. */
export async function endPlaces(db: Db, eventId: string, at: string): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ state: 'cancelledByOrganizer', position: null, hold_expires_at: null, updated_at: at })
    .set({ reconfirm_asked_at: null, answered_starts_at: null, answered_ends_at: null })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('event_id', '=', eventId)
    .where('state', 'in', ended)
    .execute();
}
