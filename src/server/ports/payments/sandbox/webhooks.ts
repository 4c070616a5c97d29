// The sandbox's webhook events: stored in the transaction of the change, sent when due, and retried until accepted.
import { randomBytes } from 'node:crypto';
import type { Db } from '../../../db/open.ts';
import { sign } from '../signature.ts';

export const signatureHeader = 'sandbox-signature';
const path = '/api/payments/webhooks/sandbox';

/** Sends a request to this server, over the network or in process. */
export type Post = (request: Request) => Response | Promise<Response>;

const lateMs = 60_000;
const outOfOrderMs = 2_000;
/** A delivery that another process claimed and did not finish is retried after this. */
const claimMs = 30_000;
const maxAttempts = 12;

type CheckoutRow = { ref: string; payment_id: string; state: string; news: string };

export function createWebhookSender(options: { db: Db; now: () => Date; secret: string; post: Post }) {
  const { db, now, secret, post } = options;
  const after = (ms: number) => new Date(now().getTime() + ms).toISOString();

  /** Stores the webhook events for a changed checkout, in the transaction of the change. */
  async function write(transaction: Db, { ref, payment_id, state, news }: CheckoutRow): Promise<void> {
    if (news === 'never') return;
    const eventRow = (type: string, delayMs: number) => {
      const id = `sev_${randomBytes(12).toString('hex')}`;
      return {
        id,
        body: JSON.stringify({ id, type, ref, paymentId: payment_id, createdAt: after(0) }),
        times: news === 'twice' ? 2 : 1,
        deliver_after: after(delayMs),
      };
    };
    const rows = [eventRow(`checkout.${state}`, news === 'late' ? lateMs : 0)];
    // An event of the previous state follows the newer one.
    if (news === 'outOfOrder') rows.push(eventRow('checkout.open', outOfOrderMs));
    await transaction.insertInto('sandbox_webhooks').values(rows).execute();
  }

  async function deliverOne({ id, body, times }: { id: string; body: string; times: number }) {
    for (let time = 0; time < times; time += 1) {
      const headers = { 'content-type': 'application/json', [signatureHeader]: sign(body, secret, now()) };
      const request = new Request(`http://localhost${path}`, { method: 'POST', body, headers });
      const answer = await post(request);
      if (!answer.ok) return;
    }
    await db.deleteFrom('sandbox_webhooks').where('id', '=', id).execute();
  }

  /** Sends due events. A refused event is retried with backoff and dropped after twelve attempts. */
  async function deliver(shutdown?: AbortSignal): Promise<void> {
    const due = await db
      .selectFrom('sandbox_webhooks')
      .selectAll()
      .where('deliver_after', '<=', after(0))
      .orderBy('deliver_after')
      .orderBy('id')
      .limit(100)
      .execute();
    for (const row of due) {
      if (shutdown?.aborted) return;
      const wait = claimMs * 2 ** Math.min(row.attempts, 8);
      const claimed = await db
        .updateTable('sandbox_webhooks')
        .set({ deliver_after: after(wait), attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .where('attempts', '=', row.attempts)
        .returning('id')
        .executeTakeFirst();
      if (claimed && row.attempts < maxAttempts) await deliverOne(row);
      else if (claimed) await db.deleteFrom('sandbox_webhooks').where('id', '=', row.id).execute();
    }
  }

  return { write, deliver };
}
