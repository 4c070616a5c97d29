// Where I stand at an event and the one thing to do about it: the state under the head, the action at the thumb.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../contract/events.ts';
import { ReplyState } from '../../cards/change-state.tsx';
import { type MyReply, type ReplyChoice, replyText, useReply } from '../../data/replies.ts';
import { useNow, useViewer } from '../../format/use-viewer.ts';
import { holdEnd } from '../../format/when.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/router.tsx';
import { hasPaid, headlineOf, joinText, payText } from './my-state.ts';
import { ReplyNote } from './reply-note.tsx';

// Few events have several prices.
const OfferChoice = lazy(async () => ({ default: (await import('./offer-choice.tsx')).OfferChoice }));
const GiveUpSheet = lazy(async () => ({ default: (await import('./give-up-sheet.tsx')).GiveUpSheet }));

const Card = chakra('div', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    py: '3.5',
    bg: 'bg.panel',
    borderColor: 'border',
    borderBottomWidth: '1px',
    '& .title': { fontWeight: '700', fontSize: 'lg', lineHeight: '1.3', display: 'flex', gap: '2' },
    '& .title .icon': { flexShrink: '0', mt: '0.5' },
    '& .line': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& details': { mt: '1' },
    '& summary, & .payment': {
      display: 'inline-flex',
      alignItems: 'center',
      minH: 'target',
      color: 'brand',
      fontWeight: '600',
      fontSize: 'sm',
      cursor: 'pointer',
      rounded: 'sm',
    },
    '& .note': { display: 'grid', gap: '2.5', pb: '1' },
    '& .actions': { display: 'flex', gap: '2', mt: '3' },
    '& .actions > .main': { flex: '1 1 0', minW: '6rem' },
    '& .actions > :not(.main)': { flex: '0 1 auto', px: '3.5' },
    '& [aria-pressed=true]': { bg: 'bg.strong', color: 'fg.strong', borderColor: 'transparent' },
    '&:not(:has(.title, .actions, [role=status] > *))': { display: 'none' },
  },
  variants: {
    tone: {
      good: { '& .title': { color: 'brand' } },
      warn: { '& .title': { color: 'warn' } },
      bad: { '& .title': { color: 'danger' } },
      plain: {},
    },
    isBar: {
      true: {
        '& .actions': {
          lgDown: {
            position: 'fixed',
            insetX: '0',
            bottom: '0',
            zIndex: '11',
            mt: '0',
            px: { base: '4', sm: '5' },
            py: '2.5',
            pb: 'max(0.625rem, env(safe-area-inset-bottom))',
            bg: 'bg.panel',
            borderTopWidth: '1px',
            borderColor: 'border',
            '& > *': { minH: '48px' },
          },
        },
      },
    },
  },
});

