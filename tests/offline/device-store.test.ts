// A database that does not answer is given its time once; nobody else waits for it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a database that has not answered is not waited for again', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const { deviceStore } = await import('../../src/offline/device-store.ts');
  const store = deviceStore('outbox', 'ada');
  const first = expect(store.entries()).rejects.toMatchObject({ kind: 'unavailable' });
  await vi.advanceTimersByTimeAsync(2000);
  await first;
  // No time passes from here on.
  await expect(store.entries()).rejects.toMatchObject({ kind: 'unavailable' });
});

it('a database that has answered late is asked again', async () => {
  const opening: { onsuccess?: () => void; onerror?: () => void; error?: Error } = {};
  const open = vi.fn(() => opening);
  vi.stubGlobal('indexedDB', { open });
  const { deviceStore } = await import('../../src/offline/device-store.ts');
  const store = deviceStore('outbox', 'ada');
  const first = expect(store.entries()).rejects.toMatchObject({ kind: 'unavailable' });
  await vi.advanceTimersByTimeAsync(2000);
  await first;
  opening.onerror?.();
  await vi.advanceTimersByTimeAsync(0);
  const second = expect(store.entries()).rejects.toMatchObject({ kind: 'unavailable' });
  // It is asked anew.
  expect(open).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  await second;
});

it('a page that was busy or asleep for longer than the limit still takes the answer of its database', async () => {
  vi.useRealTimers();
  const empty = { getAllKeys: () => answering([]), getAll: () => answering([]) };
  const database = { transaction: () => ({ objectStore: () => empty }) };
  vi.stubGlobal('IDBKeyRange', { bound: () => null });
  vi.stubGlobal('indexedDB', { open: () => answering(database) });
  const { deviceStore } = await import('../../src/offline/device-store.ts');
  const entries = deviceStore('outbox', 'ada').entries();
  // As a phone that sleeps: the timer is overdue when the page runs again, and the answer is there.
  const end = performance.now() + 2100;
  while (performance.now() < end);
  await expect(entries).resolves.toEqual([]);
});

/** A request whose answer arrives as a task of its own, as IndexedDB's do. */
function answering<T>(result: T): { result: T; onsuccess?: () => void } {
  const request: { result: T; onsuccess?: () => void } = { result };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    request.onsuccess?.();
  };
  port2.postMessage(null);
  return request;
}
