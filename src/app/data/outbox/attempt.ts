// One attempt to send a write, and what its answer means for the queue (src/offline/outbox.ts).
import type { Call } from '../../../contract/api.ts';
import { clockOffsetHeader } from '../../../contract/values/headers.ts';
import type { NewWrite, Outcome } from '../../../offline/outbox.ts';
import { callApi, type Request } from '../http/call.ts';
import { serverOffsetMs } from '../http/clock.ts';
import { ApiError } from '../http/problem.ts';

/** After this time a response counts as lost, and the write is sent again. */
const answerMs = 20_000;

/** Sends a write. Never rejects. */
export async function attempt({ id, call, params, body }: NewWrite & { id: string }): Promise<Outcome> {
  // All times are by the device's clock: the server corrects `occurredAt` by its offset.
  const sentAt = 'occurredAt' in body || 'marks' in body ? { sentAt: new Date().toISOString() } : {};
  try {
    const answer = await callApi(
      call as Call,
      {
        params,
        body: { ...body, ...sentAt },
        headers: {
          'Idempotency-Key': id,
          // Before the first response of this page the offset of the last visit: without one, travel time counts as clock error.
          [clockOffsetHeader]: String(Math.round(serverOffsetMs())),
        },
        signal: AbortSignal.timeout(answerMs),
      } as unknown as Request<Call>,
    );
    return refusedAnswer(answer) ?? { kind: 'done', answer };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** A 2xx response that refuses the reply (docs/product.md, "Wire rules"). */
function refusedAnswer(answer: unknown): Outcome | null {
  const { outcome, reason } = (answer ?? {}) as { outcome?: string; reason?: string | null };
  if (outcome !== 'refused') return null;
  return { kind: 'refused', refusal: { code: reason ?? 'refused', message: '' }, answer };
}

/** The outcome of a call that was refused or not answered. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'later' };
  const { status, code, message, fields, retryAfterSeconds } = error;
  if (status === 401 || status === 403) return { kind: 'paused' };
  if (status === 429 || status >= 500)
    return retryAfterSeconds ? { kind: 'later', retryAfterMs: retryAfterSeconds * 1000 } : { kind: 'later' };
  return { kind: 'refused', refusal: fields.length > 0 ? { code, message, fields } : { code, message } };
}
