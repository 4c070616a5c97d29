// The answers that the device stores for a user to read offline: which ones, for how long, and how many bytes.
import { savedReads } from 'virtual:saved-reads';
import { type DeviceStore, StorageError } from './device-store.ts';

/** `data` as the server sent it; `bytes` is its approximate size. */
export type SavedAnswer = { data: unknown; savedAt: number; bytes: number; version: number };

/** Raise it when the shape of answers changes: rows of another version are ignored. */
const version = 1;
const maxBytes = 20_000_000;
const maxAgeMs = 60 * 86_400_000;

/** Whether this version of the app wrote the row. */
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

const reads = savedReads.map(([pattern, grant]) => ({ pattern: new RegExp(pattern), grant }));

/** Whether the answer of this URL may be stored for the user (the contract's `offline` field). */
export const maySave = (url: string): boolean => reads.some(({ pattern }) => pattern.test(url));

/** Whether the own answer of a team, an organization or an event grants the answer of a URL below it (`grantedBy`). */
export const isGranted = (url: string): boolean => grantOf(url) !== null;

const grantOf = (url: string) => reads.find(({ pattern }) => pattern.test(url))?.grant ?? null;

/** Whether `above`, the own answer of the team, organization or event, says that this viewer is refused the answer of the URL. */
export function isRefusedBy(above: unknown, url: string): boolean {
  let value = above;
  for (const field of grantOf(url) ?? [])
    value = (value as Record<string, unknown> | null | undefined)?.[field];
  return value === false || value === null;
}

/** Own answers of teams, organizations and events: what they no longer grant, and what is below one that is refused, is deleted. */
export const isSubject = (url: string): boolean =>
  /^\/api\/(?:teams|organizations|events)\/[^/?]+$/.test(url);

/** Loads the usable rows, whatever their age. Removes malformed rows, those of another version, and the oldest beyond the limit. */
export async function loadSaved(
  store: DeviceStore<SavedAnswer>,
  isUsable: (key: string, data: unknown) => boolean,
): Promise<Map<string, SavedAnswer>> {
  const rows = await store.entries();
  const good = rows.filter(isSavedEntry).filter(([key, { data }]) => isUsable(key, data));
  const usable = new Map(good);
  const unusable = rows.map(([key]) => key).filter((key) => !usable.has(key));
  const over = oldestOver(good, maxBytes);
  for (const key of over) usable.delete(key);
  if (unusable.length + over.length > 0) await store.remove([...unusable, ...over]);
  return usable;
}

/** Removes the rows of `saved` that are too old at `now`, unless they were saved again since. */
export async function removeOld(
  store: DeviceStore<SavedAnswer>,
  saved: ReadonlyMap<string, SavedAnswer>,
  now: number,
): Promise<void> {
  const isOld = ({ savedAt }: SavedAnswer) => now - savedAt > maxAgeMs;
  for (const [key, row] of saved) if (isOld(row)) await store.removeIf(key, isOld);
}

/** Stores answers by URL. If the device is full, removes the oldest half of the stored bytes first. */
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

/** The keys of the oldest rows above `most` bytes. */
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
