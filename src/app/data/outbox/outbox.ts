// The outbox of the signed-in user: queues writes, shows and cancels them, and sends them when the server can be reached.
// One tab sends for all; the rules of the queue are in src/offline/send-queue.ts. docs/outbox.md shows the whole.
import type { Call } from '../../../contract/api.ts';
import { type DeviceStore, longTimeoutMs, StorageError } from '../../../offline/device-store.ts';
import { heldRows } from '../../../offline/held-rows.ts';
import {
  enqueue,
  type NewWrite,
  newRow,
  type Queue,
  type QueuedWrite,
  readQueue,
} from '../../../offline/outbox.ts';
import { type Outcome, type SendOptions, sendQueue } from '../../../offline/send-queue.ts';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { measuredOffsetMs } from '../http/clock.ts';
import { isServerThere, onReconnect } from '../http/connectivity.ts';
import { withLock } from '../http/lock.ts';
import { NotStoredError } from '../http/write-problems.ts';
import { once } from '../once.ts';
import { notifyWriteAcknowledged } from '../resources/notify-acknowledged.ts';
import { sessionNow } from '../session/session.ts';
import { createTopic } from '../topic.ts';
import { attempt } from './attempt.ts';
import { deliver, hasJustFailed } from './deliver.ts';
import { allRowsOf, freeSpaceFor, readRows, removeLateRow, removeRow, storeOf } from './outbox-rows.ts';
import { lastKey, outboxStore } from './outbox-state.ts';
import { type Sent, sentOf, type Write } from './sent.ts';

export type { QueuedWrite } from '../../../offline/outbox.ts';
export type { Sent, Write } from './sent.ts';

const channelName = 'outbox';
const lockName = 'sideline-outbox';
/** An outbox that could not be read is read again after this time. */
const readAgainMs = 10_000;
/** A longer timer may overflow, and then runs at once; after this time the queue is read again. */
const maxTimerMs = 15 * 60_000;
/** How long the user waits for the server before the page says that the write is queued. */
const sendTimeoutMs = 4000;

/** The next attempt of a write in backoff. */
let timer: ReturnType<typeof setTimeout> | undefined;
/** Callbacks for the outcome of writes just made, by their id. */
const outcomeListeners = new Map<string, (outcome: Outcome) => void>();
const answers = createTopic<[write: QueuedWrite, answer: unknown]>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);

/**
 * Calls `listener` with each write that the server has executed and its answer, if this tab sent it and can read the answer. Returns
 * a function that unsubscribes.
 */
export const onAnswer = answers.on;

async function readStored(known: Queue | null = null): Promise<void> {
  const { userId, queue: before } = outboxStore.get();
  const queue = userId === null ? [] : await readRows(userId, before, known);
  outboxStore.dispatch({ type: 'read', userId, queue });
}

const isSettled = (data: unknown): data is { settled: string } =>
  typeof data === 'object' && data !== null && 'settled' in data && typeof data.settled === 'string';

/** Updates the shown rows here and in other tabs. `queue`: the rows, if they were just read from the device. */
export async function changed(queue: Queue | null = null): Promise<void> {
  await readStored(queue);
  channel?.postMessage('changed');
}

/**
 * Opens the outbox of a user; null closes it. All code that needs the outbox calls this, because a screen may be rendered
 * before OfflineSync is loaded.
 */
export function openOutbox(userId: string | null): void {
  followOtherTabs();
  if (outboxStore.get().userId === userId) return;
  outboxStore.dispatch({ type: 'opened', userId });
  outcomeListeners.clear();
  void readStored();
}

const followOtherTabs = once(() =>
  channel?.addEventListener('message', async ({ data }) => {
    if (isSettled(data)) notifyWriteAcknowledged(data.settled);
    await readStored();
    // The tab that made a write may be gone before it is sent.
    if (outboxStore.get().isSending) await flush();
  }),
);

/** Sends the user's queued writes, now and whenever sending may succeed again. */
export function startSending(userId: string): void {
  openOutbox(userId);
  void flush({ now: true });
  outboxStore.dispatch({ type: 'sendingStarted' });
  flushOnOccasion();
}

