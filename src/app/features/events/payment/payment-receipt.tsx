// The receipt of a payment, with what a club's accounts need; printed alone, black on white.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect } from 'react';
import type { Payment } from '../../../../contract/events/payments.ts';
import { amountText } from '../../../format/money.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { clockTime, fullRange, longDay, zoneCity } from '../../../format/when.ts';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../words/t.ts';

/** Prints only the receipt, its ancestors and its content. */
const alone = `@media print {
body :not(:has([data-receipt]), [data-receipt], [data-receipt] *) { display: none !important }
html, body, :has([data-receipt]) { display: block !important; background: #fff !important; padding: 0 !important; margin: 0 !important }
}`;

function usePrintedAlone(): void {
  useEffect(() => {
    if (!('adoptedStyleSheets' in document)) return;
    // Added by script, because pages may hold no inline styles.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(alone);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, []);
}

const Paper = chakra('section', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'xl',
    p: '5',
    '& .head': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '3', mb: '2' },
    '& h2': { fontSize: 'xl', fontWeight: '800' },
    '& dl > div': { display: 'flex', flexWrap: 'wrap', columnGap: '4', py: '2', fontSize: '0.9375rem' },
    '& dl > div + div': { borderTopWidth: '1px', borderColor: 'border' },
    '& dt': { color: 'fg.muted', flex: '1 0 6rem' },
    '& dd': { flex: '2 1 10rem', minW: '0', fontWeight: '600', fontVariantNumeric: 'tabular-nums' },
    '& .total': { fontSize: 'lg', '& dt, & dd': { color: 'fg', fontWeight: '800' } },
    '@media print': {
      borderWidth: '0',
      p: '0',
      '&, & *': { color: '#000 !important', bg: '#fff !important', borderColor: '#999 !important' },
      '& button': { display: 'none' },
    },
  },
});

/** A year that no receipt is of: each names its own, because it is read years later. */
const withYear = 0;

export function PaymentReceipt({
  payment: { amount, offer, method, refunds },
  receipt,
}: {
  payment: Payment;
  receipt: NonNullable<Payment['receipt']>;
}) {
  usePrintedAlone();
  const { locale, timeZone } = useViewer();
  const zone = timeZone ?? receipt.timeZone;
  const text = (amountMinor: number) => amountText({ ...amount, amountMinor }, locale);
  const day = (at: string) => `${longDay(at, zone, locale, withYear)}, ${clockTime(at, zone, locale)}`;
  const made = refunds.filter(({ state }) => state === 'succeeded');
  const rows: [string, string | null][] = [
    [t('Number'), receipt.number],
    [t('Paid on'), t('{range} ({city} time)', { range: day(receipt.paidAt), city: zoneCity(zone) })],
    [t('Paid by'), receipt.payer],
    [t('Paid to'), receipt.organizer],
    [t('Event'), receipt.event],
    [
      t('Takes place'),
      t('{range} ({city} time)', {
        range: fullRange(receipt, locale, withYear),
        city: zoneCity(receipt.timeZone),
      }),
    ],
    [t('For'), offer],
    [t('Payment method'), method === 'cash' ? t('In cash') : t('Online')],
    [t('Amount'), text(amount.amountMinor)],
    ...made.map((one): [string, string] => [
      t('Refunded'),
      t('{amount} on {day}', { amount: text(-one.amountMinor), day: day(one.updatedAt) }),
    ]),
  ];
  return (
    <Paper aria-label={t('Receipt')} data-receipt>
      <div className="head">
        <h2>{t('Receipt')}</h2>
        <Button look="outline" onClick={() => print()}>
          {t('Print')}
        </Button>
      </div>
      <dl>
        {rows.map(([name, value], at) =>
          value === null ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a receipt keep their order
            <div key={at}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        <div className="total">
          <dt>{made.length > 0 ? t('Total after refunds') : t('Total paid')}</dt>
          <dd>{text(amount.amountMinor - receipt.refundedMinor)}</dd>
        </div>
      </dl>
    </Paper>
  );
}
