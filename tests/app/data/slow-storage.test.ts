// A write on a device whose storage answers later than the page waits for it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasQueuedWrites } from '../../../src/app/data/outbox/has-queued-writes.ts';
import { openOutbox, takeBack, write } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { longTimeoutMs, StorageError } from '../../../src/offline/device-store.ts';
import { newRow } from '../../../src/offline/outbox.ts';
import { memoryStore } from '../../support/memory-store.ts';

const device = memoryStore<object>();
let answers = Promise.withResolvers<void>();
let hasAnswered = false;
const answer = () => {
  hasAnswered = true;
  answers.resolve();
};
beforeEach(() => {
  answers = Promise.withResolvers<void>();
  hasAnswered = false;
});

vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deviceStore: (_part: string, _userId: string, timeoutMs?: number) => {
    /** Done in order once the storage answers; until then a page without a long timeout stops waiting for it. */
    const late = async <T>(work: () => Promise<T>): Promise<T> => {
      const working = answers.promise.then(work);
      if (hasAnswered || timeoutMs === longTimeoutMs) return working;
      throw new StorageError('unavailable', null);
    };
    return {
      ...device,
      entries: () => late(() => device.entries()),
      put: (rows: [string, object][]) => late(() => device.put(rows)),
      remove: (keys: string[]) => late(() => device.remove(keys)),
      removeIf: (...given: Parameters<typeof device.removeIf>) => late(() => device.removeIf(...given)),
    };
  },
}));
vi.mock('../../../src/app/data/session/session.ts', async (load) => ({
  ...(await load<object>()),
  sessionNow: () => ({ status: 'signedIn', user: { id: 'ada' } }),
}));
afterEach(() => openOutbox(null));

it('a write that was answered without the storage does not appear in the outbox once the storage answers', async () => {
  const settings = {
    isCoach: true,
    locale: 'en-GB',
    timeZone: 'Europe/Brussels',
    email: 'a@b.example',
    emailVerifiedAt: null,
    version: 2,
    notifications: [],
    quietHours: null,
    sessions: [],
  };
  vi.stubGlobal('fetch', async () =>
    Response.json(settings, { headers: { 'x-server-time': String(Date.now()) } }),
  );
  const sent = await write({
    call: 'PATCH /api/users/me/settings',
    params: undefined,
    body: { version: 1, quietHours: null },
    subject: 'settings',
    title: 'Quiet hours',
  });
  expect(sent).toMatchObject({ kind: 'done' });
  const put = vi.spyOn(device.rows, 'set');
  answer();
  await vi.waitFor(() => expect(put).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([...device.rows]).toEqual([]);
  expect(outboxStore.get().rows).toEqual([]);
});

it('a write that was sent before the device could store it is not announced as undone when it is taken back', async () => {
  vi.stubGlobal('fetch', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answer();
    throw new TypeError('Failed to fetch');
  });
  const title = 'Going: Match';
  const params = { id: 'e1' };
  const call = 'PUT /api/events/{id}/registration';
  const body = { response: 'attending' } as const;
  expect(await write({ call, params, body, subject: 'e1', title })).toEqual({ kind: 'waiting' });
  const [row] = outboxStore.get().rows;
  expect(row).toMatchObject({ title });
  if (row) await takeBack(row);
  await vi.waitFor(() =>
    expect(document.getElementById('said')?.textContent).toBe(
      'Removed, but it may have arrived already: Going: Match',
    ),
  );
});

it('a write that waits is known before signing out deletes it, also where the storage is busy', async () => {
  const [key, row] = newRow(
    {
      call: 'PUT /api/events/{id}/registration',
      params: { id: 'e1' },
      body: {},
      subject: 'e1',
      title: 'Going',
    },
    { id: 'e1', now: 1, last: undefined },
  );
  await device.put([[key, row]]);
  const asked = hasQueuedWrites();
  await new Promise((resolve) => setTimeout(resolve, 50));
  answer();
  expect(await asked).toBe(true);
  expect(outboxStore.get().rows).toMatchObject([{ title: 'Going' }]);
});
