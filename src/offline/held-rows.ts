// Rows that a page holds because the device cannot store them: they are lost when the page is closed. The interface of the
// device's own rows, so that the queue treats both in the same way.
import type { DeviceStore } from './device-store.ts';

const held = new Map<string, Map<string, unknown>>();

export function heldRows<Row>(userId: string): DeviceStore<Row> {
  const rows = () => held.get(userId) as Map<string, Row> | undefined;
  return {
    entries: async () => [...(rows() ?? [])],
    put: async (added) => {
      held.set(userId, new Map([...(rows() ?? []), ...added]));
    },
    replace: async (key, row) => {
      const isThere = rows()?.has(key) ?? false;
      if (isThere) rows()?.set(key, row);
      return isThere;
    },
    remove: async (keys) => {
      for (const key of keys) rows()?.delete(key);
    },
    removeIf: async (key, isRemovable) => {
      const row = rows()?.get(key);
      return row !== undefined && isRemovable(row) && (rows()?.delete(key) ?? false);
    },
  };
}

/** Whether this page has held rows of a user, also where none are left. */
export const hasHeldRows = (userId: string): boolean => held.has(userId);

/** Whether closing the page would lose rows. `userId`: only those of this user. */
export const holdsRows = (userId?: string): boolean =>
  [...held].some(([id, rows]) => rows.size > 0 && (userId === undefined || id === userId));

/** Deletes the rows of a user. */
export function dropHeldRows(userId: string): void {
  held.delete(userId);
}
