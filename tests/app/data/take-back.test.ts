// Taking back a queued write, before and while it is sent.
import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { removeReplaced } from '../../../src/app/data/outbox/dismiss.ts';
import { changed, takeBack } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { queue } from '../../../src/app/data/outbox/queue.ts';
import { type DeviceStore, deviceStore } from '../../../src/offline/device-store.ts';
import { newRow, type QueuedWrite } from '../../../src/offline/outbox.ts';

const device = vi.hoisted(() => ({ removing: null as Promise<void> | null }));
vi.mock('../../../src/offline/device-store.ts', async (load) => {
  const memory = await (await import('../../support/memory-device.ts')).memoryDevice(load<object>);
  const deviceStore = (part: string, userId: string) => {
    const store = memory.deviceStore(part, userId) as DeviceStore<object>;
    const removeIf: typeof store.removeIf = async (...given) => {
      await device.removing;
      return store.removeIf(...given);
    };
    return { ...store, removeIf };
  };
  return { ...memory, deviceStore };
});
vi.mock('../../../src/app/data/session/session.ts', async (load) => ({
  ...(await load<object>()),
  sessionNow: () => ({ status: 'signedIn', user: { id: 'ada' } }),
}));

const said = () => document.getElementById('said')?.textContent;
const newest = () => {
  const [row] = outboxStore.get().rows.slice(-1);
  if (!row) throw new Error('Nothing is queued.');
  return row;
};
const reply = (title: string) =>
  queue({
    call: 'PUT /api/events/{id}/registration',
    params: { id: title },
    body: {},
    subject: title,
    title,
  });

it('a write that was never sent is announced as undone', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await reply('Going: Training');
  await takeBack(newest());
  await waitFor(() => expect(said()).toBe('Undone: Going: Training'));
  expect(outboxStore.get().rows).toEqual([]);
});

it('a write that the server may have is not announced as undone', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const send = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', send);
  await reply('Going: Match');
  await waitFor(() => expect(send).toHaveBeenCalled());
  // The page has not read the row since: it does not know of the attempt.
  expect(newest().attempts).toBe(0);
  await takeBack(newest());
  await waitFor(() => expect(said()).toBe('Removed, but it may have arrived already: Going: Match'));
  expect(outboxStore.get().rows).toEqual([]);
});

it('a write that replaces an unsent one follows the sent one before it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await reply('Going: Derby');
  const [key, sent] = newRow({ ...newest(), title: 'Sent' }, { id: 'sent', now: 1, last: undefined });
  await deviceStore<QueuedWrite>('outbox', 'ada').put([[key, { ...sent, attempts: 1 }]]);
  expect(await removeReplaced(newest())).toMatchObject({ id: 'sent' });
  expect(outboxStore.get().rows.map(({ id }) => id)).toEqual(['sent']);
  await takeBack(newest());
});

it('a write that is taken back stays hidden while the device still has it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const removal = Promise.withResolvers<void>();
  device.removing = removal.promise;
  await reply('Going: Camp');
  const takingBack = takeBack(newest());
  // Another tab has changed something.
  await changed();
  expect(outboxStore.get().rows).toEqual([]);
  removal.resolve();
  await takingBack;
  expect(outboxStore.get()).toMatchObject({ rows: [], removing: [] });
});

it('a write that cannot be removed from the device is shown again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  device.removing = Promise.reject(new Error('The storage does not answer.'));
  await reply('Going: Cup');
  await takeBack(newest());
  expect(newest().title).toBe('Going: Cup');
});
