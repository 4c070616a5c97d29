// Paying for a place: my payment for an event, what those who run it see and do, and the news of payment providers.
// Amounts are never taken from the payer: they come from the offer.
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
import { limits } from '../values/limits.ts';
import {
  cashOutcomes,
  paymentMethods,
  paymentProviders,
  paymentStates,
  refundStates,
  registrationStates,
} from '../values/words.ts';

const RefundSchema = z.object({
  id: IdSchema,
  amountMinor: AmountSchema,
  state: z.enum(refundStates),
  /** Asked for by the payer and not decided yet. */
  isAsked: z.boolean(),
  /** Of the person who decided; before that, of the payer who asks. */
  reason: z.string().nullable(),
  createdAt: InstantSchema,
});

/** My payment for an event. `checkoutUrl` is there while it can be paid; `receipt` once it was. */
export const PaymentSchema = z.object({
  id: IdSchema,
  version: VersionSchema,
  state: z.enum(paymentStates),
  /** Of the place that it pays for: someone may have paid and given it up since. */
  registrationState: z.enum(registrationStates),
  method: z.enum(paymentMethods),
  amount: MoneySchema,
  /** What is paid for, as it was called then; null for a payment from before that was kept. */
  offer: z.string().nullable(),
  /** The last instant of a full refund, by the policy that was copied onto the payment; null without that promise. */
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
  /** What can still be paid back, beside what is on its way. */
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
  /** What can still be refunded. */
  refundableMinor: AmountSchema,
  refunds: z.array(RefundSchema),
  /** `refund`: decide on refunds. `settleCash`: say what became of cash. `askRefund`: it is one's own. */
  can: z.object({ refund: z.boolean(), settleCash: z.boolean(), askRefund: z.boolean() }),
});
export type ManagedPayment = z.infer<typeof ManagedPaymentSchema>;

const eventParams = z.object({ id: IdSchema });
const version = VersionSchema.optional().meta({
  description: 'Of the payment: with it a second tap is refused as stale_version, and not done twice',
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
      'Starts paying for the place that is held for me, or goes on with it: the same checkout however often.',
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
    summary: 'What was paid for this event and what is due, newest first, for those who run it.',
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
    summary: 'Pays back all or a part, declines to, or, by the payer, asks for it. Never more than was paid.',
    tag: 'events',
    access: 'session',
    offline: 'never',
    params: z.object({ id: IdSchema }),
    body: z.strictObject({
      amountMinor: AmountSchema.min(1).optional().meta({
        description: 'Absent: all that is left',
      }),
      reason,
      decline: z.literal(true).optional().meta({ description: 'Says no to what the payer asked for' }),
      version,
    }),
    status: 200,
    answer: ManagedPaymentSchema,
    problems: ['not_permitted', 'stale_version'],
  },
  'POST /api/payments/{id}/cash': {
    operationId: 'settleCash',
    summary: 'Notes that cash was received, need not be paid, or was paid back.',
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
    operationId: 'receivePaymentNews',
    summary: 'News of a payment provider, signed by it; sent again until it is answered, and taken once.',
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
