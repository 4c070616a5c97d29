// The steps of a refund, with all that hangs on them: the books, and who is told. Under the event's lock.
import { addNotifications } from '../notifications/queries.ts';
import type { RefundTruth } from '../ports/payments/port.ts';
import { type SceneRow, tellOfMoney, type Work } from '../registrations/money/place-queries.ts';
import { bookRefund, bookReturnedRefund } from './ledger-queries.ts';
import { type PaymentRow, touchPayment } from './queries.ts';
import { addForeignRefund, type RefundRow, refundsOf, setRefundState } from './refund-queries.ts';
import { refundPauseMs } from './rules.ts';

/** Takes over what the provider says of a payment's refunds, those too that were made there by hand. */
export async function settleRefunds(
  work: Work,
  scene: SceneRow,
  payment: PaymentRow,
  truths: readonly RefundTruth[],
): Promise<void> {
  for (const truth of truths) {
    // Read again: two of them may be one.
    const known = await refundsOf(work.db, [payment.id]);
    const own = known.find(({ id, provider_ref }) => id === truth.refundId || provider_ref === truth.ref);
    await takeOver(work, scene, payment, own ?? (await addForeign(work, payment, truth)), truth);
  }
}

async function addForeign({ db, at }: Work, payment: PaymentRow, truth: RefundTruth): Promise<RefundRow> {
  return addForeignRefund(db, { paymentId: payment.id, amountMinor: truth.amountMinor, ref: truth.ref }, at);
}

async function takeOver(
  work: Work,
  scene: SceneRow,
  payment: PaymentRow,
  refund: RefundRow,
  { state, ref }: RefundTruth,
): Promise<void> {
  const { db, at } = work;
  const later = new Date(Date.parse(at) + refundPauseMs(9)).toISOString();
  const more = { provider_ref: ref, try_after: state === 'pending' ? later : null };
  if (!(await setRefundState(db, refund.id, state, more, at))) return;
  await finishStep(work, scene, payment, refund, state);
}

/** The books and the people, after a refund's step. */
export async function finishStep(
  work: Work,
  scene: SceneRow,
  payment: PaymentRow,
  refund: RefundRow,
  to: RefundTruth['state'] | 'declined',
): Promise<void> {
  const { db, at } = work;
  const move = { transactionId: refund.id, amountMinor: refund.amount_minor };
  if (to === 'succeeded') await bookRefund(db, payment, move, at);
  // The bank sent back what was called done: the money is with us again.
  if (to === 'failed' && refund.state === 'succeeded') await bookReturnedRefund(db, payment, move, at);
  if (to === 'failed') await tellOfMoney(work, scene, 'refundFailed');
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
