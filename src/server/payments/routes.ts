// HTTP of payments. The answers are not cached, and checkouts are created outside transactions.
import type { paymentEndpoints } from '../../contract/events/payments.ts';
import type { Deps } from '../deps.ts';
import { replyStatus } from '../events/can-rules.ts';
import { canSeeEvent } from '../events/policy.ts';
import { roleOf } from '../events/role-rules.ts';
import { decodeCursor, encodeCursor, page } from '../http/answer/cursor.ts';
import type { Handlers } from '../http/handler.ts';
import { notFound, Problem } from '../http/problem.ts';
import { findRegistrationContext } from '../registrations/queries.ts';
import { t } from '../words/t.ts';
import { beginPayment } from './begin-payment.ts';
import { checkSoon } from './check-queries.ts';
import { decideRefund, rightsOf, settleCash } from './payment-decisions.ts';
import { managedPaymentOf, paymentOf } from './payment-mapper.ts';
import { findMyPayment, listPayments, type MyPaymentRow } from './queries.ts';
import { refundsOf } from './refunds/refund-queries.ts';
import { receiveWebhook } from './webhook.ts';

/** The delay of a status check while the payer waits. */
const soonMs = 5_000;

export function paymentRoutes(deps: Deps): Handlers<keyof typeof paymentEndpoints> {
  const { database, log, now } = deps;
  const { db } = database;
  const stored = () => now().toISOString();

  const myPayment = async (eventId: string, userId: string) => {
    const payment = await findMyPayment(db, eventId, userId);
    if (!payment) throw notFound('payment');
    return payment;
  };

  /** In case the webhook event is late. A failure is only logged: a full disk must not stop reads. */
  const checkWhilePayerWaits = (payment: MyPaymentRow) =>
    checkSoon(db, payment, new Date(now().getTime() + soonMs).toISOString()).catch((error: unknown) =>
      log.warn({ err: error, paymentId: payment.id }, 'A status check of a payment could not be moved up'),
    );

  const answer = async (payment: MyPaymentRow) =>
    paymentOf(payment, await refundsOf(db, [payment.id]), stored());

  return {
    'GET /api/events/{id}/payment': async ({ params: { id }, viewer }) => {
      const payment = await myPayment(id, viewer.userId);
      await checkWhilePayerWaits(payment);
      return answer(payment);
    },

    'POST /api/events/{id}/payment': async ({ params: { id }, body, viewer }) => {
      await beginPayment(deps, { eventId: id, userId: viewer.userId, body });
      return answer(await myPayment(id, viewer.userId));
    },

    'GET /api/events/{id}/payments': async ({ params: { id }, query: { cursor, limit }, viewer }) => {
      const at = stored();
      const context = await findRegistrationContext(db, {
        id,
        userId: viewer.userId,
        actorId: viewer.userId,
        now: at,
      });
      if (!context) throw notFound('event');
      const role = roleOf(context);
      if (!canSeeEvent(context, role, replyStatus(context, context, at))) throw notFound('event');
      const rights = await rightsOf({ db }, context, viewer.userId);
      if (!rights)
        throw new Problem('not_permitted', t('Only the people who run this event can see its payments.'));
      const after = decodeCursor(cursor, 'instant');
      const rows = await listPayments(db, { eventId: id, after, limit });
      const refunds = await refundsOf(
        db,
        rows.map((row) => row.id),
      );
      return page(
        rows,
        limit,
        (row) => encodeCursor(row.created_at, row.id),
        (row) => managedPaymentOf(row, refunds, rights),
      );
    },

    'POST /api/payments/{id}/refund': ({ params: { id }, body, viewer }) =>
      decideRefund(deps, { id, userId: viewer.userId, body }),

    'POST /api/payments/{id}/cash': ({ params: { id }, body, viewer }) =>
      settleCash(deps, { id, userId: viewer.userId, body }),

    'POST /api/payments/webhooks/{provider}': async ({ params: { provider }, body, headers }) => {
      await receiveWebhook(deps, provider, body, headers);
      return { received: true as const };
    },
  };
}
