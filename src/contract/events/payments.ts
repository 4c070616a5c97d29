// Payments for events: the attendee's payment, payment management for those who run the event, and the providers' webhooks.
// Clients send no prices: an amount comes from the offer.
import { z } from 'zod';
import {
  AmountSchema,
  IdSchema,
  InstantSchema,
  lineOfText,
  MoneySchema,
  PersonSchema,
  pageOf,
  pageQuery,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import {
  cashOutcomes,
  paymentMethods,
  paymentProviders,
  paymentStates,
  refundStates,
  registrationStates,
} from '../values/enums.ts';
import { limits } from '../values/limits.ts';

const RefundSchema = z.object({
  id: IdSchema,
  amountMinor: AmountSchema,
  state: z.enum(refundStates),
  /** Requested by the payer and not decided yet. */
  isAsked: z.boolean(),
  /** The reason of the decision; before it, the reason of the payer's request. */
  reason: z.string().nullable(),
  createdAt: InstantSchema,
  /** When its state last changed: of one that succeeded, when the money went back. */
  updatedAt: InstantSchema,
});

/** My payment for an event. `checkoutUrl` is set while it can be paid; `receipt` once it was paid. */
export const PaymentSchema = z.object({
  id: IdSchema,
  version: VersionSchema,
  state: z.enum(paymentStates),
  /** The state of the registration: someone may have cancelled it after the payment. */
  registrationState: z.enum(registrationStates),
  method: z.enum(paymentMethods),
  amount: MoneySchema,
  /** The name of the offer at the time of payment; null for old payments without it. */
  offer: z.string().nullable(),
  /** The last instant of a full refund, by the policy stored with the payment; null without one. */
  refundUntil: InstantSchema.nullable(),
  holdExpiresAt: InstantSchema.nullable(),
  checkoutUrl: z.string().nullable(),
  receipt: z
    .object({
      number: z.string(),
      paidAt: InstantSchema,
      payer: z.string(),
      event: z.string(),
      startsAt: InstantSchema,
      endsAt: InstantSchema,
      timeZone: z.string(),
      organizer: z.string().nullable(),
      refundedMinor: AmountSchema,
      refundState: z.enum(refundStates).nullable(),
    })
    .nullable(),
  /** The amount that can still be refunded, without pending refunds. */
  refundableMinor: AmountSchema,
  /** Oldest first. */
  refunds: z.array(RefundSchema),
  can: z.object({ askRefund: z.boolean() }),
});
export type Payment = z.infer<typeof PaymentSchema>;

/** A payment as those who run the event see it. */
export const ManagedPaymentSchema = z.object({
  id: IdSchema,
  version: VersionSchema,
  payer: PersonSchema,
  state: z.enum(paymentStates),
  method: z.enum(paymentMethods),
  amount: MoneySchema,
  offer: z.string().nullable(),
  paidAt: InstantSchema.nullable(),
  receiptNumber: z.string().nullable(),
  /** The amount that can still be refunded. */
  refundableMinor: AmountSchema,
  refunds: z.array(RefundSchema),
  /** `refund`: decide on refunds. `settleCash`: record the outcome of a cash payment. `askRefund`: request a refund of one's own. */
  can: z.object({ refund: z.boolean(), settleCash: z.boolean(), askRefund: z.boolean() }),
});
export type ManagedPayment = z.infer<typeof ManagedPaymentSchema>;

const eventParams = z.object({ id: IdSchema });
const version = VersionSchema.optional().meta({
  description: 'Of the payment: with it, a repeated call is refused as stale_version',
});
const reason = lineOfText(1, limits.noteMax).optional();

export const paymentEndpoints = endpoints({
  'GET /api/events/{id}/payment': {
    secretField: 'checkoutUrl',
    operationId: 'getPayment',
    summary: 'My payment for this event; 404 where there is none.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    params: eventParams,
    status: 200,
    answer: PaymentSchema,
    problems: [],
  },
  'POST /api/events/{id}/payment': {
    secretField: 'checkoutUrl',
    operationId: 'startPayment',
    summary:
      'Starts or continues the payment for the place that is held for me. Repeated calls give the same checkout.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    params: eventParams,
    body: z.strictObject({
      offerId: IdSchema.optional().meta({
        description: 'Another offer of the event than the one replied with',
      }),
      provider: z.enum(paymentProviders).optional().meta({
        description:
          'Absent: on the web. `cash` where the offer accepts it: the place is mine, the payment due',
      }),
    }),
    status: 200,
    answer: PaymentSchema,
    problems: ['gone', 'not_permitted'],
  },
  'GET /api/events/{id}/payments': {
    operationId: 'listPayments',
    summary: 'The payments for this event, paid and due, newest first, for those who run it.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    params: eventParams,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(ManagedPaymentSchema),
    problems: ['not_permitted', 'gone'],
  },
  'POST /api/payments/{id}/refund': {
    operationId: 'refundPayment',
    summary:
      'Refunds all or a part, or declines a refund; called by the payer, requests one. Never more than was paid.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    params: z.object({ id: IdSchema }),
    body: z.strictObject({
      amountMinor: AmountSchema.min(1).optional().meta({
        description: 'Absent: all that is left',
      }),
      reason,
      decline: z
        .literal(true)
        .optional()
        .meta({ description: 'Declines the refund that the payer requested' }),
      version,
    }),
    status: 200,
    answer: ManagedPaymentSchema,
    problems: ['not_permitted', 'stale_version'],
  },
  'POST /api/payments/{id}/cash': {
    operationId: 'settleCash',
    summary: 'Records that cash was received, waived or returned.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    params: z.object({ id: IdSchema }),
    body: z.strictObject({ outcome: z.enum(cashOutcomes), version }),
    status: 200,
    answer: ManagedPaymentSchema,
    problems: ['not_permitted', 'stale_version'],
  },
  'POST /api/payments/webhooks/{provider}': {
    operationId: 'receivePaymentWebhook',
    summary:
      'A signed webhook event of a payment provider. The provider retries it until it is answered; it is processed once.',
    tag: 'system',
    access: 'public',
    offline: 'never',
    params: z.object({ provider: z.enum(['sandbox', 'stripe']) }),
    bodyType: 'signed',
    status: 200,
    answer: z.object({ received: z.literal(true) }),
    problems: ['invalid_signature'],
  },
});
