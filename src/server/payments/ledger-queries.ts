// SQL of the ledger (double entry, append-only: entries sum to zero per transaction) and of receipt numbers.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/open.ts';
import { accountOf, receiptNumber } from './rules.ts';

type Paid = { id: string; provider: string; currency: string };

/** A payment or refund to book; its id is the transaction's, so a unique constraint prevents booking it twice. */
type Move = { transactionId: string; amountMinor: number };

/** Books money received for an organizer. */
export const bookPayment = (db: Db, payment: Paid, move: Move, at: string) =>
  book(db, payment, move, [accountOf(payment.provider), 'organizer'], at);

/** Books money refunded to a payer. */
export const bookRefund = (db: Db, payment: Paid, move: Move, at: string) =>
  book(db, payment, move, ['organizer', accountOf(payment.provider)], at);

/** Books a succeeded refund that the bank returned. The refund's id is already booked, so this uses a new transaction id. */
export const bookReturnedRefund = (db: Db, payment: Paid, { amountMinor }: Move, at: string) =>
  bookPayment(db, payment, { transactionId: uuid(), amountMinor }, at);

async function book(
  db: Db,
  payment: Paid,
  { transactionId, amountMinor }: Move,
  [to, from]: [string, string],
  at: string,
): Promise<void> {
  const entry = (account: string, amount_minor: number) => ({
    id: uuid(),
    transaction_id: transactionId,
    account,
    amount_minor,
    currency: payment.currency,
    payment_id: payment.id,
    created_at: at,
  });
  await db
    .insertInto('ledger_entries')
    .values([entry(to, amountMinor), entry(from, -amountMinor)])
    .execute();
}

/** The next receipt number of the year, in the payment's transaction so that numbers have no gaps. */
export async function nextReceiptNumber(db: Db, at: string): Promise<string> {
  const year = at.slice(0, 4);
  const { last } = await db
    .insertInto('receipt_counters')
    .values({ year, last: 1 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`receipt_counters.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return receiptNumber(year, last);
}
