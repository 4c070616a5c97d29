// Whose saved answers fill the cache of a page.
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  clearSavedAnswers,
  createPersonalCache,
  forget,
  forgetSaved,
  loadDevice,
} from '../../../src/app/data/device/device.ts';
import { ApiError, UnreachableError } from '../../../src/app/data/http/problem.ts';
import { noteAnswer } from '../../../src/app/data/resources/freshness.ts';
import { longTimeoutMs, StorageError } from '../../../src/offline/device-store.ts';
import type { SavedAnswer } from '../../../src/offline/saved-answers.ts';
import { memoryStore } from '../../support/memory-store.ts';

const timeouts: (number | undefined)[] = [];
const stores = new Map([
  ['ada', memoryStore<SavedAnswer>()],
  ['ben', memoryStore<SavedAnswer>()],
]);

vi.mock('../../../src/offline/device-store.ts', async (load) => ({
  ...(await load<object>()),
  deleteSavedAnswers: async () => {},
  deleteUserRows: async () => {},
  deviceStore: (_: string, userId: string, timeoutMs?: number) => {
    timeouts.push(timeoutMs);
    return stores.get(userId);
  },
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

it('reading the saved answers may take as long as a busy phone needs', async () => {
  timeouts.length = 0;
  await loadDevice('ada');
  expect(timeouts).toEqual([longTimeoutMs]);
});

const address = '/api/users/me/absences';
const hourMs = 3_600_000;

/** The device of a user that has saved one answer `ageMs` ago, and their cache on a page. */
async function openCache(userId: string, ageMs: number) {
  const store = memoryStore<SavedAnswer>();
  stores.set(userId, store);
  const savedAt = Date.now() - ageMs;
  await store.put([[address, { data: { items: [], groups: [] }, savedAt, bytes: 10, version: 1 }]]);
  const loading = loadDevice(userId);
  const cache = createPersonalCache(userId, () => true);
  const data = (await loading).get(address)?.data;
  cache.set(address, { data });
  return { store, cache, data, savedAt };
}

/** The server's answer, which SWR puts into the cache: the same object if it says the same as the cached one. */
async function answer(cache: ReturnType<typeof createPersonalCache>, data: unknown) {
  cache.set(address, { ...cache.get(address), isValidating: true });
  noteAnswer(address, new Response(), Date.now());
  cache.set(address, { data, error: undefined, isValidating: false });
  await save();
}

async function save() {
  dispatchEvent(new Event('pagehide'));
  await new Promise((resolve) => setTimeout(resolve));
}

it('what is loaded after the first paint keeps its age on the device; a new answer is saved', async () => {
  const { store, cache, data, savedAt } = await openCache('cem', hourMs / 2);
  await save();
  expect([cache.get(address)?.data, store.rows.get(address)?.savedAt]).toEqual([data, savedAt]);
  await answer(cache, { items: [], groups: [] });
  expect(store.rows.get(address)?.savedAt).toBeGreaterThan(savedAt);
});

it('an answer that says the same as an hour ago is saved again with its new time', async () => {
  const { store, cache, data, savedAt } = await openCache('dan', hourMs + 1000);
  cache.set(address, { data, isValidating: true });
  cache.set(address, { data, error: new UnreachableError(null), isValidating: false });
  await save();
  expect(store.rows.get(address)?.savedAt).toBe(savedAt);
  await answer(cache, data);
  const again = store.rows.get(address)?.savedAt ?? 0;
  expect(again).toBeGreaterThan(savedAt + hourMs);
  // Not at each answer.
  await answer(cache, data);
  expect(store.rows.get(address)?.savedAt).toBe(again);
});

it('what is opened after the saved answers were cleared is saved again, though it says the same', async () => {
  const { store, cache, data } = await openCache('gus', hourMs / 2);
  await clearSavedAnswers('gus');
  store.rows.clear();
  await answer(cache, data);
  expect([...store.rows.keys()]).toEqual([address]);
});

it('an answer that could not be saved is saved with the next one', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { store, cache } = await openCache('eva', 0);
  const put = vi.spyOn(store, 'put').mockRejectedValueOnce(new StorageError('unavailable', null));
  const newer = { items: [], groups: [] };
  await answer(cache, newer);
  expect(warn).toHaveBeenCalledOnce();
  const teams = '/api/users/me/teams';
  cache.set(teams, { data: { items: [] } });
  await save();
  expect(put.mock.lastCall?.[0].map(([key]) => key)).toEqual([address, teams]);
});

it('an answer that could not be saved is not saved any more once the server has taken it away', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { store, cache } = await openCache('fay', 0);
  vi.spyOn(store, 'put').mockRejectedValueOnce(new StorageError('unavailable', null));
  await answer(cache, { items: [], groups: [] });
  const error = new ApiError(404, { code: 'not_found', title: 'Not found' });
  cache.set(address, { ...cache.get(address), error, isValidating: false });
  cache.set('/api/users/me/teams', { data: { items: [] } });
  await save();
  expect([...store.rows.keys()]).toEqual(['/api/users/me/teams']);
});

it('a refusal below an event stays when the answer of the event comes after it, and what it no longer grants goes', async () => {
  const { cache } = await openCache('lea', 0);
  const event = '/api/events/01a1fd8c-69bf-7580-bd85-df102e831089';
  const error = new ApiError(409, { code: 'not_permitted', title: 'Only coaches can' });
  cache.set(`${event}/check-in-key`, { error, isValidating: false });
  cache.set(`${event}/attendance`, { data: { items: [] }, error, isValidating: true });
  cache.set(event, { data: { can: { markAttendance: false } }, isValidating: false });
  expect(cache.get(`${event}/check-in-key`)?.error).toBe(error);
  expect(cache.get(`${event}/attendance`)).toEqual({ data: undefined, error, isValidating: true });
});

/** A cache with an answer that the device could not store. Only the browser's idle time is real. */
async function failToSave(userId: string) {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { store, cache } = await openCache(userId, 0);
  const put = vi.spyOn(store, 'put').mockRejectedValueOnce(new StorageError('unavailable', null));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  cache.set(address, { data: { items: [], groups: [] } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(put).toHaveBeenCalledOnce();
  return put;
}

it('an answer that could not be saved is saved later, although no other one arrives', async () => {
  const put = await failToSave('ida');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(put).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(put).toHaveBeenCalledTimes(2);
});

it('a device that cannot store anything is asked less and less often', async () => {
  const put = await failToSave('jan');
  put.mockRejectedValue(new StorageError('unavailable', null));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(put.mock.calls.length).toBeLessThan(12);
});

it('an answer that could not be saved waits while the page is hidden', async () => {
  const put = await failToSave('kim');
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(put).toHaveBeenCalledOnce();
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(put).toHaveBeenCalledTimes(2);
});

it('the page listens for its end once, however often someone signs in', async () => {
  const add = vi.spyOn(globalThis, 'addEventListener');
  createPersonalCache('gus', () => true);
  createPersonalCache('hal', () => true);
  expect(add).not.toHaveBeenCalled();
});

it('deleting what another user has left keeps the loaded answers and the roles of this one', async () => {
  const roles = JSON.stringify({ userId: 'mia', roles: ['7 coach'], lostAt: 0 });
  localStorage.setItem('savedUnderRoles', roles);
  stores.set('mia', memoryStore());
  const loaded = await loadDevice('mia');
  for (const deletion of [forget, forgetSaved]) {
    await deletion('ben');
    expect(await loadDevice('mia')).toBe(loaded);
    expect(localStorage.getItem('savedUnderRoles')).toBe(roles);
  }
  await forgetSaved('mia');
  expect(localStorage.getItem('savedUnderRoles')).toBeNull();
  expect(await loadDevice('mia')).not.toBe(loaded);
});
