// The interface of payment providers: a hosted checkout, whose status we read from the provider and never infer.

/** A checkout to create. `create` is idempotent: the same `paymentId` returns the same checkout. */
export type Order = {
  /** The id of our payment, also the idempotency key. */
  paymentId: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** The line that the payer sees on the checkout page. */
  description: string;
  /** Path on this server that the payer returns to after success or cancellation. */
  returnPath: string;
  /** Instant after which the checkout cannot be paid. */
  expiresAt: string;
};

/**
 * `open`: not paid yet. `declined`: the card was refused, another try is possible. `requiresAction`: the bank waits for the
 * payer's confirmation. `processing`: cannot be cancelled any more. `succeeded`: paid. `closed`: unpaid, and cannot be paid.
 */
export type CheckoutState = 'open' | 'requiresAction' | 'processing' | 'declined' | 'succeeded' | 'closed';

/** The current checkout, as the provider reports it. */
export type Checkout = {
  /** The provider's id of it. */
  ref: string;
  /** The id of our payment; null where the provider does not know it. */
  paymentId: string | null;
  state: CheckoutState;
  amountMinor: number;
  currency: string;
  /** The checkout page; null once the checkout cannot be paid. */
  url: string | null;
  refunds: ProviderRefund[];
};

/** A refund, as the provider reports it. `refundId` is ours; null where the refund was made by hand at the provider. */
export type ProviderRefund = {
  ref: string;
  refundId: string | null;
  amountMinor: number;
  state: 'pending' | 'succeeded' | 'failed';
};

/** A verified webhook event. It names a changed checkout; its status is read with `status`. */
export type WebhookEvent = { id: string; ref: string | null; paymentId: string | null };

export type PaymentProvider = {
  /** As stored on payments, and as in the URL of its webhooks. */
  name: 'sandbox' | 'stripe';
  create(order: Order): Promise<Checkout>;
  status(ref: string): Promise<Checkout>;
  /** Refunds a part or all. Idempotent by `refundId`. */
  refund(ask: { ref: string; refundId: string; amountMinor: number }): Promise<ProviderRefund>;
  /** Cancels the checkout if possible and returns its status, which may be that it was paid. */
  cancel(ref: string): Promise<Checkout>;
  /** Checks the signature of a raw body. Throws InvalidWebhook. */
  parseWebhook(rawBody: string, headers: Headers): WebhookEvent;
};
// Every call throws ProviderRefusal for a permanent failure, and any other error where a retry may succeed.

/** The provider refused the call for good. */
export class ProviderRefusal extends Error {}

/** A webhook with a wrong signature, an expired timestamp or a body that cannot be read. */
export class InvalidWebhook extends Error {}
