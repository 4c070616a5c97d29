// A device store in memory with the interface of the real one.
import { type DeviceStore, StorageError } from '../../src/offline/device-store.ts';

export type MemoryStore<Row> = DeviceStore<Row> & {
  rows: Map<string, Row>;
  /** From now on it holds at most this many rows. */
  limitTo(most: number): void;
};

export function memoryStore<Row>(given: [string, Row][] = []): MemoryStore<Row> {
  const rows = new Map(given);
  let most = Number.POSITIVE_INFINITY;
  return {
    rows,
    limitTo: (count) => {
      most = count;
    },
    entries: async () => structuredClone([...rows]),
    put: async (added) => {
      const size = new Set([...rows.keys(), ...added.map(([key]) => key)]).size;
      if (size > most) throw new StorageError('full', null);
      for (const [key, row] of added) rows.set(key, structuredClone(row));
    },
    replace: async (key, row) => {
      const isThere = rows.has(key);
      if (isThere) rows.set(key, structuredClone(row));
      return isThere;
    },
    remove: async (keys) => {
      for (const key of keys) rows.delete(key);
    },
    removeIf: async (key, isRemovable) => {
      const row = rows.get(key);
      return row !== undefined && isRemovable(row) && rows.delete(key);
    },
  };
}
