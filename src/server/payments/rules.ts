// What is true about payments and refunds: which state may follow which, what a provider's word means, whose a payment
// is, and where money that came goes. Pure.
import type { PaymentState, RefundState, RegistrationState } from '../../contract/values/words.ts';
import { refundUntilOf } from '../events/rules.ts';
import type { RefundReason } from './refund-reason-rules.ts';

const minuteMs = 60_000;

/**
 * Every step of a payment. `canceled` and `expired` are ours to say, and the provider may know better: money that came
 * nevertheless is received, and then finds a place or goes back.
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

/** Every step of a refund. A bank may send back what a provider has called done. */
export const refundEdges: Record<RefundState, readonly RefundState[]> = {
  requested: ['pending', 'succeeded', 'failed', 'declined'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
  declined: [],
};

/** The states from which a payment may be brought to this one. */
export function paymentStatesBefore(to: PaymentState): PaymentState[] {
  return (Object.keys(paymentEdges) as PaymentState[]).filter((from) => paymentEdges[from].includes(to));
}

/** Begun and not made: at most one of a registration, which the database holds us to. */
export const openStates = [
  'requiresPayment',
  'requiresAction',
  'processing',
  'failed',
  'offlineDue',
] as const satisfies PaymentState[];

/** The payer can still do something at the checkout. */
export const payableStates: ReadonlySet<PaymentState> = new Set([
  'requiresPayment',
  'requiresAction',
  'failed',
]);
/** The money is there. */
export const paidStates = ['succeeded', 'offlineReceived'] as const satisfies PaymentState[];
export const isPaid = (state: PaymentState) => state === 'succeeded' || state === 'offlineReceived';
/** A refund in one of these pays nothing back. */
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

/** The step that a provider's word means for a payment; null where it says nothing new, or less than is known. */
export function stepFor(state: PaymentState, truth: CheckoutState): PaymentState | null {
  const to = meanings[truth];
  return paymentEdges[state].includes(to) ? to : null;
}

type Ours = { id: string; amount_minor: number; currency: string; provider_ref: string | null };
type Theirs = { ref: string; paymentId: string | null; amountMinor: number; currency: string };

/** What of a provider's checkout is not what we asked for; null when all is. Then nothing may follow from it. */
export function mismatchOf(ours: Ours, theirs: Theirs): 'owner' | 'checkout' | 'amount' | 'currency' | null {
  if (theirs.paymentId !== ours.id) return 'owner';
  if (ours.provider_ref !== null && theirs.ref !== ours.provider_ref) return 'checkout';
  if (theirs.amountMinor !== ours.amount_minor) return 'amount';
  return theirs.currency === ours.currency ? null : 'currency';
}

export type Placing = 'confirm' | 'keep' | { refund: RefundReason };

/**
 * What becomes of money that has come (docs/product.md, "Invariants" 3). `state` is the registration's, after what ran out was
 * ended. `isPaidFor`: another payment has paid for the place, or it need not be paid. `isOn`: the event takes place. `isFree`:
 * and has a seat. `isWelcome`: the payer may come to the event, their place aside.
 */
export function placingOf(given: {
  state: RegistrationState | null;
  isPaidFor: boolean;
  isOn: boolean;
  isFree: boolean;
  isWelcome: boolean;
}): Placing {
  const { state } = given;
  if (!given.isOn) return { refund: 'The event does not take place any more, or is over.' };
  if (state === 'confirmed') return given.isPaidFor ? { refund: 'The place was paid for already.' } : 'keep';
  // What was paid for a place that was given up after the limit pays for no other one.
  if (state === 'pendingPayment' || state === 'offered') return 'confirm';
  const wasLate = (state === 'holdExpired' || state === 'offerExpired') && given.isWelcome;
  if (wasLate && given.isFree) return 'confirm';
  return {
    refund: wasLate
      ? 'The payment came after the time to pay, and the place is taken.'
      : 'The place had been given up.',
  };
}

/** How long a checkout can be paid: less than the place is held for, so that it ends first. */
export const checkoutMs = 31 * minuteMs;
/** Stripe opens none that lasts less than this. */
export const shortestOpeningMs = 30 * minuteMs;
/** A checkout that would be ended before it can be used is not begun. */
export const shortestCheckoutMs = 2 * minuteMs;
/** So long before its place is released, an open checkout is ended at the provider. */
const endsBeforeMs = 90_000;
const pendingCheckMs = 10 * minuteMs;
const soonMs = 30_000;

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/** Whether an open checkout has to be ended at the provider: its place is no longer held, or soon will not be. */
export function mustEnd(
  payment: { state: PaymentState },
  place: { state: RegistrationState | null; holdExpiresAt: string | null },
  at: string,
): boolean {
  if (payment.state === 'canceled' || payment.state === 'expired' || place.state !== 'pendingPayment')
    return true;
  return place.holdExpiresAt === null || place.holdExpiresAt <= later(at, endsBeforeMs);
}

/** When the provider is asked again about a checkout that is not over. Instants as stored. */
export function nextCheck(holdExpiresAt: string | null, at: string): string {
  const inTime = holdExpiresAt === null ? at : later(holdExpiresAt, -endsBeforeMs);
  const wanted = inTime < later(at, pendingCheckMs) ? inTime : later(at, pendingCheckMs);
  return wanted > later(at, soonMs) ? wanted : later(at, soonMs);
}

/** How long to wait after a refund could not be carried out: 15 s, doubling, an hour at most. In milliseconds. */
export function refundPauseMs(attempts: number): number {
  return Math.min(15_000 * 2 ** Math.max(0, attempts - 1), 60 * minuteMs);
}

/** What was promised when a payment was begun. `refundUntil` is the offer's duration, `promisedUntil` the instant it meant then. */
export type Policy = {
  offer?: string;
  offerId?: string;
  description?: string;
  refundUntil?: string | null;
  promisedUntil?: string | null;
};

/** What is promised with an offer of an event now. */
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
 * The last instant of a full refund by the policy on a payment; null without that promise. An event that is moved may give
 * more time, and never takes away what was promised.
 */
export function refundLimitOf(
  policy: Policy,
  event: { starts_at: string; time_zone: string },
): string | null {
  const now = refundUntilOf(event.starts_at, event.time_zone, policy.refundUntil ?? null);
  const promised = policy.promisedUntil ?? null;
  return now === null || (promised !== null && promised > now) ? promised : now;
}

/** A receipt's number: the year in UTC and its place in it, without gaps. */
export function receiptNumber(year: string, place: number): string {
  return `S-${year}-${String(place).padStart(6, '0')}`;
}

/** The account of the ledger that a payment's money lies in. */
export const accountOf = (provider: string) => (provider === 'offline' ? 'cash' : provider);
