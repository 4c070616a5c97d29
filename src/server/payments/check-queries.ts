// SQL of payment checks (when to ask the provider for a status) and of processed webhook events. `check_after` is
// bookkeeping and needs no lock.
import { sql } from 'kysely';
import type { Database, Db } from '../db/open.ts';
import { type PaymentRow, selectPayments } from './queries.ts';

/** Claims the longest overdue check for this process until `until`; undefined if none is due. */
export async function claimDueCheck(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  at: string,
  until: string,
): Promise<string | undefined> {
  const next = db
    .selectFrom('payments')
    .select('id')
    .where('check_after', '<=', at)
    .orderBy('check_after')
    .limit(1);
  const claimed = await db
    .updateTable('payments')
    .set({ check_after: until })
    .where('id', '=', dialect.skipLocked(next))
    .where('check_after', '<=', at)
    .returning('id')
    .executeTakeFirst();
  return claimed?.id;
}

/** Moves the next check of a payment to `until` if it is later, unless another process has changed it since. */
export async function checkSoon(
  db: Db,
  { id, check_after }: Pick<PaymentRow, 'id' | 'check_after'>,
  until: string,
): Promise<void> {
  if (check_after === null || check_after <= until) return;
  await db
    .updateTable('payments')
    .set({ check_after: until })
    .where('id', '=', id)
    .where('check_after', '=', check_after)
    .execute();
}

/** Payments with a check after `at`, ordered by the end of their hold. */
export async function waitingChecks(db: Db, at: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments as y')
    .leftJoin('registrations as m', 'm.id', 'y.registration_id')
    .select('y.id')
    .where('y.check_after', '>', at)
    .orderBy(sql`case when m.hold_expires_at is null then 1 else 0 end`)
    .orderBy('m.hold_expires_at')
    .orderBy('y.check_after')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves the checks of these payments to an instant if they are later. */
export async function checkEarlier(db: Db, ids: readonly string[], at: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ check_after: at })
    .where('id', 'in', ids)
    .where('check_after', '>', at)
    .execute();
}

/** Stores a webhook event in the transaction of its effect; false if it was already processed. */
export async function saveWebhookEvent(
  db: Db,
  webhookEvent: { provider: string; id: string; body: string },
  at: string,
): Promise<boolean> {
  const noted = await db
    .insertInto('provider_events')
    .values({
      provider: webhookEvent.provider,
      event_id: webhookEvent.id,
      received_at: at,
      body: webhookEvent.body,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function isProcessed(db: Db, provider: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The payment of a webhook event, found by the provider's checkout id, else by our payment id. */
export async function findPaymentOfWebhookEvent(
  db: Db,
  provider: string,
  { ref, paymentId }: { ref: string | null; paymentId: string | null },
): Promise<PaymentRow | undefined> {
  const ofProvider = () => selectPayments(db).where('y.provider', '=', provider);
  const found =
    ref === null ? undefined : await ofProvider().where('y.provider_ref', '=', ref).executeTakeFirst();
  if (found || paymentId === null || !/^[0-9a-f-]{36}$/i.test(paymentId)) return found;
  return ofProvider().where('y.id', '=', paymentId).executeTakeFirst();
}
