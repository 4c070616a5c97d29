// My payment for an event, as it stands: what is due until when, or what was paid. Reads only.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Answer } from '../../../contract/api.ts';
import { ApiError } from '../../data/problem.ts';
import { useResource } from '../../data/use-resource.ts';
import { moneyText } from '../../format/money.ts';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { clockTime, fullRange, longDay } from '../../format/when.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Panel, PanelRow } from '../../ui/panel.tsx';
import { useRouteId } from '../../ui/router.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/state.tsx';

type Payment = Answer<'GET /api/events/{id}/payment'>;
type Words = { label: string; tone: 'good' | 'warn' | 'bad' | 'plain'; text: string };

const words: Record<Payment['state'], Words> = {
  requiresPayment: { label: 'To be paid', tone: 'warn', text: 'Your place is held until it is paid.' },
  requiresAction: {
    label: 'Confirm with your bank',
    tone: 'warn',
    text: 'Your bank waits for a yes from you.',
  },
  processing: {
    label: 'On its way',
    tone: 'plain',
    text: 'The payment is being processed. It is safe to close this page.',
  },
  succeeded: { label: 'Paid', tone: 'good', text: "You're in, and there is nothing left to pay." },
  failed: { label: 'Did not go through', tone: 'bad', text: 'Nothing was taken from you.' },
  canceled: { label: 'Cancelled', tone: 'plain', text: 'Nothing is to be paid any more.' },
  expired: {
    label: 'Time ran out',
    tone: 'plain',
    text: 'The place was not held any longer. Nothing was taken from you.',
  },
  offlineDue: {
    label: 'To be paid on the spot',
    tone: 'warn',
    text: 'Pay the organizer directly, at the event or as agreed.',
  },
  offlineReceived: { label: 'Paid', tone: 'good', text: 'The organizer has your payment.' },
  waived: { label: 'Nothing to pay', tone: 'good', text: 'The organizer has waived the price for you.' },
};

const Amount = chakra('p', {
  base: { fontSize: '5xl', lineHeight: '1.1', fontWeight: '800', letterSpacing: '-0.02em', mt: '1', mb: '3' },
});
const Head = chakra('section', {
  base: { bg: 'bg.panel', borderWidth: '1px', borderColor: 'border', rounded: 'xl', p: '5' },
});

export function PaymentScreen() {
  const id = useRouteId();
  const viewer = useViewer();
  const event = useResource('GET /api/events/{id}', { params: { id } });
  const payment = useResource('GET /api/events/{id}/payment', { params: { id } });
  return (
    <Screen>
      {payment.data ? (
        <PaymentDetails payment={payment.data} eventName={event.data?.name ?? null} viewer={viewer} />
      ) : payment.error ? (
        <NoPayment id={id} error={payment.error} onRetry={() => void payment.mutate()} />
      ) : (
        <div role="status" aria-label="Loading the payment">
          <Skeleton h="48" rounded="xl" />
        </div>
      )}
      {payment.data && event.data ? (
        <chakra.div mt="7">
          <Panel title="For">
            <PanelRow icon="calendar" note={event.data.place?.name}>
              {fullRange(event.data, viewer.locale, viewer.now)}
            </PanelRow>
          </Panel>
        </chakra.div>
      ) : null}
    </Screen>
  );
}

function NoPayment({ id, error, onRetry }: { id: string; error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError && error.status === 404))
    return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon="circle-dollar-sign"
      title="Nothing is to be paid here"
      action={
        <ButtonLink to={`/my/events/${encodeURIComponent(id)}`} look="outline">
          Back to the event
        </ButtonLink>
      }
    >
      There is no payment of yours for this event: it is free, or you have no place to pay for.
    </EmptyState>
  );
}

function PaymentDetails({
  payment,
  eventName,
  viewer,
}: {
  payment: Payment;
  eventName: string | null;
  viewer: Viewer;
}) {
  const { label, tone, text } = words[payment.state];
  const { receipt, holdExpiresAt } = payment;
  const zone = viewer.timeZone ?? 'UTC';
  const isDue = ['requiresPayment', 'requiresAction', 'failed'].includes(payment.state);
  return (
    <>
      <Head>
        <Badge tone={tone}>{label}</Badge>
        <Amount data-tabular>{moneyText(payment.amount, viewer.locale)}</Amount>
        {eventName ? <chakra.p fontWeight="600">{eventName}</chakra.p> : null}
        <chakra.p color="fg.muted">{text}</chakra.p>
      </Head>
      {isDue && holdExpiresAt ? (
        <chakra.div mt="7">
          <Panel>
            <PanelRow icon="clock" label="Your place is held until">
              {clockTime(holdExpiresAt, zone, viewer.locale)},{' '}
              {longDay(holdExpiresAt, zone, viewer.locale, viewer.now)}
            </PanelRow>
          </Panel>
        </chakra.div>
      ) : null}
      {receipt ? (
        <chakra.div mt="7">
          <Panel title="Receipt">
            <PanelRow label="Number">{receipt.number}</PanelRow>
            <PanelRow label="Paid on">{longDay(receipt.paidAt, zone, viewer.locale, viewer.now)}</PanelRow>
            {receipt.refundedMinor > 0 ? (
              <PanelRow label={receipt.refundState === 'succeeded' ? 'Paid back' : 'To be paid back'}>
                {moneyText({ ...payment.amount, amountMinor: receipt.refundedMinor }, viewer.locale)}
              </PanelRow>
            ) : null}
          </Panel>
        </chakra.div>
      ) : null}
    </>
  );
}
