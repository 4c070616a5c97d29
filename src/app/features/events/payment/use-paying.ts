// A payer's actions: begins a payment and goes to the checkout, or takes a place again. Never queued.
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Body } from '../../../../contract/api.ts';
import type { Money } from '../../../../contract/common.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { Payment } from '../../../../contract/events/payments.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { sessionItems } from '../../../data/storage.ts';
import { refusalText } from '../../../format/words/refusals.ts';
import { announce } from '../../../words/announce.ts';
import { t } from '../../../words/t.ts';

/** Of the event whose checkout this tab has gone to. */
const checkoutKey = 'checkout';

/** The element gets the focus when someone comes back from the checkout: a new page would begin at its top, in silence. */
export function useReturn<E extends HTMLElement>(eventId: string): RefObject<E | null> {
  const result = useRef<E>(null);
  useEffect(() => {
    if (sessionItems.get(checkoutKey) !== eventId || !result.current) return;
    sessionItems.set(checkoutKey, null);
    result.current.focus({ preventScroll: true });
    announce([...result.current.children].map(({ textContent }) => textContent).join('\n'));
  }, [eventId]);
  return result;
}

type Start = Body<'POST /api/events/{id}/payment'>;

/** `onAnswer` shows the server's answer about the payment; `onRefresh` reads it again. */
export function usePaying(
  eventId: string,
  onAnswer: (payment: Payment) => Promise<unknown>,
  onRefresh: () => Promise<unknown>,
) {
  const { busy, failure, run, setFailure } = useAction();
  const [isLeaving, setLeaving] = useState(false);
  // Back from the checkout, the browser may restore this page from its bfcache.
  useEffect(() => {
    const stay = () => setLeaving(false);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);

  /** Begins or resumes a payment: always the same checkout. Rejects with the server's refusal. */
  const begin = async (body: Start): Promise<Payment> => {
    try {
      const payment = await callApi('POST /api/events/{id}/payment', { params: { id: eventId }, body });
      await onAnswer(payment);
      return payment;
    } catch (error) {
      // Show the current state: the place may be gone, or paid for in another tab.
      void onRefresh().catch(() => {});
      throw error;
    }
  };
  return {
    isBusy: busy || isLeaving,
    failure,
    begin,
    /** Goes to the checkout only if its amount is the `shown` one. */
    pay: (body: Start, shown: Money) =>
      run(async () => {
        const { checkoutUrl, amount } = await begin(body);
        if (checkoutUrl === null) {
          await onRefresh();
          return;
        }
        if (amount.amountMinor !== shown.amountMinor || amount.currency !== shown.currency) {
          await onRefresh();
          setFailure(t('The price has changed since you saw it here. Check it, then pay.'));
          return;
        }
        setLeaving(true);
        sessionItems.set(checkoutKey, eventId);
        location.assign(checkoutUrl);
      }),
    /** Replies again, for a place or the waitlist, depending on the event's `attendingLeadsTo`. */
    replyAgain: ({ id, attendingLeadsTo }: MyEvent) =>
      run(async () => {
        const answer = await callApi('PUT /api/events/{id}/registration', {
          params: { id },
          body: { response: 'attending', ifFull: attendingLeadsTo === 'waitlist' ? 'waitlist' : 'ask' },
        });
        await onRefresh();
        if (answer.outcome === 'refused') setFailure(refusalText({ code: answer.reason ?? '', message: '' }));
      }),
  };
}
