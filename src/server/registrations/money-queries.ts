// What giving up a place does to its money: payments that are still open end, and what is due back is written down as a
// requested refund. Sending money back, and receiving any, belongs to the payments.
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/open.ts';
import { refundUntilOf } from '../events/rules.ts';

/** Ends the payments of a registration that were begun and not made. One that the provider is processing is left to its outcome. */
export async function endOpenPayments(
  db: Db,
  registrationId: string,
  state: 'canceled' | 'expired',
  at: string,
): Promise<void> {
  await db
    .updateTable('payments')
    .set((set) => ({ state, updated_at: at, version: set('version', '+', 1) }))
    .where('registration_id', '=', registrationId)
    .where('state', 'in', ['requiresPayment', 'requiresAction', 'failed', 'offlineDue'])
    .execute();
}

/**
 * Asks for the refund that is due to someone who gives up a paid place: all that was paid, when the organizer took it
 * from them or the limit of the policy that was copied onto the payment has not passed (PRODUCT invariants 8 and 9).
 */
export async function requestDueRefunds(
  db: Db,
  event: { starts_at: string; time_zone: string },
  registrationId: string,
  { by, at }: { by: 'self' | 'organizer'; at: string },
): Promise<void> {
  const paid = await db
    .selectFrom('payments as y')
    .select(['y.id', 'y.amount_minor', 'y.policy'])
    .select((expression) =>
      expression
        .selectFrom('refunds as r')
        .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('r.amount_minor'), sum.lit(0)).as('sum'))
        .whereRef('r.payment_id', '=', 'y.id')
        .where('r.state', 'not in', ['failed', 'declined'])
        .as('refunded_minor'),
    )
    .where('y.registration_id', '=', registrationId)
    .where('y.state', 'in', ['succeeded', 'offlineReceived'])
    .execute();
  for (const payment of paid) {
    const leftMinor = payment.amount_minor - (payment.refunded_minor ?? 0);
    const { refundUntil }: { refundUntil?: string | null } = JSON.parse(payment.policy);
    const limit = refundUntilOf(event.starts_at, event.time_zone, refundUntil ?? null);
    const isDue = by === 'organizer' || (limit !== null && at <= limit);
    if (leftMinor <= 0 || !isDue) continue;
    await db
      .insertInto('refunds')
      .values({
        id: uuid(),
        payment_id: payment.id,
        amount_minor: leftMinor,
        state: 'requested',
        reason: by === 'organizer' ? 'The organizer cancelled the place.' : 'Cancelled in time.',
        provider_ref: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
}
