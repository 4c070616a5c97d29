// SWR's cache of the signed-in user, persisted on the device: loaded before the first paint, and saved as answers arrive.
// Only answers that the contract allows, and only while this user is signed in.
import type { Cache, State } from 'swr';
import { isAnswerOf, readAt } from '../../../offline/answer-shapes.ts';
import {
  type DeviceStore,
  deleteOthersSavedAnswers,
  deleteSavedAnswers,
  deleteUserRows,
  deviceStore,
  longTimeoutMs,
} from '../../../offline/device-store.ts';
import { dropHeldRows } from '../../../offline/held-rows.ts';
import {
  isRefusedBy,
  isSubject,
  loadSaved,
  maySave,
  removeOld,
  type SavedAnswer,
  saveAnswers,
} from '../../../offline/saved-answers.ts';
import { onTimeKnown, serverNow } from '../http/clock.ts';
import { idle } from '../http/idle.ts';
import { isTakenAway } from '../http/problem.ts';
import { once } from '../once.ts';
import { isCreated } from '../resources/created-events.ts';
import { answeredAt, noteCopies } from '../resources/freshness.ts';
import { listAddress, listKey, rememberList } from '../resources/list-keys.ts';
import { createStore } from '../store.ts';
import { useStore } from '../use-store.ts';
import { forgetRoles } from './saved-roles.ts';

/** The prefix of row keys that hold a list, of which only the first page is saved. Other keys are an address. */
const listMark = 'list ';
const restMs = 400;
/** The pauses before another try where the device could not store answers: each is twice as long as the one before. */
const firstRetryMs = 10_000;
const longestRetryMs = 3_600_000;
/** An answer that is still the same is saved again after this time, so that it does not look older than it is. */
const saveAgainMs = 3_600_000;

/** By SWR key. */
type Saved = ReadonlyMap<string, SavedAnswer>;
/** The answers of one user at a time. `loaded`: null until they are there. Read once, to fill the cache; nothing shows them. */
let device: { userId: string; saved: Promise<Saved>; loaded: Saved | null } | null = null;

type Trouble = 'full' | 'unavailable' | null;
const trouble = createStore<Trouble>(() => null);

/** Why the device cannot save answers; null while it can. */
export const useStorageTrouble = (): Trouble => useStore(trouble, (why) => why, null);

const addressOfRow = (row: string) => (row.startsWith(listMark) ? row.slice(listMark.length) : row);
const rowOfKey = (key: string) => {
  const list = listAddress(key);
  return list === null ? key : listMark + list;
};
const keyOfRow = (row: string) => (row.startsWith(listMark) ? rememberList(addressOfRow(row)) : row);

/** Whether the data of a row match the contract of this version of the app. */
function isUsable(row: string, data: unknown): boolean {
  const call = readAt(addressOfRow(row));
  if (call === null) return false;
  const isAnswer = (answer: unknown) => isAnswerOf(call, answer);
  if (!row.startsWith(listMark)) return isAnswer(data);
  return Array.isArray(data) && data.length > 0 && data.every(isAnswer);
}

/** Loads a user's saved answers, once. Never rejects: without storage the map is empty. */
export function loadDevice(userId: string): Promise<Saved> {
  if (device?.userId !== userId) device = { userId, saved: readBack(userId), loaded: null };
  return device.saved;
}

async function readBack(userId: string): Promise<Saved> {
  let rows: ReadonlyMap<string, SavedAnswer> = new Map();
  try {
    // Reading thousands of answers takes seconds on a busy phone.
    rows = await loadSaved(deviceStore('answers', userId, longTimeoutMs), isUsable);
  } catch (error) {
    report(error);
  }
  const saved = new Map([...rows].map(([row, answer]) => [keyOfRow(row), answer]));
  if (device?.userId === userId) device.loaded = saved;
  noteCopies([...rows].map(([row, { savedAt }]) => [addressOfRow(row), savedAt]));
  // Not by the device's clock alone: it may be wrong by months, and without a network these answers are all there is.
  onTimeKnown(() => {
    const now = Math.min(Date.now(), serverNow());
    void removeOld(deviceStore('answers', userId), rows, now).catch(report);
  });
  return saved;
}

/** The SWR cache of one user: filled from the device, and saved to it while `isHere` returns true. */
export function createPersonalCache(userId: string, isHere: () => boolean): Cache {
  // Drop the loaded answers of another user.
  if (device?.userId !== userId) device = null;
  return new PersonalCache(userId, isHere, device?.loaded ?? []);
}

/** Another user may be signed in by now. */
function forgetLoaded(userId: string): void {
  if (device?.userId === userId) device = null;
}

/** The cache that has answers to save. */
let unsaved: PersonalCache | null = null;

const saveBeforeEnd = once(() => {
  addEventListener('pagehide', () => void unsaved?.save());
  // Also a page that becomes visible again: a hidden one does not retry.
  document.addEventListener('visibilitychange', () => void unsaved?.save());
});

class PersonalCache extends Map<string, State> {
  readonly #store: DeviceStore<SavedAnswer>;
  readonly #isHere: () => boolean;
  /** The keys of the answers to save. */
  #dirty = new Set<string>();
  /** By key, when this page has saved the answer. */
  readonly #savedAt = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;

  constructor(userId: string, isHere: () => boolean, saved: Iterable<[string, SavedAnswer]>) {
    super();
    // Only the data: a saved loading or error state would be outdated.
    for (const [key, { data }] of saved) super.set(key, { data });
    this.#isHere = isHere;
    this.#store = deviceStore('answers', userId);
    saveBeforeEnd();
  }

