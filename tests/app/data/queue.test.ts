// A write that no one waits for, from the task in which it is made.
import { expect, it, vi } from 'vitest';
import { noteServerTime } from '../../../src/app/data/http/clock.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { queue } from '../../../src/app/data/outbox/queue.ts';
import { serverTimeHeader } from '../../../src/contract/values/headers.ts';
import type { NewWrite } from '../../../src/offline/outbox.ts';
import { memoryStore } from '../../support/memory-store.ts';

const device = vi.hoisted(() => ({ put: [] as string[] }));
vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deviceStore: () => {
    const store = memoryStore<object>();
    return {
      ...store,
      put: (rows: [string, object][]) => {
        device.put.push(...rows.map(([key]) => key));
        return store.put(rows);
      },
    };
  },
}));
vi.mock('../../../src/app/data/session/session.ts', async (load) => ({
  ...(await load<object>()),
  sessionNow: () => ({ status: 'signedIn', user: { id: 'ada' } }),
}));

const write: NewWrite = {
  call: 'PUT /api/events/{id}/attendance',
  params: {},
  body: {},
  subject: 's',
  title: 't',
};
const newest = () => outboxStore.get().rows.at(-1);

it('is on its way to the device, and shown, before the task of the tap ends', async () => {
  const queued = queue(write);
  // Nothing was awaited: the phone may be switched off at any moment.
  expect(device.put).toHaveLength(1);
  expect(outboxStore.get().rows.map(({ subject }) => subject)).toEqual(['s']);
  await queued;
});

it('has the offset of the clock, once the page has measured it', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await queue({ ...write, subject: 'before' });
  expect(newest()?.offsetMs).toBeUndefined();
  const headers = { [serverTimeHeader]: String(Date.now() - 420_000) };
  noteServerTime(new Response(null, { headers }), performance.now());
  await queue({ ...write, subject: 'after' });
  expect(Math.abs((newest()?.offsetMs ?? 0) + 420_000)).toBeLessThan(2000);
});
