// The actions for one person's registration: decide, reply for them, move them on the waitlist, remove them.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { limits } from '../../../../contract/values/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { msg, t } from '../../../words/t.ts';
import type { Entry } from './reply-groups.ts';
import type { Change, Decision } from './use-decision.ts';

const Choices = chakra('div', {
  base: {
    display: 'grid',
    gap: '2.5',
    mt: '4',
    '& .three': { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: '2' },
    '& .three button': { px: '2' },
    '& h3': { fontWeight: '700', fontSize: 'sm', mt: '2' },
    '& .move': { display: 'grid', gridTemplateColumns: '5rem minmax(0, 1fr)', gap: '2.5' },
  },
});

const replies = [
  ['attending', msg('Going')],
  ['tentative', msg('Maybe')],
  ['declined', msg("Can't go")],
] as const;
const holds = ['pendingApproval', 'pendingPayment', 'confirmed', 'waitlisted', 'offered'];

export function ReplySheet({
  entry: { state, position, user },
  decision,
  onClose,
}: {
  entry: Entry;
  decision: Decision;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const [place, setPlace] = useState(String(position ?? 1));
  const decide = (change: Change) => {
    onClose();
    void decision.decide({ ...change, ...(reason.trim() && { reason: reason.trim() }) });
  };
  const isAsking = state === 'pendingApproval';
  const isWaiting = state === 'waitlisted';
  return (
    <Sheet title={user.name} onClose={onClose}>
      <TextField
        label={isWaiting ? t('Reason (needed to move someone)') : t('Reason (optional)')}
        name="reason"
        maxLength={limits.noteMax}
        autoComplete="off"
        value={reason}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => setReason(event.target.value)}
        hint={t("It stays in this event's log.")}
      />
      <Choices>
        {isAsking ? (
          <>
            <Button onClick={() => decide({ action: 'approve' })}>{t('Approve')}</Button>
            <Button look="danger" onClick={() => decide({ action: 'reject' })}>
              {t('Reject')}
            </Button>
          </>
        ) : null}
        {isWaiting ? (
          <form
            className="move"
            onSubmit={(event) => {
              event.preventDefault();
              decide({ action: 'move', position: Number(place) });
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
            <Button type="submit" look="outline" disabled={!reason.trim()}>
              {t('Move to this position')}
            </Button>
          </form>
        ) : null}
        <h3>{t('Reply for {name}', { name: user.name })}</h3>
        <div className="three">
          {replies.map(([response, label]) => (
            <Button key={response} look="outline" onClick={() => decide({ action: 'reply', response })}>
              {t(label)}
            </Button>
          ))}
        </div>
        {holds.includes(state) && !isAsking ? (
          <Button look="danger" onClick={() => decide({ action: 'remove' })}>
            {isWaiting ? t('Remove from the waitlist') : t('Remove from the event')}
          </Button>
        ) : null}
      </Choices>
    </Sheet>
  );
}
