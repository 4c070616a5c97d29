// Makes approved refunds: calls the provider outside any transaction, then stores the result under the event's lock.
import { forEachClaimed } from '../../db/yielding.ts';
import type { Deps } from '../../deps.ts';
import { type Checkout, ProviderRefusal } from '../../ports/payments/port.ts';
import { jobProviderNamed } from '../providers.ts';
import { findPayment, type PaymentRow } from '../queries.ts';
import { refundPauseMs } from '../rules.ts';
import { settle, withPayment } from '../settle.ts';
import { claimDueRefund, type RefundRow, setRefundState } from './refund-queries.ts';
import { recordRefundChange, settleRefunds } from './refund-steps.ts';

const dueAtOnce = 50;
const claimMs = 2 * 60_000;

/** Makes the refunds that are due. Failed calls are retried later. */
export async function carryOutRefunds(deps: Deps): Promise<void> {
  const { database, now, log, shutdown } = deps;
  const at = now().toISOString();
  const untilFor = (attempts: number) =>
    new Date(now().getTime() + Math.max(claimMs, refundPauseMs(attempts))).toISOString();
  await forEachClaimed(
    shutdown,
    dueAtOnce,
    () => claimDueRefund(database, at, untilFor),
    (refund) =>
      processRefund(deps, refund).catch((error: unknown) => {
        log.warn({ err: error, refundId: refund.id }, 'A refund could not be made yet');
      }),
  );
}

async function processRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const payment = await findPayment(deps.database.db, refund.payment_id);
  const provider = payment && jobProviderNamed(deps, payment.provider);
  if (!payment || !provider || payment.provider_ref === null) return;
  const ref = payment.provider_ref;
  // Read the status before a retry: the provider forgets idempotency keys after a day.
  if (refund.state === 'pending' || refund.attempts > 0) {
    const checkout = await provider.status(ref);
    await settle(deps, payment, checkout);
    if (refund.state === 'pending' || isKnown(checkout, refund)) return;
  }
  try {
    const ask = { ref, refundId: refund.id, amountMinor: refund.amount_minor };
    const reported = await provider.refund(ask);
    await withPayment(deps, payment, (tx, context, row) => settleRefunds(tx, context, row, [reported]));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    deps.log.error({ err: error, refundId: refund.id }, 'A refund was refused');
    await failRefund(deps, payment, refund, await provider.status(ref));
  }
}

const isKnown = ({ refunds }: Checkout, { id }: RefundRow) => refunds.some(({ refundId }) => refundId === id);

/** Fails a refund that the provider refused, unless the provider lists it after all. Organizers then refund by hand. */
async function failRefund(
  deps: Deps,
  payment: PaymentRow,
  refund: RefundRow,
  checkout: Checkout,
): Promise<void> {
  await settle(deps, payment, checkout);
  if (isKnown(checkout, refund)) return;
  await withPayment(deps, payment, async (tx, context, row) => {
    if (await setRefundState(tx.db, refund.id, 'failed', { try_after: null }, tx.at))
      await recordRefundChange(tx, context, row, refund, 'failed');
  });
}
