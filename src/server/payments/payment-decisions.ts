// Decisions of people on a payment: refund, decline a refund, ask for one, settle cash. All audited.
import type { ParsedBody } from '../../contract/api.ts';
import type { ManagedPayment } from '../../contract/events/payments.ts';
import { addAudit } from '../audit/queries.ts';
import type { Deps } from '../deps.ts';
import { invalid, notFound, Problem, staleVersion } from '../http/problem.ts';
import {
  notifyOfRefund,
  type RegistrationContext,
  type Tx,
  tiesOf,
} from '../registrations/money/seat-queries.ts';
import { t } from '../words/t.ts';
import { isAsked, isToBeMade, type MoneyRights, managedPaymentOf } from './payment-mapper.ts';
import { canRefund, canSeePayments, canSettleCash } from './policy.ts';
import { findPayment, listPayments, type PaymentRow, setPaymentState, touchPayment } from './queries.ts';
import { approveRefund, askForRefund, refundsOf, setRefundState } from './refunds/refund-queries.ts';
import { recordRefundChange } from './refunds/refund-steps.ts';
import { isPaid } from './rules.ts';
import { recordReceived, withPayment } from './settle.ts';

type Refund = ParsedBody<'POST /api/payments/{id}/refund'>;
type Cash = ParsedBody<'POST /api/payments/{id}/cash'>;
type Ask<B> = { id: string; userId: string; body: B };
type Given = {
  tx: Tx;
  context: RegistrationContext;
  payment: PaymentRow;
  rights: MoneyRights;
  userId: string;
};

const refuse = (detail: string) => new Problem('not_permitted', detail);

/** Decides on a refund, or asks for one. Throws not_found unless the viewer is the payer or an organizer. */
export function decideRefund(deps: Deps, ask: Ask<Refund>): Promise<ManagedPayment> {
  return decide(deps, ask, async (given) => {
    const { rights, payment, userId } = given;
    if (rights.refund) return ask.body.decline ? declineRefund(given, ask.body) : refund(given, ask.body);
    if (payment.person_id === userId && !ask.body.decline) return askRefund(given, ask.body);
    throw refuse(t('Only the people who run the organization can decide on refunds.'));
  });
}

/** Marks cash as received, waived or returned. */
export function settleCash(deps: Deps, ask: Ask<Cash>): Promise<ManagedPayment> {
  return decide(deps, ask, async (given) => {
    const { tx, context, payment, rights } = given;
    if (!rights.settleCash) throw refuse(t('Only the people who run the event can take cash.'));
    const { outcome } = ask.body;
    if (payment.provider !== 'offline') throw refuse(t('This is not a cash payment.'));
    if (outcome === 'returned') {
      const open = (await refundsOf(tx.db, [payment.id])).filter(isToBeMade);
      if (open.length === 0) throw refuse(t('There is no cash to refund.'));
      for (const one of open)
        if (await setRefundState(tx.db, one.id, 'succeeded', { try_after: null }, tx.at))
          await recordRefundChange(tx, context, payment, one, 'succeeded');
    } else await endCash(given, outcome);
    await audit(given, `cash.${outcome}`, { amountMinor: payment.amount_minor });
  });
}

async function endCash({ tx, payment }: Given, outcome: 'received' | 'waived'): Promise<void> {
  const { db, at } = tx;
  const to = outcome === 'received' ? 'offlineReceived' : 'waived';
  if (!(await setPaymentState(db, payment.id, to, at))) throw refuse(t('This payment is no longer due.'));
  if (to === 'waived') return;
  await recordReceived(tx, payment);
}