/** `onReplied` resolves when what the server says now is on the screen. */
export function MyReplyCard({
  event,
  isMain,
  onReplied,
}: {
  event: MyEvent;
  isMain: boolean;
  onReplied: () => Promise<unknown>;
}) {
  const { locale, timeZone } = useViewer();
  const now = useNow();
  const navigate = useNavigate();
  const reply = useReply(event);
  const [note, setNote] = useState('');
  const [isNoteSent, setNoteSent] = useState(false);
  const [offerId, setOffer] = useState(event.offers[0]?.id ?? null);
  const [isGivingUp, setGivingUp] = useState(false);
  const { can, attendingLeadsTo: leadsTo } = event;
  const headline = headlineOf(event, { locale, now, timeZone });
  const isPending = reply.pending !== null;
  const choosesOffer = event.offers.length > 1 && (can.register || can.acceptPlace);
  // Who runs it is not asked; they may take part all the same.
  const runsIt = can.edit && event.registration === null && !isPending && !reply.refused;

  const send = async (choice: ReplyChoice) => {
    setGivingUp(false);
    const answer = await reply.reply(choice, {
      leadsTo,
      note: note.trim(),
      ...(choosesOffer && offerId && { offerId }),
    });
    if (answer) {
      setNoteSent(note.trim() !== '');
      setNote('');
    }
    await onReplied();
    if (choice === 'attending' && answer?.registration?.state === 'pendingPayment')
      navigate(`/my/events/${event.id}/payment`);
  };

  const ways = (
    <>
      {choosesOffer && !isPending ? (
        <Suspense fallback={null}>
          <OfferChoice offers={event.offers} chosen={offerId} locale={locale} onChoose={setOffer} />
        </Suspense>
      ) : null}
      {runsIt ? null : (
        <ReplyNote
          event={event}
          note={note}
          isSent={isNoteSent}
          isSending={reply.isSending}
          onChange={setNote}
          onSend={() => void send('attending')}
        />
      )}
      <Actions
        event={event}
        isMain={isMain && !runsIt}
        reply={reply}
        joinLabel={joinText(event, offerId, locale)}
        until={
          event.registration?.holdExpiresAt
            ? holdEnd(event.registration.holdExpiresAt, { locale, now, timeZone })
            : null
        }
        onReply={(choice) => void send(choice)}
        onGiveUp={() => setGivingUp(true)}
      />
    </>
  );
  return (
    <Card tone={isPending ? 'plain' : headline.tone} isBar={isMain && !runsIt} data-action>
      {reply.pending ? (
        <p className="title">
          {replyText(reply.pending, leadsTo, event)} · {reply.isSending ? 'sending' : 'will be sent'}
        </p>
      ) : (
        <>
          {headline.title ? (
            <p className="title">
              {headline.tone === 'good' ? <Icon name="circle-check" size={22} /> : null}
              {headline.title}
            </p>
          ) : null}
          {headline.lines.map((line) => (
            <p key={line} className="line">
              {line}
            </p>
          ))}
        </>
      )}
      {hasPaid(event) ? (
        <Link className="payment" to={`/my/events/${event.id}/payment`}>
          {event.due ? 'How to pay' : 'Payment and receipt'}
        </Link>
      ) : null}
      <ReplyState reply={reply} event={event} />
      {runsIt && (can.register || can.respond) ? (
        <details>
          <summary>Take part yourself</summary>
          {ways}
        </details>
      ) : runsIt ? null : (
        ways
      )}
      {isGivingUp ? (
        <Suspense fallback={null}>
          <GiveUpSheet
            event={event}
            onGiveUp={(choice) => void send(choice)}
            onClose={() => setGivingUp(false)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

const giveUp = {
  waitlisted: 'Leave the waitlist',
  pendingApproval: 'Take back my request',
  offered: 'No thanks',
  pendingPayment: 'Give up',
} as const;

/** One main action, and beside it the other replies. */
function Actions({
  event,
  isMain,
  reply: { pending, isSending },
  joinLabel,
  until,
  onReply,
  onGiveUp,
}: {
  event: MyEvent;
  isMain: boolean;
  reply: MyReply;
  joinLabel: string;
  until: string | null;
  onReply: (choice: ReplyChoice) => void;
  onGiveUp: () => void;
}) {
  const { locale } = useViewer();
  const { id, can, registration, due } = event;
  const state = registration?.state;
  const chosen = pending ?? (state === 'tentative' || state === 'declined' ? state : null);
  const holds = can.cancelRegistration || can.pay;
  // The wish to be told the new date of a postponed event, and the end of it, are one button.
  const wanted = can.register ? 'attending' : chosen === 'tentative' ? 'cancel' : 'tentative';
  const main = can.acceptPlace ? (
    <Button className="main" busy={isSending} onClick={() => onReply('attending')}>
      {until ? `Accept place before ${until}` : 'Accept place'}
    </Button>
  ) : can.pay ? (
    <ButtonLink className="main" to={`/my/events/${id}/payment`}>
      {payText(due, until, locale)}
    </ButtonLink>
  ) : can.register || can.keepInterest ? (
    <Button
      className="main"
      look={pending === 'attending' || wanted === 'cancel' ? 'outline' : 'solid'}
      aria-pressed={can.register ? pending === 'attending' : undefined}
      busy={isSending}
      onClick={() => onReply(wanted)}
    >
      {can.register ? joinLabel : replyText(wanted, null, event)}
    </Button>
  ) : null;
  const others = holds
    ? can.cancelRegistration &&
      pending !== 'cancel' && (
        <Button look="outline" className={main ? undefined : 'main'} busy={isSending} onClick={onGiveUp}>
          {giveUp[state as keyof typeof giveUp] ?? 'Give up my place'}
        </Button>
      )
    : can.respond &&
      (['tentative', 'declined'] as const).map((choice) => (
        <Button
          key={choice}
          look="outline"
          className={main ? undefined : 'main'}
          aria-pressed={chosen === choice}
          busy={isSending}
          onClick={() => onReply(choice)}
        >
          {choice === 'tentative' ? 'Maybe' : "Can't go"}
        </Button>
      ));
  if (!main && !others) return null;
  return (
    <div className="actions" data-action-bar={isMain || undefined}>
      {main}
      {others}
    </div>
  );
}
