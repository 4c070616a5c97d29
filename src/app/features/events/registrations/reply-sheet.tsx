// The actions for one person's registration: decide, reply for them, move them on the waitlist, remove them. Open until the
// server has the action or the device keeps it, so that a refusal keeps what was typed.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { ChangeState } from '../../../entities/events/change-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { msg, t } from '../../../words/t.ts';
import type { Entry } from './reply-groups.ts';
import { type Change, useDecision } from './use-decision.ts';

const Choices = chakra('div', {
  base: {
    display: 'grid',
    gap: '2.5',
    mt: '4',
    '& .replies': { display: 'grid', gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: '2' },
    '& .replies button': { px: '2' },
    '& h3': { fontWeight: '700', fontSize: 'sm', mt: '2' },
    '& .move': { display: 'grid', gridTemplateColumns: '5rem minmax(0, 1fr)', gap: '2.5' },
  },
});

const replies = [
  ['attending', msg('Going')],
  ['tentative', msg('Maybe')],
  ['declined', msg("Can't go")],
] as const;
/** Has a reply already, and gets a place only by its turn or by paying. */
const awaitsPlace = ['waitlisted', 'pendingPayment'];
const holds = ['pendingApproval', 'pendingPayment', 'confirmed', 'waitlisted', 'offered'];

type Props = { event: MyEvent; entry: Entry; onClose: () => void };

export function ReplySheet({ event, entry, onClose }: Props) {
  return (
    <Sheet title={entry.user.name} onClose={onClose}>
      {(close) => <Content event={event} entry={entry} close={close} />}
    </Sheet>
  );
}

function Content({ event, entry, close }: Omit<Props, 'onClose'> & { close: () => void }) {
  const { state, position, user, version } = entry;
  const decision = useDecision(event, user, version);
  const { isSending, onWait } = decision;
  const [reason, setReason] = useState(() => String(decision.row?.body.reason ?? ''));
  const [place, setPlace] = useState(String(position ?? 1));
  const closeAfter = async (sending: ReturnType<typeof decision.decide>) => {
    const sent = await sending;
    if (sent && sent.kind !== 'refused') close();
  };
  const decide = (change: Change) =>
    closeAfter(decision.decide({ ...change, ...(reason.trim() && { reason: reason.trim() }) }));
  const isAsking = state === 'pendingApproval';
  const isWaiting = state === 'waitlisted';
  const offered = replies.filter(([response]) => response !== 'attending' || !awaitsPlace.includes(state));
  return (
    <>
      <TextField
        label={isWaiting ? t('Reason (needed to move someone)') : t('Reason (optional)')}
        name="reason"
        maxLength={limits.noteMax}
        autoComplete="off"
        value={reason}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => setReason(event.target.value)}
        hint={t("It stays in this event's log.")}
      />
      <ChangeState change={decision} about={user.name} onWait={onWait && (() => void closeAfter(onWait()))} />
      <Choices>
        {isAsking ? (
          <>
            <Button busy={isSending} onClick={() => void decide({ action: 'approve' })}>
              {t('Approve')}
            </Button>
            <Button look="danger" busy={isSending} onClick={() => void decide({ action: 'reject' })}>
              {t('Reject')}
            </Button>
          </>
        ) : null}
        {isWaiting ? (
          <form
            className="move"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isSending) void decide({ action: 'move', position: Number(place) });
            }}
          >
            <chakra.input
              type="number"
              inputMode="numeric"
              min={1}
              required
              aria-label={t('Position on the waitlist')}
              minH="target"
              px="3"
              fontSize="16px"
              bg="bg.panel"
              borderWidth="1px"
              borderColor="border.strong"
              rounded="md"
              value={place}
              onChange={(event: React.ChangeEvent<HTMLInputElement>) => setPlace(event.target.value)}
            />
            <Button type="submit" look="outline" busy={isSending} disabled={!reason.trim()}>
              {t('Move to this position')}
            </Button>
          </form>
        ) : null}
        <h3>{t('Reply for {name}', { name: user.name })}</h3>
        <div className="replies">
          {offered.map(([response, label]) => (
            <Button
              key={response}
              look="outline"
              busy={isSending}
              onClick={() => void decide({ action: 'reply', response })}
            >
              {t(label)}
            </Button>
          ))}
        </div>
        {holds.includes(state) && !isAsking ? (
          <Button look="danger" busy={isSending} onClick={() => void decide({ action: 'remove' })}>
            {isWaiting ? t('Remove from the waitlist') : t('Remove from the event')}
          </Button>
        ) : null}
      </Choices>
    </>
  );
}
