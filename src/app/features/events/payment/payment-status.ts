// The status of a payment, in words and as possible actions: from the server's two answers, never from the
// URL. Pure.
import type { MyEvent, Offer } from '../../../../contract/events/events.ts';
import type { Payment } from '../../../../contract/events/payments.ts';
import type { PaymentState, RegistrationState } from '../../../../contract/values/enums.ts';
import { amountText } from '../../../format/money.ts';
import { isOrganizerInactive } from '../../../format/words/paused.ts';
import type { Tone } from '../../../format/words/vocabulary.ts';
import { type Message, msg, t } from '../../../words/t.ts';

/**
 * `due`: a place is held and no payment has begun for it, or the last one has ended. The others are the
 * payment's own states.
 */
export type Stage = PaymentState | 'due' | 'refunding' | 'refunded';

type Held = { registrationState: RegistrationState; holdExpiresAt: string | null };

/** States that a payment no longer leaves by paying: a place held after them is a new one to pay for. */
const finalStates: ReadonlySet<PaymentState> = new Set([
  'canceled',
  'expired',
  'succeeded',
  'offlineReceived',
  'waived',
]);

/**
 * The stage of a payment: `due` when a place is held again after the payment has ended, and the refund's stage
 * once all is refunded.
 */
export function stageOf(payment: Payment): Stage {
  const { state, amount } = payment;
  if (finalStates.has(state) && isHeld(payment)) return 'due';
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

export type Words = { badge: Message; tone: Tone; title: Message; text: Message };

const words: Record<Stage, Words> = {
  due: {
    badge: msg('To pay'),
    tone: 'warn',
    title: msg('Pay to keep your place'),
    text: msg("It's yours once you've paid."),
  },
  requiresPayment: {
    badge: msg('To pay'),
    tone: 'warn',
    title: msg('Pay to keep your place'),
    text: msg('Nothing has been charged yet. Pick up where you left off.'),
  },
  requiresAction: {
    badge: msg('Confirm with your bank'),
    tone: 'warn',
    title: msg('Your bank is waiting for your OK'),
    text: msg("Confirm it with your bank, and you're done. Nothing has been charged yet."),
  },
  failed: {
    badge: msg('Did not go through'),
    tone: 'bad',
    title: msg('The payment did not go through'),
    text: msg('Nothing was charged. Try again with the same card or another one.'),
  },
  processing: {
    badge: msg('On its way'),
    tone: 'plain',
    title: msg('Your payment is on its way'),
    text: msg(
      'You can close this page. If the payment comes too late for your place, you get all of it back.',
    ),
  },
  succeeded: {
    badge: msg('Paid'),
    tone: 'good',
    title: msg("Paid. You're in."),
    text: msg('Nothing is left to pay.'),
  },
  offlineReceived: {
    badge: msg('Paid in cash'),
    tone: 'good',
    title: msg("Paid. You're in."),
    text: msg('The organizer has your money.'),
  },
  waived: {
    badge: msg('Nothing to pay'),
    tone: 'good',
    title: msg("You're in, for free"),
    text: msg('The organizer has waived the price for you.'),
  },
  offlineDue: {
    badge: msg('To pay in cash'),
    tone: 'warn',
    title: msg("You're in. Pay on the spot."),
    text: msg(
      "Give it to the organizer at the event, or as agreed. You'll find your receipt here once they have it.",
    ),
  },
  refunding: {
    badge: msg('Refund on its way'),
    tone: 'plain',
    title: msg('Your money is on its way back'),
    text: msg('It comes back the way you paid. Your bank may take a few days to show it.'),
  },
  refunded: {
    badge: msg('Refunded'),
    tone: 'plain',
    title: msg('You got your money back'),
    text: msg('All of it came back the way you paid.'),
  },
  expired: {
    badge: msg('Time ran out'),
    tone: 'plain',
    title: msg('The time to pay ran out'),
    text: msg('Nothing was charged, and your place is free again.'),
  },
  canceled: {
    badge: msg('Payment cancelled'),
    tone: 'plain',
    title: msg("There's nothing left to pay"),
    text: msg('The payment was cancelled. Nothing was charged.'),
  },
};

/** The words for a payment. Someone who has paid but lost the place does not read that they are in. */
export function wordsOf(stage: Stage, { registrationState: place, method }: Payment): Words {
  const said = words[stage];
  const hasPlace = place === 'confirmed';
  if (isPaid(stage) && !hasPlace)
    return {
      ...said,
      tone: 'plain',
      title: msg('Paid, but without a place'),
      text: msg('You no longer have a place there.'),
    };
  if ((stage === 'refunded' || stage === 'refunding') && method === 'cash')
    return {
      ...said,
      text:
        stage === 'refunded'
          ? msg('The organizer has given it back to you.')
          : msg('The organizer will give it back to you in cash.'),
    };
  if (stage === 'waived' && !hasPlace)
    return {
      ...said,
      tone: 'plain',
      title: msg("There's nothing left to pay"),
      text: msg('You no longer have a place there.'),
    };
  if ((stage === 'canceled' || stage === 'expired') && hasPlace)
    return { ...said, title: msg("You're in"), text: words.canceled.text };
  return said;
}

export const wordsOfDue: Words = words.due;

/** Why the server refuses payments for now, in words: until there is a new date, or someone runs the event; null where it takes them. */
export function wordsOfWaiting(event: MyEvent): Words | null {
  if (isOrganizerInactive(event)) return wordsOfInactive;
  return event.eventStatus === 'EventPostponed' ? wordsOfPostponed : null;
}

const wordsOfInactive: Words = {
  badge: msg('Payments are paused'),
  tone: 'plain',
  title: msg('You asked for a place'),
  text: msg("The organizer's account isn't active right now, so you can't pay."),
};

const wordsOfPostponed: Words = {
  badge: msg('Postponed'),
  tone: 'plain',
  title: msg('You asked for a place'),
  text: msg('You can pay once there is a new date.'),
};

/** For a place whose price an earlier payment covers: the server then confirms it without a checkout. */
export const wordsOfCovered: Words = {
  badge: msg('Nothing to pay'),
  tone: 'warn',
  title: msg("You've already paid"),
  text: msg('Your earlier payment covers this place. Nothing more is charged.'),
};

/** Whether what is left of an earlier payment covers an amount that is due now. */
export const isCoveredBy = ({ refundableMinor, amount }: Payment, due: Payment['amount']): boolean =>
  due.amountMinor > 0 && refundableMinor >= due.amountMinor && amount.currency === due.currency;

/** The lines about refunds, as far as the headline does not say it. */
export function refundNotes(payment: Payment, locale: string): string[] {
  const text = (amountMinor: number) => amountText({ ...payment.amount, amountMinor }, locale);
  const isWhole = ['refunded', 'refunding'].includes(stageOf(payment));
  const back = sumOf(payment, isDone);
  const coming = sumOf(payment, isOnItsWay);
  const last = payment.refunds.at(-1);
  return [
    back > 0 && !(isWhole && coming === 0) && t('You got {amount} back.', { amount: text(back) }),
    coming > 0 &&
      !(isWhole && back === 0) &&
      t('{amount} is on its way back to you.', { amount: text(coming) }),
    last?.isAsked &&
      t("You asked for {amount} back. The organizer decides, and we'll let you know.", {
        amount: text(last.amountMinor),
      }),
    last?.state === 'declined' &&
      (last.reason
        ? t('You asked for your money back, and the organizer said no: “{reason}”', {
            reason: last.reason,
          })
        : t('You asked for your money back, and the organizer said no.')),
    last?.state === 'failed' && t("Your refund didn't work. The organizer knows and is taking care of it."),
  ].filter((line) => typeof line === 'string');
}

/** Offers with a price, the cheapest first. */
export const pricesOf = (offers: readonly Offer[]) => offers.filter(({ price }) => price.amountMinor > 0);
