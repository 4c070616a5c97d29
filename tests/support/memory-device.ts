// The device's stores in memory, one for each part and person, in place of IndexedDB, which jsdom lacks. For
// vi.mock.
import { type MemoryStore, memoryStore } from './memory-store.ts';

/** The device reads no outbox before `outbox` resolves. */
export const lateReads = { outbox: Promise.resolve() };

export async function memoryDevice(load: () => Promise<object>) {
  const stores = new Map<string, MemoryStore<object>>();
  const deviceStore = (part: string, userId: string) => {
    const key = `${part} ${userId}`;
    const store = stores.get(key) ?? memoryStore();
    stores.set(key, store);
    if (part !== 'outbox') return store;
    const entries = () => lateReads.outbox.then(store.entries);
    return { ...store, entries };
  };
  return { ...(await load()), deviceStore, deleteOthersSavedAnswers: async () => {} };
}
