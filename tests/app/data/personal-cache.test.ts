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
