// The device's stores in memory, one for each part and person, in place of IndexedDB, which jsdom lacks. For
// vi.mock.
import { memoryStore } from './memory-store.ts';

export async function memoryDevice(load: () => Promise<object>) {
  const stores = new Map<string, object>();
  const deviceStore = (part: string, userId: string) => {
    const key = `${part} ${userId}`;
    const store = stores.get(key) ?? memoryStore();
    stores.set(key, store);
    return store;
  };
  return { ...(await load()), deviceStore, deleteOthersSavedAnswers: async () => {} };
}
