// SQL of who waits for a place, in which order, and of places that are held until an instant.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Where the next one to wait stands in the order; the place shown is counted, see `waitlistPosition`. */
export async function lastPosition(db: Db, eventId: string): Promise<number> {
  const row = await db
    .selectFrom('registrations')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('event_id', '=', eventId)
    .where('state', '=', 'waitlisted')
    .executeTakeFirstOrThrow();
  return row.last;
}

/** Renumbers the waitlist without gaps, in its order; `moved` is put at `position` (1 is next). */
export async function reorderWaitlist(
  db: Db,
  eventId: string,
  { moved, position }: { moved: string; position: number },
): Promise<void> {
  const order = await waitingInOrder(db, eventId, null);
  const ids = order.map(({ id }) => id).filter((id) => id !== moved);
  ids.splice(position - 1, 0, moved);
  const now = new Map(order.map((row) => [row.id, row.position]));
  for (const [at, id] of ids.entries())
    if (now.get(id) !== at + 1)
      await db
        .updateTable('registrations')
        .set({ position: at + 1 })
        .where('id', '=', id)
        .execute();
}

/** Who waits for an event, first come first; at most so many where a number is given. */
export function waitingInOrder(db: Db, eventId: string, most: number | null) {
  const query = db
    .selectFrom('registrations')
    .select(['id', 'person_id', 'position', 'offer_id'])
    .where('event_id', '=', eventId)
    .where('state', '=', 'waitlisted')
    .orderBy(sql`case when position is null then 1 else 0 end`)
    .orderBy('position')
    .orderBy('id');
  return (most === null ? query : query.limit(most)).execute();
}

/** Offers these their place until `until`. */
export async function offerPlaces(
  db: Db,
  ids: readonly string[],
  { until, remindAt }: { until: string; remindAt: string | null },
  at: string,
): Promise<void> {
  await db
    .updateTable('registrations')
    .set({
      state: 'offered',
      position: null,
      hold_expires_at: until,
      pay_reminder_at: remindAt,
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('id', 'in', ids)
    .execute();
}

/** Makes places of what was just offered to these. */
export async function confirmOffered(db: Db, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('registrations')
    .set({ state: 'confirmed', hold_expires_at: null, updated_at: at, version: sql`version + 1` })
    .where('id', 'in', ids)
    .where('state', '=', 'offered')
    .execute();
}

/** Ends the event's holds and offers that ran out; returns whose they were. */
export async function endLapsed(db: Db, eventId: string, at: string) {
  const rows = await db
    .selectFrom('registrations')
    .select(['id', 'person_id', 'state'])
    .where('event_id', '=', eventId)
    .where('state', 'in', ['pendingPayment', 'offered'])
    .where('hold_expires_at', '<=', at)
    .execute();
  const ended = rows.map(({ id, person_id, state }) => ({
    id,
    userId: person_id,
    from: state,
    to: state === 'offered' ? ('offerExpired' as const) : ('holdExpired' as const),
  }));
  for (const { id, to } of ended)
    await db
      .updateTable('registrations')
      .set({ state: to, hold_expires_at: null, updated_at: at, version: sql`version + 1` })
      .where('id', '=', id)
      .execute();
  return ended;
}

/** Events with a hold or an offer that has run out, the longest overdue first. */
export async function eventsWithLapsed(db: Db, at: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('event_id')
    .where('hold_expires_at', '<=', at)
    .where('state', 'in', ['pendingPayment', 'offered'])
    .orderBy('hold_expires_at')
    .limit(most)
    .execute();
  return [...new Set(rows.map((row) => row.event_id))];
}
