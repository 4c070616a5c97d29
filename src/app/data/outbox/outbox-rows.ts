// Where the rows of the outbox are: on the device, and in this page where the device cannot store them.
import { type DeviceStore, deleteSavedAnswers, deviceStore } from '../../../offline/device-store.ts';
import { heldRows } from '../../../offline/held-rows.ts';
import { type Queue, type QueuedWrite, readQueue } from '../../../offline/outbox.ts';

export const storeOf = (userId: string, timeoutMs?: number): DeviceStore<QueuedWrite> =>
  deviceStore('outbox', userId, timeoutMs);

/** Deletes saved answers, which can be read again, to free space for writes. */
export const freeSpaceFor = (userId: string) => () => deleteSavedAnswers(userId);

/** The rows of the device, then those that this page holds; null if the device could not be read and there are none. */
export async function readRows(userId: string): Promise<Queue | null> {
  const [stored, held] = await Promise.all([
    readQueue(storeOf(userId)).catch(() => null),
    readQueue(heldRows<QueuedWrite>(userId)),
  ]);
  return stored === null && held.length === 0 ? null : [...(stored ?? []), ...held];
}
