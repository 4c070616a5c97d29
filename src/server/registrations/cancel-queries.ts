// SQL of cancelling an event.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { holdsOrWaits } from '../events/can-rules.ts';

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
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('event_id', '=', eventId)
    .where('state', 'in', ended)
    .execute();
}

/** Who would come for nothing: whoever has, waits or asks for a place or may come, invited members who have not replied, leaders. */
export async function whoCountsOn(db: Db, eventId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from registrations where event_id = ${eventId} and state in (${sql.join([...ended, 'tentative'])})
    union
    select user_id from event_leaders where event_id = ${eventId}
    union
    select g.user_id from memberships g
    join event_teams t on t.team_id = g.team_id
    where t.event_id = ${eventId} and g.status = 'active' and not exists (
      select 1 from registrations m where m.event_id = ${eventId} and m.user_id = g.user_id
    )`.execute(db);
  return rows.map((row) => row.user_id);
}
