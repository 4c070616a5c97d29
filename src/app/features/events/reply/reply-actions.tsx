// My possible answers to an event as buttons: one main one, and the others beside it.
import type { MyEvent } from '../../../../contract/events/events.ts';
import { type MyReply, type ReplyChoice, replyText } from '../../../data/outbox/replies.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { msg, t } from '../../../words/t.ts';
import { dependsOnPayment } from '../payment/event-money.ts';
import { payText } from './my-state.ts';

const giveUpPlace = msg('Give up my place');
const giveUp = {
  waitlisted: msg('Leave the waitlist'),
  pendingApproval: msg('Take back my request'),
  offered: msg('No thanks'),
  pendingPayment: msg('Give up'),
} as const;

/** One main action, and beside it the other replies. */
export function ReplyActions({
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
  // The times changed after the answer: the place stays theirs until they change it.
  const isAsked =
    state === 'confirmed' && Boolean(registration?.reconfirmAskedAt) && (pending === null || isSending);
  // Asking to be notified of a postponed event's new date, and withdrawing that, are one button.
  const wanted = can.register ? 'attending' : chosen === 'tentative' ? 'cancel' : 'tentative';
  const main = isAsked ? (
    <Button className="main" busy={isSending} onClick={() => onReply('attending')}>
      {t("I'm still coming")}
    </Button>
  ) : can.acceptPlace ? (
    <Button className="main" busy={isSending} onClick={() => onReply('attending')}>
      {until ? t('Accept place before {until}', { until }) : t('Accept place')}
    </Button>
  ) : can.pay ? (
    <ButtonLink className="main" to={`/my/events/${id}/payment`}>
      {payText(due, until, locale)}
    </ButtonLink>
  ) : can.register || can.keepInterest ? (
    <Button
      className={event.attendingLeadsTo === 'payment' ? 'main priced' : 'main'}
      look={pending === 'attending' || wanted === 'cancel' ? 'outline' : 'solid'}
      aria-pressed={can.register ? pending === 'attending' : undefined}
      busy={isSending}
      onClick={() => onReply(wanted)}
    >
      {can.register ? joinLabel : replyText(wanted, null, event)}
    </Button>
  ) : null;
  const others = isAsked ? (
    <Button
      look="outline"
      busy={isSending}
      aria-haspopup={dependsOnPayment(event) ? 'dialog' : undefined}
      // First says what happens to the money.
      onClick={() => (dependsOnPayment(event) ? onGiveUp() : onReply('declined'))}
    >
      {t("Can't go")}
    </Button>
  ) : holds ? (
    can.cancelRegistration &&
    pending !== 'cancel' && (
      <Button look="outline" className={main ? undefined : 'main'} busy={isSending} onClick={onGiveUp}>
        {t(state && state in giveUp ? giveUp[state as keyof typeof giveUp] : giveUpPlace)}
      </Button>
    )
  ) : (
    can.respond &&
    (['tentative', 'declined'] as const).map((choice) => (
      <Button
        key={choice}
        look="outline"
        className={main ? undefined : 'main'}
        aria-pressed={chosen === choice}
        busy={isSending}
        onClick={() => onReply(choice)}
      >
        {choice === 'tentative' ? t('Maybe') : t("Can't go")}
      </Button>
    ))
  );
  if (!main && !others) return null;
  return (
    <div className="actions" data-action-bar={isMain || undefined}>
      {main}
      {others}
    </div>
  );
}
