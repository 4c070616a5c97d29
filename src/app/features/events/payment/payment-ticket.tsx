// The subject of a payment, in the form of a ticket: the event on its field art, and below it when, where,
// for whom, which price.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { Payment } from '../../../../contract/events/payments.ts';
import { useSession } from '../../../data/session/session.ts';
import { useNow, useViewer } from '../../../format/use-viewer.ts';
import { clockTime, longDay, shortDay, timeRange, zoneCity } from '../../../format/when.ts';
import { FieldLines } from '../../../ui/sports-field/field-lines.tsx';
import { t } from '../../../words/t.ts';
import { dueOfferOf } from './event-money.ts';
import { stageOf } from './payment-status.ts';

const Head = chakra('div', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    color: 'white',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    minH: { base: '7rem', lg: '11rem' },
    p: '5',
    roundedTop: 'xl',
    '& > .field-lines': { zIndex: '-1' },
    '& p': { fontSize: 'sm', fontWeight: '600' },
    '& h2': { fontSize: { base: 'xl', lg: '2xl' }, fontWeight: '800', lineHeight: '1.2', mt: '0.5' },
  },
});
const Facts = chakra('dl', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'xl',
    px: '5',
    py: '2',
    '& > div': { display: 'flex', gap: '4', py: '2', fontSize: '0.9375rem' },
    '& > div + div': { borderTopWidth: '1px', borderStyle: 'dashed', borderColor: 'border' },
    '& dt': { color: 'fg.muted', flex: '0 0 4.5rem' },
    '& dd': { flex: '1', minW: '0', fontWeight: '600' },
  },
});

type Props = { event: MyEvent | undefined; payment: Payment | undefined };

/** Why the stored time of the event says nothing; null where it takes place then. */
function offText(event: MyEvent | undefined): string | null {
  if (event?.eventStatus === 'EventPostponed') return t('Postponed. A new time will follow.');
  return event?.eventStatus === 'EventCancelled' ? t('Cancelled') : null;
}

/** The event's name and day on its field art. */
export function TicketHead({ event, payment }: Props) {
  const { locale, now } = useViewer();
  const span = event ?? payment?.receipt;
  return (
    <Head className="head">
      <FieldLines activity={event?.activities[0]} crop="hero" />
      <p data-tabular>
        {offText(event) ?? (span ? longDay(span.startsAt, span.timeZone, locale, now) : null)}
      </p>
      <h2>{event?.name ?? payment?.receipt?.event ?? t('Your place')}</h2>
    </Head>
  );
}

/** When, where, for whom, which price, and the refund policy. */
export function TicketFacts({ event, payment }: Props) {
  const { locale } = useViewer();
  const { user } = useSession();
  const minute = useNow();
  const span = event ?? payment?.receipt;
  const due = event && dueOfferOf(event);
  // An ended payment has the terms of an earlier place.
  const own = payment && stageOf(payment) !== 'due' ? payment : undefined;
  const offer = own?.offer ?? due?.name;
  const until = own ? own.refundUntil : (due?.refundUntil ?? null);
  const zone = span?.timeZone ?? 'UTC';
  const isPast = until !== null && minute !== null && Date.parse(until) < minute;
  const date = until && `${shortDay(until, zone, locale)}, ${clockTime(until, zone, locale)}`;
  // Without a place to give up, the refund policy no longer applies.
  const hasPromise = !payment || ['pendingPayment', 'confirmed'].includes(payment.registrationState);
  const promise =
    date === null
      ? t('No guarantee if you cancel. Full refund if the organizer cancels.')
      : event?.eventStatus === 'EventPostponed'
        ? t('Full refund if you cancel before there is a new date.')
        : isPast
          ? t('A full refund was possible until {date}.', { date })
          : t('Full refund if you cancel by {date}.', { date });
  const rows: [string, string | null | undefined][] = [
    [
      t('When'),
      offText(event) ??
        (span && t('{range}, {city} time', { range: timeRange(span, locale), city: zoneCity(zone) })),
    ],
    [t('Where'), event?.place?.name],
    [t('For'), payment?.receipt?.payer ?? user?.name],
    [t('Price'), offer],
    [t('Refund'), hasPromise ? promise : null],
  ];
  return (
    <Facts className="facts">
      {rows.map(([name, text]) =>
        text ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-tabular>{text}</dd>
          </div>
        ) : null,
      )}
    </Facts>
  );
}
