// Sends the queued writes in order, each applied once, by one tab at a time. The caller (app/data/outbox/outbox.ts) makes the requests
// and knows the network.
import type { DeviceStore } from './device-store.ts';
import {
  isFull,
  type Queue,
  type QueuedWrite,
  type Refusal,
  readQueue,
  retryAfterFreeingSpace,
} from './outbox.ts';

/**
 * The result of an attempt. `done`: the server applied the write; `isUnreadable`: its answer has the shape of another version, and no
 * one may read it. `refused`: the server will never apply it unchanged; `left`: the
 * part of it that stays in the list, where the rest was queued again.
 * `later`: no answer, or one that does not depend on this write, such as 503. `paused`: the session must be renewed first.
 */
export type Outcome =
  | { kind: 'done'; answer: unknown; isUnreadable?: true }
  | { kind: 'refused'; refusal: Refusal; answer?: unknown; left?: Pick<QueuedWrite, 'body' | 'people'> }
  | { kind: 'later'; retryAfterMs?: number }
  | { kind: 'paused' };

const minBackoffMs = 2000;
const maxBackoffMs = 15 * 60_000;

/** Exponential backoff with jitter of 25 %. `random` is from 0 to 1. */
export function backoffMs(attempts: number, random: number): number {
  return Math.min(maxBackoffMs, minBackoffMs * 2 ** Math.max(0, attempts - 1)) * (0.75 + random / 2);
}

/** Whether a write waits for the end of a limit of its action, such as one of a day: longer than any backoff. `now`: null while unknown. */
export const isLimited = ({ refusal, isAside, notBefore }: QueuedWrite, now: number | null): boolean =>
  refusal === null && isAside === true && now !== null && notBefore - now > 2 * maxBackoffMs;

/** After so many attempts others are sent before a write without a final answer. */
const attemptsInFront = 3;
/** A server that is busy tells all writes when to come back, and that is soon. A longer wait is a limit of this action, such as one of a day. */
const busyMs = 60_000;

export type SendOptions = {
  store: DeviceStore<QueuedWrite>;
  /** Also sends writes in backoff, because something has changed. */
  ignoreBackoff?: boolean;
  /** Of the writes that are put aside only those that this one may need: each may hold up the others for a minute. */
  about?: Meant | undefined;
  /** Whether the device is online. A write that was never sent can still be replaced. */
  canSend(): boolean;
  deliver(write: QueuedWrite): Promise<Outcome>;
  /** Asks the server for its state, because a write got no final answer. Never rejects. */
  isServerThere(): Promise<boolean>;
  /** Called after each write that the server applied or refused. */
  onSettled(write: QueuedWrite, outcome: Outcome & { kind: 'done' | 'refused' }): void;
  /** Called if the device is too full to store a refusal. */
  freeSpace(): Promise<void>;
  now(): number;
  /** From 0 to 1. */
  random(): number;
};

type Meant = Pick<QueuedWrite, 'subject' | 'params' | 'body'>;

/** Replies, marks and guests are about an event, or the dates of a series, but leave it as it is. */
const leavesAsIs = ({ call }: QueuedWrite) => /\{id\}\/(registration|attendance|guests)/.test(call);

/** Whether a write may need what an earlier one does: it has its subject, or names what that one makes or changes. */
function dependsOn({ subject, params, body }: Meant, earlier: QueuedWrite): boolean {
  const named = JSON.stringify([params, body]);
  const changed = leavesAsIs(earlier) ? undefined : earlier.params.id;
  const ids = [changed, earlier.body.id].filter((id) => typeof id === 'string');
  return subject === earlier.subject || ids.some((id) => named.includes(JSON.stringify(id)));
}

/**
 * The first row to send, without those that are put aside and what depends on them. A write about something that another row makes,
 * such as a mark at a new event, waits until that row is gone: it may be refused, and its correction comes last.
 */
