// Payments due on site, and refunds that are due when a seat is given up or an event is cancelled. The payments domain
// sends and receives the money.
import type { EventStatus } from '../../../contract/values/enums.ts';
import type { Db } from '../../db/open.ts';
import { addPayment, endOpenPayments, eventName, findOffer } from '../../payments/queries.ts';
import {
  approveRefund,
  refundableOf,
  registrationsWithPayments,
} from '../../payments/refunds/refund-queries.ts';
import type { RefundReason } from '../../payments/refunds/refund-reason-rules.ts';
import { policyFor, policyOf, refundLimitOf } from '../../payments/rules.ts';

/**
 * Adds the payment that is due on site, unless an earlier payment without a refund covers the price. Call it in the
 * transaction that confirms the seat, which holds the event's lock.
 */
export async function addOnSitePayment(
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
 * Approves a full refund for a paid seat that ends: always when the organizer ends it, else until the limit of the payment's
 * policy (docs/product.md, "Invariants" 8 and 9).
 */
export async function requestDueRefunds(
  db: Db,
  event: { starts_at: string; time_zone: string; event_status: EventStatus },
  registrationId: string,
  { by, at }: { by: 'self' | 'organizer'; at: string },
): Promise<void> {
  for (const payment of await refundableOf(db, registrationId)) {
    const limit = refundLimitOf(policyOf(payment.policy), event);
    // The stored date of a postponed event says nothing, and so does a limit that is counted from it.
    const isInTime = limit !== null && (at <= limit || event.event_status === 'EventPostponed');
    if (by === 'self' && !isInTime) continue;
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
 * Refunds every payment of a cancelled event in full and cancels the open ones. Call it in the transaction that cancels the
 * event, which holds the event's lock.
 */
export async function refundEveryone(
  db: Db,
  event: { id: string; starts_at: string; time_zone: string; event_status: EventStatus },
  at: string,
): Promise<void> {
  for (const registrationId of await registrationsWithPayments(db, event.id)) {
    await endOpenPayments(db, registrationId, 'canceled', at);
    await requestDueRefunds(db, event, registrationId, { by: 'organizer', at });
  }
}
