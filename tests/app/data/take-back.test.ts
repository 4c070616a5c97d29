// Taking back a queued write, before and while it is sent.
import { waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { takeBack } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { queue } from '../../../src/app/data/outbox/queue.ts';

vi.mock('../../../src/offline/device-store.ts', async (load) =>
  (await import('../../support/memory-device.ts')).memoryDevice(load<object>),
);
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
