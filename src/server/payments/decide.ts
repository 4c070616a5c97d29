// What people decide about a payment: paying back, declining to, asking for it, and what became of cash. Audited.
import type { ParsedBody } from '../../contract/api.ts';
import type { ManagedPayment } from '../../contract/events/payments.ts';
import { addAudit } from '../audit/queries.ts';
import type { Deps } from '../deps.ts';
import { invalid, notFound, Problem, staleVersion } from '../http/problem.ts';
import { type SceneRow, tellOfMoney, tiesOf, type Work } from '../registrations/money/place-queries.ts';
import { t } from '../words/t.ts';
import { isAsked, isToBeMade, type MoneyRights, managedPaymentOf } from './answers.ts';
import { bookPayment, nextReceiptNumber } from './ledger-queries.ts';
import { canRefund, canSeePayments, canSettleCash } from './policy.ts';
import {
  findPayment,
  listPayments,
  notePayment,
  type PaymentRow,
  setPaymentState,
  touchPayment,
} from './queries.ts';
import { approveRefund, askForRefund, refundsOf, setRefundState } from './refund-queries.ts';
import { finishStep } from './refund-steps.ts';
import { isPaid } from './rules.ts';
import { sendReceipt, withPayment } from './settle.ts';

type Refund = ParsedBody<'POST /api/payments/{id}/refund'>;
type Cash = ParsedBody<'POST /api/payments/{id}/cash'>;
type Ask<B> = { id: string; userId: string; body: B };
type Given = { work: Work; scene: SceneRow; payment: PaymentRow; rights: MoneyRights; userId: string };

const refuse = (detail: string) => new Problem('not_permitted', detail);

/** Decides on a refund, or asks for one. Throws not_found to a viewer who is neither the payer nor runs the event. */
export function decideRefund(deps: Deps, ask: Ask<Refund>): Promise<ManagedPayment> {
  return decide(deps, ask, async (given) => {
    const { rights, payment, userId } = given;
    if (rights.refund) return ask.body.decline ? declineRefund(given, ask.body) : refund(given, ask.body);
    if (payment.person_id === userId && !ask.body.decline) return askRefund(given, ask.body);
    throw refuse(t('Only the people who run the organization can decide on refunds.'));
  });
}

/** Says what became of cash. */
export function settleCash(deps: Deps, ask: Ask<Cash>): Promise<ManagedPayment> {
  return decide(deps, ask, async (given) => {
    const { work, scene, payment, rights } = given;
    if (!rights.settleCash) throw refuse(t('Only the people who run the event can take cash.'));
    const { outcome } = ask.body;
    if (payment.provider !== 'offline') throw refuse(t('This is not a cash payment.'));
    if (outcome === 'returned') {
      const open = (await refundsOf(work.db, [payment.id])).filter(isToBeMade);
      if (open.length === 0) throw refuse(t('There is no cash to refund.'));
      for (const one of open)
        if (await setRefundState(work.db, one.id, 'succeeded', { try_after: null }, work.at))
          await finishStep(work, scene, payment, one, 'succeeded');
    } else await endCash(given, outcome);
    await audit(given, `cash.${outcome}`, { amountMinor: payment.amount_minor });
  });
}

async function endCash({ work, payment }: Given, outcome: 'received' | 'waived'): Promise<void> {
  const { db, at } = work;
  const to = outcome === 'received' ? 'offlineReceived' : 'waived';
  if (!(await setPaymentState(db, payment.id, to, at))) throw refuse(t('This payment is no longer due.'));
  if (to === 'waived') return;
  const number = await nextReceiptNumber(db, at);
  await notePayment(db, payment.id, { receipt_number: number, paid_at: at });
  await bookPayment(db, payment, { transactionId: payment.id, amountMinor: payment.amount_minor }, at);
  await sendReceipt(work, payment, number);
}

