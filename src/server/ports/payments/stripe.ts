// Stripe Checkout by redirect, through Stripe's own package, which is loaded when a payment first needs it.
import type Stripe from 'stripe';
import { decimalsOf } from '../../../contract/values/currencies.ts';
import {
  type Checkout,
  type CheckoutState,
  InvalidNews,
  type Order,
  type PaymentProvider,
  ProviderRefusal,
  type RefundTruth,
} from './port.ts';
import { readSigned } from './signature.ts';

/** Pinned: what it answers must not change because an account's default did. */
const apiVersion = '2026-10-28.endive';

/** Stripe's news wait for an answer while it is asked: better none than a late one. */
const soon = { timeout: 4_000, maxNetworkRetries: 1 };

/** Currencies that Stripe counts otherwise than ISO 4217 does, with its decimals. */
const decimalsAtStripe: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };
const shift = (currency: string) =>
  10 ** ((decimalsAtStripe[currency] ?? decimalsOf(currency)) - decimalsOf(currency));
const fromStripe = (amount: number, currency: string) => Math.round(amount / shift(currency));

function toStripe(minor: number, currency: string): number {
  const amount = minor * shift(currency);
  if (Number.isInteger(amount)) return amount;
  throw new ProviderRefusal(`Stripe cannot charge ${minor} ${currency}.`);
}

export type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  host: string;
  port: number;
  protocol: 'http' | 'https';
  publicOrigin: string;
  now: () => Date;
  /** How its requests are sent; the network when absent. */
  fetch?: typeof fetch;
};

export function createStripe(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecret, publicOrigin, now } = options;
  let client: Promise<Stripe> | null = null;
  const connect = async () => {
    const { default: StripeClient } = await import('stripe');
    return new StripeClient(secretKey, {
      apiVersion,
      host: options.host,
      port: options.port,
      protocol: options.protocol,
      timeout: 10_000,
      maxNetworkRetries: 2,
      telemetry: false,
      ...(options.fetch && { httpClient: StripeClient.createFetchHttpClient(options.fetch) }),
    });
  };

  /** Calls Stripe. What it will never do becomes a ProviderRefusal. */
  async function ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    client ??= connect();
    try {
      return await call(await client);
    } catch (error) {
      const { type, message } = error as { type?: string; message?: string };
      // What collides with the same request at the same moment (409) is neither, and may well be done.
      if (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError')
        throw new ProviderRefusal(message, { cause: error });
      throw error;
    }
  }

  const status = (ref: string): Promise<Checkout> =>
    ask(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent'] }, soon);
      const intent = intentOf(session);
      const refunds =
        session.payment_status === 'paid' && intent
          ? (await stripe.refunds.list({ payment_intent: intent.id, limit: 100 }, soon)).data
          : [];
      return checkoutOf(session, refunds.map(refundOf));
    });

  return {
    name: 'stripe',
    status,
    create: (order: Order) =>
      ask(async (stripe) => {
        const { paymentId } = order;
        const back = publicOrigin + order.returnPath;
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            // Others answer after days, and a place is held for minutes.
            allowed_payment_method_types: ['card'],
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: toStripe(order.amountMinor, order.currency),
                  product_data: { name: order.description },
                },
              },
            ],
            client_reference_id: paymentId,
            metadata: { paymentId },
            payment_intent_data: { metadata: { paymentId } },
            success_url: back,
            cancel_url: back,
            expires_at: Math.floor(Date.parse(order.expiresAt) / 1000),
          },
          { idempotencyKey: `payment-${paymentId}` },
        );
        return checkoutOf(session, []);
      }),
    async cancel(ref) {
      try {
        await ask((stripe) => stripe.checkout.sessions.expire(ref));
      } catch (error) {
        // Only an open one can be ended: what it is instead, the status says.
        if (!(error instanceof ProviderRefusal)) throw error;
      }
      return status(ref);
    },
    refund: ({ ref, refundId, amountMinor }) =>
      ask(async (stripe) => {
        const session = await stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent'] });
        const intent = intentOf(session);
        if (!intent) throw new ProviderRefusal('Nothing was paid at this checkout.');
        const currency = (session.currency ?? '').toUpperCase();
        const refund = await stripe.refunds.create(
          {
            payment_intent: intent.id,
            amount: toStripe(amountMinor, currency),
            // Its own news name no checkout.
            metadata: { refundId, paymentId: session.client_reference_id },
          },
          { idempotencyKey: `refund-${refundId}` },
        );
        return refundOf(refund);
      }),
    parseWebhook(rawBody, headers) {
      const event = readSigned(headers.get('stripe-signature'), rawBody, webhookSecret, now());
      if (typeof event.id !== 'string') throw new InvalidNews('The webhook has no id.');
      const { object: about } = Object(event.data) as { object?: Stripe.Checkout.Session | Stripe.Refund };
      return {
        id: event.id,
        ref: about?.object === 'checkout.session' ? about.id : null,
        paymentId: about?.metadata?.paymentId ?? null,
      };
    },
  };
}

function intentOf(session: Stripe.Checkout.Session): Stripe.PaymentIntent | null {
  const { payment_intent: intent } = session;
  return intent !== null && typeof intent === 'object' ? intent : null;
}

function checkoutOf(session: Stripe.Checkout.Session, refunds: RefundTruth[]): Checkout {
  const currency = (session.currency ?? '').toUpperCase();
  return {
    ref: session.id,
    paymentId: session.client_reference_id,
    state: stateOf(session),
    amountMinor: fromStripe(session.amount_total ?? 0, currency),
    currency,
    url: session.url,
    refunds,
  };
}

function stateOf(session: Stripe.Checkout.Session): CheckoutState {
  const intent = intentOf(session);
  if (session.payment_status === 'paid') return 'succeeded';
  if (session.status === 'expired') return 'closed';
  if (intent?.status === 'processing') return 'processing';
  if (session.status === 'complete') return intent?.last_payment_error ? 'closed' : 'processing';
  if (intent?.status === 'requires_action') return 'requiresAction';
  return intent?.last_payment_error ? 'declined' : 'open';
}

function refundOf(refund: Stripe.Refund): RefundTruth {
  const { status } = refund;
  return {
    ref: refund.id,
    refundId: refund.metadata?.refundId ?? null,
    amountMinor: fromStripe(refund.amount, refund.currency.toUpperCase()),
    state:
      status === 'succeeded'
        ? 'succeeded'
        : status === 'failed' || status === 'canceled'
          ? 'failed'
          : 'pending',
  };
}
