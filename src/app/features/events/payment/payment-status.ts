// The status of a payment, in words and as possible actions: from the server's two answers, never from the
// URL. Pure.
import type { Offer } from '../../../../contract/events/events.ts';
import type { Payment } from '../../../../contract/events/payments.ts';
import type { PaymentState, RegistrationState } from '../../../../contract/values/words.ts';
import { amountText } from '../../../format/money.ts';
import type { Tone } from '../../../format/words.ts';

/**
 * `due`: a place is held and no payment has begun, or the last one has ended. The others are the payment's
 * own states.
 */
export type Stage = PaymentState | 'due' | 'refunding' | 'refunded';

type Held = { registrationState: RegistrationState; holdExpiresAt: string | null };

/**
 * The stage of a payment: `due` when an ended payment's place is held again, and the refund's stage once all
 * is refunded.
 */
export function stageOf(payment: Payment): Stage {
  const { state, amount } = payment;
  if ((state === 'canceled' || state === 'expired') && isHeld(payment)) return 'due';
  if (!isPaid(state)) return state;
  const back = sumOf(payment, isOnItsWay) + sumOf(payment, isDone);
  if (back < amount.amountMinor) return state;
  return sumOf(payment, isOnItsWay) > 0 ? 'refunding' : 'refunded';
}

const isHeld = ({ registrationState, holdExpiresAt }: Held) =>
  registrationState === 'pendingPayment' && holdExpiresAt !== null;
export const isPaid = (state: Stage) => state === 'succeeded' || state === 'offlineReceived';

type Refund = Payment['refunds'][number];
const isDone = ({ state }: Refund) => state === 'succeeded';
/** Decided, but not yet refunded. */
const isOnItsWay = ({ state, isAsked }: Refund) => !isAsked && (state === 'requested' || state === 'pending');
const sumOf = ({ refunds }: Payment, is: (refund: Refund) => boolean) =>
  refunds.filter(is).reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** Stages in which the payer can still pay. */
export const payable: ReadonlySet<Stage> = new Set(['due', 'requiresPayment', 'requiresAction', 'failed']);

/** Whether the answer may change by itself, so that polling makes sense. */
export function isUnsettled(payment: Payment): boolean {
  const stage = stageOf(payment);
  return (
    stage === 'processing' || (payable.has(stage) && stage !== 'due') || payment.refunds.some(isOnItsWay)
  );
}

export type Words = { badge: string; tone: Tone; title: string; text: string };

const words: Record<Stage, Words> = {
  due: {
    badge: 'To be paid',
    tone: 'warn',
    title: 'Pay to keep your place',
    text: 'It is yours as soon as it is paid.',
  },
  requiresPayment: {
    badge: 'To be paid',
    tone: 'warn',
    title: 'Pay to keep your place',
    text: 'Nothing was charged yet. Go on where you left off.',
  },
  requiresAction: {
    badge: 'Confirm with your bank',
    tone: 'warn',
    title: 'Your bank waits for a yes',
    text: 'Confirm it with your bank, and it is done. Nothing was charged yet.',
  },
  failed: {
    badge: 'Did not go through',
    tone: 'bad',
    title: 'The payment did not go through',
    text: 'Nothing was charged. Try again with the same card or another one.',
  },
  processing: {
    badge: 'On its way',
    tone: 'plain',
    title: 'Your payment is on its way',
    text: 'It is safe to close this page. Should it come too late for your place, you get all of it back.',
  },
  succeeded: { badge: 'Paid', tone: 'good', title: "Paid. You're in.", text: 'Nothing is left to pay.' },
  offlineReceived: {
    badge: 'Paid in cash',
    tone: 'good',
    title: "Paid. You're in.",
    text: 'The organizer has your money.',
  },
  waived: {
    badge: 'Nothing to pay',
    tone: 'good',
    title: "You're in, for free",
    text: 'The organizer has waived the price for you.',
  },
  offlineDue: {
    badge: 'To be paid in cash',
    tone: 'warn',
    title: "You're in. Pay on the spot.",
    text: 'Give it to the organizer at the event, or as agreed. Your receipt comes here once they have it.',
  },
  refunding: {
    badge: 'Being paid back',
    tone: 'plain',
    title: 'Your money is on its way back',
    text: 'It comes the way you paid. A bank may take some days to show it.',
  },
  refunded: {
    badge: 'Paid back',
    tone: 'plain',
    title: 'You got your money back',
    text: 'All of it was paid back the way you paid.',
  },
  expired: {
    badge: 'Time ran out',
    tone: 'plain',
    title: 'The time to pay ran out',
    text: 'Nothing was charged, and your place was let go.',
  },
  canceled: {
    badge: 'Cancelled',
    tone: 'plain',
    title: 'There is nothing to pay any more',
    text: 'The payment was cancelled. Nothing was charged.',
  },
};

/** The words for a payment. Someone who has paid but lost the place is not told that they are in. */
export function wordsOf(stage: Stage, { registrationState: place, method }: Payment): Words {
  const said = words[stage];
  const hasPlace = place === 'confirmed';
  if (isPaid(stage) && !hasPlace)
    return { ...said, tone: 'plain', title: 'Paid, and given up', text: 'You have no place there any more.' };
  if ((stage === 'refunded' || stage === 'refunding') && method === 'cash')
    return {
      ...said,
      text:
        stage === 'refunded'
          ? 'The organizer has given it back to you.'
          : 'The organizer gives it to you in cash.',
    };
  if (stage === 'canceled' && hasPlace)
    return { ...said, title: "You're in", text: 'The payment was cancelled. Nothing was charged.' };
  return said;
}

export const wordsOfDue: Words = words.due;

/** The lines about refunds, as far as the headline does not say it. */
export function refundNotes(payment: Payment, locale: string): string[] {
  const text = (amountMinor: number) => amountText({ ...payment.amount, amountMinor }, locale);
  const isWhole = ['refunded', 'refunding'].includes(stageOf(payment));
  const back = sumOf(payment, isDone);
  const coming = sumOf(payment, isOnItsWay);
  const last = payment.refunds.at(-1);
  return [
    back > 0 && !(isWhole && coming === 0) && `${text(back)} was paid back.`,
    coming > 0 && !(isWhole && back === 0) && `${text(coming)} is on its way back to you.`,
    last?.isAsked &&
      `You asked for ${text(last.amountMinor)} back. Those who run it decide, and you will be told.`,
    last?.state === 'declined' &&
      `You asked for your money back, and those who run it said no${last.reason ? `: “${last.reason}”` : '.'}`,
    last?.state === 'failed' && 'Paying you back did not work. The organizer knows and sees to it.',
  ].filter((line) => typeof line === 'string');
}

/** Offers with a price, the cheapest first. */
export const pricesOf = (offers: readonly Offer[]) => offers.filter(({ price }) => price.amountMinor > 0);
