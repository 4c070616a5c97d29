// Rows that a page holds because the device cannot store them: they are lost when the page is closed. The interface of the
// device's own rows, so that the queue treats both in the same way.
import type { DeviceStore } from './device-store.ts';

const held = new Map<string, Map<string, unknown>>();

export function heldRows<Row>(userId: string): DeviceStore<Row> {
  const rows = (held.get(userId) ?? new Map()) as Map<string, Row>;
  held.set(userId, rows);
  return {
    entries: async () => [...rows],
    put: async (added) => {
      for (const [key, row] of added) rows.set(key, row);
    },
    replace: async (key, row) => {
      const isThere = rows.has(key);
      if (isThere) rows.set(key, row);
      return isThere;
    },
    remove: async (keys) => {
      for (const key of keys) rows.delete(key);
    },
  };
}

/** Whether closing the page would lose rows. */
export const holdsRows = (): boolean => [...held.values()].some((rows) => rows.size > 0);

/** Deletes the rows of a user. */
export function dropHeldRows(userId: string): void {
  held.get(userId)?.clear();
}
