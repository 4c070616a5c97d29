// Payments, receipts, refunds and the ledger behind them; each transaction in the ledger sums to zero.
import { receiptNumber } from '../../server/payments/rules.ts';
import { dayMs, hourMs, iso, minuteMs } from '../calendar.ts';
import type { OfferPlan, Plan } from '../plan.ts';
import { type Context, stamp } from '../world.ts';
import type { Registered } from './replies.ts';

type Booked = { registrationId: string; registered: Registered; offer: OfferPlan };

/** The payment provider that needs no key. */
const provider = 'sandbox';

export function createPaymentWriter(context: Context) {
  const { now, random, buffer } = context;
  const receiptCounts = new Map<string, number>();

  /** Adds the payment of a registration, if it has one. */
  function addPayment(plan: Plan, booked: Booked): void {
    const { state, respondedAt, hasPaid } = booked.registered;
    const isPast = plan.startsAt < now;
    if (state === 'pendingPayment') pay(booked, 'requiresPayment', null);
    if (state === 'holdExpired') pay(booked, 'expired', null);
    if (state === 'confirmed' && booked.offer.acceptsOffline && random.chance(0.4))
      pay(booked, isPast ? 'offlineReceived' : 'offlineDue', isPast ? plan.startsAt - 5 * minuteMs : null);
    else if (state === 'confirmed') pay(booked, 'succeeded', paidAfter(respondedAt));
    if (state === 'cancelledByOrganizer' && hasPaid)
      refund(booked, pay(booked, 'succeeded', paidAfter(respondedAt)), plan.statusReason);
    if (
      state === 'cancelledByAttendee' &&
      booked.offer.refundUntil !== null &&
      plan.startsAt - respondedAt > 8 * dayMs
    )
      refund(booked, pay(booked, 'succeeded', paidAfter(respondedAt)), 'Cancelled in time.');
  }

  const paidAfter = (respondedAt: number) =>
    Math.min(respondedAt + random.int(1, 12) * minuteMs, now - minuteMs);

  type State = 'requiresPayment' | 'expired' | 'offlineReceived' | 'offlineDue' | 'succeeded';
  function pay({ registrationId, registered, offer }: Booked, state: State, paidAt: number | null): string {
    const row = stamp(random, registered.respondedAt, paidAt ?? registered.respondedAt);
    const isOffline = state === 'offlineDue' || state === 'offlineReceived';
    const ref = state === 'succeeded' ? `sbx_${row.id.replaceAll('-', '')}` : null;
    buffer.add('payments', {
      ...row,
      registration_id: registrationId,
      amount_minor: offer.priceMinor,
      currency: offer.currency,
      state,
      provider: isOffline ? 'offline' : provider,
      provider_ref: ref,
      checkout_url: null,
      policy: JSON.stringify({ offer: offer.name, refundUntil: offer.refundUntil }),
      receipt_number: paidAt === null ? null : receipt(paidAt),
      paid_at: paidAt === null ? null : iso(paidAt),
      check_after: null,
      checkout_expires_at: null,
    });
    if (ref !== null)
      buffer.add('sandbox_checkouts', {
        ref,
        payment_id: row.id,
        amount_minor: offer.priceMinor,
        currency: offer.currency,
        description: offer.name,
        return_path: '/my/events',
        state: 'succeeded',
        settles_at: null,
        news: 'now',
        expires_at: row.updated_at,
        created_at: row.created_at,
      });
    if (paidAt !== null) book(row.id, offer, paidAt, [isOffline ? 'cash' : provider, 'organizer']);
    return row.id;
  }

  function refund({ offer, registered }: Booked, paymentId: string, reason: string | null): void {
    const at = Math.min(registered.respondedAt + random.int(3, 9) * hourMs, now - minuteMs);
    const row = stamp(random, at);
    buffer.add('refunds', {
      ...row,
      payment_id: paymentId,
      amount_minor: offer.priceMinor,
      state: 'succeeded',
      reason,
      provider_ref: `sbr_${row.id.replaceAll('-', '')}`,
      approved_at: iso(at),
      try_after: null,
      attempts: 0,
    });
    buffer.add('sandbox_refunds', {
      ref: `sbr_${row.id.replaceAll('-', '')}`,
      refund_id: row.id,
      checkout_ref: `sbx_${paymentId.replaceAll('-', '')}`,
      amount_minor: offer.priceMinor,
      state: 'succeeded',
      created_at: iso(at),
    });
    book(paymentId, offer, at, ['organizer', provider]);
  }

  function receipt(paidAt: number): string {
    const year = iso(paidAt).slice(0, 4);
    const place = (receiptCounts.get(year) ?? 0) + 1;
    receiptCounts.set(year, place);
    return receiptNumber(year, place);
  }

  /** Writes the receipt counters, from which the next receipts continue. */
  function close(): void {
    for (const [year, last] of receiptCounts) buffer.add('receipt_counters', { year, last });
  }

  /** Books the price from the second account to the first. */
  function book(
    paymentId: string,
    { priceMinor, currency }: OfferPlan,
    at: number,
    [to, from]: [string, string],
  ): void {
    const transactionId = random.id(at);
    for (const [account, amount] of [
      [to, priceMinor],
      [from, -priceMinor],
    ] as const)
      buffer.add('ledger_entries', {
        id: random.id(at),
        transaction_id: transactionId,
        account,
        amount_minor: amount,
        currency,
        payment_id: paymentId,
        created_at: iso(at),
      });
  }

  return { addPayment, close };
}
