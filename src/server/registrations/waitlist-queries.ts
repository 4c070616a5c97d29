// SQL of the waitlist and its order, and of seats held or offered until an instant.
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { beforePayment, mostUnpaidHolds } from './rules.ts';

/** The highest stored position; the position that people see is counted, see `waitlistPosition`. */
export async function lastPosition(db: Db, eventId: string): Promise<number> {
  const row = await db
    .selectFrom('registrations')
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .where('event_id', '=', eventId)
    .where('state', '=', 'waitlisted')
    .executeTakeFirstOrThrow();
  return row.last;
}

/** Moves one registration to `position` (1 is next) and renumbers the waitlist without gaps. */
export async function reorderWaitlist(
  db: Db,
  eventId: string,
  { moved, position }: { moved: string; position: number },
): Promise<void> {
  const order = await waitlist(db, eventId).execute();
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

/** The waitlist of an event in its order. */
function waitlist(db: Db, eventId: string) {
  return db
    .selectFrom('registrations')
    .select(['id', 'person_id', 'position', 'offer_id'])
    .where('event_id', '=', eventId)
    .where('state', '=', 'waitlisted')
    .orderBy(sql`case when position is null then 1 else 0 end`)
    .orderBy('position')
    .orderBy('id');
}

/**
 * The next people on an event's waitlist to get a seat, at most `most`. Suspended people keep their position and are skipped,
 * because they could not sign in to accept.
 */
export function nextInLine(db: Db, eventId: string, most: number | null) {
  const query = waitlist(db, eventId).where(
    sql<boolean>`not exists (select 1 from users u where u.id = person_id and u.suspended_at is not null)`,
  );
  return (most === null ? query : query.limit(most)).execute();
}

/** Offers a seat to each of these registrations until `until`. */
export async function offerSeats(
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

/** Confirms registrations that were just offered a seat. */
export async function confirmOffered(db: Db, ids: readonly string[], at: string): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('registrations')
    .set({ state: 'confirmed', hold_expires_at: null, updated_at: at, version: sql`version + 1` })
    .where('id', 'in', ids)
    .where('state', '=', 'offered')
    .execute();
}

/** Expires the event's lapsed holds and offers; returns the registrations. */
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
    to: state === 'offered' ? ('offerExpired' as const) : ('holdExpired' as const),
  }));
  for (const { id, to } of ended)
    await db
      .updateTable('registrations')
      .set({ state: to, hold_expires_at: null, updated_at: at, version: sql`version + 1` })
      .$if(to === 'holdExpired', (query) =>
        query.set({
          must_ask: sql`case when unpaid_holds >= ${mostUnpaidHolds} then 1 else must_ask end`,
        }),
      )
      .where('id', '=', id)
      .execute();
  return ended;
}

/**
 * Sets when the event's holds, or its offers, that would expire after `later` expire and are reminded of. Returns the
 * registrations.
 */
export async function setHoldEnds(
  db: Db,
  eventId: string,
  {
    state,
    until,
    remindAt,
    later,
  }: { state: 'pendingPayment' | 'offered'; until: string; remindAt: string | null; later: string },
  at: string,
) {
  const rows = await db
    .updateTable('registrations')
    .set({
      hold_expires_at: until,
      pay_reminder_at: remindAt,
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('event_id', '=', eventId)
    .where('state', '=', state)
    .where('hold_expires_at', '>', later)
    .returning(['id', 'person_id'])
    .execute();
  return rows.map(({ id, person_id: userId }) => ({ id, userId, until }));
}

/** Takes the price away from people without a paid or held seat, after an event has become free. */
export async function clearOffers(db: Db, eventId: string, at: string): Promise<void> {
  await db
    .updateTable('registrations')
    .set({ offer_id: null, updated_at: at, version: sql`version + 1` })
    .where('event_id', '=', eventId)
    .where('state', 'in', [...beforePayment])
    .where('offer_id', 'is not', null)
    .execute();
}

/** Events with a lapsed hold or offer, the longest overdue first. */
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
