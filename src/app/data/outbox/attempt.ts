// One attempt to send a write, and what its answer means for the queue (src/offline/send-queue.ts).
import type { Call } from '../../../contract/api.ts';
import { clockOffsetHeader } from '../../../contract/values/headers.ts';
import type { NewWrite, QueuedWrite } from '../../../offline/outbox.ts';
import type { Outcome } from '../../../offline/send-queue.ts';
import { callApi, type Request } from '../http/call.ts';
import { isOffsetFresh, serverOffsetMs } from '../http/clock.ts';
import { ApiError, UnreachableError, UnreadableAnswerError } from '../http/problem.ts';

/** After this time a response counts as lost, and the write is sent again. On a very slow network no answer would be soon enough. */
const answerMs = ({ attempts = 0 }: AttemptedWrite) => (attempts < 2 ? 20_000 : 60_000);

/** A write without `queuedAt` is sent as soon as it is made. */
type AttemptedWrite = NewWrite &
  Pick<QueuedWrite, 'id'> &
  Partial<Pick<QueuedWrite, 'queuedAt' | 'attempts'>>;

/** Sends a write. Never rejects. */
export async function attempt(write: AttemptedWrite): Promise<Outcome> {
  const { id, call, params, body } = write;
  const signal = AbortSignal.timeout(answerMs(write));
  try {
    const { sentAt, offsetMs } = await clockOf(write, signal);
    const answer = await callApi(
      call as Call,
      {
        params,
        body: hasTimes(body) ? { ...body, sentAt } : body,
        headers: { 'Idempotency-Key': id, [clockOffsetHeader]: String(offsetMs) },
        signal,
      } as unknown as Request<Call>,
    );
    return refusedAnswer(answer) ?? { kind: 'done', answer };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** `marks` have a time each. */
const hasTimes = (body: object): boolean => 'occurredAt' in body || 'marks' in body;

/** A difference of two measurements that is no change of the clock. */
const noiseMs = 2000;
/** Within this time after the write was made, the server finds the offset by itself. */
const promptMs = 10_000;

/**
 * The time of sending and the clock's offset, by which the server corrects the times of the write. A phone often sets its clock once
 * it has signal. Then the times of a queued write are by the clock as it was, so both values must be, too: the time that it would
 * show now, and the offset that it had. If that offset is unknown, both are by the clock as it is.
 */
async function clockOf(
  { body, queuedAt = Date.now(), offsetMs: before }: AttemptedWrite,
  signal: AbortSignal,
): Promise<{ sentAt: string; offsetMs: number }> {
  const ageMs = Date.now() - queuedAt;
  const isPrompt = ageMs >= 0 && ageMs < promptMs;
  const isOld = hasTimes(body) && before !== undefined && !isPrompt;
  // Before the first answer since the clock was set, the page does not know of it.
  if (isOld && !isOffsetFresh()) await measureClock(signal);
  // Before the first response of this page the offset of the last visit: without one, travel time counts as clock error.
  const nowMs = serverOffsetMs();
  const setByMs = isOld && Math.abs(nowMs - before) > noiseMs ? nowMs - before : 0;
  return {
    sentAt: new Date(Date.now() + setByMs).toISOString(),
    offsetMs: Math.round(nowMs - setByMs),
  };
}

/** `callApi` measures the clock on any answer. A failure says nothing about the write, so it counts as no answer. */
async function measureClock(signal: AbortSignal): Promise<void> {
  try {
    await callApi('GET /api/health', { signal });
  } catch (error) {
    throw new UnreachableError(error);
  }
}

/** A 2xx response that refuses the reply (docs/product.md, "Wire rules"). */
function refusedAnswer(answer: unknown): (Outcome & { kind: 'refused' }) | null {
  const { outcome, reason } = (answer ?? {}) as { outcome?: string; reason?: string | null };
  if (outcome !== 'refused') return null;
  return { kind: 'refused', refusal: { code: reason ?? 'refused', message: '' }, answer };
}

/** The outcome of a call that was refused or not answered. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof UnreadableAnswerError) {
    const refused = refusedAnswer(error.answer);
    return refused
      ? { ...refused, answer: undefined }
      : { kind: 'done', answer: undefined, isUnreadable: true };
  }
  if (!(error instanceof ApiError)) return { kind: 'later' };
  const { status, code, message, fields, retryAfterSeconds } = error;
  if (status === 401 || status === 403) return { kind: 'paused' };
  if (status === 429 || status >= 500)
    return retryAfterSeconds ? { kind: 'later', retryAfterMs: retryAfterSeconds * 1000 } : { kind: 'later' };
  return { kind: 'refused', refusal: fields.length > 0 ? { code, message, fields } : { code, message } };
}
