// What giving up a place does to its money: payments that are still open end, and what is due back is written down as a
// refund. Sending money back, and receiving any, belongs to the payments.
import type { Db } from '../../db/open.ts';
import { addPayment, endOpenPayments, eventName, findOffer } from '../../payments/queries.ts';
import { approveRefund, refundableOf, registrationsWithPayments } from '../../payments/refund-queries.ts';
import type { RefundReason } from '../../payments/refund-reason-rules.ts';
import { policyFor, policyOf, refundLimitOf } from '../../payments/rules.ts';

/**
 * Writes down what someone with a place pays on site, unless a place that they gave up after the limit has paid for it. Call
 * it in the transaction that gives the place, which holds the event's lock.
 */
export async function owePlace(
  db: Db,
  event: { id: string; starts_at: string; time_zone: string },
  { registrationId, offerId }: { registrationId: string; offerId: string | null },
  at: string,
): Promise<void> {
  const offer = await findOffer(db, event.id, offerId, offerId);
  if (!offer || offer.price_minor === 0) return;
  const paid = await refundableOf(db, registrationId);
  if (paid.some((one) => one.left_minor >= offer.price_minor && one.currency === offer.currency)) return;
  const name = await eventName(db, event.id);
  await addPayment(
    db,
    {
      registrationId,
      amountMinor: offer.price_minor,
      currency: offer.currency,
      provider: 'offline',
      policy: policyFor({ ...event, name }, offer),
      checkoutExpiresAt: null,
      checkAfter: null,
    },
    at,
  );
}

/**
 * Writes down the refund that is due to someone who gives up a paid place: all that was paid, when the organizer took it
 * from them or the limit of the policy that was copied onto the payment has not passed (docs/product.md, "Invariants" 8 and 9).
 */
export async function requestDueRefunds(
  db: Db,
  event: { starts_at: string; time_zone: string },
  registrationId: string,
  { by, at }: { by: 'self' | 'organizer'; at: string },
): Promise<void> {
  for (const payment of await refundableOf(db, registrationId)) {
    const limit = refundLimitOf(policyOf(payment.policy), event);
    if (by === 'self' && (limit === null || at > limit)) continue;
    await approveRefund(
      db,
      {
        paymentId: payment.id,
        provider: payment.provider,
        amountMinor: payment.left_minor,
        reason: reasons[by],
      },
      at,
    );
  }
}

const reasons: Record<'self' | 'organizer', RefundReason> = {
  organizer: 'The organizer cancelled the place.',
  self: 'Cancelled in time.',
};

/**
 * Pays everyone back in full and ends every payment that is open, for an event that its organizer cancels. Call it in the
 * transaction that cancels the event, which holds the event's lock.
 */
export async function refundEveryone(
  db: Db,
  event: { id: string; starts_at: string; time_zone: string },
  at: string,
): Promise<void> {
  for (const registrationId of await registrationsWithPayments(db, event.id)) {
    await endOpenPayments(db, registrationId, 'canceled', at);
    await requestDueRefunds(db, event, registrationId, { by: 'organizer', at });
  }
}
