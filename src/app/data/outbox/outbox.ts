// The writes of the person signed in that wait on this device: queued, shown, cancelled, and sent when there is a way.
// One sender for all tabs; the rules of the line are in src/offline/outbox.ts.
import { useSyncExternalStore } from 'react';
import type { Answer, Body, Call, Params } from '../../../contract/api.ts';
import {
  type DeviceStore,
  deviceStore,
  forgetAnswers,
  longPatienceMs,
  StorageError,
} from '../../../offline/device-store.ts';
import {
  enqueue,
  type Line,
  type NewWrite,
  type Outcome,
  type QueuedWrite,
  type Refusal,
  readLine,
  sendLine,
} from '../../../offline/outbox.ts';
import { callApi, type Request } from '../http/call.ts';
import { onReturn } from '../http/connectivity.ts';
import { withLock } from '../http/lock.ts';
import { ApiError, UnkeptError } from '../http/problem.ts';
import { tellSettled } from '../resources/tell-settled.ts';
import { sessionNow } from '../session/session.ts';

export type { QueuedWrite } from '../../../offline/outbox.ts';

const channelName = 'outbox';
const lockName = 'sideline-outbox';
/** An answer that takes longer is taken as lost; the write is sent again. */
const answerMs = 20_000;
/** A way that is back sooner after a failed attempt, on the same network, says nothing: other answers arrive, not this one. */
const returnMs = 2000;
/** How long someone waits for the server before they are told that it is kept and goes out later. */
const patienceMs = 4000;

let owner: string | null = null;
let line: Line = [];
/** Whether `line` is what the device has stored. */
let isRead = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When a write last found no answer, by `performance.now()`. */
let failedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();
/** Those who wait for what becomes of a write: of one they have just made by its id, of one that waits by its subject. */
const waiting = new Map<string, (outcome: Outcome) => void>();
const watching = new Map<string, (answer: unknown) => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);

const storeOf = (userId: string, patienceMs?: number): DeviceStore<QueuedWrite> =>
  deviceStore('outbox', userId, patienceMs);

/** What can be read again makes room for what was decided here. */
const makeRoomFor = (userId: string) => () => forgetAnswers(userId);

async function readAgain(): Promise<void> {
  const userId = owner;
  // What can't be read stays as it was last read, and `isRead` says whether it ever was: forms wait for that.
  const read = userId === null ? [] : await readLine(storeOf(userId)).catch(() => null);
  // Someone else's by now.
  if (owner !== userId) return;
  if (read !== null) {
    line = read;
    isRead = true;
  }
  for (const listener of listeners) listener();
}

const isSettled = (data: unknown): data is { settled: string } =>
  typeof data === 'object' && data !== null && 'settled' in data && typeof data.settled === 'string';

async function changed(): Promise<void> {
  await readAgain();
  channel?.postMessage('changed');
}

/**
 * The line of this person from now on; null when nobody is signed in. Code that needs the outbox opens it: a screen can be
 * there before all that looks after the device.
 */
export function openOutbox(userId: string | null): void {
  followOtherTabs();
  if (owner === userId) return;
  owner = userId;
  line = [];
  isRead = false;
  waiting.clear();
  void readAgain();
}

let isFollowing = false;
let isSending = false;

function followOtherTabs(): void {
  if (isFollowing) return;
  isFollowing = true;
  channel?.addEventListener('message', async ({ data }) => {
    if (isSettled(data)) tellSettled(data.settled);
    await readAgain();
    // The tab that made a write may be gone before it is sent.
    if (isSending) await flush();
  });
}

/** Sends what this person has waiting, now and at every moment when it may work. */
export function startSending(userId: string): void {
  openOutbox(userId);
  void readAgain().then(() => flush({ now: true }));
  if (isSending) return;
  isSending = true;
  onReturn(() => void flush({ now: performance.now() - failedAt > returnMs }));
  for (const event of ['pageshow', 'focus', 'online'])
    addEventListener(event, () => void flush({ now: true }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void flush({ now: true });
  });
}

/**
 * Sends what waits. `now`: also what was told to wait, because something has changed. Many may ask at once; one tab sends.
 */
export async function flush({ now = false } = {}): Promise<void> {
  const userId = owner;
  if (userId === null || !line.some(([, { refusal }]) => refusal === null)) return;
  clearTimeout(timer);
  const run = async () => {
    const store = storeOf(userId);
    if (now)
      for (const [key, row] of await readLine(store))
        if (row.notBefore > 0) await store.replace(key, { ...row, notBefore: 0 });
    const next = await sendLine({
      store,
      canSend: () => navigator.onLine,
      deliver: (write) => deliver(write, userId),
      settled: (write, outcome) => {
        waiting.get(write.id)?.(outcome);
        if (outcome.kind === 'done') watching.get(write.subject)?.(outcome.answer);
        tellSettled(write.call);
        // Other tabs show what it was about, too.
        channel?.postMessage({ settled: write.call });
        void changed();
      },
      makeRoom: makeRoomFor(userId),
      now: Date.now,
      chance: Math.random,
    });
    if (next !== null) timer = setTimeout(() => void flush(), Math.max(0, next - Date.now()));
  };
  try {
    // Without Web Locks two tabs may send the same write: the server makes it happen once.
    await withLock(lockName, run);
  } catch (error) {
    console.warn('The waiting changes could not be read.', error);
  }
  await readAgain();
}