/** Finds a payment that the viewer can see, checks its version, runs `task`, and returns the result. */
async function decide<B extends { version?: number | undefined }>(
  deps: Deps,
  { id, userId, body }: Ask<B>,
  task: (given: Given) => Promise<void>,
): Promise<ManagedPayment> {
  const found = await findPayment(deps.database.db, id);
  if (!found) throw notFound('payment');
  return withPayment(deps, found, async (tx, context, payment) => {
    const rights = await rightsOf(tx, context, userId);
    if (rights === null && payment.person_id !== userId) throw notFound('payment');
    const given = { tx, context, payment, userId, rights: rights ?? { ...nothing, viewerId: userId } };
    if (body.version !== undefined && body.version !== payment.version)
      throw staleVersion(await answerOf(given));
    await task(given);
    return answerOf(given);
  });
}

const nothing = { refund: false, settleCash: false };

/** A person's permissions on the payments of an event; null if they cannot see them. */
export async function rightsOf(
  { db }: Pick<Tx, 'db'>,
  context: RegistrationContext,
  userId: string,
): Promise<MoneyRights | null> {
  const { role, teams, groupRoles } = await tiesOf(db, context, userId);
  if (!canSeePayments(role)) return null;
  return { refund: canRefund(context, teams, groupRoles), settleCash: canSettleCash(role), viewerId: userId };
}

async function answerOf({ tx: { db }, payment, rights }: Given): Promise<ManagedPayment> {
  const [row] = await listPayments(db, { id: payment.id });
  if (!row) throw new Error('A payment went away while its event was locked.');
  return managedPaymentOf(row, await refundsOf(db, [payment.id]), rights);
}

async function leftOf({ tx: { db }, payment }: Given): Promise<number> {
  const [row] = await listPayments(db, { id: payment.id });
  return row && isPaid(row.state) ? row.amount_minor - row.refunded_minor : 0;
}

async function refund(given: Given, { amountMinor, reason }: Refund): Promise<void> {
  const { tx, payment } = given;
  const left = await leftOf(given);
  if (left <= 0) throw refuse(t('There is nothing to refund.'));
  if (amountMinor !== undefined && amountMinor > left)
    throw invalid({ path: 'amountMinor', code: 'too_much', message: t('More than is left of the payment') });
  const amount = amountMinor ?? left;
  const { id: paymentId, provider } = payment;
  await approveRefund(tx.db, { paymentId, provider, amountMinor: amount, reason: reason ?? null }, tx.at);
  await touchPayment(tx.db, paymentId, tx.at);
  await audit(given, 'payment.refunded', { amountMinor: amount, reason: reason ?? null });
}

/** Replaces the payer's reason with the reason for declining; the payer's stays in the audit log. */
async function declineRefund(given: Given, body: Refund): Promise<void> {
  const { tx, context, payment } = given;
  const reason = body.reason ?? null;
  const asked = (await refundsOf(tx.db, [payment.id])).find(isAsked);
  if (!asked) throw refuse(t('No one has asked for a refund.'));
  await setRefundState(tx.db, asked.id, 'declined', { try_after: null, reason }, tx.at);
  await recordRefundChange(tx, context, payment, { ...asked, reason }, 'declined');
  await audit(given, 'payment.refundDeclined', { reason, askedFor: asked.reason });
}

async function askRefund(given: Given, { amountMinor, reason }: Refund): Promise<void> {
  const { tx, context, payment } = given;
  const left = await leftOf(given);
  if (left <= 0) throw refuse(t('There is nothing to refund.'));
  // A second request before a decision changes nothing.
  if ((await refundsOf(tx.db, [payment.id])).some(isAsked)) return;
  const { id: paymentId, provider } = payment;
  const ask = {
    paymentId,
    provider,
    amountMinor: Math.min(amountMinor ?? left, left),
    reason: reason ?? null,
  };
  await askForRefund(tx.db, ask, tx.at);
  await touchPayment(tx.db, paymentId, tx.at);
  await notifyOfRefund(tx, context, 'refundAsked');
}

function audit({ tx: { db, at }, payment, userId }: Given, action: string, after: object): Promise<void> {
  return addAudit(db, { actorId: userId, action, objectKind: 'payment', objectId: payment.id, after, at });
}
