// The outbox of the signed-in user: queues writes, shows and cancels them, and sends them when the server can be reached.
// One tab sends for all; the rules of the queue are in src/offline/outbox.ts.
import { useSyncExternalStore } from 'react';
import type { Answer, Body, Call, Params } from '../../../contract/api.ts';
import {
  type DeviceStore,
  deleteSavedAnswers,
  deviceStore,
  longTimeoutMs,
  StorageError,
} from '../../../offline/device-store.ts';
import {
  enqueue,
  type NewWrite,
  type Outcome,
  type Queue,
  type QueuedWrite,
  type Refusal,
  readQueue,
  sendQueue,
} from '../../../offline/outbox.ts';
import { callApi, type Request } from '../http/call.ts';
import { onReconnect } from '../http/connectivity.ts';
import { withLock } from '../http/lock.ts';
import { ApiError, NotStoredError } from '../http/problem.ts';
import { notifyWriteAcknowledged } from '../resources/notify-acknowledged.ts';
import { sessionNow } from '../session/session.ts';

export type { QueuedWrite } from '../../../offline/outbox.ts';

const channelName = 'outbox';
const lockName = 'sideline-outbox';
/** After this time a response counts as lost, and the write is sent again. */
const answerMs = 20_000;
/**
 * A reconnect within this time after a failed attempt does not trigger another one: other calls reach the server on this
 * network, and this write still failed.
 */
const minReconnectMs = 2000;
/** How long the user waits for the server before the page says that the write is queued. */
const sendTimeoutMs = 4000;

let openUserId: string | null = null;
let queue: Queue = [];
/** Whether `queue` is what the device has stored. */
let isRead = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When a write last got no response, by `performance.now()`. */
let failedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();
/** Callbacks for the outcome of writes: by id for writes just made, by subject for queued ones. */
const outcomeListeners = new Map<string, (outcome: Outcome) => void>();
const answerListeners = new Map<string, (answer: unknown) => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);

const storeOf = (userId: string, timeoutMs?: number): DeviceStore<QueuedWrite> =>
  deviceStore('outbox', userId, timeoutMs);

/** Deletes saved answers, which can be read again, to free space for writes. */
const freeSpaceFor = (userId: string) => () => deleteSavedAnswers(userId);

async function readStored(): Promise<void> {
  const userId = openUserId;
  // If reading fails, the last queue stays. Forms wait for `isRead`, which says whether it was ever read.
  const read = userId === null ? [] : await readQueue(storeOf(userId)).catch(() => null);
  // Another user has signed in meanwhile.
  if (openUserId !== userId) return;
  if (read !== null) {
    queue = read;
    isRead = true;
  }
  for (const listener of listeners) listener();
}

const isSettled = (data: unknown): data is { settled: string } =>
  typeof data === 'object' && data !== null && 'settled' in data && typeof data.settled === 'string';

async function changed(): Promise<void> {
  await readStored();
  channel?.postMessage('changed');
}

/**
 * Opens the outbox of a user; null closes it. All code that needs the outbox calls this, because a screen may be rendered
 * before OfflineSync is loaded.
 */
export function openOutbox(userId: string | null): void {
  followOtherTabs();
  if (openUserId === userId) return;
  openUserId = userId;
  queue = [];
  isRead = false;
  outcomeListeners.clear();
  void readStored();
}

let isFollowing = false;
let isSending = false;

function followOtherTabs(): void {
  if (isFollowing) return;
  isFollowing = true;
  channel?.addEventListener('message', async ({ data }) => {
    if (isSettled(data)) notifyWriteAcknowledged(data.settled);
    await readStored();
    // The tab that made a write may be gone before it is sent.
    if (isSending) await flush();
  });
}

/** Sends the user's queued writes, now and whenever sending may succeed again. */
export function startSending(userId: string): void {
  openOutbox(userId);
  void readStored().then(() => flush({ now: true }));
  if (isSending) return;
  isSending = true;
  onReconnect(() => void flush({ now: performance.now() - failedAt > minReconnectMs }));
  for (const event of ['pageshow', 'focus', 'online'])
    addEventListener(event, () => void flush({ now: true }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush({ now: true });
  });
}

/**
 * Sends the queued writes. `now`: also those that are in backoff, because something has changed. May be called by many at
 * once: one tab sends.
 */
export async function flush({ now = false } = {}): Promise<void> {
  const userId = openUserId;
  if (userId === null || !queue.some(([, { refusal }]) => refusal === null)) return;
  clearTimeout(timer);
  const run = async () => {
    const store = storeOf(userId);
    if (now)
      for (const [key, row] of await readQueue(store))
        if (row.notBefore > 0) await store.replace(key, { ...row, notBefore: 0 });
    const next = await sendQueue({
      store,
      canSend: () => navigator.onLine,
      deliver: (write) => deliver(write, userId),
      onSettled: (write, outcome) => {
        outcomeListeners.get(write.id)?.(outcome);
        if (outcome.kind === 'done') answerListeners.get(write.subject)?.(outcome.answer);
        notifyWriteAcknowledged(write.call);
        // Other tabs revalidate what the write affects, too.
        channel?.postMessage({ settled: write.call });
        void changed();
      },
      freeSpace: freeSpaceFor(userId),
      now: Date.now,
      random: Math.random,
    });
    if (next !== null) timer = setTimeout(() => void flush(), Math.max(0, next - Date.now()));
  };
  try {
    // Without Web Locks two tabs may send the same write: its Idempotency-Key makes the server execute it once.
    await withLock(lockName, run);
  } catch (error) {
    console.warn('The waiting changes could not be read.', error);
  }
  await readStored();
}

