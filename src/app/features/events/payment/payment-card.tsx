// The amount of a payment, its status, its deadline, and the one action for it.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { Payment } from '../../../../contract/events/payments.ts';
import { amountText } from '../../../format/money.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { holdEnd } from '../../../format/when.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { footBar } from '../../../ui/page/foot-bar.ts';
import { msg, t } from '../../../words/t.ts';
import { spokenTimeLeft, timeLeftText } from '../reply/use-time-left.ts';
import { offersWithHeld } from './event-money.ts';
import {
  isCoveredBy,
  payable,
  pricesOf,
  refundNotes,
  type Stage,
  stageOf,
  wordsOf,
  wordsOfCovered,
  wordsOfDue,
  wordsOfWaiting,
} from './payment-status.ts';
import { usePaying, useReturn } from './use-paying.ts';

const OfferChoice = lazy(async () => ({ default: (await import('../reply/offer-choice.tsx')).OfferChoice }));
const CashSheet = lazy(async () => ({ default: (await import('./payment-sheets.tsx')).CashSheet }));
const RefundSheet = lazy(async () => ({ default: (await import('./payment-sheets.tsx')).RefundSheet }));

const Card = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'xl',
    p: '5',
    '& .amount': {
      // Large text grows no further than the amount fits.
      fontSize: 'min(3rem, 16vw)',
      lineHeight: '1.1',
      fontWeight: '800',
      letterSpacing: '-0.02em',
      mt: '2',
      fontVariantNumeric: 'tabular-nums',
    },
    '& .amount.back': { color: 'fg.muted', textDecoration: 'line-through', fontSize: '3xl' },
    '& .title': { fontSize: 'xl', fontWeight: '700', lineHeight: '1.3', mt: '3' },
    '& .text': { color: 'fg.muted', mt: '1' },
    '& .note': { mt: '2', ps: '3', borderInlineStartWidth: '3px', borderColor: 'border.strong' },
    '& .hold': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      mt: '4',
      px: '4',
      py: '3',
      rounded: 'md',
      bg: 'bg.subtle',
      fontVariantNumeric: 'tabular-nums',
      '& .icon': { flexShrink: '0', color: 'fg.muted' },
      '& strong': { display: 'block', fontWeight: '700' },
      '& span': { fontSize: 'sm', color: 'fg.muted' },
    },
    '& .hold[data-close]': { bg: 'warn.subtle', color: 'warn', '& span, & .icon': { color: 'inherit' } },
    '& .trouble': {
      mt: '4',
      px: '4',
      py: '3',
      rounded: 'md',
      bg: 'danger.subtle',
      color: 'danger',
      fontWeight: '500',
    },
    '& .others': { display: 'grid', gap: '2.5', mt: '4' },
    '& .main': { mt: '4' },
    '& .main > *': { w: 'full', minH: '48px', fontSize: 'lg' },
    '& .main.bar': {
      lgDown: {
        ...footBar,
        mt: '0',
      },
    },
  },
});

const nothing = { amountMinor: 0, currency: 'EUR' };

type Props = {
  eventId: string;
  event: MyEvent | undefined;
  /** Undefined while no payment was begun. */
  payment: Payment | undefined;
  /** Milliseconds until the place is released; null where none is held. */
  left: number | null;
  heldUntil: string | null;
  isOffline: boolean;
  onAnswer: (payment: Payment) => Promise<unknown>;
  onRefresh: () => Promise<unknown>;
};

