// The effect of giving up a place on the money, in words before it happens. Pure.
import type { MyEvent, Offer } from '../../../../contract/events/events.ts';
import type { Payment } from '../../../../contract/events/payments.ts';
import { amountText } from '../../../format/money.ts';
import { t } from '../../../words/t.ts';
import { dependsOnPayment } from '../payment/event-money.ts';
import { type At, deadline } from './my-state.ts';

const isPostponed = ({ eventStatus }: MyEvent) => eventStatus === 'EventPostponed';

/** The lines about a payment; `null`: there is none. */
export function linesOfPayment(payment: Payment | null, event: MyEvent, at: At): string[] {
  if (payment?.state === 'offlineDue') return [t("Then you don't owe anything.")];
  if (!payment || payment.refundableMinor === 0) return [];
  const { refundableMinor, refundUntil: until, method } = payment;
  const amount = amountText({ ...payment.amount, amountMinor: refundableMinor }, at.locale);
  if (until === null)
    return [t("There's no guaranteed refund of your {amount}, but you can ask for it.", { amount })];
  const back =
    method === 'cash'
      ? t('You get {amount} back from the organizer, in cash.', { amount })
      : t('You get {amount} back.', { amount });
  // Without a date there is no limit either.
  if (isPostponed(event)) return [back];
  if (at.now !== null && Date.parse(until) < at.now)
    return [
      t('A full refund was possible until {deadline}. You can still ask for your {amount}.', {
        deadline: deadline(until, event, at),
        amount,
      }),
    ];
  return [back, t('This applies until {deadline}.', { deadline: deadline(until, event, at) })];
}

/**
 * The lines without a payment: nothing was charged yet, or, while offline, the refund policy of the prices.
 */
export function linesOfEvent(event: MyEvent, at: At): string[] {
  const { registration, offers, heldOffer, due } = event;
  if (registration?.state === 'pendingPayment')
    return due?.way === 'underWay'
      ? [t('Your payment is on its way. If it goes through, you get all of it back.')]
      : [t("You haven't paid anything, and you won't have to.")];
  if (!dependsOnPayment(event)) return [];
  const paid = (heldOffer ? [heldOffer] : offers).filter(({ price }) => price.amountMinor > 0);
  const promise = ({ price, refundUntil: until }: Offer) => {
    if (until === null) return t("There's no guaranteed refund if you cancel.");
    if (isPostponed(event)) return t('You get {amount} back.', { amount: amountText(price, at.locale) });
    const isPast = at.now !== null && Date.parse(until) < at.now;
    return isPast
      ? t("A full refund was possible until {deadline}. Now there's no guarantee.", {
          deadline: deadline(until, event, at),
        })
      : t('You get all of it back if this is sent before {deadline}.', {
          deadline: deadline(until, event, at),
        });
  };
  const isOne = new Set(paid.map(({ refundUntil }) => refundUntil)).size === 1;
  return isOne ? paid.slice(0, 1).map(promise) : paid.map((offer) => `${offer.name}: ${promise(offer)}`);
}
