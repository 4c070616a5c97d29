// An event of mine in a list: my state, what waits to be sent, and where a reply is owed the two quick ones.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEventSummary } from '../../contract/events.ts';
import { replyText, useReply } from '../data/replies.ts';
import { amountText } from '../format/money.ts';
import type { Viewer } from '../format/use-viewer.ts';
import { holdEnd } from '../format/when.ts';
import { countText, registrationLabel, type StateLabel } from '../format/words.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/router.tsx';
import { ReplyState } from './change-state.tsx';
import { EventRow } from './event-card.tsx';

const Quick = chakra('div', {
  base: {
    // Above the link that the whole card is.
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: '2',
    pt: '2.5',
    pb: '0.5',
    '& button, & a': { px: '2', fontSize: 'sm' },
    '& a': {
      display: 'grid',
      placeItems: 'center',
      minH: 'target',
      rounded: 'md',
      borderWidth: '1px',
      borderColor: 'border',
      fontWeight: '600',
      textAlign: 'center',
      lineHeight: '1.25',
    },
  },
});

/** My state; where something is to be paid, how much and until when. */
function dueLabel(event: MyEventSummary, viewer: Viewer): StateLabel | null {
  const { due, registration } = event;
  if (!due) return registrationLabel(registration, event);
  const amount = amountText(due.amount, viewer.locale);
  if (due.way === 'cash') return { label: `You're in · ${amount} on the spot`, tone: 'good' };
  if (due.way === 'underWay') return { label: 'Your payment is on its way', tone: 'plain' };
  const until = registration?.holdExpiresAt;
  const time = until && holdEnd(until, viewer);
  return { label: time ? `Pay ${amount} until ${time}` : `${amount} to pay`, tone: 'warn' };
}

/** `9 of 22 going · 3 no answer`, for those who run it: of the places there are, or of those who are asked. */
function repliesLabel(
  { publication, maximumAttendeeCapacity: capacity }: MyEventSummary,
  { going, cannot, noAnswer }: NonNullable<MyEventSummary['replies']>,
  locale: string,
): StateLabel {
  if (publication === 'draft') return { label: 'Draft', tone: 'plain' };
  const asked = capacity ?? going + cannot + noAnswer;
  const come = `${countText(going, locale)}${asked > going ? ` of ${countText(asked, locale)}` : ''} going`;
  const silent = noAnswer > 0 ? ` · ${countText(noAnswer, locale)} no answer` : '';
  return { label: come + silent, tone: noAnswer > 0 ? 'warn' : 'good' };
}

type RowProps = {
  event: MyEventSummary;
  viewer: Viewer;
  /** With the quick replies. */
  isOwed?: boolean;
  /** The reply is with the server; the row may leave the list. */
  onReplied?: () => void;
};

export function ReplyRow({ event, viewer, isOwed = false, onReplied }: RowProps) {
  const reply = useReply(event);
  const { pending, refused, isSending } = reply;
  const state: StateLabel | null = pending
    ? {
        label: `${replyText(pending, event.attendingLeadsTo, event)} · ${isSending ? 'sending' : 'will be sent'}`,
        tone: 'plain',
      }
    : event.publication === 'archived' && event.can.edit
      ? { label: 'Archived', tone: 'plain' }
      : event.replies
        ? repliesLabel(event, event.replies, viewer.locale)
        : dueLabel(event, viewer);
  const to = `/my/events/${event.id}`;
  const { can, attendingLeadsTo: leadsTo } = event;
  const answer = async (choice: 'attending' | 'declined') => {
    if (await reply.reply(choice, { leadsTo })) onReplied?.();
  };
  const attends = { waitlist: 'Join waitlist', approval: 'Ask for a place' }[leadsTo as string] ?? 'Going';
  return (
    <EventRow
      event={event}
      // Answers that an older version has saved do not say.
      to={can.see === false ? null : to}
      viewer={viewer}
      state={state}
      isOwn={Boolean(event.replies)}
      actions={
        <>
          <ReplyState reply={reply} event={event} />
          {isOwed && !refused && (pending === null || isSending) ? (
            <Quick>
              {!can.register ? null : leadsTo === 'payment' ? (
                // What costs something is decided where its price stands.
                <Link to={to} aria-label={`See price: ${event.name}`}>
                  See price
                </Link>
              ) : (
                <Button
                  look="outline"
                  busy={isSending}
                  aria-label={`${attends}: ${event.name}`}
                  onClick={() => void answer('attending')}
                >
                  {attends}
                </Button>
              )}
              {can.respond ? (
                <Button
                  look="outline"
                  busy={isSending}
                  aria-label={`Can't go: ${event.name}`}
                  onClick={() => void answer('declined')}
                >
                  Can't go
                </Button>
              ) : null}
            </Quick>
          ) : null}
        </>
      }
    />
  );
}
