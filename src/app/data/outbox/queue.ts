// Queues a write that no one waits for, such as one of many marks: it shows at once, and a refusal stays in the list.
import { longTimeoutMs, StorageError } from '../../../offline/device-store.ts';
import { heldRows, holdsRows } from '../../../offline/held-rows.ts';
import {
  enqueue,
  type NewWrite,
  newRow,
  type Queue,
  type QueuedWrite,
  readQueue,
} from '../../../offline/outbox.ts';
import { once } from '../once.ts';
import { sessionNow } from '../session/session.ts';
import { changed, flush, openOutbox } from './outbox.ts';
import { freeSpaceFor, storeOf } from './outbox-rows.ts';
import { lastKey, outboxStore } from './outbox-state.ts';

/**
 * Queues a write and shows it before the device has stored it; after `shown` where the caller shows it by itself. Where the device
 * cannot store it, this page holds it until it is sent or the device has stored it after all.
 */
export async function queue(write: NewWrite, shown?: Promise<void>): Promise<void> {
  const userId = sessionNow().user?.id;
  if (!userId) throw new Error('No user is signed in.');
  openOutbox(userId);
  const entry = newRow(write, { id: crypto.randomUUID(), now: Date.now(), last: lastKey() });
  // Start storing in the task of the tap: the page may be closed right after it.
  const stored = store(userId, entry);
  if (shown) await shown;
  outboxStore.dispatch({ type: 'storing', entry });
  try {
    const known = await stored;
    // The user may have signed out meanwhile: then these rows are not the open outbox.
    await changed(outboxStore.get().userId === userId ? known : null);
  } finally {
    outboxStore.dispatch({ type: 'stored', key: entry[0] });
  }
  // Without a network startSending() sends it later.
  if (navigator.onLine) void flush({ now: true });
}

async function store(userId: string, entry: Queue[number]): Promise<Queue | null> {
  try {
    return await enqueue(storeOf(userId), entry, freeSpaceFor(userId));
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const [key, row] = entry;
    // Taken back meanwhile.
    if (outboxStore.get().removing.includes(key)) return null;
    await enqueue(heldRows<QueuedWrite>(userId), [key, { ...row, isHeld: true }], freeSpaceFor(userId));
    warnBeforeClosing();
    if (error.kind === 'unavailable') void moveToDevice(userId, entry);
    return null;
  }
}

/** Stores a row that this page holds, with a longer timeout: the device may only have been busy. */
async function moveToDevice(userId: string, entry: Queue[number]): Promise<void> {
  const [key] = entry;
  const held = heldRows<QueuedWrite>(userId);
  const device = storeOf(userId, longTimeoutMs);
  try {
    await enqueue(device, entry, freeSpaceFor(userId));
    const row = (await readQueue(held)).find(([other]) => other === key)?.[1];
    if (row && row.attempts > 0) {
      const { isHeld, ...sent } = row;
      await device.replace(key, sent);
    }
    const wasHeld = await held.removeIf(key, () => true);
    // Sent, replaced or taken back meanwhile.
    if (!wasHeld) await device.remove([key]);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return;
  }
  await changed();
  void flush();
}

const warnBeforeClosing = once(() =>
  addEventListener('beforeunload', (event) => {
    if (holdsRows()) event.preventDefault();
  }),
);
