// Whose saved answers fill the cache of a page.
import { expect, it, vi } from 'vitest';
import { createPersonalCache, loadDevice } from '../../../src/app/data/device/device.ts';
import type { SavedAnswer } from '../../../src/offline/saved-answers.ts';
import { memoryStore } from '../../support/memory-store.ts';

const stores = new Map([
  ['ada', memoryStore<SavedAnswer>()],
  ['ben', memoryStore<SavedAnswer>()],
]);

vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deviceStore: (_: string, userId: string) => stores.get(userId),
}));

it("the next user's cache has no answers of the previous one while theirs are loading", async () => {
  const answer: SavedAnswer = { data: { items: [], groups: [] }, savedAt: Date.now(), bytes: 10, version: 1 };
  await stores.get('ada')?.put([['/api/users/me/absences', answer]]);
  await loadDevice('ada');
  expect([...createPersonalCache('ada', () => true).keys()]).toEqual(['/api/users/me/absences']);
  const loading = loadDevice('ben');
  expect([...createPersonalCache('ben', () => true).keys()]).toEqual([]);
  await loading;
});

it('what is loaded after the first paint keeps its age on the device; a new answer is saved', async () => {
  const address = '/api/users/me/absences';
  const store = memoryStore<SavedAnswer>();
  stores.set('cem', store);
  const savedAt = Date.now() - 3_600_000;
  await store.put([[address, { data: { items: [], groups: [] }, savedAt, bytes: 10, version: 1 }]]);
  const loading = loadDevice('cem');
  const cache = createPersonalCache('cem', () => true);
  const data = (await loading).get(address)?.data;
  cache.set(address, { data });
  dispatchEvent(new Event('pagehide'));
  await new Promise((resolve) => setTimeout(resolve));
  expect([cache.get(address)?.data, store.rows.get(address)?.savedAt]).toEqual([data, savedAt]);
  cache.set(address, { data: { items: [], groups: [] } });
  dispatchEvent(new Event('pagehide'));
  await expect.poll(() => store.rows.get(address)?.savedAt).toBeGreaterThan(savedAt);
});
