// The status of a write between this device and the server: queued, refused, superseded, and what to do about
// it.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import type { MyReply } from '../../data/outbox/replies.ts';
import type { QueuedWriteState } from '../../data/outbox/use-queued-write.ts';
import { refusalText } from '../../format/words/refusals.ts';
import { Button } from '../../ui/button.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

const Box = chakra('div', {
  base: {
    // Above the link that covers a whole card.
    position: 'relative',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '2.5',
    mt: '2',
    ps: '3',
    pe: '1',
    minH: 'target',
    rounded: 'md',
    fontSize: 'sm',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.strong',
    color: 'fg.muted',
    '& > .icon': { flexShrink: '0' },
    '& > .text': { flex: '1 1 8rem', py: '2' },
    '& > .choices': { display: 'flex', flexWrap: 'wrap', gap: '2', pb: '2', pe: '2' },
  },
  variants: {
    tone: { plain: {}, warn: { color: 'warn', bg: 'warn.subtle', borderColor: 'transparent' } },
  },
});

function Line({
  icon,
  tone = 'plain',
  aside,
  choices,
  children,
}: {
  icon: ChromeIconName;
  tone?: 'plain' | 'warn';
  aside?: ReactNode;
  choices?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box tone={tone}>
      <Icon name={icon} size={18} />
      <span className="text">{children}</span>
      {aside}
      {choices ? <span className="choices">{choices}</span> : null}
    </Box>
  );
}

type Props = {
  change: QueuedWriteState;
  /** Names the subject of the write in the accessible name of the buttons. */
  about: string;
  /** Joins the waitlist where a place was wanted and the event is full; absent where there is no waitlist. */
  onWait?: (() => void) | undefined;
  /** Another line says that the write is queued. */
  isQueuedSaid?: boolean;
};

/** Empty where there is nothing to say; the live region stays, so that a later message is announced. */
export function ChangeState(props: Props) {
  const { change, isQueuedSaid } = props;
  const line = lineOf(props);
  const isSilent = isQueuedSaid && change.isWaiting;
  return (
    <>
      <div role="status">{isSilent ? null : line}</div>
      {isSilent ? line : null}
    </>
  );
}

/** The same for my reply to an event. */
export function ReplyState({
  reply,
  event,
  about,
}: {
  reply: MyReply;
  event: { waitlistEnabled: boolean };
  about: string;
}) {
  if (reply.isSuperseded && !reply.refused && !reply.pending)
    return (
      <div role="status">
        <Line icon="info">
          {t("You've since given a different reply on another device. That one counts.")}
        </Line>
      </div>
    );
  return (
    <ChangeState
      change={reply}
      about={about}
      onWait={event.waitlistEnabled ? reply.joinWaitlist : undefined}
    />
  );
}

function lineOf({ change, about, onWait }: Props) {
  const { row, refused, trouble, isWaiting, isSending } = change;
  if (refused && refused.code === 'event_full' && onWait)
    return (
      <Line
        icon="circle-alert"
        tone="warn"
        choices={
          <>
            <Button busy={isSending} aria-label={`${t('Join waitlist')}: ${about}`} onClick={onWait}>
              {t('Join waitlist')}
            </Button>
            <Button look="outline" aria-label={`${t('No')}: ${about}`} onClick={change.dismiss}>
              {t('No')}
            </Button>
          </>
        }
      >
        {t("It's full now. Join the waitlist?")}
      </Line>
    );
  if (refused)
    return (
      <Line
        icon="circle-alert"
        tone="warn"
        choices={
          <Button look="outline" aria-label={t('Dismiss: {about}', { about })} onClick={change.dismiss}>
            {t('Dismiss')}
          </Button>
        }
      >
        {refusalText(refused)} {t('Nothing was changed.')}
      </Line>
    );
  if (trouble)
    return (
      <Line icon="circle-alert" tone="warn">
        {trouble}
      </Line>
    );
  if (!isWaiting) return null;
  return (
    <Line
      icon="cloud-off"
      aside={
        <Button look="quiet" aria-label={t('Undo: {about}', { about })} onClick={change.undo}>
          {t('Undo')}
        </Button>
      }
    >
      {row && row.attempts > 0
        ? t('Saved on this device, will be sent. It may have arrived already.')
        : t('Saved on this device, will be sent')}
    </Line>
  );
}
