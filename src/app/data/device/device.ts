// SWR's answers of the person signed in, kept on their device: read back before the first paint, written down as they
// come. Only what the contract allows, and only while this person is signed in.
import { useSyncExternalStore } from 'react';
import type { Cache, State } from 'swr';
import { isAnswerOf, readAt } from '../../../offline/answer-shapes.ts';
import {
  type DeviceStore,
  deviceStore,
  forgetAnswers,
  forgetOthersAnswers,
  forgetPerson,
} from '../../../offline/device-store.ts';
import { loadSaved, maySave, type SavedAnswer, saveAnswers } from '../../../offline/saved-answers.ts';
import { idle } from '../http/idle.ts';
import { noteCopies } from '../resources/freshness.ts';
import { listAddress, listKey, rememberList } from '../resources/list-keys.ts';

/** Begins the key of a row that holds a list: its first page is what is kept. Other rows have the address alone. */
const listMark = 'list ';
const restMs = 400;

type Saved = ReadonlyMap<string, SavedAnswer>;
let loading: { userId: string; saved: Promise<Saved> } | null = null;
/** What has been read back. */
let loaded: { userId: string; saved: Saved } | null = null;

let trouble: 'full' | 'unavailable' | null = null;

const listeners = new Set<() => void>();

function setTrouble(next: typeof trouble): void {
  trouble = next;
  for (const listener of listeners) listener();
}

/** What the device cannot keep, for the settings to say; null while all is well. */
export function useStorageTrouble(): typeof trouble {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => trouble,
    () => null,
  );
}

const addressOfRow = (row: string) => (row.startsWith(listMark) ? row.slice(listMark.length) : row);

/** Whether what a row holds can be shown: an answer as this version of the app expects it, or pages of it. */
function isUsable(row: string, data: unknown): boolean {
  const call = readAt(addressOfRow(row));
  if (call === null) return false;
  const isAnswer = (answer: unknown) => isAnswerOf(call, answer);
  if (!row.startsWith(listMark)) return isAnswer(data);
  return Array.isArray(data) && data.length > 0 && data.every(isAnswer);
}

/** What this device holds of a person, read once. Never rejects: without storage there is nothing. */
export function loadDevice(userId: string): Promise<Saved> {
  if (loading?.userId !== userId) loading = { userId, saved: readBack(userId) };
  return loading.saved;
}

async function readBack(userId: string): Promise<Saved> {
  let saved: Saved = new Map();
  try {
    saved = await loadSaved(deviceStore('answers', userId), Date.now(), isUsable);
  } catch (error) {
    report(error);
  }
  if (loading?.userId === userId) loaded = { userId, saved };
  noteCopies([...saved].map(([row, { savedAt }]) => [addressOfRow(row), savedAt]));
  return saved;
}

/** The cache for one person: filled from the device, and written back to it for as long as `isHere`. */
export function createPersonalCache(userId: string, isHere: () => boolean): Cache {
  // What was read back for someone who has left is theirs alone.
  if (loading?.userId !== userId) forgetLoaded();
  return new PersonalCache(userId, isHere, loaded?.saved ?? []);
}

function forgetLoaded(): void {
  loading = null;
  loaded = null;
}

class PersonalCache extends Map<string, State> {
  readonly #store: DeviceStore<SavedAnswer>;
  readonly #isHere: () => boolean;
  #dirty = new Map<string, unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, isHere: () => boolean, saved: Iterable<[string, SavedAnswer]>) {
    super();
    // Data only: a state that was loading or failing then says nothing about now.
    for (const [row, { data }] of saved) {
      const address = addressOfRow(row);
      super.set(row === address ? address : rememberList(address), { data });
    }
    this.#isHere = isHere;
    this.#store = deviceStore('answers', userId);
    addEventListener('pagehide', () => void this.#flush());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.#flush();
    });
  }

  override set(key: string, state: State): this {
    const isNew = state.data !== undefined && state.data !== this.get(key)?.data;
    super.set(key, state);
    const list = listAddress(key);
    if (isNew && this.#isKept(list ?? key, list !== null)) {
      if (list === null) this.#dirty.set(key, state.data);
      else this.#dirty.set(listMark + list, (state.data as unknown[]).slice(0, 1));
      clearTimeout(this.#timer);
      // A large answer takes the frame of a tap to be copied.
      this.#timer = setTimeout(() => void idle().then(() => this.#flush()), restMs);
    }
    return this;
  }

  /** A list is kept as a list: its pages under their own addresses would count as fresh when read back. */
  #isKept(address: string, isList: boolean): boolean {
    return maySave(address) && !address.includes('cursor=') && (isList || !this.has(listKey(address)));
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    const answers = new Map(this.#dirty);
    this.#dirty.clear();
    // What comes after signing out is nobody's any more.
    if (answers.size === 0 || !this.#isHere()) return;
    try {
      await saveAnswers(this.#store, answers, Date.now());
      setTrouble(null);
    } catch (error) {
      report(error);
    }
  }
}

/** How many answers of a person are kept here, and about how many bytes they take; null where none can be kept. */
export async function keptHere(userId: string): Promise<{ count: number; bytes: number } | null> {
  try {
    const saved = await loadSaved(deviceStore('answers', userId), Date.now(), isUsable);
    return { count: saved.size, bytes: [...saved.values()].reduce((sum, { bytes }) => sum + bytes, 0) };
  } catch (error) {
    report(error);
    return null;
  }
}

/** Deletes the answers of a person here; what waits to be sent stays. Rejects with StorageError. */
export const clearKept = forgetAnswers;

/** Deletes what a person could read here; what they have not sent stays. */
export function forgetSaved(userId: string): Promise<void> {
  forgetLoaded();
  return forgetAnswers(userId).catch(report);
}

/** Deletes what is kept of a person here: answers and waiting changes. */
export function forget(userId: string): Promise<void> {
  forgetLoaded();
  return forgetPerson(userId).catch(report);
}

/** Deletes what others could read here; someone else is signed in now. */
export const forgetOthers = (userId: string) => forgetOthersAnswers(userId).catch(report);

function report(error: unknown): void {
  setTrouble((error as { kind?: typeof trouble }).kind ?? 'unavailable');
  console.warn('The device cannot keep answers for reading offline.', error);
}
