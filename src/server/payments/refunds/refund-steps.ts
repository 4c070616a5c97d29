// Applies state changes of refunds with their effects: ledger and notifications. Under the event's lock.
import { addNotifications } from '../../notifications/queries.ts';
import type { ProviderRefund } from '../../ports/payments/port.ts';
import { notifyOfRefund, type RegistrationContext, type Tx } from '../../registrations/money/seat-queries.ts';
import { bookRefund, bookReturnedRefund } from '../ledger-queries.ts';
import { type PaymentRow, touchPayment } from '../queries.ts';
import { refundPauseMs } from '../rules.ts';
import { addForeignRefund, type RefundRow, refundsOf, setRefundState } from './refund-queries.ts';

/** Stores the provider's refunds of a payment, including those made in the provider's dashboard. */
export async function settleRefunds(
  tx: Tx,
  context: RegistrationContext,
  payment: PaymentRow,
  reportedRefunds: readonly ProviderRefund[],
): Promise<void> {
  for (const reported of reportedRefunds) {
    // Read in each iteration: two entries may be the same refund.
    const known = await refundsOf(tx.db, [payment.id]);
    const own = known.find(
      ({ id, provider_ref }) => id === reported.refundId || provider_ref === reported.ref,
    );
    await applyReported(
      tx,
      context,
      payment,
      own ?? (await addForeignRefund(tx.db, payment, reported, tx.at)),
      reported,
    );
  }
}

async function applyReported(
  tx: Tx,
  context: RegistrationContext,
  payment: PaymentRow,
  refund: RefundRow,
  { state, ref }: ProviderRefund,
): Promise<void> {
  const { db, at } = tx;
  const later = new Date(Date.parse(at) + refundPauseMs(9)).toISOString();
  const more = { provider_ref: ref, try_after: state === 'pending' ? later : null };
  if (!(await setRefundState(db, refund.id, state, more, at))) return;
  await recordRefundChange(tx, context, payment, refund, state);
}

/** Writes the ledger and the notifications after a refund's state change. */
export async function recordRefundChange(
  tx: Tx,
  context: RegistrationContext,
  payment: PaymentRow,
  refund: RefundRow,
  to: ProviderRefund['state'] | 'declined',
): Promise<void> {
  const { db, at } = tx;
  const move = { transactionId: refund.id, amountMinor: refund.amount_minor };
  if (to === 'succeeded') await bookRefund(db, payment, move, at);
  // The bank returned a succeeded refund, so we have the money again.
  if (to === 'failed' && refund.state === 'succeeded') await bookReturnedRefund(db, payment, move, at);
  if (to === 'failed') await notifyOfRefund(tx, context, 'refundFailed');
  await touchPayment(db, payment.id, at);
  const isFirst = refund.state === 'requested';
  const kind = to === 'failed' ? 'refundFailed' : to === 'declined' ? 'refundDeclined' : 'paymentRefunded';
  if (!isFirst && kind === 'paymentRefunded') return;
  const changes = [
    { field: 'amount', before: null, after: `${refund.amount_minor} ${payment.currency}` },
    ...(refund.reason === null ? [] : [{ field: 'reason', before: null, after: refund.reason }]),
  ];
  await addNotifications(db, [{ userId: payment.person_id, kind, eventId: payment.event_id, changes }], at);
}
