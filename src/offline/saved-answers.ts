// The answers that one person's device keeps for reading offline: which may be kept, for how long, how many.
import { savedReads } from 'virtual:saved-reads';
import { type DeviceStore, StorageError } from './device-store.ts';

/** `data` as the server sent it; `bytes` about how much room it takes. */
export type SavedAnswer = { data: unknown; savedAt: number; bytes: number; version: number };

/** Raise it when the shape of answers changes: rows of another version are not shown. */
const version = 1;
const maxBytes = 20_000_000;
const maxAgeMs = 60 * 86_400_000;

/** Whether this version of the app wrote it; what else is found is not shown. */
function isSaved(row: unknown): row is SavedAnswer {
  if (typeof row !== 'object' || row === null) return false;
  const saved = row as Partial<SavedAnswer>;
  return (
    saved.version === version &&
    Number.isFinite(saved.savedAt) &&
    Number.isFinite(saved.bytes) &&
    typeof saved.data === 'object' &&
    saved.data !== null
  );
}

const isSavedEntry = (entry: [string, unknown]): entry is [string, SavedAnswer] => isSaved(entry[1]);

const patterns = savedReads.map((pattern) => new RegExp(pattern));

/** Whether the answer to this address may be kept for the person signed in (the contract's `offline` field). */
export const maySave = (url: string): boolean => patterns.some((pattern) => pattern.test(url));

/**
 * All that is still worth showing: rows whose data is usable under their key. Those that are too old, broken, or of another
 * version are removed.
 */
export async function loadSaved(
  store: DeviceStore<SavedAnswer>,
  now: number,
  isUsable: (key: string, data: unknown) => boolean,
): Promise<Map<string, SavedAnswer>> {
  const rows = await store.entries();
  const good = rows
    .filter(isSavedEntry)
    .filter(([key, { savedAt, data }]) => now - savedAt < maxAgeMs && isUsable(key, data));
  const kept = new Map(good);
  const gone = rows.map(([key]) => key).filter((key) => !kept.has(key));
  const over = oldestOver(good, maxBytes);
  for (const key of over) kept.delete(key);
  if (gone.length + over.length > 0) await store.remove([...gone, ...over]);
  return kept;
}

/** Keeps answers by address. Where the device is full, the oldest half of what it holds makes room. */
export async function saveAnswers(
  store: DeviceStore<SavedAnswer>,
  answers: ReadonlyMap<string, unknown>,
  now: number,
): Promise<void> {
  const rows = [...answers].map(([key, data]): [string, SavedAnswer] => [
    key,
    { data, savedAt: now, bytes: JSON.stringify(data).length, version },
  ]);
  try {
    await store.put(rows);
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'full') throw error;
    const held = (await store.entries()).filter(isSavedEntry);
    const total = held.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    await store.remove(oldestOver(held, total / 2));
    await store.put(rows);
  }
}

/** The keys of the oldest rows beyond so many bytes. */
function oldestOver(rows: [string, SavedAnswer][], most: number): string[] {
  let left = most;
  return rows
    .toSorted(([, a], [, b]) => b.savedAt - a.savedAt)
    .filter(([, { bytes }]) => {
      left -= bytes;
      return left < 0;
    })
    .map(([key]) => key);
}
