// Tables of payments, and of the sandbox provider.
import type { Generated } from 'kysely';
import type { paymentStates, refundStates } from '../../../contract/values/enums.ts';
import type { Instant, Json, OneOf, Row } from './columns.ts';

export type MoneyTables = {
  payments: Row & {
    registration_id: string;
    amount_minor: number;
    currency: string;
    state: OneOf<typeof paymentStates>;
    provider: string;
    provider_ref: string | null;
    checkout_url: string | null;
    policy: Generated<Json>;
    receipt_number: string | null;
    paid_at: Instant | null;
    /** When its status is read from the provider next; null once it is final. */
    check_after: Generated<Instant | null>;
    /** When the provider's checkout expires. Stored, so that a repeated `create` sends the same value. */
    checkout_expires_at: Generated<Instant | null>;
  };
  refunds: Row & {
    payment_id: string;
    amount_minor: number;
    state: OneOf<typeof refundStates>;
    reason: string | null;
    provider_ref: string | null;
    /** Null while the payer only asks for it. */
    approved_at: Generated<Instant | null>;
    /** When it is carried out or checked next; null where nothing is left to do, or a person refunds it by hand. */
    try_after: Generated<Instant | null>;
    attempts: Generated<number>;
  };
  receipt_counters: { year: string; last: number };
  provider_events: { provider: string; event_id: string; received_at: Instant; body: string };
  ledger_entries: {
    id: string;
    transaction_id: string;
    account: string;
    amount_minor: number;
    currency: string;
    payment_id: string | null;
    created_at: Instant;
  };
  sandbox_checkouts: {
    ref: string;
    payment_id: string;
    amount_minor: number;
    currency: string;
    description: string;
    return_path: string;
    state: 'open' | 'requiresAction' | 'processing' | 'declined' | 'succeeded' | 'closed';
    /** When a `processing` checkout succeeds. */
    settles_at: Instant | null;
    /** When its webhook events arrive: `WebhookTiming`. */
    news: Generated<string>;
    expires_at: Instant;
    created_at: Instant;
  };
  sandbox_refunds: {
    ref: string;
    refund_id: string;
    checkout_ref: string;
    amount_minor: number;
    state: 'pending' | 'succeeded' | 'failed';
    created_at: Instant;
  };
  sandbox_webhooks: {
    id: string;
    body: string;
    times: Generated<number>;
    deliver_after: Instant;
    attempts: Generated<number>;
  };
};
