// The payments of an event, for those who run it: received, due, and one by one.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { ManagedPayment } from '../../../../contract/events/payments.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { amountText } from '../../../format/money.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { t } from '../../../words/t.ts';
import { paymentNote } from './payment-note.ts';
import { isOwed, sumsOf } from './payment-sums.ts';

const PaymentSheet = lazy(async () => ({ default: (await import('./payment-sheet.tsx')).PaymentSheet }));

const Sums = chakra('div', {
  base: {
    mt: '5',
    '& .sums': { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '2', mb: '1' },
    // Three amounts side by side on a phone, as long as they have the usual length.
    '& .sums > div': {
      flex: '1 0 6rem',
      display: 'flex',
      flexDirection: 'column-reverse',
      px: '3',
      py: '2',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      rounded: 'md',
    },
    '& .sums dt': { fontSize: 'xs', fontWeight: '600', color: 'fg.muted', lineHeight: '1.3' },
    '& .sums dd': {
      fontSize: 'lg',
      fontWeight: '800',
      lineHeight: '1.5',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});

export function EventPayments({ event }: { event: MyEvent }) {
  const { locale } = useViewer();
  const { items, whole, error, retry } = useWholeList('GET /api/events/{id}/payments', {
    params: { id: event.id },
    query: { limit: 100 },
  });
  const [openId, setOpen] = useState<string | null>(null);
  const open = items?.find(({ id }) => id === openId);
  const owed = whole?.filter(isOwed) ?? [];
  const others = whole?.filter((payment) => !isOwed(payment)) ?? [];
  if (whole?.length === 0) return null;
  return (
    <Sums>
      <h2>{t('Payments')}</h2>
      {whole ? (
        <>
          {sumsOf(whole).map(({ currency, received, due, back }) => (
            <dl key={currency} className="sums">
              {(
                [
                  [t('Received'), received],
                  [t('Due'), due],
                  [t('Refunded'), back],
                ] as const
              ).map(([name, amountMinor]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{amountText({ amountMinor, currency }, locale)}</dd>
                </div>
              ))}
            </dl>
          ))}
          <Group title={t('For you to settle')} payments={owed} isOpen onOpen={setOpen} />
          <Group
            title={owed.length > 0 ? t('All others') : t('All payments')}
            payments={others}
            onOpen={setOpen}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        // Of the sums and one list: how many the coach has to settle is not known yet.
        <Skeleton h="6.8rem" rounded="md" mt="2" />
      )}
      {open ? (
        <Suspense fallback={null}>
          <PaymentSheet key={open.id} payment={open} onChanged={retry} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </Sums>
  );
}

function Group({
  title,
  payments,
  isOpen = false,
  onOpen,
}: {
  title: string;
  payments: readonly ManagedPayment[];
  isOpen?: boolean;
  onOpen: (id: string) => void;
}) {
  const { locale } = useViewer();
  if (payments.length === 0) return null;
  return (
    <details open={isOpen || undefined}>
      <summary>
        {title} <span>{payments.length}</span>
        <Icon name="chevron-right" size={18} />
      </summary>
      <ul>
        {payments.map((payment) => (
          <li key={payment.id}>
            <div className="person">
              <Avatar name={payment.payer.name} src={payment.payer.avatarSrc} size={40} />
              <div className="who">
                <strong>{payment.payer.name}</strong>
                <small>{paymentNote(payment, locale)}</small>
              </div>
              <Button
                look="quiet"
                aria-haspopup="dialog"
                aria-label={t('Payment of {name}', { name: payment.payer.name })}
                onClick={() => onOpen(payment.id)}
              >
                {isOpen ? t('Settle') : t('Open')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
