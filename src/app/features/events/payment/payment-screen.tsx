// My payment for an event: what, for whom, how much, until when, and its status. Only the server's answers
// count, whatever the URL or the checkout says; nothing of them is stored on the device.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useEffect } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { Payment } from '../../../../contract/events/payments.ts';
import { serverNow } from '../../../data/http/clock.ts';
import { useOnline } from '../../../data/http/connectivity.ts';
import { ApiError, UnreachableError } from '../../../data/http/problem.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { holdEnd } from '../../../format/when.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useRouteId } from '../../../ui/navigation/router.tsx';
import { Unloaded } from '../../../ui/page/missing.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { useTimeLeft } from '../reply/use-time-left.ts';
import { PaymentCard } from './payment-card.tsx';
import { isUnsettled, stageOf, wordsOfWaiting } from './payment-status.ts';
import { TicketFacts, TicketHead } from './payment-ticket.tsx';
import { usePolling } from './use-polling.ts';

const Receipt = lazy(async () => ({ default: (await import('./payment-receipt.tsx')).PaymentReceipt }));

// A ticket: on a phone its hero and the action in one piece, elsewhere its hero and its facts.
const Parts = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    maxW: '64rem',
    '& > .state': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: '5',
      minW: '0',
      alignContent: 'start',
    },
    lgDown: {
      // Room for the bar with the main action.
      pb: '24',
      '& > .state > section:first-of-type': { roundedTop: '0', borderTopWidth: '0' },
      '& > .facts': { mt: '5' },
    },
    lg: {
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
      gridTemplateRows: 'auto 1fr',
      columnGap: '8',
      '& > .state': { gridColumn: '2', gridRow: '1 / span 2' },
      '& > .facts': { alignSelf: 'start', roundedTop: '0', borderTopWidth: '0' },
    },
  },
});

export function PaymentScreen() {
  const id = useRouteId();
  return <OnePayment key={id} id={id} />;
}

function OnePayment({ id }: { id: string }) {
  const params = { id };
  const event = useResource('GET /api/events/{id}', { params });
  const payment = useResource('GET /api/events/{id}/payment', { params });
  const { error } = payment;
  const isMissing = error instanceof ApiError && error.status === 404;
  // An earlier answer only counts until the server says that there is no payment.
  const paid = isMissing ? undefined : payment.data;
  const isKnown = paid !== undefined || (isMissing && event.data !== undefined);
  const held = isKnown ? heldUntil(paid, event.data) : null;
  const left = useTimeLeft(held);
  const refresh = () => Promise.all([payment.mutate(), event.mutate()]);
  // The two parallel reads may fall before and after the payment; the event's page would show the older one,
  // so read again.
  const place = event.data?.registration?.state;
  const isInconsistent = paid !== undefined && place !== undefined && paid.registrationState !== place;
  const readEvent = event.mutate;
  useEffect(() => {
    if (isInconsistent) void readEvent();
  }, [isInconsistent, readEvent]);
  usePolling((paid !== undefined && isUnsettled(paid)) || left === 0, refresh);
  const isOffline = !useOnline();
  const isUnreachable = error instanceof UnreachableError || (error && isOffline);
  const failure = isMissing ? event.error : error;
  if (!isKnown && failure && !isUnreachable)
    return <Unloaded error={failure} onRetry={() => void refresh()} noun="event" explore="/explore/events" />;
  return (
    <Screen wide>
      {isKnown && (paid || event.data?.due) ? (
        <Parts>
          <TicketHead event={event.data} payment={paid} />
          <div className="state">
            <PaymentCard
              eventId={id}
              event={event.data}
              payment={paid}
              left={left}
              heldUntil={held}
              isOffline={isOffline}
              onAnswer={(answer) => payment.mutate(answer, { revalidate: false })}
              onRefresh={refresh}
            />
            {paid?.receipt ? (
              <Suspense fallback={<Skeleton h="48" rounded="lg" />}>
                <Receipt payment={paid} receipt={paid.receipt} />
              </Suspense>
            ) : null}
          </div>
          <TicketFacts event={event.data} payment={paid} />
        </Parts>
      ) : isKnown ? (
        <NoPayment id={id} event={event.data} />
      ) : isUnreachable ? (
        <NeedsConnection id={id} event={event.data} onRetry={() => void refresh()} />
      ) : (
        <Parts role="status" aria-label={t('Loading the payment')}>
          <Skeleton h="48" rounded="xl" className="head" />
          <div className="state">
            <Skeleton h="48" rounded="xl" />
          </div>
        </Parts>
      )}
    </Screen>
  );
}

/** The end of the hold; null where no place is held, nothing has to be paid, or the server takes no payment for now. */
function heldUntil(payment: Payment | undefined, event: MyEvent | undefined): string | null {
  if (!event || wordsOfWaiting(event)) return null;
  if (!payment) return event.due ? (event.registration?.holdExpiresAt ?? null) : null;
  return stageOf(payment) === 'processing' ? null : payment.holdExpiresAt;
}

function BackToEvent({ id, children = t('Back to the event') }: { id: string; children?: string }) {
  return (
    <ButtonLink to={`/my/events/${encodeURIComponent(id)}`} look="outline">
      {children}
    </ButtonLink>
  );
}

function NoPayment({ id, event }: { id: string; event: MyEvent | undefined }) {
  const state = event?.registration?.state;
  if (state === 'offered')
    return (
      <EmptyState
        icon="clock"
        title={t("There's a place for you")}
        action={<BackToEvent id={id}>{t('See the place')}</BackToEvent>}
      >
        {t("Accept it first. We'll hold it for you while you pay.")}
      </EmptyState>
    );
  if (state === 'holdExpired')
    return (
      <EmptyState
        icon="clock"
        title={t('The time to pay ran out')}
        action={
          <BackToEvent id={id}>{event?.can.register ? t('Reply again') : t('Back to the event')}</BackToEvent>
        }
      >
        {t('Nothing was charged, and your place is free again.')}
      </EmptyState>
    );
  return (
    <EmptyState icon="circle-dollar-sign" title={t('Nothing to pay here')} action={<BackToEvent id={id} />}>
      {t("You have no payment for this event: it's free, or you don't have a place to pay for.")}
    </EmptyState>
  );
}

/** Payments are never queued: says so, and how long the place is held, as far as this device knows. */
function NeedsConnection({
  id,
  event,
  onRetry,
}: {
  id: string;
  event: MyEvent | undefined;
  onRetry: () => void;
}) {
  const viewer = useViewer();
  const until =
    event?.due?.way === 'online' && !wordsOfWaiting(event) ? event.registration?.holdExpiresAt : null;
  const isHeld = until != null && Date.parse(until) > serverNow();
  return (
    <EmptyState
      icon="cloud-off"
      title={t('You need a connection to pay')}
      action={
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3">
          <BackToEvent id={id} />
          <Button look="quiet" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </chakra.div>
      }
    >
      {t("There isn't one right now, and nothing was charged.")}{' '}
      {isHeld
        ? t('As far as this device knows, your place is held until {time}.', {
            time: holdEnd(until, viewer),
          })
        : t("We never store payments on this device. You'll see yours once you're back online.")}
    </EmptyState>
  );
}
