// The sandbox's news: written with what they tell of, sent when due, and again until they are answered.
import { randomBytes } from 'node:crypto';
import type { Db } from '../../../db/open.ts';
import { sign } from '../signature.ts';

export const signatureHeader = 'sandbox-signature';
const path = '/api/payments/webhooks/sandbox';

/** Sends a request to this server, over the network or in process. */
export type Post = (request: Request) => Response | Promise<Response>;

const lateMs = 60_000;
const outOfOrderMs = 2_000;
/** A delivery that another process began and did not end is tried again after this. */
const claimMs = 30_000;
const mostAttempts = 12;

type Told = { ref: string; payment_id: string; state: string; news: string };

export function createPostman(options: { db: Db; now: () => Date; secret: string; post: Post }) {
  const { db, now, secret, post } = options;
  const after = (ms: number) => new Date(now().getTime() + ms).toISOString();

  /** Writes down what is to be told of a checkout, in the transaction that changed it. */
  async function write(transaction: Db, { ref, payment_id, state, news }: Told): Promise<void> {
    if (news === 'never') return;
    const letter = (type: string, delayMs: number) => {
      const id = `sev_${randomBytes(12).toString('hex')}`;
      return {
        id,
        body: JSON.stringify({ id, type, ref, paymentId: payment_id, createdAt: after(0) }),
        times: news === 'twice' ? 2 : 1,
        deliver_after: after(delayMs),
      };
    };
    const letters = [letter(`checkout.${state}`, news === 'late' ? lateMs : 0)];
    // What came before is told after.
    if (news === 'outOfOrder') letters.push(letter('checkout.open', outOfOrderMs));
    await transaction.insertInto('sandbox_webhooks').values(letters).execute();
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

  /** Sends what is due; what is refused is due again later, and given up after twelve tries. */
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
      if (claimed && row.attempts < mostAttempts) await deliverOne(row);
      else if (claimed) await db.deleteFrom('sandbox_webhooks').where('id', '=', row.id).execute();
    }
  }

  return { write, deliver };
}