  override set(key: string, state: State): this {
    const before = this.get(key);
    // What a slow device has brought late is as old as it was.
    const isLoaded = state.data === device?.loaded?.get(key)?.data;
    const isNew =
      state.data !== undefined && state.data !== before?.data && !isLoaded && !isCreated(state.data);
    const isConfirmed = before?.isValidating === true && this.#isConfirmed(key, state);
    super.set(key, state);
    // A copy would outlive the permission of this person.
    const isGone = (state.data === undefined && before?.data !== undefined) || isTakenAway(state.error);
    if (isSubject(key) && (isGone || isNew)) this.#dropBelow(key, isGone ? null : state.data);
    if (isGone) this.#drop(key);
    else if ((isNew || isConfirmed) && this.#isKept(key)) {
      this.#dirty.add(key);
      this.#savedAt.set(key, Date.now());
      unsaved = this;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#saveWhenIdle(), restMs);
    }
    return this;
  }

  /** Copying a large answer would delay the frame of a tap. */
  #saveWhenIdle(): void {
    void idle().then(() => this.save());
  }

  /** Whether the server has sent the same answer again, long after it was saved. */
  #isConfirmed(key: string, { data, error, isValidating }: State): boolean {
    if (data === undefined || error || isValidating) return false;
    const savedAt = this.#savedAt.get(key) ?? device?.loaded?.get(key)?.savedAt ?? 0;
    const isOnDevice = savedAt > clearedAt;
    return (answeredAt(listAddress(key) ?? key) ?? 0) - (isOnDevice ? savedAt : 0) > saveAgainMs;
  }

  /** A list is saved as a list: its pages under their own addresses would count as fresh when loaded. */
  #isKept(key: string): boolean {
    const list = listAddress(key);
    const address = list ?? key;
    return maySave(address) && !address.includes('cursor=') && (list !== null || !this.has(listKey(address)));
  }

  /** What is saved below a team, an organization or an event: without its own answer all of it, else what that refuses. */
  #dropBelow(subject: string, answer: unknown): void {
    for (const key of [...this.keys()]) {
      const address = listAddress(key) ?? key;
      // Without data it may be a refusal, whose screen would load without end.
      const state = this.get(key);
      if (!address.startsWith(`${subject}/`) || state?.data === undefined) continue;
      if (answer !== null && !isRefusedBy(answer, address)) continue;
      super.set(key, { ...state, data: undefined });
      this.#drop(key);
    }
  }

  #drop(key: string): void {
    this.#dirty.delete(key);
    if (this.#isHere()) void this.#store.remove([rowOfKey(key)]).catch(report);
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer);
    const keys = this.#dirty;
    this.#dirty = new Set();
    const answers = new Map([...keys].flatMap((key) => this.#answerAt(key)));
    // Answers that arrive after a logout are not saved.
    if (answers.size === 0 || !this.#isHere()) return;
    try {
      await saveAnswers(this.#store, answers, Date.now());
      trouble.dispatch(null);
      this.#retryMs = firstRetryMs;
    } catch (error) {
      report(error);
      // They are saved with the next ones, or later. On a full device they would prevent that.
      if (trouble.get() === 'full') return;
      for (const key of keys) this.#dirty.add(key);
      this.#retry();
    }
  }

  /** Less and less often, and not while the page is hidden: a storage that is blocked for good must not drain the battery. */
  #retry(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (document.visibilityState === 'hidden') return;
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
      this.#saveWhenIdle();
    }, this.#retryMs);
  }

  /** The row of a key and its data; nothing if it was dropped since. */
  #answerAt(key: string): [row: string, data: unknown][] {
    const { data, error } = this.get(key) ?? {};
    if (data === undefined || isTakenAway(error)) return [];
    return [[rowOfKey(key), listAddress(key) === null ? data : (data as unknown[]).slice(0, 1)]];
  }
}

/** The number of a user's saved answers and their approximate size; null if storage is unavailable. */
export async function savedStats(userId: string): Promise<{ count: number; bytes: number } | null> {
  try {
    const saved = await loadSaved(deviceStore('answers', userId), isUsable);
    return { count: saved.size, bytes: [...saved.values()].reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (error) {
    report(error);
    return null;
  }
}

/** When the saved answers were cleared: what was saved before is saved again with its next answer, also if that says the same. */
let clearedAt = 0;

/** Deletes a user's saved answers; queued writes stay. Rejects with StorageError. */
export async function clearSavedAnswers(userId: string): Promise<void> {
  await deleteSavedAnswers(userId);
  clearedAt = Date.now();
}

/** Deletes a user's saved answers and the loaded ones; queued writes stay. Never rejects. */
export function forgetSaved(userId: string): Promise<void> {
  forgetLoaded(userId);
  forgetRoles(userId);
  return deleteSavedAnswers(userId).catch(report);
}

/** Deletes a user's saved answers and queued writes. Resolves to whether that succeeded. */
export async function forget(userId: string): Promise<boolean> {
  forgetLoaded(userId);
  forgetRoles(userId);
  dropHeldRows(userId);
  try {
    await deleteUserRows(userId);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Deletes the saved answers of all other users. */
export const forgetOthers = (userId: string) => deleteOthersSavedAnswers(userId).catch(report);

function report(error: unknown): void {
  trouble.dispatch((error as { kind?: Trouble }).kind ?? 'unavailable');
  console.warn('The device cannot keep answers for reading offline.', error);
}
