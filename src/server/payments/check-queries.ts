// SQL of what is known at providers: when one is asked about a payment next, and which of their news were taken. When a
// payment is looked at is bookkeeping, and needs no lock.
import type { Db } from '../db/open.ts';
import { type PaymentRow, selectPayments } from './queries.ts';

/** Payments that are due to be looked at, the longest overdue first. */
export async function duePayments(
  db: Db,
  at: string,
  most: number,
): Promise<{ id: string; check_after: string }[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'check_after'])
    .where('check_after', '<=', at)
    .orderBy('check_after')
    .limit(most)
    .execute();
  return rows.map(({ id, check_after }) => ({ id, check_after: check_after ?? at }));
}

/** Takes the check of a payment for one process until `until`; false where another one was faster. */
export async function claimCheck(db: Db, id: string, seen: string, until: string): Promise<boolean> {
  const claimed = await db
    .updateTable('payments')
    .set({ check_after: until })
    .where('id', '=', id)
    .where('check_after', '=', seen)
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Brings the next check of a payment forward to an instant, where it is later. */
export async function checkSoon(
  db: Db,
  { id, check_after }: Pick<PaymentRow, 'id' | 'check_after'>,
  until: string,
): Promise<void> {
  if (check_after === null || check_after <= until) return;
  await claimCheck(db, id, check_after, until);
}

/** Brings every check and refund that waits forward to now: after a start nobody knows what was missed. */
export async function checkAllNow(db: Db, at: string): Promise<void> {
  await db.updateTable('payments').set({ check_after: at }).where('check_after', '>', at).execute();
  await db
    .updateTable('refunds')
    .set({ try_after: at })
    .where('try_after', '>', at)
    .where('state', 'in', ['requested', 'pending'])
    .execute();
}

/** Keeps a provider's news in the transaction of their effect; false for news that were taken before. */
export async function noteNews(
  db: Db,
  news: { provider: string; id: string; body: string },
  at: string,
): Promise<boolean> {
  const noted = await db
    .insertInto('provider_events')
    .values({ provider: news.provider, event_id: news.id, received_at: at, body: news.body })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function wasNoted(db: Db, provider: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The payment that a provider's news are about: by its name for the checkout, else by ours for the payment. */
export async function findByNews(
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