/** Finds the payment for someone who may know of it, checks the version, runs `task`, and answers what is true then. */
async function decide<B extends { version?: number | undefined }>(
  deps: Deps,
  { id, userId, body }: Ask<B>,
  task: (given: Given) => Promise<void>,
): Promise<ManagedPayment> {
  const found = await findPayment(deps.database.db, id);
  if (!found) throw notFound('payment');
  return withPayment(deps, found, async (work, scene, payment) => {
    const rights = await rightsOf(work, scene, userId);
    if (rights === null && payment.person_id !== userId) throw notFound('payment');
    const given = { work, scene, payment, userId, rights: rights ?? { ...nothing, viewerId: userId } };
    if (body.version !== undefined && body.version !== payment.version)
      throw staleVersion(await answerOf(given));
    await task(given);
    return answerOf(given);
  });
}

const nothing = { refund: false, settleCash: false };

/** What a person may do with the money of an event; null for someone who may not see it. */
export async function rightsOf(
  { db }: Pick<Work, 'db'>,
  scene: SceneRow,
  userId: string,
): Promise<MoneyRights | null> {
  const { role, teams, standing } = await tiesOf(db, scene, userId);
  if (!canSeePayments(role)) return null;
  return { refund: canRefund(scene, teams, standing), settleCash: canSettleCash(role), viewerId: userId };
}

async function answerOf({ work: { db }, payment, rights }: Given): Promise<ManagedPayment> {
  const [row] = await listPayments(db, { id: payment.id });
  if (!row) throw new Error('A payment went away while its event was locked.');
  return managedPaymentOf(row, await refundsOf(db, [payment.id]), rights);
}

async function leftOf({ work: { db }, payment }: Given): Promise<number> {
  const [row] = await listPayments(db, { id: payment.id });
  return row && isPaid(row.state) ? row.amount_minor - row.refunded_minor : 0;
}

async function refund(given: Given, { amountMinor, reason }: Refund): Promise<void> {
  const { work, payment } = given;
  const left = await leftOf(given);
  if (left <= 0) throw refuse(t('There is nothing to refund.'));
  if (amountMinor !== undefined && amountMinor > left)
    throw invalid({ path: 'amountMinor', code: 'too_much', message: t('More than is left of the payment') });
  const amount = amountMinor ?? left;
  const { id: paymentId, provider } = payment;
  await approveRefund(work.db, { paymentId, provider, amountMinor: amount, reason: reason ?? null }, work.at);
  await touchPayment(work.db, paymentId, work.at);
  await audit(given, 'payment.refunded', { amountMinor: amount, reason: reason ?? null });
}

/** The reason on the refund is now the one for declining; the payer's stays in the audit log. */
async function declineRefund(given: Given, body: Refund): Promise<void> {
  const { work, scene, payment } = given;
  const reason = body.reason ?? null;
  const asked = (await refundsOf(work.db, [payment.id])).find(isAsked);
  if (!asked) throw refuse(t('No one has asked for a refund.'));
  await setRefundState(work.db, asked.id, 'declined', { try_after: null, reason }, work.at);
  await finishStep(work, scene, payment, { ...asked, reason }, 'declined');
  await audit(given, 'payment.refundDeclined', { reason, askedFor: asked.reason });
}

async function askRefund(given: Given, { amountMinor, reason }: Refund): Promise<void> {
  const { work, scene, payment } = given;
  const left = await leftOf(given);
  if (left <= 0) throw refuse(t('There is nothing to refund.'));
  // Asking again while nobody has decided asks for the same.
  if ((await refundsOf(work.db, [payment.id])).some(isAsked)) return;
  const { id: paymentId, provider } = payment;
  const ask = {
    paymentId,
    provider,
    amountMinor: Math.min(amountMinor ?? left, left),
    reason: reason ?? null,
  };
  await askForRefund(work.db, ask, work.at);
  await touchPayment(work.db, paymentId, work.at);
  await tellOfMoney(work, scene, 'refundAsked');
}

function audit({ work: { db, at }, payment, userId }: Given, action: string, after: object): Promise<void> {
  return addAudit(db, { actorId: userId, action, objectKind: 'payment', objectId: payment.id, after, at });
}
