// A write on a device whose storage answers later than the page waits for it.
import { afterEach, expect, it, vi } from 'vitest';
import { openOutbox, write } from '../../../src/app/data/outbox/outbox.ts';
import { outboxStore } from '../../../src/app/data/outbox/outbox-state.ts';
import { StorageError } from '../../../src/offline/device-store.ts';
import { memoryStore } from '../../support/memory-store.ts';

const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
const device = memoryStore<object>();

vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deviceStore: () => {
    let hasAnswered = false;
    void answers.then(() => {
      hasAnswered = true;
    });
    /** Done in order once the storage answers; until then the page stops waiting for it. */
    const late = async <T>(work: () => Promise<T>): Promise<T> => {
      const working = answers.then(work);
      if (hasAnswered) return working;
      throw new StorageError('unavailable', null);
    };
    return {
      ...device,
      entries: () => late(() => device.entries()),
      put: (rows: [string, object][]) => late(() => device.put(rows)),
      remove: (keys: string[]) => late(() => device.remove(keys)),
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
