// A database that does not answer times out once; later requests do not wait for it again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a database that timed out fails further requests at once', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  const { deviceStore } = await import('../../src/offline/device-store.ts');
  const store = deviceStore('outbox', 'ada');
  const first = expect(store.entries()).rejects.toMatchObject({ kind: 'unavailable' });
  await vi.advanceTimersByTimeAsync(2000);
  await first;
  // No time passes from here on.
  await expect(store.entries()).rejects.toMatchObject({ kind: 'unavailable' });
});

it('a database that answered after its timeout is opened again', async () => {
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
  // It is opened a second time.
  expect(open).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  await second;
});

it('a page that was busy or suspended beyond the timeout still takes the answer of its database', async () => {
  vi.useRealTimers();
  const empty = { getAllKeys: () => answering([]), getAll: () => answering([]) };
  const database = { transaction: () => ({ objectStore: () => empty }) };
  vi.stubGlobal('IDBKeyRange', { bound: () => null });
  vi.stubGlobal('indexedDB', { open: () => answering(database) });
  const { deviceStore } = await import('../../src/offline/device-store.ts');
  const entries = deviceStore('outbox', 'ada').entries();
  // Like a phone that wakes up: the timer is overdue when the page runs again, and the answer is there.
  const end = performance.now() + 2100;
  while (performance.now() < end);
  await expect(entries).resolves.toEqual([]);
});

it('a caller with a longer limit waits for a database that has timed out', async () => {
  const opening: { onsuccess?: () => void; result?: unknown } = {};
  const empty = { getAllKeys: () => answering([]), getAll: () => answering([]) };
  vi.stubGlobal('IDBKeyRange', { bound: () => null });
  vi.stubGlobal('indexedDB', { open: () => opening });
  const { deviceStore, longTimeoutMs } = await import('../../src/offline/device-store.ts');
  const first = expect(deviceStore('outbox', 'ada').entries()).rejects.toMatchObject({ kind: 'unavailable' });
  await vi.advanceTimersByTimeAsync(2000);
  await first;
  const second = deviceStore('outbox', 'ada', longTimeoutMs).entries();
  await vi.advanceTimersByTimeAsync(longTimeoutMs - 1000);
  opening.result = { transaction: () => ({ objectStore: () => empty }) };
  opening.onsuccess?.();
  vi.useRealTimers();
  await expect(second).resolves.toEqual([]);
});

it('a connection that was closed without an event is opened again', async () => {
  vi.useRealTimers();
  const empty = { getAllKeys: () => answering([]), getAll: () => answering([]) };
  const closed = () => {
    throw new DOMException('The connection is closed.', 'InvalidStateError');
  };
  const transactions = [closed, () => ({ objectStore: () => empty })];
  vi.stubGlobal('IDBKeyRange', { bound: () => null });
  vi.stubGlobal('indexedDB', { open: () => answering({ transaction: transactions.shift() }) });
  const { deviceStore } = await import('../../src/offline/device-store.ts');
  const store = deviceStore('outbox', 'ada');
  await expect(store.entries()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(store.entries()).resolves.toEqual([]);
});

it("a user's rows are deleted by their keys, without reading the rows", async () => {
  vi.useRealTimers();
  const deleted: unknown[] = [];
  const rows = {
    get transaction() {
      return Object.assign(answering(undefined), { commit: () => {} });
    },
    delete: (range: unknown) => deleted.push(range),
  };
  vi.stubGlobal('IDBKeyRange', { bound: (from: string, to: string) => [from, to] });
  vi.stubGlobal('indexedDB', { open: () => answering({ transaction: () => ({ objectStore: () => rows }) }) });
  const { deleteUserRows } = await import('../../src/offline/device-store.ts');
  await deleteUserRows('ada');
  // The saved answers, and the queued writes.
  expect(deleted).toEqual([
    ['ada ', 'ada \uffff'],
    ['ada ', 'ada \uffff'],
  ]);
});

/** A request whose answer arrives in its own task, as IndexedDB's do. */
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
