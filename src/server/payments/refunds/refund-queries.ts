// SQL of refunds: requests, approvals, and refunds due at the provider. State changes need the event's lock.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { RefundState } from '../../../contract/values/enums.ts';
import type { Database, Db } from '../../db/open.ts';
import { paidStates, refundEdges, voidRefundStates } from '../rules.ts';
import { type RefundReason, refundReasons } from './refund-reason-rules.ts';

/** Refunds to send to the provider, or whose result is open. */
const waitingStates = ['requested', 'pending'] as const satisfies RefundState[];

/** The approved refunds of the payment `y`. */
export const refundedMinor = sql<number>`(select coalesce(sum(r.amount_minor), 0) from refunds r where r.payment_id = y.id and r.approved_at is not null and r.state not in (${sql.join(voidRefundStates)}))`;
export const leftMinor = sql<number>`y.amount_minor - ${refundedMinor}`;

/** The payments of a registration with an amount that can be refunded. */
export function refundableOf(db: Db, registrationId: string) {
  return db
    .selectFrom('payments as y')
    .select(['y.id', 'y.provider', 'y.policy', 'y.currency', leftMinor.as('left_minor')])
    .where('y.registration_id', '=', registrationId)
    .where('y.state', 'in', paidStates)
    .where(sql<boolean>`${leftMinor} > 0`)
    .execute();
}

type Ask = { paymentId: string; provider: string; amountMinor: number; reason: string | null };

/**
 * Approves a refund: the payer's open request if there is one, else a new refund. The job makes online refunds; people return
 * cash. The caller checks the amount, under the event's lock.
 */
export async function approveRefund(db: Db, ask: Ask, at: string): Promise<RefundRow> {
  const tryAfter = ask.provider === 'offline' ? null : at;
  const decided = { amount_minor: ask.amountMinor, approved_at: at, try_after: tryAfter, updated_at: at };
  const asked = await db
    .updateTable('refunds')
    .set({ ...decided, ...(ask.reason !== null && { reason: ask.reason }) })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('payment_id', '=', ask.paymentId)
    .where('state', '=', 'requested')
    .where('approved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return asked ?? insertRefund(db, { ...ask, approvedAt: at, tryAfter }, at);
}

/** Stores a payer's request for a refund. */
export async function askForRefund(db: Db, ask: Ask, at: string): Promise<void> {
  await insertRefund(db, { ...ask, approvedAt: null, tryAfter: null }, at);
}

/** Adds a refund that was made in the provider's dashboard. It answers the payer's open request, as no one else can then. */
export async function addForeignRefund(
  db: Db,
  { id: paymentId, provider }: { id: string; provider: string },
  { amountMinor, ref }: { amountMinor: number; ref: string },
  at: string,
): Promise<RefundRow> {
  const reason: RefundReason = 'Made at the payment provider.';
  const refund = await approveRefund(db, { paymentId, provider, amountMinor, reason }, at);
  await db.updateTable('refunds').set({ provider_ref: ref }).where('id', '=', refund.id).execute();
  return { ...refund, provider_ref: ref };
}

async function insertRefund(
  db: Db,
  given: Omit<Ask, 'provider'> & { approvedAt: string | null; tryAfter: string | null },
  at: string,
): Promise<RefundRow> {
  return db
    .insertInto('refunds')
    .values({
      id: uuid(),
      payment_id: given.paymentId,
      amount_minor: given.amountMinor,
      state: 'requested',
      reason: given.reason,
      provider_ref: null,
      approved_at: given.approvedAt,
      try_after: given.tryAfter,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a refund along an edge of `refundEdges`; false if its state has no such edge. */
export async function setRefundState(
  db: Db,
  id: string,
  to: RefundState,
  more: { provider_ref?: string; try_after: string | null; reason?: string | null },
  at: string,
): Promise<boolean> {
  const before = (Object.keys(refundEdges) as RefundState[]).filter((from) => refundEdges[from].includes(to));
  const changed = await db
    .updateTable('refunds')
    .set((set) => ({ ...more, state: to, updated_at: at, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', before)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** The refunds of these payments, oldest first. */
export async function refundsOf(db: Db, paymentIds: readonly string[]) {
  if (paymentIds.length === 0) return [];
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
export type RefundRow = Awaited<ReturnType<typeof refundsOf>>[number];

/**
 * Claims the longest overdue refund for this process. `untilFor` returns the end of the claim by the number of attempts.
 * Undefined if none is due.
 */
export function claimDueRefund(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  at: string,
  untilFor: (attempts: number) => string,
): Promise<RefundRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    const due = transaction
      .selectFrom('refunds')
      .selectAll()
      .where('try_after', '<=', at)
      .where('state', 'in', waitingStates)
      .orderBy('try_after')
      .limit(1);
    const refund: RefundRow | undefined = await dialect.skipLocked(due).executeTakeFirst();
    if (refund)
      await transaction
        .updateTable('refunds')
        .set({ try_after: untilFor(refund.attempts + 1), attempts: refund.attempts + 1 })
        .where('id', '=', refund.id)
        .execute();
    return refund;
  });
}

/** Refunds whose next attempt is after `at`, the soonest first. */
export async function waitingRefunds(db: Db, at: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('id')
    .where('try_after', '>', at)
    .where('state', 'in', waitingStates)
    .orderBy('try_after')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves the next attempt of these refunds to an instant if it is later. */
export async function tryEarlier(db: Db, ids: readonly string[], at: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ try_after: at })
    .where('id', 'in', ids)
    .where('try_after', '>', at)
    .where('state', 'in', waitingStates)
    .execute();
}

/** Registrations of an event with any payment. */
export async function registrationsWithPayments(db: Db, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations as m')
    .innerJoin('payments as y', 'y.registration_id', 'm.id')
    .select('m.id')
    .distinct()
    .where('m.event_id', '=', eventId)
    .orderBy('m.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Removes what people wrote about the refunds of a person, whose account is being deleted. The records of the money stay. */
export async function removeTypedReasons(db: Db, personId: string): Promise<void> {
  const payments = db
    .selectFrom('payments as y')
    .innerJoin('registrations as m', 'm.id', 'y.registration_id')
    .select('y.id')
    .where('m.person_id', '=', personId);
  await db
    .updateTable('refunds')
    .set({ reason: null })
    .where('payment_id', 'in', payments)
    .where('reason', 'not in', refundReasons)
    .execute();
}
