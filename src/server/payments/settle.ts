// What follows when a provider says how a checkout stands: the payment's step, the place, the receipt, refunds and the
// books. All in one transaction under the event's lock; what is said twice, late or out of order changes nothing more.
import type { Deps } from '../deps.ts';
import { canSeeEvent } from '../events/policy.ts';
import { roleOf } from '../events/role-rules.ts';
import { addNotifications } from '../notifications/queries.ts';
import type { Checkout } from '../ports/payments/port.ts';
import {
  canRetake,
  confirmPlace,
  isOn,
  openPlace,
  type SceneRow,
  type Work,
} from '../registrations/money/place-queries.ts';
import { noteNews } from './check-queries.ts';
import { bookPayment, nextReceiptNumber } from './ledger-queries.ts';
import {
  endOpenPayments,
  findPayment,
  isPaidForByOther,
  notePayment,
  type PaymentRow,
  partiesOf,
  setPaymentState,
} from './queries.ts';
import { approveRefund } from './refund-queries.ts';
import { settleRefunds } from './refund-steps.ts';
import { mismatchOf, nextCheck, placingOf, policyOf, stepFor } from './rules.ts';

type Found = Pick<PaymentRow, 'id' | 'event_id' | 'person_id'>;

/** Runs `task` with a payment, its event and its place, locked and as they stand then. */
export async function withPayment<T>(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  { id, event_id, person_id }: Found,
  task: (work: Work, scene: SceneRow, payment: PaymentRow) => Promise<T>,
): Promise<T> {
  return database.db.transaction().execute(async (db) => {
    const work = { db, dialect: database.dialect, at: now().toISOString() };
    const scene = await openPlace(work, event_id, person_id);
    const payment = await findPayment(db, id);
    if (!scene || !payment) throw new Error('A payment has lost its event.');
    return task(work, scene, payment);
  });
}

/** Takes over what a provider says of a checkout. With a webhook event, only if that was not processed before. */
export async function settle(
  deps: Pick<Deps, 'database' | 'now' | 'log'>,
  found: Found,
  truth: Checkout,
  news?: { provider: string; id: string; body: string },
): Promise<void> {
  await withPayment(deps, found, async (work, scene, payment) => {
    if (news && !(await noteNews(work.db, news, work.at))) return;
    const mismatch = mismatchOf(payment, truth);
    if (mismatch) {
      // Nothing follows from money that is not what we asked for; somebody has to look at it.
      deps.log.error({ paymentId: payment.id, mismatch }, 'A checkout is not what was asked for');
      return notePayment(work.db, payment.id, { check_after: null });
    }
    if (payment.provider_ref === null) await notePayment(work.db, payment.id, { provider_ref: truth.ref });
    const step = stepFor(payment.state, truth.state);
    if (step && (await setPaymentState(work.db, payment.id, step, work.at)) && step === 'succeeded')
      await receive(work, scene, payment);
    await settleRefunds(work, scene, payment, truth.refunds);
    const isOver = truth.state === 'succeeded' || truth.state === 'closed';
    await notePayment(work.db, payment.id, {
      check_after: isOver ? null : nextCheck(scene.my_hold_expires_at, work.at),
    });
  });
}

/** The money is there: it is receipted and booked, and finds its place or goes back in full. */
export async function receive(work: Work, scene: SceneRow, payment: PaymentRow): Promise<void> {
  const { db, at } = work;
  const number = await nextReceiptNumber(db, at);
  await notePayment(db, payment.id, { receipt_number: number, paid_at: at });
  await bookPayment(db, payment, { transactionId: payment.id, amountMinor: payment.amount_minor }, at);
  const placing = placingOf({
    state: scene.my_state,
    isPaidFor: await isPaidForByOther(db, payment.registration_id, payment.id),
    isOn: isOn(scene, at),
    isFree: canRetake(scene, at),
    isWelcome: isWelcome(scene),
  });
  await sendReceipt(work, payment, number);
  if (typeof placing === 'object') {
    const { id: paymentId, provider, amount_minor: amountMinor } = payment;
    await approveRefund(db, { paymentId, provider, amountMinor, reason: placing.refund }, at);
    return;
  }
  // Whatever else was begun for this place is not needed any more.
  await endOpenPayments(db, payment.registration_id, 'canceled', at);
  if (placing === 'confirm') await confirmPlace(work, scene, payment.person_id);
}

/** Whether the payer, whose ties `openPlace` read, sees the event without the place that they had. */
const isWelcome = (scene: SceneRow) => canSeeEvent(scene, roleOf(scene), 'past');

/** Tells the payer, with all that a receipt says: number, who, what, whom and how much. */
export async function sendReceipt({ db, at }: Work, payment: PaymentRow, number: string): Promise<void> {
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
    .filter(([, after]) => after !== null)
    .map(([field, after]) => ({ field, before: null, after }));
  const { person_id: userId, event_id: eventId } = payment;
  await addNotifications(db, [{ userId, kind: 'paymentReceived', eventId, changes }], at);
}
