// Reads the rows of the outbox: those on the device, and those that this page holds because the device cannot store them.
import {
  type DeviceStore,
  deleteSavedAnswers,
  deviceStore,
  longTimeoutMs,
} from '../../../offline/device-store.ts';
import { hasHeldRows, heldRows, holdsRows } from '../../../offline/held-rows.ts';
import { type Queue, type QueuedWrite, readQueue } from '../../../offline/outbox.ts';

export const storeOf = (userId: string, timeoutMs?: number): DeviceStore<QueuedWrite> =>
  deviceStore('outbox', userId, timeoutMs);

/** A row as the device stores it, which may have been held by this page when it was read. */
export function toStored([key, { isHeld, ...row }]: Queue[number]): Queue[number] {
  return [key, row];
}

/**
 * The rows of the device and those that this page holds, as one queue: each may need what an earlier one makes. Where a row is, is
 * found out by each call, because a held one may have moved to the device.
 */
export function allRowsOf(userId: string): DeviceStore<QueuedWrite> {
  const held = heldRows<QueuedWrite>(userId);
  const device = storeOf(userId);
  const homeOf = async (key: string) =>
    (await held.entries()).some(([other]) => other === key) ? held : device;
  return {
    entries: async () => {
      const inPage = new Map(await held.entries());
      const stored = await device.entries();
      return [...stored.filter(([key]) => !inPage.has(key)), ...inPage];
    },
    put: (rows) =>
      rows.some(([, { isHeld }]) => isHeld) && holdsRows(userId)
        ? held.put(rows)
        : device.put(rows.map(toStored)),
    replace: async (key, row) => {
      const home = await homeOf(key);
      return home.replace(...(home === device ? toStored([key, row]) : ([key, row] as const)));
    },
    remove: async (keys) => {
      for (const key of keys) await (await homeOf(key)).remove([key]);
    },
    removeIf: async (key, isRemovable) => (await homeOf(key)).removeIf(key, isRemovable),
  };
}

/**
 * Removes a row; `isSentKept`: unless it was sent. Resolves to whether it was never sent, by the stored row: that one counts an
 * attempt before it is made, and this page may not know of it yet. Never rejects.
 */
export async function removeRow(
  userId: string,
  key: string,
  { isSentKept }: { isSentKept: boolean },
): Promise<boolean> {
  const store = allRowsOf(userId);
  try {
    if (await store.removeIf(key, ({ attempts }) => attempts === 0)) return true;
    if (!isSentKept) await store.remove([key]);
  } catch (error) {
    console.warn('The change still waits.', error);
  }
  return false;
}

/**
 * Removes a row that the device may store once this page no longer waits for it. The device works in order, so the row is gone as soon
 * as it answers. Never rejects.
 */
export const removeLateRow = (userId: string, key: string): Promise<void> =>
  storeOf(userId, longTimeoutMs)
    .remove([key])
    .catch((error: unknown) =>
      console.warn('A sent write could not be removed; it is sent again, under its key.', error),
    );

/** Deletes saved answers, which can be read again, to free space for writes. */
export const freeSpaceFor = (userId: string) => () => deleteSavedAnswers(userId);

/**
 * The rows of the device, then those that this page holds, also while they move to the device. `known`: the rows of the device if
 * they were just read. If they cannot be read, those of `before` count; null if this page holds none either.
 */
export async function readRows(userId: string, before: Queue, known: Queue | null): Promise<Queue | null> {
  const stored = known ?? (await readQueue(storeOf(userId)).catch(() => null));
  if (stored === null && !hasHeldRows(userId)) return null;
  const held = await readQueue(heldRows<QueuedWrite>(userId));
  const keys = new Set(held.map(([key]) => key));
  const others = (stored ?? before.filter(([, { isHeld }]) => !isHeld)).filter(([key]) => !keys.has(key));
  return [...others, ...held];
}