function nextIn(queue: Queue, isAside: (row: QueuedWrite) => boolean): Queue[number] | undefined {
  const made = new Set(queue.map(([, { body }]) => body.id));
  const earlier: QueuedWrite[] = [];
  return queue.find(([, row]) => {
    if (row.refusal !== null || made.has(row.params.id ?? '')) return false;
    if (!isAside(row) && !earlier.some((before) => dependsOn(row, before))) return true;
    earlier.push(row);
    return false;
  });
}

/**
 * Sends the queued writes one after the other, and stops at the first without a final answer: most often there is no connection. If
 * the server can be reached all the same, that write is put aside after a few attempts, and the others go on without it; at once
 * where the server says that it has to wait for long. Resolves to
 * the time of the next attempt; null if nothing is left to send, or the device must be online or the session renewed first.
 */
export async function sendQueue({
  store,
  ignoreBackoff = false,
  about,
  canSend,
  deliver,
  isServerThere,
  onSettled,
  freeSpace,
  now,
  random,
}: SendOptions): Promise<number | null> {
  /** When the rows that are left aside are sent again, by their id. */
  const aside = new Map<string, number>();
  for (;;) {
    // Read the queue again each time: the user may have cancelled a write meanwhile, or added one.
    const queue = await readQueue(store);
    const next =
      nextIn(queue, ({ id, isAside }) => isAside === true || aside.has(id)) ??
      nextIn(queue, ({ id }) => aside.has(id));
    if (!next) return aside.size > 0 ? Math.min(...aside.values()) : null;
    if (!canSend()) return null;
    const [key, write] = next;
    // Queued in the future: the device's clock was set back since, and `notBefore` is by the former one.
    const isWaiting = write.notBefore > now() && write.queuedAt <= now();
    const isLeft = write.isAside && about !== undefined && !dependsOn(about, write);
    if (isWaiting && (isLeft || !ignoreBackoff)) {
      if (!write.isAside) return write.notBefore;
      aside.set(write.id, write.notBefore);
      continue;
    }
    const tried = { ...write, attempts: write.attempts + 1 };
    // Store the attempt before sending: even if this page closes, the server may have applied the write.
    // `replace` writes no row that was removed meanwhile, by cancelling or with the data of its user.
    if (!(await recordAttempt(store, key, tried))) continue;
    const outcome = await deliver(tried);
    if (outcome.kind === 'done' || outcome.kind === 'refused') {
      // Like `enqueue`: a newer write about the same replaces one that was refused.
      const isReplaced = async () =>
        (await readQueue(store)).some(([other, { subject }]) => other > key && subject === write.subject);
      if (outcome.kind === 'done' || (await isReplaced())) await store.remove([key]);
      else {
        const refused = { ...tried, ...outcome.left, refusal: outcome.refusal };
        await retryAfterFreeingSpace(() => store.replace(key, refused), freeSpace);
      }
      onSettled(tried, outcome);
      continue;
    }
    if (outcome.kind === 'paused') return null;
    const notBefore = now() + (outcome.retryAfterMs ?? backoffMs(tried.attempts, random()));
    const { retryAfterMs } = outcome;
    const mayPass = retryAfterMs === undefined ? tried.attempts >= attemptsInFront : retryAfterMs > busyMs;
    const isAside = mayPass && (await isServerThere()) ? true : undefined;
    const isStill = await recordAttempt(store, key, { ...tried, notBefore, isAside });
    if (isAside) aside.set(write.id, notBefore);
    else if (isStill) return notBefore;
  }
}

/** Whether the row still exists. A device too full to count attempts must not prevent sending. */
async function recordAttempt(
  store: DeviceStore<QueuedWrite>,
  key: string,
  row: QueuedWrite,
): Promise<boolean> {
  try {
    return await store.replace(key, row);
  } catch (error) {
    if (isFull(error)) return true;
    throw error;
  }
}
