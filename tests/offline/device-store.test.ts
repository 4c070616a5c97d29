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
