// A mark on a device whose storage is busy: the page holds it, and the device stores it once it can.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { changed, flush, openOutbox, takeBack } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { queue } from '../../../src/app/data/outbox/queue.ts';
import { type DeviceStore, longTimeoutMs, StorageError } from '../../../src/offline/device-store.ts';
import { dropHeldRows, holdsRows } from '../../../src/offline/held-rows.ts';
import { type NewWrite, newRow, type QueuedWrite } from '../../../src/offline/outbox.ts';
import { type MemoryStore, memoryStore } from '../../support/memory-store.ts';

/** `isBusy`: calls time out, and those with a long timeout wait for `answers`. `isFull`: it stores no further row. */
type Device = {
  rows: MemoryStore<QueuedWrite>;
  answers: PromiseWithResolvers<void>;
  isBusy: boolean;
  isFull: boolean;
};
let device: Device;
vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deleteSavedAnswers: async () => {},
  deviceStore: (_part: string, _userId: string, timeoutMs?: number) => {
    const { rows, answers } = device;
    const timed =
      <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
      async (...given: Given) => {
        if (timeoutMs === longTimeoutMs) await answers.promise;
        else if (device.isBusy) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          throw new StorageError('unavailable', null);
        }
        return call(...given);
      };
    const { entries, replace, remove, removeIf } = rows;
    const put: typeof rows.put = async (added) => {
      if (device.isFull) throw new StorageError('full', null);
      await rows.put(added);
    };
    return {
      entries: timed(entries),
      put: timed(put),
      replace: timed(replace),
      remove: timed(remove),
      removeIf: timed(removeIf),
    } satisfies DeviceStore<QueuedWrite>;
  },
}));
vi.mock('../../../src/app/data/session/session.ts', async (load) => ({
  ...(await load<object>()),
  sessionNow: () => ({ status: 'signedIn', user: { id: 'ada' } }),
}));

const shown = () => outboxStore.get().rows;
const stored = () => [...device.rows.rows.values()];
const mark = () =>
  queue({
    call: 'PUT /api/events/{id}/attendance/{personId}',
    params: { id: 'e1', personId: 'ben' },
    body: {},
    subject: 'mark:e1:ben',
    title: 'Ben: here',
  });
const becomeReady = () => {
  device.isBusy = false;
  device.answers.resolve();
};
const newest = () => {
  const row = shown().at(-1);
  if (!row) throw new Error('Nothing is queued.');
  return row;
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openOutbox(null);
  dropHeldRows('ada');
  device = {
    rows: memoryStore<QueuedWrite>(),
    answers: Promise.withResolvers<void>(),
    isBusy: true,
    isFull: false,
  };
});

// What waits for the device would delay the next test.
afterEach(() => device.answers.resolve());

/** A mark that the page holds. */
async function hold() {
  await mark();
  expect(shown()).toMatchObject([{ isHeld: true, attempts: 0 }]);
}

it('a mark that the page holds is stored on the device once its storage answers', async () => {
  await hold();
  becomeReady();
  await vi.waitFor(() => expect(shown()).toMatchObject([{ title: 'Ben: here' }]));
  await vi.waitFor(() => expect(shown()[0]?.isHeld).toBeUndefined());
  expect(stored()).toEqual(shown());
  expect(holdsRows()).toBe(false);
});

it('the device keeps how often a mark was sent while the page held it', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await mark();
  await vi.waitFor(() => expect(newest()).toMatchObject({ isHeld: true, attempts: 1 }));
  becomeReady();
  await vi.waitFor(() => expect(stored()).toMatchObject([{ attempts: 1 }]));
  expect(stored()[0]?.isHeld).toBeUndefined();
});

it('a mark that is taken back while the page holds it is not left on the device', async () => {
  await hold();
  await takeBack(newest());
  expect(shown()).toEqual([]);
  becomeReady();
  await vi.waitFor(() => expect(device.rows.rows.size).toBe(0));
  await new Promise((resolve) => setTimeout(resolve));
  expect([shown(), stored(), holdsRows()]).toEqual([[], [], false]);
});

it('a mark that is taken back before the device has failed to store it is not held', async () => {
  const queued = mark();
  await Promise.resolve();
  const takingBack = takeBack(newest());
  expect(shown()).toEqual([]);
  await Promise.all([queued, takingBack]);
  expect([shown(), holdsRows()]).toEqual([[], false]);
});

it('a mark that is on the device and still held by the page is shown once', async () => {
  await hold();
  await device.rows.put(outboxStore.get().queue);
  device.isBusy = false;
  await changed();
  expect(shown()).toHaveLength(1);
});

