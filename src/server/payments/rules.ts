// Rules of payments and refunds: state transitions, mapping of provider states, outcome of a received payment, times of
// checks. Pure.
import type { PaymentState, RefundState, RegistrationState } from '../../contract/values/enums.ts';
import { refundUntilOf } from '../events/rules.ts';
import type { RefundReason } from './refunds/refund-reason-rules.ts';

const minuteMs = 60_000;

/**
 * All state transitions of a payment. We set `canceled` and `expired`; if the provider reports a success after that, the
 * payment still succeeds and gets a seat or a refund.
 */
export const paymentEdges: Record<PaymentState, readonly PaymentState[]> = {
  requiresPayment: ['requiresAction', 'processing', 'succeeded', 'failed', 'canceled', 'expired'],
  requiresAction: ['processing', 'succeeded', 'failed', 'canceled', 'expired'],
  processing: ['succeeded', 'failed', 'expired'],
  failed: ['requiresAction', 'processing', 'succeeded', 'canceled', 'expired'],
  succeeded: [],
  canceled: ['succeeded'],
  expired: ['succeeded'],
  offlineDue: ['offlineReceived', 'waived', 'canceled', 'expired'],
  offlineReceived: [],
  waived: [],
};

/** All state transitions of a refund. A bank may return a refund after the provider reported success. */
export const refundEdges: Record<RefundState, readonly RefundState[]> = {
  requested: ['pending', 'succeeded', 'failed', 'declined'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
  declined: [],
};

/** The states with an edge to this one. */
export function paymentStatesBefore(to: PaymentState): PaymentState[] {
  return (Object.keys(paymentEdges) as PaymentState[]).filter((from) => paymentEdges[from].includes(to));
}

/** Open payments: at most one per registration, which a unique index enforces. */
export const openStates = [
  'requiresPayment',
  'requiresAction',
  'processing',
  'failed',
  'offlineDue',
] as const satisfies PaymentState[];

/** The payer can still pay at the checkout. */
export const payableStates: ReadonlySet<PaymentState> = new Set([
  'requiresPayment',
  'requiresAction',
  'failed',
]);
/** The money was received. */
export const paidStates = ['succeeded', 'offlineReceived'] as const satisfies PaymentState[];
export const isPaid = (state: PaymentState) => state === 'succeeded' || state === 'offlineReceived';
/** States of refunds that return no money. */
export const voidRefundStates = ['failed', 'declined'] as const satisfies RefundState[];

const meanings = {
  open: 'requiresPayment',
  requiresAction: 'requiresAction',
  processing: 'processing',
  declined: 'failed',
  succeeded: 'succeeded',
  closed: 'expired',
} as const satisfies Record<string, PaymentState>;
type CheckoutState = keyof typeof meanings;

/** The next state of a payment for a state reported by the provider; null if it is not an edge from the current one. */
export function nextPaymentState(state: PaymentState, reported: CheckoutState): PaymentState | null {
  const to = meanings[reported];
  return paymentEdges[state].includes(to) ? to : null;
}

type Ours = { id: string; amount_minor: number; currency: string; provider_ref: string | null };
type Theirs = { ref: string; paymentId: string | null; amountMinor: number; currency: string };

/** How a provider's checkout differs from our payment; null if it matches. A mismatch must have no effect. */
export function mismatchOf(ours: Ours, theirs: Theirs): 'owner' | 'checkout' | 'amount' | 'currency' | null {
  if (theirs.paymentId !== ours.id) return 'owner';
  if (ours.provider_ref !== null && theirs.ref !== ours.provider_ref) return 'checkout';
  if (theirs.amountMinor !== ours.amount_minor) return 'amount';
  return theirs.currency === ours.currency ? null : 'currency';
}

export type PaymentOutcome = 'confirm' | 'keep' | { refund: RefundReason };

/**
 * The outcome of a received payment: confirm the seat, keep it, or refund (docs/product.md, "Invariants" 3). `state`: of the
 * registration, after lapsed holds expired. `isPaidFor`: another payment covers the seat. `isOwed`: this amount is still due
 * for it in cash. `isOn`: the event takes place. `isFree`: a seat is free. `isWelcome`: the payer can see the event without a
 * seat.
 */
export function paymentOutcomeOf(given: {
  state: RegistrationState | null;
  isPaidFor: boolean;
  isOwed: boolean;
  isOn: boolean;
  isFree: boolean;
  isWelcome: boolean;
}): PaymentOutcome {
  const { state } = given;
  if (!given.isOn) return { refund: 'The event does not take place any more, or is over.' };
  if (state === 'confirmed') {
    if (given.isPaidFor) return { refund: 'The place was paid for already.' };
    // The event may have become free since, or the payer may have come back with a free offer.
    return given.isOwed ? 'keep' : { refund: 'There was nothing to pay.' };
  }
  // `isPaidFor` is ignored here: a payment for a seat that was given up does not cover a new hold.
  if (state === 'pendingPayment' || state === 'offered') return 'confirm';
  const wasLate = (state === 'holdExpired' || state === 'offerExpired') && given.isWelcome;
  if (wasLate && given.isFree) return 'confirm';
  return {
    refund: wasLate
      ? 'The payment came after the time to pay, and the place is taken.'
      : 'The place had been given up.',
  };
}

/** The duration of a checkout: shorter than the hold, so that it ends first. */
export const checkoutMs = 31 * minuteMs;
/** Stripe's minimum duration of a checkout. */
export const shortestOpeningMs = 30 * minuteMs;
/** A checkout shorter than this could not be completed, so none is begun. */
export const shortestCheckoutMs = 2 * minuteMs;
/** An open checkout is ended at the provider this long before its seat is released. */
const endsBeforeMs = 90_000;
const pendingCheckMs = 10 * minuteMs;
const soonMs = 30_000;

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/** Whether to end an open checkout at the provider: its seat is no longer held, or soon will not be. */
export function mustEnd(
  payment: { state: PaymentState },
  place: { state: RegistrationState | null; holdExpiresAt: string | null },
  at: string,
): boolean {
  if (payment.state === 'canceled' || payment.state === 'expired' || place.state !== 'pendingPayment')
    return true;
  return place.holdExpiresAt === null || place.holdExpiresAt <= later(at, endsBeforeMs);
}

/** When to check an open checkout again. Instants as stored. */
export function nextCheck(holdExpiresAt: string | null, at: string): string {
  const inTime = holdExpiresAt === null ? at : later(holdExpiresAt, -endsBeforeMs);
  const wanted = inTime < later(at, pendingCheckMs) ? inTime : later(at, pendingCheckMs);
  return wanted > later(at, soonMs) ? wanted : later(at, soonMs);
}

/** Backoff after a failed refund: 15 s, doubling, an hour at most. In milliseconds. */
export function refundPauseMs(attempts: number): number {
  return Math.min(15_000 * 2 ** Math.max(0, attempts - 1), 60 * minuteMs);
}

/** The terms when a payment was begun. `refundUntil`: the offer's duration; `promisedUntil`: the resulting instant at that time. */
export type Policy = {
  offer?: string;
  offerId?: string;
  description?: string;
  refundUntil?: string | null;
  promisedUntil?: string | null;
};

/** The current terms of an event's offer. */
export function policyFor(
  event: { name: string; starts_at: string; time_zone: string },
  offer: { id: string; name: string; refund_until: string | null },
): Policy {
  return {
    offer: offer.name,
    offerId: offer.id,
    description: `${event.name} · ${offer.name}`,
    refundUntil: offer.refund_until,
    promisedUntil: refundUntilOf(event.starts_at, event.time_zone, offer.refund_until),
  };
}

export function policyOf(json: string): Policy {
  return JSON.parse(json) as Policy;
}

/**
 * The last instant of a full refund by the payment's policy; null without a refund promise. Moving an event can only extend
 * the promise.
 */
export function refundLimitOf(
  policy: Policy,
  event: { starts_at: string; time_zone: string },
): string | null {
  const now = refundUntilOf(event.starts_at, event.time_zone, policy.refundUntil ?? null);
  const promised = policy.promisedUntil ?? null;
  return now === null || (promised !== null && promised > now) ? promised : now;
}

/** A receipt number: the year in UTC and a sequence number without gaps. */
export function receiptNumber(year: string, sequence: number): string {
  return `S-${year}-${String(sequence).padStart(6, '0')}`;
}

/** The ledger account of a payment's provider. */
export const accountOf = (provider: string) => (provider === 'offline' ? 'cash' : provider);
