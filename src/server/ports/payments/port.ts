// What a payment provider is to Sideline: a checkout on its own pages, whose truth we ask for and never assume.

/** A checkout to be opened. Asked again with the same `paymentId`, a provider answers with the same one. */
export type Order = {
  /** Our payment: the owner of the checkout, and its idempotency key. */
  paymentId: string;
  amountMinor: number;
  /** ISO 4217. */
  currency: string;
  /** What the payer reads that they pay for. */
  description: string;
  /** Path on this server that the payer comes back to, however it went. */
  returnPath: string;
  /** Instant after which nobody can pay any more. */
  expiresAt: string;
};

/**
 * `open`: nobody has paid. `declined`: tried and refused, may be tried again. `requiresAction`: the bank waits for a yes.
 * `processing`: on its way, cannot be stopped. `succeeded`: the money is taken. `closed`: nothing was taken, nothing can be.
 */
export type CheckoutState = 'open' | 'requiresAction' | 'processing' | 'declined' | 'succeeded' | 'closed';

/** What the provider says of a checkout now. */
export type Checkout = {
  /** The provider's name for it. */
  ref: string;
  /** Whose it is, as the provider was told; null where it does not know. */
  paymentId: string | null;
  state: CheckoutState;
  amountMinor: number;
  currency: string;
  /** Where the payer pays; null once nobody can. */
  url: string | null;
  refunds: RefundTruth[];
};

/** What the provider says of one refund. `refundId` is ours; null where it was made at the provider by hand. */
export type RefundTruth = {
  ref: string;
  refundId: string | null;
  amountMinor: number;
  state: 'pending' | 'succeeded' | 'failed';
};

/** Verified news: something happened to a checkout. What, is asked for. */
export type News = { id: string; ref: string | null; paymentId: string | null };

export type PaymentProvider = {
  /** As it stands on payments and in the address of its webhooks. */
  name: 'sandbox' | 'stripe';
  create(order: Order): Promise<Checkout>;
  status(ref: string): Promise<Checkout>;
  /** Pays back a part or all; the same `refundId` again is the same refund. */
  refund(ask: { ref: string; refundId: string; amountMinor: number }): Promise<RefundTruth>;
  /** Ends the checkout if that can still be done. What is true afterwards may be that it was paid. */
  cancel(ref: string): Promise<Checkout>;
  /** Checks the signature of a raw body. Throws InvalidNews. */
  parseWebhook(rawBody: string, headers: Headers): News;
};
// Every call throws ProviderRefusal for what will never be done, and anything else where trying again may help.

/** The provider understood, and will not do it. */
export class ProviderRefusal extends Error {}

/** A webhook that is not the provider's, or not of now. */
export class InvalidNews extends Error {}