async function deliver(write: QueuedWrite, userId: string): Promise<Outcome> {
  // Never under another person's session, even if another user signs in meanwhile.
  if (sessionNow().user?.id !== userId) return { kind: 'paused' };
  const outcome = await attempt(write);
  if (outcome.kind === 'later') failedAt = performance.now();
  return outcome;
}

async function attempt({ id, call, params, body }: NewWrite & { id: string }): Promise<Outcome> {
  // Both by the device's own clock, whatever it shows: the server takes out what it is off by.
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

/** A reply that the server took and did not do, as in docs/product.md, "Wire rules". */
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

/** What became of a write just made. `waiting`: it is kept on this device, and will be sent. */
export type Sent<K extends Call> =
  | { kind: 'done'; answer: Answer<K> }
  | ({ kind: 'refused'; answer: Answer<K> | undefined } & Refusal)
  | { kind: 'waiting' };

export type Write<K extends Call> = { call: K; params: Params<K>; body: Body<K> } & Pick<
  NewWrite,
  'subject' | 'title'
>;

/**
 * Makes a write that may wait: it is kept first and sent then. Resolves when the server has settled it, or as soon as it
 * is clear that it must wait. Where the device cannot keep it, it is sent at once, and rejects with UnkeptError if no
 * answer comes.
 */
export async function write<K extends Call>({
  call,
  params,
  body,
  subject,
  title,
}: Write<K>): Promise<Sent<K>> {
  const userId = sessionNow().user?.id;
  if (!userId) throw new Error('Nobody is signed in.');
  openOutbox(userId);
  const id = crypto.randomUUID();
  const row = { call, params: params ?? {}, body: body ?? {}, subject, title } as NewWrite;
  const keep = (patienceMs?: number) =>
    enqueue(storeOf(userId, patienceMs), row, { now: Date.now(), id, makeRoom: makeRoomFor(userId) });
  try {
    await keep();
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const sent = sentOf<K>(await attempt({ ...row, id }));
    if (sent.kind === 'waiting') return keepUnsent<K>(() => keep(longPatienceMs));
    tellSettled(call);
    return sent;
  }
  let outcome: Outcome = { kind: 'later' };
  waiting.set(id, (settled) => {
    outcome = settled;
  });
  await changed();
  await Promise.race([flush({ now: true }), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  waiting.delete(id);
  const sent = sentOf<K>(outcome);
  // The user who made it is here to decide; it need not wait in the list.
  if (sent.kind === 'refused') await cancel(id);
  return sent;
}

/** For a write that found neither room on the device nor a way to the server: a storage that was only slow gets more time. */
async function keepUnsent<K extends Call>(keep: () => Promise<unknown>): Promise<Sent<K>> {
  try {
    await keep();
  } catch (error) {
    if (error instanceof StorageError) throw new UnkeptError(error.kind, error);
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

/** Calls back with the answer to the write that waits about a subject, if this tab sends it. Returns how to stop. */
export function onLateAnswer(subject: string, listener: (answer: unknown) => void): () => void {
  watching.set(subject, listener);
  return () => void watching.delete(subject);
}

/** Takes a write out of the line. One that was already sent may have happened; the next answer of the server tells. */
export async function cancel(id: string): Promise<void> {
  const found =
    line.find(([, row]) => row.id === id) ??
    (owner && (await readLine(storeOf(owner))).find(([, row]) => row.id === id));
  if (owner && found)
    await storeOf(owner)
      .remove([found[0]])
      .catch((error: unknown) => console.warn('The change still waits.', error));
  await changed();
  // Whether one that was sent has happened only the server knows.
  if (found && found[1].attempts > 0) tellSettled(found[1].call);
}

function subscribe(listener: () => void): () => void {
  openOutbox(sessionNow().user?.id ?? null);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const noLine: Line = [];

/** What waits, oldest first; nobody sees another's, also where the line was opened and its person has left. */
export function useOutbox(): readonly QueuedWrite[] {
  const rows = useSyncExternalStore(
    subscribe,
    () => (owner === sessionNow().user?.id ? line : noLine),
    () => noLine,
  );
  return rows.map(([, row]) => row);
}

/** The write that waits about a subject, the newest first; null where there is none. */
export function useWaiting(subject: string): QueuedWrite | null {
  return useOutbox().findLast((row) => row.subject === subject) ?? null;
}

/** False until the device has said what waits: up to then an empty outbox means nothing. */
export const useOutboxRead = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRead && owner === sessionNow().user?.id,
    () => false,
  );
