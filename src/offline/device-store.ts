// The IndexedDB rows of one user on this device, under a key prefix. The only file that imports idb-keyval.
// Storage may be missing, blocked, full or unresponsive; then a call rejects, and the caller continues without it.
import { createStore, delMany, promisifyRequest, type UseStore } from 'idb-keyval';

/** `answers`: answers of the server, to read offline. `outbox`: queued writes. */
export type DevicePart = 'answers' | 'outbox';

export type DeviceStore<Row> = {
  /** All rows of this user, by key. Their shape is not checked. */
  entries(): Promise<[string, unknown][]>;
  put(rows: [string, Row][]): Promise<void>;
  /** Updates a row; resolves to false, and writes nothing, if it was removed meanwhile. */
  replace(key: string, row: Row): Promise<boolean>;
  remove(keys: string[]): Promise<void>;
  /** Removes a row if `isRemovable` says so of the stored one, in one transaction; resolves to whether it did. */
  removeIf(key: string, isRemovable: (row: Row) => boolean): Promise<boolean>;
};

/** A database that takes longer counts as blocked: some browsers then send no event at all. */
const defaultTimeoutMs = 2000;
/** For data that would be lost otherwise, such as a reply made offline: a busy device can be this slow. */
export const longTimeoutMs = 10_000;
const tickMs = 100;

/** Parts with a call that timed out and is still pending: further calls with the default timeout fail at once. */
const unresponsive = new Set<DevicePart>();

const opened = new Map<DevicePart, UseStore>();

function storeOf(part: DevicePart): UseStore {
  const store = opened.get(part) ?? createStore(`sideline-${part}`, 'rows');
  opened.set(part, store);
  return store;
}

/** The rows of one user in a part. Opens the database at the first call. `timeoutMs` counts while the page runs. */
export function deviceStore<Row>(
  part: DevicePart,
  userId: string,
  timeoutMs: number = defaultTimeoutMs,
): DeviceStore<Row> {
  const prefix = `${userId} `;
  const timed = <T>(work: () => Promise<T>) => withTimeout(timeoutMs, part, work);
  return {
    entries: () =>
      timed(async () => {
        const [keys, rows] = await readRange(part, prefix);
        return keys.map((key, index) => [key.slice(prefix.length), rows[index]]);
      }),
    put: (rows) =>
      timed(() =>
        storeOf(part)('readwrite', async (store) => {
          for (const [key, row] of rows) store.put(row, prefix + key);
          const written = promisifyRequest(store.transaction);
          // Commit explicitly: if the page closes now, an open transaction is aborted.
          store.transaction.commit();
          await written;
        }),
      ),
    replace: (key, row) =>
      timed(() =>
        storeOf(part)('readwrite', async (store) => {
          const isThere = (await promisifyRequest(store.count(prefix + key))) > 0;
          if (!isThere) return false;
          store.put(row, prefix + key);
          // A full device fails at the end of the transaction, not at the put.
          await promisifyRequest(store.transaction);
          return true;
        }),
      ),
    remove: (keys) =>
      timed(() =>
        delMany(
          keys.map((key) => prefix + key),
          storeOf(part),
        ),
      ),
    removeIf: (key, isRemovable) =>
      timed(() =>
        storeOf(part)('readwrite', async (store) => {
          const row: Row | undefined = await promisifyRequest(store.get(prefix + key));
          if (row === undefined || !isRemovable(row)) return false;
          store.delete(prefix + key);
          await promisifyRequest(store.transaction);
          return true;
        }),
      ),
  };
}

/** Deletes all rows of a user. Without IndexedDB there are none. */
export async function deleteUserRows(userId: string): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  await Promise.all([
    deleteRanges('answers', () => [rangeOf(`${userId} `)]),
    deleteRanges('outbox', () => [rangeOf(`${userId} `)]),
  ]);
}

/** Deletes the saved answers of a user; their queued writes stay. */
export function deleteSavedAnswers(userId: string): Promise<void> {
  return deleteRanges('answers', () => [rangeOf(`${userId} `)]);
}

/** Deletes the saved answers of all other users. Their queued writes stay until they sign in again. */
export function deleteOthersSavedAnswers(userId: string): Promise<void> {
  return deleteRanges('answers', () => [
    IDBKeyRange.upperBound(`${userId} `, true),
    IDBKeyRange.lowerBound(`${userId} ${lastCharacter}`, true),
  ]);
}

/** The last one that a key can have after its prefix. */
const lastCharacter = '\uffff';

const rangeOf = (prefix: string) => IDBKeyRange.bound(prefix, prefix + lastCharacter);

/**
 * Deletes rows by their keys: reading thousands of them first would take seconds. `ranges` throws without IndexedDB. Waits for a
 * busy device: what someone leaves behind must not stay because it was slow.
 */
function deleteRanges(part: DevicePart, ranges: () => IDBKeyRange[]): Promise<void> {
  return withTimeout(longTimeoutMs, part, () =>
    storeOf(part)('readwrite', async (store) => {
      for (const range of ranges()) store.delete(range);
      const deleted = promisifyRequest(store.transaction);
      // As in `put`.
      store.transaction.commit();
      await deleted;
    }),
  );
}

function readRange(part: DevicePart, prefix: string): Promise<[string[], unknown[]]> {
  return storeOf(part)('readonly', (store) => {
    const range = rangeOf(prefix);
    return Promise.all([
      promisifyRequest(store.getAllKeys(range)) as Promise<string[]>,
      promisifyRequest(store.getAll(range)),
    ]);
  });
}

/** Rejects with StorageError if the call fails or times out. */
async function withTimeout<T>(timeoutMs: number, part: DevicePart, work: () => Promise<T>): Promise<T> {
  let cancelTimeout = () => {};
  try {
    if (timeoutMs === defaultTimeoutMs && unresponsive.has(part))
      throw new Error('The storage has not answered yet.');
    const working = work();
    const timeout = new Promise<never>((_, reject) => {
      cancelTimeout = setActiveTimeout(timeoutMs, () => {
        unresponsive.add(part);
        const answered = () => unresponsive.delete(part);
        working.then(answered, answered);
        reject(new Error('The storage does not answer.'));
      });
    });
    return await Promise.race([working, timeout]);
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
    // WebKit closes connections without an event, and then every call fails: the next one opens a new connection.
    if (cause instanceof DOMException && !isFull) opened.delete(part);
    throw new StorageError(isFull ? 'full' : 'unavailable', cause);
  } finally {
    cancelTimeout();
  }
}

/**
 * A timeout that counts only the time in which the page runs: sleep or a long task counts as one tick. A single overdue
 * timer would fire before the event of a result that arrived meanwhile. Returns a function that cancels it.
 */
function setActiveTimeout(durationMs: number, callback: () => void): () => void {
  let leftMs = durationMs;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => {
      leftMs -= tickMs;
      if (leftMs > 0) wait();
      else callback();
    }, tickMs);
  };
  wait();
  return () => clearTimeout(timer);
}

/** A storage call failed: the storage is `full`, or `unavailable` (blocked, broken or missing). */
export class StorageError extends Error {
  readonly kind: 'full' | 'unavailable';

  constructor(kind: 'full' | 'unavailable', cause: unknown) {
    super(
      kind === 'full'
        ? 'The storage of this device is full.'
        : 'This browser does not let the app keep anything.',
      { cause },
    );
    this.kind = kind;
  }
}
