// The outbox of a device that cannot be read when the page starts, or is full.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openOutbox, startSending } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { StorageError } from '../../../src/offline/device-store.ts';
import { newRow, type QueuedWrite } from '../../../src/offline/outbox.ts';
import { memoryStore } from '../../support/memory-store.ts';

const device = vi.hoisted(() => ({ reads: 0, failures: 0, isFull: false, rows: [] as [string, object][] }));
vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deviceStore: () => {
    const store = memoryStore<object>(device.rows);
    return {
      ...store,
      entries: () => {
        device.reads += 1;
        return device.reads > device.failures
          ? store.entries()
          : Promise.reject(new StorageError('unavailable', null));
      },
      replace: (key: string, row: object) =>
        device.isFull ? Promise.reject(new StorageError('full', null)) : store.replace(key, row),
    };
  },
}));
vi.mock('../../../src/app/data/session/session.ts', async (load) => ({
  ...(await load<object>()),
  sessionNow: () => ({ status: 'signedIn', user: { id: 'ada' } }),
}));

const [key, row] = newRow(
  {
    call: 'PUT /api/events/{id}/registration',
    params: { id: 'e1' },
    body: {},
    subject: 'reply:e1',
    title: 'Going',
  },
  { id: 'w1', now: Date.now(), last: undefined },
);
const reply: [string, object] = [key, row];

const send = vi.fn();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(device, { reads: 0, failures: 0, isFull: false, rows: [reply] });
  send.mockReset();
  send.mockReturnValue(new Promise(() => {}));
  vi.stubGlobal('fetch', send);
});
afterEach(() => {
  openOutbox(null);
  vi.useRealTimers();
});

it.each([
  ['the person looks at the page again', async () => void dispatchEvent(new Event('focus'))],
  ['some time has passed', () => vi.advanceTimersByTimeAsync(10_000)],
])('queued writes are shown and sent once %s, although the first reads have failed', async (_, happens) => {
  device.failures = 2;
  startSending('ada');
  await vi.waitFor(() => expect(device.reads).toBe(2));
  expect(outboxStore.get().isRead).toBe(false);
  await happens();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(outboxStore.get().rows.map(({ id }: QueuedWrite) => id)).toEqual(['w1']);
});

it('a write of a tab that was closed before it reached this one is shown and sent once the person looks at this page', async () => {
  device.rows = [];
  startSending('ada');
  await vi.waitFor(() => expect(outboxStore.get().isRead).toBe(true));
  device.rows = [reply];
  dispatchEvent(new Event('focus'));
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(outboxStore.get().rows.map(({ id }: QueuedWrite) => id)).toEqual(['w1']);
});

it('a queue that cannot be read when it is sent is read again', async () => {
  openOutbox('ada');
  await vi.waitFor(() => expect(outboxStore.get().isRead).toBe(true));
  device.failures = 2;
  startSending('ada');
  await vi.waitFor(() => expect(device.reads).toBe(3));
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});

it('a write in backoff is sent from a full device, too, when the person looks at the page again', async () => {
  device.isFull = true;
  device.rows = [[key, { ...row, attempts: 1, notBefore: Date.now() + 60_000 }]];
  startSending('ada');
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
});

it('a write that must wait for longer than a timer can is not tried again and again', async () => {
  send.mockImplementation(async () => {
    const title = 'Busy';
    return new Response(
      JSON.stringify({ status: 503, code: 'unavailable', title, retryAfterSeconds: 5_184_000 }),
      {
        status: 503,
        headers: { 'Content-Type': 'application/problem+json' },
      },
    );
  });
  startSending('ada');
  // The write, and the question whether the server is there.
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await vi.advanceTimersByTimeAsync(100);
  const { reads } = device;
  await vi.advanceTimersByTimeAsync(1000);
  expect(device.reads).toBe(reads);
  expect(send).toHaveBeenCalledTimes(2);
});
