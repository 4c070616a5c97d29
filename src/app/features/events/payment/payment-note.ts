// A payment in a line, for those who run the event; and which payment of a person counts. Pure.
import type { ManagedPayment } from '../../../../contract/events/payments.ts';
import type { RegistrationState } from '../../../../contract/values/enums.ts';
import { amountText } from '../../../format/money.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import { isPaid } from './payment-status.ts';

const stateWords: Record<ManagedPayment['state'], Message> = {
  requiresPayment: msg('Not paid yet'),
  requiresAction: msg('Waiting for bank approval'),
  processing: msg('On its way'),
  failed: msg("Hasn't gone through yet"),
  succeeded: msg('Paid'),
  offlineReceived: msg('Paid in cash'),
  offlineDue: msg('Will pay in cash'),
  waived: msg('For free'),
  canceled: msg('Payment cancelled'),
  expired: msg('Time ran out'),
};

/** `€12.50 · Paid · asks for it back`. */
export function paymentNote(payment: ManagedPayment, locale: string): string {
  const { amount, state, refunds, refundableMinor } = payment;
  const back = isPaid(state) ? amount.amountMinor - refundableMinor : 0;
  return [
    amountText(amount, locale),
    t(stateWords[state]),
    back > 0 && t('{amount} back', { amount: amountText({ ...amount, amountMinor: back }, locale) }),
    refunds.some(({ isAsked }) => isAsked) && t('wants a refund'),
    refunds.at(-1)?.state === 'failed' && t('refund failed'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** While a person pays their newest payment, else the one that paid for the place, else the newest. As in the file of the server. */
export const shownPayment = (
  newestFirst: readonly ManagedPayment[],
  reply: RegistrationState | null,
): ManagedPayment | undefined =>
  (reply === 'pendingPayment' ? undefined : newestFirst.find(({ refundableMinor }) => refundableMinor > 0)) ??
  newestFirst[0];
