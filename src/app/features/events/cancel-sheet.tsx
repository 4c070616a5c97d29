// Asks before an event is cancelled, and says first whom it hits and what money goes back.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import { callApi } from '../../data/call.ts';
import { tellSettled } from '../../data/settled.ts';
import { useAction } from '../../data/use-action.ts';
import { useList } from '../../data/use-resource.ts';
import { amountText } from '../../format/money.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, TextField } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ErrorState, Skeleton } from '../../ui/state.tsx';
import { sumsOf } from './payment-sums.ts';
import type { Entry } from './reply-groups.ts';

const Text = chakra('div', {
  base: { display: 'grid', gap: '2', color: 'fg.muted', '& .money': { color: 'fg', fontWeight: '600' } },
});

const lose: readonly Entry['state'][] = [
  'confirmed',
  'pendingPayment',
  'offered',
  'waitlisted',
  'pendingApproval',
];

/** `replies`: all there are. */
export function CancelSheet({
  event,
  replies,
  onClose,
}: {
  event: MyEvent;
  replies: readonly Entry[];
  onClose: () => void;
}) {
  const { busy, failure, run } = useAction();
  const [reason, setReason] = useState('');
  const count = replies.filter(({ state }) => lose.includes(state)).length;
  const isPaid = event.offers.some(({ price }) => price.amountMinor > 0);
  const cancel = async () => {
    await callApi('POST /api/events/{id}/cancel', {
      params: { id: event.id },
      body: reason.trim() ? { reason: reason.trim() } : {},
    });
    tellSettled();
  };
  return (
    <Sheet title="Cancel this event?" onClose={onClose}>
      {(close) => (
        <chakra.form
          display="grid"
          gap="4"
          onSubmit={async (submit: React.FormEvent) => {
            submit.preventDefault();
            if (await run(cancel)) close();
          }}
        >
          <Text>
            {isPaid ? <MoneyBack event={event} /> : null}
            <p>{peopleText(count)} It cannot be undone.</p>
          </Text>
          <TextField
            label="Why (optional)"
            name="reason"
            maxLength={limits.noteMax}
            autoComplete="off"
            value={reason}
            onChange={(change: React.ChangeEvent<HTMLInputElement>) => setReason(change.target.value)}
            hint="Everyone who sees the event reads it."
          />
          <FormError message={failure} />
          <div className="foot">
            <Button type="submit" look="danger" busy={busy}>
              Cancel the event
            </Button>
            <Button look="outline" onClick={close}>
              Keep it
            </Button>
          </div>
        </chakra.form>
      )}
    </Sheet>
  );
}

function peopleText(count: number): string {
  if (count === 0) return 'Nobody has a place yet. Whoever is invited is told at once.';
  return count === 1
    ? 'One person has a place or asks for one. They lose it and are told at once.'
    : `${count} people have a place or ask for one. They lose it and are told at once.`;
}

/** What goes back to those who paid, asked for now and never from the device. */
function MoneyBack({ event }: { event: MyEvent }) {
  const { locale } = useViewer();
  const { items, hasMore, error, retry } = useList('GET /api/events/{id}/payments', {
    params: { id: event.id },
    query: { limit: 100 },
  });
  if (!items || hasMore)
    return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton h="6" w="75%" />;
  const back = sumsOf(items)
    .map(({ currency, received, back }) => ({ currency, amountMinor: received - back }))
    .filter(({ amountMinor }) => amountMinor > 0);
  return (
    <p className="money">
      {back.length === 0
        ? 'Nobody has paid yet, so no money goes back.'
        : `${back.map((sum) => amountText(sum, locale)).join(' and ')} goes back to those who paid, all of it.`}
    </p>
  );
}
