// Queues a write that no one waits for, such as one of many marks: it shows at once, and a refusal stays in the list.
import { longTimeoutMs, StorageError } from '../../../offline/device-store.ts';
import { heldRows, holdsRows } from '../../../offline/held-rows.ts';
import {
  enqueue,
  enqueueAll,
  type NewWrite,
  newRow,
  type Queue,
  type QueuedWrite,
  readQueue,
} from '../../../offline/outbox.ts';
import { measuredOffsetMs } from '../http/clock.ts';
import { once } from '../once.ts';
import { sessionNow } from '../session/session.ts';
import { changed, flush, openOutbox } from './outbox.ts';
import { freeSpaceFor, storeOf, toStored } from './outbox-rows.ts';
import { lastKey, outboxStore } from './outbox-state.ts';

/**
 * Queues a write and shows it before the device has stored it; after `shown` where the caller shows it by itself. Where the device
 * cannot store it, this page holds it until it is sent or the device has stored it after all.
 */
export async function queue(write: NewWrite, shown?: Promise<void>): Promise<void> {
  const userId = sessionNow().user?.id;
  if (!userId) throw new Error('No user is signed in.');
  openOutbox(userId);
  const made = { ...write, offsetMs: measuredOffsetMs() };
  const entry = newRow(made, { id: crypto.randomUUID(), now: Date.now(), last: lastKey() });
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
  if (navigator.onLine) void flush({ now: true, about: entry[1] });
}

async function store(userId: string, entry: Queue[number]): Promise<Queue | null> {
  const [key, row] = entry;
  let isFull = false;
  // While rows are held, a new one is held behind them: it may need what they make, such as a guest.
  if (!holdsRows(userId))
    try {
      return await enqueue(storeOf(userId), entry, freeSpaceFor(userId));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      isFull = error.kind === 'full';
    }
  // Taken back meanwhile.
  if (outboxStore.get().removing.includes(key)) return null;
  await enqueue(heldRows<QueuedWrite>(userId), [key, { ...row, isHeld: true }], freeSpaceFor(userId));
  warnBeforeClosing();
  if (!isFull) void moveToDevice(userId);
  return null;
}

let moving: Promise<void> = Promise.resolve();

/** Moves the rows that this page holds to the device, with a longer timeout: it may only have been busy. One move at a time. */
function moveToDevice(userId: string): Promise<void> {
  const move = () => moveHeldRows(userId);
  // Also after a failed move, which has been reported as an unhandled error.
  moving = moving.then(move, move);
  return moving;
}

async function moveHeldRows(userId: string): Promise<void> {
  const held = heldRows<QueuedWrite>(userId);
  const device = storeOf(userId, longTimeoutMs);
  const before = await readQueue(held);
  if (before.length === 0) return;
  try {
    await enqueueAll(device, before.map(toStored), freeSpaceFor(userId));
    const attempts = new Map(before.map(([key, row]) => [key, row.attempts]));
    const sent = (await readQueue(held)).filter(
      ([key, row]) => row.attempts > (attempts.get(key) ?? row.attempts),
    );
    for (const entry of sent) await device.replace(...toStored(entry));
    // All in one task: a row that is sent from here in between would overtake those that are on the device already.
    const wereHeld = await Promise.all(before.map(([key]) => held.removeIf(key, () => true)));
    // Sent, replaced or taken back meanwhile.
    const gone = before.flatMap(([key], index) => (wereHeld[index] ? [] : [key]));
    if (gone.length > 0) await device.remove(gone);
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