const flushOnOccasion = once(() => {
  const readAndFlush = async (now: boolean) => {
    // A tab that was closed right after a tap has stored its row, but not reached another tab.
    if (outboxStore.get().userId !== null) await readStored();
    await flush({ now });
  };
  onReconnect(() => void readAndFlush(!hasJustFailed()));
  for (const event of ['pageshow', 'focus', 'online']) addEventListener(event, () => void readAndFlush(true));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void readAndFlush(true);
  });
});

/** Flushes at `at`, in milliseconds, unless something does before. */
function schedule(at: number | null): void {
  if (at === null) return;
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), Math.min(Math.max(0, at - Date.now()), maxTimerMs));
}

type FlushOptions = Partial<Pick<SendOptions, 'about'>> & { now?: boolean };

/**
 * Sends the queued writes. `now`: also those that are in backoff, because something has changed; with `about`, those that are put
 * aside only if this write may need them. May be called by many at once: one tab sends.
 */
export async function flush({ now = false, about }: FlushOptions = {}): Promise<void> {
  if (outboxStore.get().userId !== null && !outboxStore.get().isRead) await readStored();
  const { userId, queue, isRead } = outboxStore.get();
  if (userId === null) return;
  if (!isRead) return schedule(Date.now() + readAgainMs);
  if (!queue.some(([, { refusal }]) => refusal === null)) return;
  clearTimeout(timer);
  const send = (store: DeviceStore<QueuedWrite>) =>
    sendQueue({
      store,
      ignoreBackoff: now,
      about,
      canSend: () => navigator.onLine,
      deliver: (write) => deliver(store, write, userId),
      isServerThere,
      onSettled: (write, outcome) => {
        outcomeListeners.get(write.id)?.(outcome);
        if (outcome.kind === 'done' && !outcome.isUnreadable) answers.emit(write, outcome.answer);
        notifyWriteAcknowledged(write.call);
        // Other tabs revalidate what the write affects, too.
        channel?.postMessage({ settled: write.call });
        void changed();
      },
      freeSpace: freeSpaceFor(userId),
      now: Date.now,
      random: Math.random,
    });
  const run = async () => {
    try {
      schedule(await send(allRowsOf(userId)));
    } catch (error) {
      // Also where the device cannot be read: held rows are lost when the page is closed.
      schedule(await send(heldRows(userId)));
      throw error;
    }
  };
  try {
    // Without Web Locks two tabs may send the same write: its Idempotency-Key makes the server execute it once.
    await withLock(lockName, run);
  } catch (error) {
    console.warn('The waiting changes could not be read.', error);
    // Not where the device is too full to store a refusal: the same write would be sent and refused again.
    if (error instanceof StorageError && error.kind === 'unavailable') schedule(Date.now() + readAgainMs);
  }
  await readStored();
}

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
  isRefusalKept = false,
  said = () => t('Done: {title}', { title }),
}: Write<K>): Promise<Sent<K>> {
  const userId = sessionNow().user?.id;
  if (!userId) throw new Error('No user is signed in.');
  openOutbox(userId);
  answeredAt.delete(subject);
  const id = crypto.randomUUID();
  const offsetMs = measuredOffsetMs();
  const wanted = { call, params: params ?? {}, body: body ?? {}, subject, title, offsetMs } as NewWrite;
  // The key of a new row must sort after all others, so read them first.
  if (!outboxStore.get().isRead) await readStored();
  const row = newRow(wanted, { now: Date.now(), id, last: lastKey() });
  try {
    await enqueue(storeOf(userId), row, freeSpaceFor(userId));
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    // As in the queue: without a network nothing is sent.
    const attempts = navigator.onLine ? 1 : 0;
    const outcome = await attempt({ ...wanted, id });
    const sent = sentOf<K>(outcome);
    if (sent.kind === 'waiting' && outcome.kind !== 'done')
      return storeUnsent<K>(userId, [row[0], { ...row[1], attempts }]);
    void removeLateRow(userId, row[0]).then(() => changed());
    notifyWriteAcknowledged(call);
    if (sent.kind === 'done') announceResult(said?.(sent.answer));
    return sent;
  }
  let sent = { kind: 'waiting' } as Sent<K>;
  outcomeListeners.set(id, (outcome) => {
    outcomeListeners.delete(id);
    sent = sentOf<K>(outcome);
    // Also when the page has stopped waiting. A refusal, and a write that waits, are announced where they are shown.
    if (sent.kind === 'done') announceResult(said?.(sent.answer));
  });
  await changed();
  await Promise.race([
    flush({ now: true, about: row[1] }),
    new Promise((resolve) => setTimeout(resolve, sendTimeoutMs)),
  ]);
  // The user sees the refusal at once, so it does not stay in the list.
  if (sent.kind === 'refused' && !isRefusalKept) await cancel(id);
  return sent;
}

