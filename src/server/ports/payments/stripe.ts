// Stripe Checkout by redirect, through Stripe's own package, which is imported at the first payment.
import type Stripe from 'stripe';
import { decimalsOf } from '../../../contract/values/currencies.ts';
import {
  type Checkout,
  type CheckoutState,
  InvalidWebhook,
  type Order,
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
} from './port.ts';
import { readSigned } from './signature.ts';

/** Pinned, so that a changed default of the account does not change responses. */
const apiVersion = '2026-10-28.endive';

/** We call Stripe inside its webhook request: time out fast and let Stripe retry. */
const webhookTimeout = { timeout: 4_000, maxNetworkRetries: 1 };

/** Decimals of currencies where Stripe differs from ISO 4217. */
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
  /** Sends the requests; the network by default. */
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

  /** Calls Stripe. A permanent error becomes a ProviderRefusal. */
  async function ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
    client ??= connect();
    try {
      return await call(await client);
    } catch (error) {
      const { type, message } = error as { type?: string; message?: string };
      // Not a conflict with a concurrent equal request (409), which may succeed when retried.
      if (type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError')
        throw new ProviderRefusal(message, { cause: error });
      throw error;
    }
  }

  const status = (ref: string): Promise<Checkout> =>
    ask(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(
        ref,
        { expand: ['payment_intent'] },
        webhookTimeout,
      );
      const intent = intentOf(session);
      const refunds =
        session.payment_status === 'paid' && intent
          ? (await stripe.refunds.list({ payment_intent: intent.id, limit: 100 }, webhookTimeout)).data
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
            // Other methods may settle after days, and a hold lasts minutes.
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
        // Stripe refuses to expire a session that is not open; `status` returns its state.
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
            // Webhook events of a refund name no checkout.
            metadata: { refundId, paymentId: session.client_reference_id },
          },
          { idempotencyKey: `refund-${refundId}` },
        );
        return refundOf(refund);
      }),
    parseWebhook(rawBody, headers) {
      const event = readSigned(headers.get('stripe-signature'), rawBody, webhookSecret, now());
      if (typeof event.id !== 'string') throw new InvalidWebhook('The webhook has no id.');
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

function checkoutOf(session: Stripe.Checkout.Session, refunds: ProviderRefund[]): Checkout {
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

function refundOf(refund: Stripe.Refund): ProviderRefund {
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
