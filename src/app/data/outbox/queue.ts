// Queues a write that no one waits for, such as one of many marks: it shows at once, and a refusal stays in the list.
import { StorageError } from '../../../offline/device-store.ts';
import { heldRows, holdsRows } from '../../../offline/held-rows.ts';
import { enqueue, type NewWrite, type QueuedWrite } from '../../../offline/outbox.ts';
import { once } from '../once.ts';
import { sessionNow } from '../session/session.ts';
import { createStore } from '../store.ts';
import { changed, flush, openOutbox } from './outbox.ts';
import { freeSpaceFor, storeOf } from './outbox-rows.ts';

/** Writes that are on the way to the device, which takes longer than a frame. */
export const unstored = createStore<readonly QueuedWrite[]>(() => []);

/** One after the other, so that a newer write finds the older one that it replaces. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Queues a write and shows it before the device has stored it. Where the device cannot store it, this page holds it until it
 * is sent.
 */
export function queue(write: NewWrite): Promise<void> {
  const userId = sessionNow().user?.id;
  if (!userId) throw new Error('No user is signed in.');
  openOutbox(userId);
  const now = Date.now();
  const id = crypto.randomUUID();
  const row: QueuedWrite = { ...write, id, queuedAt: now, attempts: 0, notBefore: 0, refusal: null };
  unstored.dispatch([...unstored.get(), row]);
  const stored = last.then(async () => {
    try {
      await store(userId, write, { now, id });
      await changed();
    } finally {
      unstored.dispatch(unstored.get().filter((other) => other.id !== id));
    }
    // Without a network it is sent when there is one.
    if (navigator.onLine) void flush({ now: true });
  });
  last = stored.catch(() => {});
  return stored;
}

async function store(userId: string, write: NewWrite, given: { now: number; id: string }): Promise<void> {
  const options = { ...given, freeSpace: freeSpaceFor(userId) };
  try {
    await enqueue(storeOf(userId), write, options);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    await enqueue(heldRows<QueuedWrite>(userId), { ...write, isHeld: true }, options);
    warnBeforeClosing();
  }
}

const warnBeforeClosing = once(() =>
  addEventListener('beforeunload', (event) => {
    if (holdsRows()) event.preventDefault();
  }),
);