async function deliver(write: QueuedWrite, userId: string): Promise<Outcome> {
  // Never under another person's session, even if another user signs in meanwhile.
  if (sessionNow().user?.id !== userId) return { kind: 'paused' };
  const outcome = await attempt(write);
  if (outcome.kind === 'later') failedAt = performance.now();
  return outcome;
}

async function attempt({ id, call, params, body }: NewWrite & { id: string }): Promise<Outcome> {
  // Both times are by the device's clock: the server corrects `occurredAt` by the offset of `sentAt`.
  const sentAt = 'occurredAt' in body ? { sentAt: new Date().toISOString() } : {};
  try {
    const answer = await callApi(
      call as Call,
      {
        params,
        body: { ...body, ...sentAt },
        headers: { 'Idempotency-Key': id },
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

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'later' };
  const { status, code, message, fields, retryAfterSeconds } = error;
  if (status === 401 || status === 403) return { kind: 'paused' };
  if (status === 429 || status >= 500)
    return retryAfterSeconds ? { kind: 'later', retryAfterMs: retryAfterSeconds * 1000 } : { kind: 'later' };
  return { kind: 'refused', refusal: fields.length > 0 ? { code, message, fields } : { code, message } };
}

/** The outcome of a write just made. `waiting`: it is queued on this device. */
export type Sent<K extends Call> =
  | { kind: 'done'; answer: Answer<K> }
  | ({ kind: 'refused'; answer: Answer<K> | undefined } & Refusal)
  | { kind: 'waiting' };

export type Write<K extends Call> = { call: K; params: Params<K>; body: Body<K> } & Pick<
  NewWrite,
  'subject' | 'title'
>;

/**
 * Makes a write that can be queued: stores it first, then sends it. Resolves when the server has answered, or when it is
 * clear that the write stays queued. If the device cannot store it, it is sent at once, and rejects with NotStoredError
 * if the server does not answer.
 */
export async function write<K extends Call>({
  call,
  params,
  body,
  subject,
  title,
}: Write<K>): Promise<Sent<K>> {
  const userId = sessionNow().user?.id;
  if (!userId) throw new Error('No user is signed in.');
  openOutbox(userId);
  const id = crypto.randomUUID();
  const row = { call, params: params ?? {}, body: body ?? {}, subject, title } as NewWrite;
  const store = (timeoutMs?: number) =>
    enqueue(storeOf(userId, timeoutMs), row, { now: Date.now(), id, freeSpace: freeSpaceFor(userId) });
  try {
    await store();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const sent = sentOf<K>(await attempt({ ...row, id }));
    if (sent.kind === 'waiting') return storeUnsent<K>(() => store(longTimeoutMs));
    notifyWriteAcknowledged(call);
    return sent;
  }
  let outcome: Outcome = { kind: 'later' };
  outcomeListeners.set(id, (settled) => {
    outcome = settled;
  });
  await changed();
  await Promise.race([flush({ now: true }), new Promise((resolve) => setTimeout(resolve, sendTimeoutMs))]);
  outcomeListeners.delete(id);
  const sent = sentOf<K>(outcome);
  // The user sees the refusal at once, so it does not stay in the list.
  if (sent.kind === 'refused') await cancel(id);
  return sent;
}

/** Retries storing with a longer timeout, when neither the storage nor the server has answered. */
async function storeUnsent<K extends Call>(store: () => Promise<unknown>): Promise<Sent<K>> {
  try {
    await store();
  } catch (error) {
    if (error instanceof StorageError) throw new NotStoredError(error.kind, error);
    throw error;
  }
  await changed();
  void flush();
  return { kind: 'waiting' };
}

function sentOf<K extends Call>(outcome: Outcome): Sent<K> {
  if (outcome.kind === 'done') return { kind: 'done', answer: outcome.answer as Answer<K> };
  if (outcome.kind === 'refused')
    return { kind: 'refused', ...outcome.refusal, answer: outcome.answer as Answer<K> | undefined };
  return { kind: 'waiting' };
}

/** Calls `listener` with the answer to the queued write of a subject, if this tab sends it. Returns a function that unsubscribes. */
export function onLateAnswer(subject: string, listener: (answer: unknown) => void): () => void {
  answerListeners.set(subject, listener);
  return () => void answerListeners.delete(subject);
}

/** Removes a write from the queue. If it was already sent, the server may have executed it. */
export async function cancel(id: string): Promise<void> {
  const found =
    queue.find(([, row]) => row.id === id) ??
    (openUserId && (await readQueue(storeOf(openUserId))).find(([, row]) => row.id === id));
  if (openUserId && found)
    await storeOf(openUserId)
      .remove([found[0]])
      .catch((error: unknown) => console.warn('The change still waits.', error));
  await changed();
  // Only the server knows whether a write that was sent has been executed, so read again.
  if (found && found[1].attempts > 0) notifyWriteAcknowledged(found[1].call);
}

function subscribe(listener: () => void): () => void {
  openOutbox(sessionNow().user?.id ?? null);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const emptyQueue: Queue = [];

/** The queued writes, oldest first. Empty if the outbox is still open for a user who has signed out. */
export function useOutbox(): readonly QueuedWrite[] {
  const rows = useSyncExternalStore(
    subscribe,
    () => (openUserId === sessionNow().user?.id ? queue : emptyQueue),
    () => emptyQueue,
  );
  return rows.map(([, row]) => row);
}

/** The newest queued write of a subject; null if there is none. */
export function useQueued(subject: string): QueuedWrite | null {
  return useOutbox().findLast((row) => row.subject === subject) ?? null;
}

/** False until the outbox was read from the device: until then it is empty for another reason. */
export const useOutboxRead = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRead && openUserId === sessionNow().user?.id,
    () => false,
  );
