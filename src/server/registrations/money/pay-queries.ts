// SQL of the amounts due for held and offered seats, and of payment reminders.
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { leftMinor } from '../../payments/refunds/refund-queries.ts';
import { paidStates } from '../../payments/rules.ts';

/**
 * The amount due of each registration as one text, `1250 EUR`: the price of its offer, else of the cheapest. Without
 * registrations that are free, whose payment is processing, or whose earlier payment covers the price.
 */
export async function amountsDue(db: Db, registrationIds: readonly string[]): Promise<Map<string, string>> {
  if (registrationIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; amount: string }>`
    select m.id, cast(o.price_minor as text) || ' ' || o.currency as amount
    from registrations m
    join offers o on o.id = coalesce(m.offer_id, (select c.id from offers c where c.event_id = m.event_id and c.withdrawn_at is null order by c.price_minor, c.id limit 1))
    where m.id in (${sql.join(registrationIds)}) and o.price_minor > 0 and not exists (
      select 1 from payments y where y.registration_id = m.id and (y.state = 'processing'
        or (y.state in (${sql.join(paidStates)}) and y.currency = o.currency and ${leftMinor} >= o.price_minor))
    )`.execute(db);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

/** Events with a due payment reminder, the longest overdue first. */
export async function eventsWithPayReminder(db: Db, at: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('event_id')
    .where('pay_reminder_at', 'is not', null)
    .where('pay_reminder_at', '<=', at)
    .orderBy('pay_reminder_at')
    .limit(most)
    .execute();
  return [...new Set(rows.map((row) => row.event_id))];
}

/** Clears the due reminders of a locked event, so that they are sent once. Returns those whose seat is still held. */
export async function takePayReminders(db: Db, eventId: string, at: string) {
  const rows = await db
    .updateTable('registrations')
    .set({ pay_reminder_at: null })
    .where('event_id', '=', eventId)
    .where('pay_reminder_at', '<=', at)
    .returning(['id', 'person_id', 'state', 'hold_expires_at'])
    .execute();
  return rows.flatMap(({ id, person_id: userId, state, hold_expires_at: until }) =>
    (state === 'pendingPayment' || state === 'offered') && until !== null && until > at
      ? [{ id, userId, until }]
      : [],
  );
}