const announceResult = (text: string | null | undefined) => text && announce(text);

/** Retries storing with a longer timeout, when neither the storage nor the server has answered. */
async function storeUnsent<K extends Call>(userId: string, row: Queue[number]): Promise<Sent<K>> {
  try {
    await enqueue(storeOf(userId, longTimeoutMs), row, freeSpaceFor(userId));
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    void removeLateRow(userId, row[0]);
    throw new NotStoredError(error.kind, error);
  }
  await changed();
  void flush();
  return { kind: 'waiting' };
}

/** Calls `listener` with the answer to the queued write of a subject, if this tab sends it. Returns a function that unsubscribes. */
export const onLateAnswer = (subject: string, listener: (answer: unknown) => void): (() => void) =>
  onAnswer((write, answer) => {
    if (write.subject === subject) listener(answer);
  });

const justMs = 4000;
/** By subject, when its last write was answered, by `performance.now()`; not while the next one waits. */
const answeredAt = new Map<string, number>();
onAnswer(({ subject }) => void answeredAt.set(subject, performance.now()));

/** Whether a write was answered within the last seconds: the code of the screen that shows it may have been loading. */
export const isJustAnswered = (subject: string): boolean =>
  performance.now() - (answeredAt.get(subject) ?? Number.NEGATIVE_INFINITY) <= justMs;

/** Removes a write from the queue. Resolves to whether it was never sent: otherwise the server may have executed it. */
export const cancel = (id: string): Promise<boolean> => removeWrite(id, { isSentKept: false });

/** Removes a write that was never sent. Resolves to false for one that was: it stays, and what undoes it follows it. */
export const cancelUnsent = (id: string): Promise<boolean> => removeWrite(id, { isSentKept: true });

async function removeWrite(id: string, options: { isSentKept: boolean }): Promise<boolean> {
  const { userId, queue, storing } = outboxStore.get();
  const found =
    [...queue, ...storing].find(([, row]) => row.id === id) ??
    (userId && (await readQueue(storeOf(userId)).catch(() => [])).find(([, row]) => row.id === id));
  // Shown at once, like a new row; if it cannot be removed, it is read again below.
  if (found) outboxStore.dispatch({ type: 'removing', key: found[0] });
  const wasUnsent = userId !== null && found ? await removeRow(userId, found[0], options) : false;
  if (found) outboxStore.dispatch({ type: 'removed', key: found[0] });
  await changed();
  // Only the server knows whether a write that was sent has been executed, so read again.
  if (found && !wasUnsent && !options.isSentKept) notifyWriteAcknowledged(found[1].call);
  return wasUnsent;
}

/** Removes a write from the queue as the person asked, and says whether that undoes it. */
export async function takeBack({ id, title }: Pick<QueuedWrite, 'id' | 'title'>): Promise<void> {
  const wasUnsent = await cancel(id);
  announce(
    wasUnsent
      ? t('Undone: {title}', { title })
      : t('Removed, but it may have arrived already: {title}', { title }),
  );
}

/** The newest queued write of a subject, for a write that includes it. Also on a device that has not read the outbox yet. */
export async function readQueued(subject: string): Promise<QueuedWrite | null> {
  if (!outboxStore.get().isRead) await readStored();
  const { queue } = outboxStore.get();
  return queue.findLast(([, row]) => row.subject === subject)?.[1] ?? null;
}