it('a mark that has moved to the device can be taken back before the page has read it there', async () => {
  await hold();
  const { queue } = outboxStore.get();
  becomeReady();
  await vi.waitFor(() => expect(holdsRows()).toBe(false));
  // What the page knew before it moved.
  outboxStore.dispatch({ type: 'read', userId: 'ada', queue });
  await takeBack(newest());
  expect([shown(), stored()]).toEqual([[], []]);
});

describe('a guest whom the page holds, because the device is full', () => {
  const guest = () =>
    queue({
      call: 'POST /api/events/{id}/guests',
      params: { id: 'e1' },
      body: { id: 'ida' },
      subject: 'guest:e1:ida',
      title: 'Guest: Ida',
    });
  const late = () =>
    queue({
      call: 'PUT /api/events/{id}/attendance/{personId}',
      params: { id: 'e1', personId: 'ida' },
      body: {},
      subject: 'mark:e1:ida',
      title: 'Ida: late',
    });
  const refused = () =>
    new Response(JSON.stringify({ status: 404, code: 'not_found', title: 'Not found' }), {
      status: 404,
      headers: { 'Content-Type': 'application/problem+json' },
    });
  const titles = (rows: readonly QueuedWrite[]) => rows.map(({ title }) => title);

  beforeEach(async () => {
    device.isBusy = false;
    device.isFull = true;
    await guest();
    expect(shown()).toMatchObject([{ title: 'Guest: Ida', isHeld: true }]);
  });

  it('is sent before a later mark, although the device has space again', async () => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
      sent.push(String(method));
      return refused();
    });
    device.isFull = false;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await late();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual(['POST', 'PUT']);
  });

  it('is sent while a stored write is put aside, but not what depends on that one, until it is tapped itself', async () => {
    const blocked: NewWrite = {
      call: 'PATCH /api/events/{id}',
      params: { id: 'e2' },
      body: {},
      subject: 'event:e2',
      title: 'Changes: Match',
    };
    const [key, row] = newRow(blocked, { id: 'blocked', now: 1, last: undefined });
    const notBefore = Date.now() + 60_000;
    await device.rows.put([[key, { ...row, attempts: 3, notBefore, isAside: true }]]);
    const mark: NewWrite = {
      call: 'PUT /api/events/{id}/attendance/{personId}',
      params: { id: 'e2', personId: 'ben' },
      body: {},
      subject: 'mark:e2:ben',
      title: 'Ben: here',
    };
    await queue(mark);
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      sent.push(path);
      return refused();
    });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await flush({
      now: true,
      about: { ...mark, subject: 'mark:e3:ben', params: { id: 'e3', personId: 'ben' } },
    });
    expect(sent).toEqual(['/api/events/e1/guests']);
    expect(titles(shown())).toEqual(['Changes: Match', 'Guest: Ida', 'Ben: here']);
    await flush({ now: true, about: mark });
    expect(sent.slice(1)).toEqual(['/api/events/e2', '/api/events/e2/attendance/ben']);
  });

  it.each([
    ['refused', () => refused()],
    ['not answered', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    'is a stored row like any other where it moves to the device while it is sent, and is %s',
    async (_, answer) => {
      let last: Promise<unknown> = Promise.resolve();
      const request = (_name: string, work: () => Promise<unknown>) => {
        last = last.then(work, work);
        return last;
      };
      Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
      onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
      const { promise, resolve } = Promise.withResolvers<void>();
      const sent = vi.fn(() => promise.then(answer));
      vi.stubGlobal('fetch', sent);
      device.isFull = false;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
      const sending = flush({ now: true });
      device.answers.resolve();
      await late();
      await vi.waitFor(() => expect([sent.mock.calls.length, holdsRows()]).toEqual([1, false]));
      resolve();
      await sending;
      expect(stored()[0]).toMatchObject({ title: 'Guest: Ida' });
      expect(stored().map(({ isHeld }) => isHeld)).toEqual([undefined, undefined]);
      expect(holdsRows()).toBe(false);
    },
  );

  it('moves to the device together with a later mark', async () => {
    device.isFull = false;
    await late();
    device.answers.resolve();
    await vi.waitFor(() => expect(titles(stored())).toEqual(['Guest: Ida', 'Ida: late']));
    await vi.waitFor(() => expect(holdsRows()).toBe(false));
    expect(stored().map(({ isHeld }) => isHeld)).toEqual([undefined, undefined]);
  });

  it('stays held with a later mark while the device is full', async () => {
    await late();
    device.answers.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    expect(stored()).toEqual([]);
    expect(titles(shown())).toEqual(['Guest: Ida', 'Ida: late']);
  });
});
