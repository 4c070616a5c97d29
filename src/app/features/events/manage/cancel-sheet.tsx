// Asks before an event is cancelled, and first says who is affected and what is refunded.

import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { ChangePreview } from '../../../../contract/events/planning.ts';
import type { SeriesScope } from '../../../../contract/values/enums.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { askPreview } from '../../../data/outbox/planned.ts';
import { notifyWriteAcknowledged } from '../../../data/resources/notify-acknowledged.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { ScopeChoice, useScope } from '../../../entities/events/scope-choice.tsx';
import { listText } from '../../../format/intl.ts';
import { amountText } from '../../../format/money.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { warningText } from '../../../format/words/planning.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../../../ui/forms/field.tsx';
import { OfflineNotice } from '../../../ui/forms/offline-notice.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { hasPayments } from '../payment/event-money.ts';
import { sumsOf } from '../payment/payment-sums.ts';
import type { Entry } from '../registrations/reply-groups.ts';

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

export function CancelSheet({
  event,
  onCancelled,
  onClose,
}: {
  event: MyEvent;
  onCancelled: () => void;
  onClose: () => void;
}) {
  const { busy, failure, run } = useAction();
  const [reason, setReason] = useState('');
  const about = useId();
  const isPaid = hasPayments(event);
  const { locale } = useViewer();
  const params = { id: event.id };
  const ask = (one: SeriesScope) => {
    const body = { action: 'cancel' as const, scope: one };
    return askPreview(callApi('POST /api/events/{id}/preview', { params, body }));
  };
  const dates = useScope(event.series ? ask : null, 'this');
  const { scope, preview } = dates;
  const isOne = scope === 'this';
  const cancel = async () => {
    const { version } = event;
    const why = reason.trim();
    const body = { version, ...(why && { reason: why }), ...(!isOne && { scope }) };
    // Also after a refusal: the event has changed, and the next try is based on what is shown then.
    await callApi('POST /api/events/{id}/cancel', { params, body }).finally(() =>
      notifyWriteAcknowledged('POST /api/events/{id}/cancel'),
    );
  };
  return (
    <Sheet
      title={event.series ? t('Cancel which dates?') : t('Cancel this event?')}
      about={about}
      onClose={onClose}
    >
      {(close) => (
        <chakra.form
          display="grid"
          gap="4"
          onSubmit={async (submit: React.FormEvent) => {
            submit.preventDefault();
            if (!(await run(cancel, t('Cancelled: {name}', { name: event.name })))) return;
            onCancelled();
            close();
          }}
        >
          {event.series ? (
            <ScopeChoice
              {...dates}
              event={event}
              legend={t('Which dates?')}
              locale={locale}
              onChoose={dates.setScope}
            />
          ) : null}
          {/* The server says it later, and again for other dates. */}
          <Text id={about} role="status">
            {isOne ? (
              <>
                {isPaid ? <MoneyBack event={event} /> : null}
                <Losing event={event} />
              </>
            ) : preview === null ? (
              <Skeleton h="12" />
            ) : (
              <p>
                {preview === 'unknown' ? '' : cancelledText(preview)} {t("You can't undo this.")}
              </p>
            )}
          </Text>
          <TextField
            label={t('Reason (optional)')}
            name="reason"
            maxLength={limits.noteMax}
            autoComplete="off"
            value={reason}
            onChange={(change: React.ChangeEvent<HTMLInputElement>) => setReason(change.target.value)}
            hint={t('Everyone who sees the event can read this.')}
          />
          <OfflineNotice>{t('You need a connection to cancel an event.')}</OfflineNotice>
          <FormError message={failure ?? dates.refusal} />
          <div className="foot">
            <Button type="submit" look="danger" busy={busy} disabled={!isOne && preview === null}>
              {isOne || preview === null || preview === 'unknown'
                ? t('Cancel the event')
                : t('Cancel {count, plural, one {# date} other {# dates}}', { count: preview.dates })}
            </Button>
            <Button look="outline" onClick={close}>
              {t('Keep it')}
            </Button>
          </div>
        </chakra.form>
      )}
    </Sheet>
  );
}

/** The effect of cancelling several dates. */
function cancelledText({ registrations, payments, notified }: ChangePreview): string {
  return [
    warningText('repliesEnded', registrations),
    warningText('refunded', payments),
    t(
      "{count, plural, =0 {} one {We'll let one person know right away.} other {We'll let # people know right away, with one message each.}}",
      { count: notified },
    ),
    t('After that, the series has no more dates.'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Who loses a place or a reply; without a number where it cannot be read. */
function Losing({ event }: { event: MyEvent }) {
  const { whole, error } = useWholeList('GET /api/events/{id}/registrations', {
    params: { id: event.id },
    query: { limit: 100 },
  });
  if (!whole && !error) return <Skeleton h="6" w="75%" />;
  const text = whole
    ? losingText(whole.filter(({ state }) => lose.includes(state)).length)
    : t("Everyone who has a place or asked for one loses it. We'll let them know right away.");
  return (
    <p>
      {text} {t("You can't undo this.")}
    </p>
  );
}

function losingText(count: number): string {
  if (count === 0) return t("No one has a place yet. We'll let everyone you asked know right away.");
  return t(
    "{count, plural, one {One person has a place or asked} other {# people have a place or asked}} for one. They lose it, and we'll let them know right away.",
    { count },
  );
}

/** The refunds to those who paid, always from the server and never from the device. */
function MoneyBack({ event }: { event: MyEvent }) {
  const { locale } = useViewer();
  const { whole, error, retry } = useWholeList('GET /api/events/{id}/payments', {
    params: { id: event.id },
    query: { limit: 100 },
  });
  if (!whole) return error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton h="6" w="75%" />;
  const back = sumsOf(whole)
    .map(({ currency, received, back }) => ({ currency, amountMinor: received - back }))
    .filter(({ amountMinor }) => amountMinor > 0);
  return (
    <p className="money">
      {back.length === 0
        ? t("No one has paid yet, so there's nothing to refund.")
        : t('Everyone who paid gets all of it back: {sums}.', {
            sums: listText(
              locale,
              back.map((sum) => amountText(sum, locale)),
            ),
          })}
    </p>
  );
}
