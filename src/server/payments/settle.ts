// Settles a payment from the provider's checkout: state, seat, receipt, refunds and ledger, in one transaction under the
// event's lock. Repeated, late or out-of-order reports have no further effect.
import { writingTo } from '../db/postgres/request-kind.ts';
import type { Deps } from '../deps.ts';
import { canSeeEvent } from '../events/policy.ts';
import { roleOf } from '../events/role-rules.ts';
import { addNotifications } from '../notifications/queries.ts';
import type { Checkout } from '../ports/payments/port.ts';
import {
  canRetake,
  confirmSeat,
  isOn,
  lockEvent,
  type RegistrationContext,
  type Tx,
} from '../registrations/money/seat-queries.ts';
import { saveWebhookEvent } from './check-queries.ts';
import { bookPayment, nextReceiptNumber } from './ledger-queries.ts';
import {
  endOpenPayments,
  findPayment,
  isDueInCash,
  isPaidForByOther,
  type PaymentRow,
  partiesOf,
  setPaymentState,
  updatePayment,
} from './queries.ts';
import { approveRefund } from './refunds/refund-queries.ts';
import { settleRefunds } from './refunds/refund-steps.ts';
import { mismatchOf, nextCheck, nextPaymentState, paymentOutcomeOf, policyOf } from './rules.ts';

type Found = Pick<PaymentRow, 'id' | 'event_id' | 'person_id'>;

/** Locks a payment's event and runs `task` with the payment and the payer's registration. */
export async function withPayment<T>(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { id, event_id, person_id }: Found,
  task: (tx: Tx, context: RegistrationContext, payment: PaymentRow) => Promise<T>,
): Promise<T> {
  return writingTo(event_id, () =>
    database.db.transaction().execute(async (db) => {
      const tx = { db, dialect: database.dialect, at: now().toISOString() };
      const context = await lockEvent(tx, event_id, person_id);
      const payment = await findPayment(db, id);
      if (!context || !payment) throw new Error('A payment has lost its event.');
      return task(tx, context, payment);
    }),
  );
}

/** Applies the provider's checkout to the payment. Skips a webhook event that was already processed. */
export async function settle(
  deps: Pick<Deps, 'database' | 'now' | 'log'>,
  found: Found,
  checkout: Checkout,
  webhookEvent?: { provider: string; id: string; body: string },
): Promise<void> {
  await withPayment(deps, found, async (tx, context, payment) => {
    if (webhookEvent && !(await saveWebhookEvent(tx.db, webhookEvent, tx.at))) return;
    const mismatch = mismatchOf(payment, checkout);
    if (mismatch) {
      // A mismatch has no effect; an operator has to look at it.
      deps.log.error({ paymentId: payment.id, mismatch }, 'A checkout is not what was asked for');
      return updatePayment(tx.db, payment.id, { check_after: null });
    }
    if (payment.provider_ref === null) await updatePayment(tx.db, payment.id, { provider_ref: checkout.ref });
    const step = nextPaymentState(payment.state, checkout.state);
    if (step && (await setPaymentState(tx.db, payment.id, step, tx.at)) && step === 'succeeded')
      await receive(tx, context, payment);
    await settleRefunds(tx, context, payment, checkout.refunds);
    const isOver = checkout.state === 'succeeded' || checkout.state === 'closed';
    await updatePayment(tx.db, payment.id, {
      check_after: isOver ? null : nextCheck(context.my_hold_expires_at, tx.at),
    });
  });
}

/** Records a received payment, then confirms the seat or approves a full refund. */
export async function receive(tx: Tx, context: RegistrationContext, payment: PaymentRow): Promise<void> {
  const { db, at } = tx;
  await recordReceived(tx, payment);
  const outcome = paymentOutcomeOf({
    state: context.my_state,
    isPaidFor: await isPaidForByOther(db, payment.registration_id, payment.id),
    isOwed: await isDueInCash(db, payment),
    isOn: isOn(context, at),
    isFree: canRetake(context, at),
    isWelcome: isWelcome(context),
  });
  if (typeof outcome === 'object') {
    const { id: paymentId, provider, amount_minor: amountMinor } = payment;
    await approveRefund(db, { paymentId, provider, amountMinor, reason: outcome.refund }, at);
    return;
  }
  // Other open payments for this seat are no longer needed.
  await endOpenPayments(db, payment.registration_id, 'canceled', at);
  if (outcome === 'confirm') await confirmSeat(tx, context, payment.person_id);
}

/** Whether the payer can see the event without a seat; the context has the payer's role. */
const isWelcome = (context: RegistrationContext) => canSeeEvent(context, roleOf(context), 'past');

/** Gives a received payment its receipt, books it and notifies the payer. */
export async function recordReceived({ db, at }: Tx, payment: PaymentRow): Promise<void> {
  const number = await nextReceiptNumber(db, at);
  await updatePayment(db, payment.id, { receipt_number: number, paid_at: at });
  await bookPayment(db, payment, { transactionId: payment.id, amountMinor: payment.amount_minor }, at);
  const { payer, organizer } = await partiesOf(db, payment);
  const facts = {
    receipt: number,
    paidAt: at,
    amount: `${payment.amount_minor} ${payment.currency}`,
    offer: policyOf(payment.policy).offer ?? null,
    payer,
    organizer,
  };
  const changes = Object.entries(facts)
    // A person whose account was deleted has no name.
    .filter(([, after]) => after)
    .map(([field, after]) => ({ field, before: null, after }));
  const { person_id: userId, event_id: eventId } = payment;
  await addNotifications(db, [{ userId, kind: 'paymentReceived', eventId, changes }], at);
}
