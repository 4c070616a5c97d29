// Refunds as they are made: asked of the provider outside any transaction, and taken over under the event's lock.
import { inClaimedSteps } from '../db/yielding.ts';
import type { Deps } from '../deps.ts';
import { type Checkout, ProviderRefusal } from '../ports/payments/port.ts';
import { providerNamed } from './providers.ts';
import { findPayment, type PaymentRow } from './queries.ts';
import { claimDueRefund, type RefundRow, setRefundState } from './refund-queries.ts';
import { finishStep, settleRefunds } from './refund-steps.ts';
import { refundPauseMs } from './rules.ts';
import { settle, withPayment } from './settle.ts';

const dueAtOnce = 50;
const claimMs = 2 * 60_000;

/** Carries out the refunds that are due. What the provider cannot do now is tried again later. */
export async function carryOutRefunds(deps: Deps): Promise<void> {
  const { database, now, log, shutdown } = deps;
  const at = now().toISOString();
  const untilFor = (attempts: number) =>
    new Date(now().getTime() + Math.max(claimMs, refundPauseMs(attempts))).toISOString();
  await inClaimedSteps(
    shutdown,
    dueAtOnce,
    () => claimDueRefund(database, at, untilFor),
    (refund) =>
      carryOut(deps, refund).catch((error: unknown) => {
        log.warn({ err: error, refundId: refund.id }, 'A refund could not be made yet');
      }),
  );
}

async function carryOut(deps: Deps, refund: RefundRow): Promise<void> {
  const payment = await findPayment(deps.database.db, refund.payment_id);
  const provider = payment && providerNamed(deps, payment.provider);
  if (!payment || !provider || payment.provider_ref === null) return;
  const ref = payment.provider_ref;
  // One that the provider may have begun is looked at first: it forgets idempotency keys after a day.
  if (refund.state === 'pending' || refund.attempts > 0) {
    const truth = await provider.status(ref);
    await settle(deps, payment, truth);
    if (refund.state === 'pending' || isKnown(truth, refund)) return;
  }
  try {
    const ask = { ref, refundId: refund.id, amountMinor: refund.amount_minor };
    const truth = await provider.refund(ask);
    await withPayment(deps, payment, (work, scene, row) => settleRefunds(work, scene, row, [truth]));
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    deps.log.error({ err: error, refundId: refund.id }, 'A refund was refused');
    await giveUp(deps, payment, refund, await provider.status(ref));
  }
}

const isKnown = ({ refunds }: Checkout, { id }: RefundRow) => refunds.some(({ refundId }) => refundId === id);

/** The provider will not do it. If it has done it after all, so much the better; else people must. */
async function giveUp(deps: Deps, payment: PaymentRow, refund: RefundRow, truth: Checkout): Promise<void> {
  await settle(deps, payment, truth);
  if (isKnown(truth, refund)) return;
  await withPayment(deps, payment, async (work, scene, row) => {
    if (await setRefundState(work.db, refund.id, 'failed', { try_after: null }, work.at))
      await finishStep(work, scene, row, refund, 'failed');
  });
}
