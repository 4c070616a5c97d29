// A payment provider for trials and tests: no key, no network, no real money. It has its own tables and transactions, like
// an external provider, and Sideline uses it only through port.ts.
import { createHmac, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/schema.ts';
import {
  type Checkout,
  InvalidWebhook,
  type Order,
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
  type WebhookEvent,
} from '../port.ts';
import { readSigned } from '../signature.ts';
import { type Card, cards, type WebhookTiming } from './cards.ts';
import { createWebhookSender, type Post, signatureHeader } from './webhooks.ts';

const processingMs = 12 * 60_000;

type Row = Selectable<Tables['sandbox_checkouts']>;
/** States in which the payer can still act. */
const payable: Row['state'][] = ['open', 'declined', 'requiresAction'];

export type Sandbox = PaymentProvider & {
  /** The checkout for its page; null for an unknown one. */
  find(ref: string): Promise<Row | null>;
  /** Pays with a card; no effect on a checkout that cannot be paid any more. */
  pay(ref: string, card: Card, timing?: WebhookTiming): Promise<void>;
  /** Confirms or declines the payment at the bank. */
  answerBank(ref: string, isYes: boolean): Promise<void>;
  /** Settles `processing` checkouts and sends due webhook events; stops between two of them on `shutdown`. */
  work(shutdown?: AbortSignal): Promise<void>;
};

export type SandboxOptions = {
  database: Database;
  now: () => Date;
  publicOrigin: string;
  /** The secret of its webhooks is derived from this. */
  authSecret: Uint8Array;
  post: Post;
};

export function createSandbox({ database, now, publicOrigin, authSecret, post }: SandboxOptions): Sandbox {
  const { db } = database;
  const secret = createHmac('sha256', authSecret).update('sandbox webhooks').digest('hex');
  const webhooks = createWebhookSender({ db, now, secret, post });
  const at = () => now().toISOString();

  async function find(ref: string): Promise<Row | null> {
    await endOverdue(db, ref, at());
    const row = await db
      .selectFrom('sandbox_checkouts')
      .selectAll()
      .where('ref', '=', ref)
      .executeTakeFirst();
    return row ?? null;
  }

  async function status(ref: string): Promise<Checkout> {
    const row = await find(ref);
    if (!row) throw new ProviderRefusal(`The sandbox knows no checkout ${ref}.`);
    const refunds = await db
      .selectFrom('sandbox_refunds')
      .selectAll()
      .where('checkout_ref', '=', ref)
      .orderBy('created_at')
      .execute();
    return {
      ref,
      paymentId: row.payment_id,
      state: row.state,
      amountMinor: row.amount_minor,
      currency: row.currency,
      url: payable.includes(row.state) ? `${publicOrigin}/sandbox/checkout/${ref}` : null,
      refunds: refunds.map(refundOf),
    };
  }

  /** Updates a checkout that is in one of these states, and stores its webhook event. */
  async function setState(ref: string, from: Row['state'][], set: Partial<Row>): Promise<void> {
    await endOverdue(db, ref, at());
    await db.transaction().execute(async (transaction) => {
      const row = await transaction
        .updateTable('sandbox_checkouts')
        .set(set)
        .where('ref', '=', ref)
        .where('state', 'in', from)
        .returningAll()
        .executeTakeFirst();
      if (row) await webhooks.write(transaction, row);
    });
  }

  return {
    name: 'sandbox',
    find,
    status,
    async create(order: Order) {
      await db
        .insertInto('sandbox_checkouts')
        .values({
          ref: `sbx_${randomBytes(18).toString('hex')}`,
          payment_id: order.paymentId,
          amount_minor: order.amountMinor,
          currency: order.currency,
          description: order.description,
          return_path: order.returnPath,
          state: 'open',
          settles_at: null,
          expires_at: order.expiresAt,
          created_at: at(),
        })
        .onConflict((conflict) => conflict.column('payment_id').doNothing())
        .execute();
      const row = await db
        .selectFrom('sandbox_checkouts')
        .select(['ref', 'amount_minor', 'currency'])
        .where('payment_id', '=', order.paymentId)
        .executeTakeFirstOrThrow();
      if (row.amount_minor !== order.amountMinor || row.currency !== order.currency)
        throw new ProviderRefusal('The same payment was asked for with another amount.');
      return status(row.ref);
    },
    async cancel(ref) {
      await setState(ref, payable, { state: 'closed', news: 'never' });
      return status(ref);
    },
    refund: (ask) => db.transaction().execute((transaction) => refund(transaction, ask, at())),
    parseWebhook(rawBody, headers): WebhookEvent {
      const { id, ref, paymentId } = readSigned(headers.get(signatureHeader), rawBody, secret, now());
      if (typeof id !== 'string' || typeof ref !== 'string' || typeof paymentId !== 'string')
        throw new InvalidWebhook('The webhook says nothing that is understood.');
      return { id, ref, paymentId };
    },
    async pay(ref, card, timing = 'now') {
      const state = cards[card].leadsTo;
      const settles = new Date(now().getTime() + processingMs).toISOString();
      await setState(ref, payable, {
        state,
        news: timing,
        settles_at: state === 'processing' ? settles : null,
      });
      await webhooks.deliver();
    },
    async answerBank(ref, isYes) {
      await setState(ref, ['requiresAction'], { state: isYes ? 'succeeded' : 'declined' });
      await webhooks.deliver();
    },
    async work(shutdown) {
      const settled = await db
        .selectFrom('sandbox_checkouts')
        .select('ref')
        .where('state', '=', 'processing')
        .where('settles_at', '<=', at())
        .execute();
      for (const { ref } of settled) {
        if (shutdown?.aborted) return;
        await setState(ref, ['processing'], { state: 'succeeded' });
      }
      await webhooks.deliver(shutdown);
    },
  };
}

/** Closes an unpaid checkout after its expiry. */
async function endOverdue(db: Db, ref: string, at: string): Promise<void> {
  await db
    .updateTable('sandbox_checkouts')
    .set({ state: 'closed' })
    .where('ref', '=', ref)
    .where('state', 'in', payable)
    .where('expires_at', '<=', at)
    .execute();
}

async function refund(
  db: Db,
  { ref, refundId, amountMinor }: { ref: string; refundId: string; amountMinor: number },
  at: string,
): Promise<ProviderRefund> {
  // Update the checkout first: the row lock makes concurrent refunds of it wait for this one.
  const checkout = await db
    .updateTable('sandbox_checkouts')
    .set({ ref })
    .where('ref', '=', ref)
    .returning(['state', 'amount_minor'])
    .executeTakeFirst();
  const made = await db.selectFrom('sandbox_refunds').selectAll().where('checkout_ref', '=', ref).execute();
  const same = made.find((row) => row.refund_id === refundId);
  if (same) return refundOf(same);
  const refunded = made.reduce((sum, row) => sum + row.amount_minor, 0);
  if (checkout?.state !== 'succeeded' || refunded + amountMinor > checkout.amount_minor)
    throw new ProviderRefusal('There is not so much to pay back.');
  const row = {
    ref: `sbr_${randomBytes(12).toString('hex')}`,
    refund_id: refundId,
    checkout_ref: ref,
    amount_minor: amountMinor,
    state: 'succeeded' as const,
    created_at: at,
  };
  await db.insertInto('sandbox_refunds').values(row).execute();
  return refundOf(row);
}

function refundOf(row: Tables['sandbox_refunds']): ProviderRefund {
  return { ref: row.ref, refundId: row.refund_id, amountMinor: row.amount_minor, state: row.state };
}
