// People with their replies, notes, attendance and payments. Printed as large as fits on one page.
import { chakra } from '@chakra-ui/react/styled-system';
import type { AttendanceItem } from '../../../../contract/events/attendance.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { ManagedPayment } from '../../../../contract/events/payments.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { isNoShow, markText, replyText, tookPlace } from '../../../format/words/mark.ts';
import { Link } from '../../../ui/navigation/router.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { hasPayments } from '../payment/event-money.ts';
import { paymentNote, shownPayment } from '../payment/payment-note.ts';
import { scrollShadow } from './scroll-shadow.ts';

const Frame = chakra('div', {
  base: {
    ...scrollShadow,
    overflowX: 'auto',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    '& table': { w: 'full', minW: '52rem', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
    '& th, & td': { textAlign: 'start', verticalAlign: 'top', px: '4', py: '2.5', lineHeight: '1.35' },
    '& thead th': { fontSize: 'sm', fontWeight: '600', color: 'fg.muted', whiteSpace: 'nowrap' },
    '& tbody tr': { borderTopWidth: '1px', borderColor: 'border' },
    '& tbody th': { fontWeight: '600', w: '22%', overflowWrap: 'anywhere' },
    '& a': { _hover: { textDecoration: 'underline' } },
    '& small': { display: 'block', fontSize: 'sm', color: 'fg.muted', fontWeight: '400' },
    '& .note': { w: '28%', overflowWrap: 'anywhere' },
    '& .none': { color: 'fg.muted' },
    '& .missed': { color: 'danger', fontWeight: '600' },
    '& .box': { display: 'none' },
    '@media print': {
      bgImage: 'none',
      overflow: 'visible',
      borderWidth: '0',
      rounded: '0',
      '& table': { minW: '0' },
      '& th, & td': { px: '1.5' },
      '& tbody th': { w: '26%' },
      '& .note': { w: '25%' },
      '& small': { fontSize: '0.85em' },
      '& th:first-of-type': { ps: '0' },
      '& tr': { breakInside: 'avoid' },
      '& tbody tr': { borderColor: 'border.strong' },
      // A box for a pen in the place of a mark.
      '& .none': { display: 'none' },
      '& .box': {
        display: 'block',
        w: '1.125em',
        h: '1.125em',
        borderWidth: '1.5px',
        borderColor: 'fg',
        rounded: 'xs',
      },
    },
  },
  variants: {
    /** How large it is on paper: fits on a page of A4 even where every second row has two lines; `small` takes about 40 rows. */
    paper: {
      large: { '@media print': { '& table': { fontSize: '13pt' }, '& th, & td': { py: '5px' } } },
      medium: { '@media print': { '& table': { fontSize: '11pt' }, '& th, & td': { py: '3px' } } },
      small: { '@media print': { '& table': { fontSize: '9pt' }, '& th, & td': { py: '2px' } } },
    },
  },
});

const paperOf = (people: number) => (people <= 17 ? 'large' : people <= 24 ? 'medium' : 'small');

export function RosterTable({ event, items }: { event: MyEvent; items: readonly AttendanceItem[] }) {
  const isPaid = hasPayments(event);
  const payments = useWholeList(
    'GET /api/events/{id}/payments',
    isPaid ? { params: { id: event.id }, query: { limit: 100 } } : null,
  );
  const byPayer = payments.whole && Map.groupBy(payments.whole, ({ payer }) => payer.id);
  const isCut = items.filter(({ status }) => status === null).length >= limits.unmarkedShown;
  return (
    <>
      {isCut ? (
        <Notice icon="info">
          {t('These are {count} people. The event has more than fit here.', { count: items.length })}
        </Notice>
      ) : null}
      {payments.error && !byPayer ? <ErrorState error={payments.error} onRetry={payments.retry} /> : null}
      <Frame paper={paperOf(items.length)} role="region" aria-label={t('Event roster')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Reply')}</th>
              <th scope="col">{t('Note')}</th>
              <th scope="col">{t('Attendance')}</th>
              {isPaid ? <th scope="col">{t('Payment')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <Row
                key={item.user.id}
                item={item}
                hasNoShows={tookPlace(event)}
                payments={isPaid ? (byPayer?.get(item.user.id) ?? []) : null}
              />
            ))}
          </tbody>
        </table>
      </Frame>
    </>
  );
}

function Row({
  item,
  hasNoShows,
  payments,
}: {
  item: AttendanceItem;
  hasNoShows: boolean;
  /** Null where no one pays. */
  payments: readonly ManagedPayment[] | null;
}) {
  const { locale } = useViewer();
  const { user, note, status, reason, reply } = item;
  const isMissed = hasNoShows && isNoShow(item);
  const payment = payments && shownPayment(payments, reply);
  return (
    <tr>
      <th scope="row">{user.hasAccount ? <Link to={`/users/${user.id}`}>{user.name}</Link> : user.name}</th>
      <td>{replyText(item)}</td>
      <td className="note">{note}</td>
      <td>
        {status === null ? (
          <>
            <span className="none">{markText(item)}</span>
            <span className="box" />
          </>
        ) : (
          <span className={isMissed ? 'missed' : undefined}>
            {[markText(item), isMissed && t('had said yes')].filter(Boolean).join(' · ')}
          </span>
        )}
        {reason ? <small>{reason}</small> : null}
      </td>
      {payments ? <td>{payment ? paymentNote(payment, locale) : null}</td> : null}
    </tr>
  );
}
