// SQL of what is known at providers: when one is asked about a payment next, and which of their webhook events were
// processed. When a payment is looked at is bookkeeping, and needs no lock.
import { sql } from 'kysely';
import type { Database, Db } from '../db/open.ts';
import { type PaymentRow, selectPayments } from './queries.ts';

/** Takes the check that is longest overdue for one process until `until`; undefined where no free one is due. */
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

/** Has a payment checked at `until`; false where its next check is not the one that was seen. */
async function claimCheck(db: Db, id: string, seen: string, until: string): Promise<boolean> {
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

/** Payments whose check is later than `at`: first those whose place runs out soonest. */
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

/** Has these checked at an instant, where they would be checked later. */
export async function checkEarlier(db: Db, ids: readonly string[], at: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ check_after: at })
    .where('id', 'in', ids)
    .where('check_after', '>', at)
    .execute();
}

/** Stores a webhook event in the transaction of its effect; false for one that was processed before. */
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

/** The payment that a webhook event is about: by its name for the checkout, else by ours for the payment. */
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