export function PaymentCard(props: Props) {
  const { eventId, event, payment, left, heldUntil, isOffline, onAnswer, onRefresh } = props;
  const viewer = useViewer();
  const { locale } = viewer;
  const [chosen, setChosen] = useState<string | null>(null);
  const [sheet, setSheet] = useState<'cash' | 'ask' | null>(null);
  const paying = usePaying(eventId, onAnswer, onRefresh);
  const result = useReturn<HTMLDivElement>(eventId);
  const stage = payment ? stageOf(payment) : 'due';
  const isOver = left === 0 && payable.has(stage);
  const waiting = payable.has(stage) && event ? wordsOfWaiting(event) : null;
  const isPayable = payable.has(stage) && !isOver && !waiting;
  const prices = isPayable && event ? pricesOf(offersWithHeld(event)) : [];
  const offerId = chosen ?? event?.due?.offerId ?? null;
  const offer = prices.find(({ id }) => id === offerId);
  const begun = payment && stage !== 'due' ? payment.amount : event?.due?.amount;
  const amount = (chosen === null ? begun : offer?.price) ?? nothing;
  const isCovered = stage === 'due' && payment !== undefined && isCoveredBy(payment, amount);
  const due = isCovered ? wordsOfCovered : wordsOfDue;
  const own = payment && stage !== 'due' ? wordsOf(stage, payment) : due;
  const { badge, tone, title, text } = waiting ?? own;
  // Without a choice made here the server knows which price applies.
  const choice = chosen === null ? {} : { offerId: chosen };

  return (
    <Card aria-label={t('Payment')}>
      <Badge tone={tone}>{t(badge)}</Badge>
      <p className={stage === 'refunded' ? 'amount back' : 'amount'} data-tabular>
        {amountText(amount, locale)}
      </p>
      <div role="status" tabIndex={-1} ref={result}>
        <h2 className="title">{isOver ? t('The time to pay is over') : t(title)}</h2>
        <p className="text">{isOver ? t('Checking whether your place is still held…') : t(text)}</p>
        {payment
          ? refundNotes(payment, locale).map((line) => (
              <p key={line} className="note">
                {line}
              </p>
            ))
          : null}
      </div>
      {isPayable && left !== null && heldUntil !== null ? (
        <Hold left={left} until={holdEnd(heldUntil, viewer)} isCovered={isCovered} />
      ) : null}
      {prices.length > 1 ? (
        <Suspense fallback={null}>
          <OfferChoice offers={prices} chosen={offerId} locale={locale} onChoose={setChosen} />
        </Suspense>
      ) : null}
      <div role="alert">{paying.failure ? <p className="trouble">{paying.failure}</p> : null}</div>
      {isPayable ? (
        isOffline ? (
          <p className="note">
            {t("You need a connection to pay, and there isn't one right now.")}{' '}
            {heldUntil === null
              ? null
              : t('Your place is held until {time}.', { time: holdEnd(heldUntil, viewer) })}
          </p>
        ) : (
          <>
            <div className="main bar" data-action-bar>
              <Button busy={paying.isBusy} onClick={() => void paying.pay(choice, amount)}>
                {isCovered ? t('Keep my place') : payLabel(stage, amountText(amount, locale))}
              </Button>
            </div>
            {offer?.acceptsOffline && !isCovered ? (
              <div className="others">
                <Button look="outline" shape="wide" busy={paying.isBusy} onClick={() => setSheet('cash')}>
                  {t('Pay in cash instead')}
                </Button>
              </div>
            ) : null}
          </>
        )
      ) : null}
      <Next stage={stage} event={event} payment={payment} busy={paying.isBusy} onReply={paying.replyAgain} />
      {payment?.can.askRefund && !isOffline ? (
        <div className="others">
          <Button look="quiet" onClick={() => setSheet('ask')}>
            {t('Ask for your money back')}
          </Button>
        </div>
      ) : null}
      {sheet ? (
        <Suspense fallback={null}>
          {sheet === 'cash' ? (
            <CashSheet
              amount={amountText(amount, locale)}
              act={async () => {
                await paying.begin({ ...choice, provider: 'cash' });
                await onRefresh();
              }}
              onClose={() => setSheet(null)}
            />
          ) : payment ? (
            <RefundSheet payment={payment} onAsked={onRefresh} onClose={() => setSheet(null)} />
          ) : null}
        </Suspense>
      ) : null}
    </Card>
  );
}

function payLabel(stage: Stage, amount: string): string {
  if (stage === 'requiresAction') return t('Continue to your bank');
  return stage === 'failed' ? t('Try again · {amount}', { amount }) : t('Pay {amount}', { amount });
}

/**
 * The countdown of the held place. Not announced every second: a live region speaks at ten, five, two minutes
 * and one.
 */
function Hold({ left, until, isCovered }: { left: number; until: string; isCovered: boolean }) {
  const timeLeft = timeLeftText(left);
  return (
    <div className="hold" data-close={left <= 120_000 || undefined}>
      <Icon name="clock" size={22} />
      <div>
        <strong role="timer">
          {isCovered ? t('{time} left', { time: timeLeft }) : t('{timeLeft} left to pay', { timeLeft })}
        </strong>
        <span>{t('Your place is held until {time}', { time: until })}</span>
      </div>
      <p className="sr" role="status">
        {spokenTimeLeft(left)}
      </p>
    </div>
  );
}

const waysBack = {
  place: msg('Take a place again'),
  payment: msg('Take a place again'),
  approval: msg('Ask for a place again'),
  waitlist: msg('Join the waitlist'),
} as const;

/** The next step where there is nothing to pay: another try for a place, the waitlist, or the event. */
function Next({
  stage,
  event,
  payment,
  busy,
  onReply,
}: {
  stage: Stage;
  event: MyEvent | undefined;
  payment: Payment | undefined;
  busy: boolean;
  onReply: (event: MyEvent) => Promise<unknown>;
}) {
  if (!event || !payment || payable.has(stage) || stage === 'processing') return null;
  const { can, attendingLeadsTo: leadsTo, registration } = event;
  const to = `/my/events/${event.id}`;
  return (
    <>
      {registration?.state === 'waitlisted' ? <p className="note">{t('You are on the waitlist.')}</p> : null}
      <div className="others">
        {can.register && leadsTo ? (
          <Button
            look={stage === 'expired' || stage === 'canceled' ? 'solid' : 'outline'}
            busy={busy}
            onClick={() => void onReply(event)}
          >
            {t(waysBack[leadsTo])}
          </Button>
        ) : null}
        <ButtonLink to={to} look="outline">
          {can.acceptPlace ? t('See the place we offer you') : t('See the event')}
        </ButtonLink>
      </div>
    </>
  );
}
