// The sums of an event's payments, and amounts as people type them. Pure.
import type { Money } from '../../../../contract/common.ts';
import type { ManagedPayment } from '../../../../contract/events/payments.ts';
import { decimalsOf } from '../../../../contract/values/currencies.ts';

export type Sums = { currency: string; received: number; due: number; back: number };

const isPaid = ({ state }: ManagedPayment) => state === 'succeeded' || state === 'offlineReceived';
/** Still expected: in a checkout while the place is held, or in cash. */
export const isDue = ({ state }: ManagedPayment) =>
  ['requiresPayment', 'requiresAction', 'processing', 'failed', 'offlineDue'].includes(state);
/** A person has to decide or to hand over money. */
export const isOwed = (payment: ManagedPayment) =>
  payment.refunds.some(({ isAsked }) => isAsked) || payment.can.settleCash;

/** Received (before refunds), due, and refunded or to be refunded, for each currency. In minor units. */
export function sumsOf(payments: readonly ManagedPayment[]): Sums[] {
  const sums = new Map<string, Sums>();
  for (const payment of payments) {
    const { amountMinor, currency } = payment.amount;
    const sum = sums.get(currency) ?? { currency, received: 0, due: 0, back: 0 };
    sums.set(currency, sum);
    if (isPaid(payment)) sum.received += amountMinor;
    if (isPaid(payment)) sum.back += amountMinor - payment.refundableMinor;
    if (isDue(payment)) sum.due += amountMinor;
  }
  return [...sums.values()];
}

/** `12,50`, `12.5` or `12` in minor units; null for text that is not an amount of this currency. */
export function minorOf(text: string, currency: string): number | null {
  const digits = decimalsOf(currency);
  const [, whole = '', rest = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === '' || rest.length > digits) return null;
  return Number(whole + rest.padEnd(digits, '0'));
}

/** The value of an amount's field: `12.50`. */
export function plainAmount({ amountMinor, currency }: Money): string {
  const digits = decimalsOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}
