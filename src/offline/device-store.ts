// What one person keeps on this device: rows by key in IndexedDB, under their own prefix. The only file that knows
// idb-keyval. Storage may be missing, blocked, full or hang; then a call rejects, and the caller goes on without.
import { createStore, delMany, promisifyRequest, type UseStore } from 'idb-keyval';

/** `answers`: what the server said, so that it can be read offline. `outbox`: what waits to be sent. */
export type DevicePart = 'answers' | 'outbox';

export type DeviceStore<Row> = {
  /** All rows of this person, by key; readers check that they are theirs. */
  entries(): Promise<[string, unknown][]>;
  put(rows: [string, Row][]): Promise<void>;
  /** Writes a row that is still there; false where it was removed meanwhile, and then nothing is kept. */
  replace(key: string, row: Row): Promise<boolean>;
  remove(keys: string[]): Promise<void>;
};

/** A database that takes longer than this while the page runs counts as blocked: some browsers then say nothing at all. */
const patienceMs = 2000;
/** For what would be lost otherwise, such as a reply made offline: a busy device can be this slow. */
export const longPatienceMs = 10_000;
const tickMs = 100;

/** Parts that have kept someone waiting, and still have not answered: nobody else waits for them. */
const silent = new Set<DevicePart>();

const opened = new Map<DevicePart, UseStore>();

function storeOf(part: DevicePart): UseStore {
  const store = opened.get(part) ?? createStore(`sideline-${part}`, 'rows');
  opened.set(part, store);
  return store;
}

/** One person's rows of a part. Opens nothing until it is used. `limitMs`: how long a call may take while the page runs. */
export function deviceStore<Row>(
  part: DevicePart,
  userId: string,
  limitMs: number = patienceMs,
): DeviceStore<Row> {
  const prefix = `${userId} `;
  const patiently = <T>(work: () => Promise<T>) => within(limitMs, part, work);
  return {
    entries: () =>
      patiently(async () => {
        const [keys, rows] = await readRange(part, prefix);
        return keys.map((key, index) => [key.slice(prefix.length), rows[index]]);
      }),
    put: (rows) =>
      patiently(() =>
        storeOf(part)('readwrite', async (store) => {
          for (const [key, row] of rows) store.put(row, prefix + key);
          const written = promisifyRequest(store.transaction);
          // A page that is closed at once leaves a write behind only where nothing more is to come from it.
          store.transaction.commit();
          await written;
        }),
      ),
    replace: (key, row) =>
      patiently(() =>
        storeOf(part)('readwrite', async (store) => {
          const isThere = (await promisifyRequest(store.count(prefix + key))) > 0;
          if (!isThere) return false;
          store.put(row, prefix + key);
          // A device that is full says so at the end, not at the put.
          await promisifyRequest(store.transaction);
          return true;
        }),
      ),
    remove: (keys) =>
      patiently(() =>
        delMany(
          keys.map((key) => prefix + key),
          storeOf(part),
        ),
      ),
  };
}

/** Deletes all that is kept of a person. */
export async function forgetPerson(userId: string): Promise<void> {
  const isTheirs = (key: string) => key.startsWith(`${userId} `);
  await Promise.all([removeWhere('answers', isTheirs), removeWhere('outbox', isTheirs)]);
}

/** Deletes what a person can read here without a connection; what they have not sent yet stays. */
export function forgetAnswers(userId: string): Promise<void> {
  return removeWhere('answers', (key) => key.startsWith(`${userId} `));
}

/** Deletes what others could read here. What they have not sent yet stays theirs, for when they come back. */
export function forgetOthersAnswers(userId: string): Promise<void> {
  return removeWhere('answers', (key) => !key.startsWith(`${userId} `));
}

function removeWhere(part: DevicePart, isGone: (key: string) => boolean): Promise<void> {
  return within(patienceMs, part, async () => {
    const [keys] = await readRange(part, '');
    const gone = keys.filter(isGone);
    if (gone.length > 0) await delMany(gone, storeOf(part));
  });
}

function readRange(part: DevicePart, prefix: string): Promise<[string[], unknown[]]> {
  return storeOf(part)('readonly', (store) => {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    return Promise.all([
      promisifyRequest(store.getAllKeys(range)) as Promise<string[]>,
      promisifyRequest(store.getAll(range)),
    ]);
  });
}

/** Rejects with StorageError when the device cannot keep or find what it should. */
async function within<T>(limitMs: number, part: DevicePart, work: () => Promise<T>): Promise<T> {
  let cancelPatience = () => {};
  try {
    if (limitMs === patienceMs && silent.has(part)) throw new Error('The storage has not answered yet.');
    const working = work();
    const patience = new Promise<never>((_, reject) => {
      cancelPatience = afterRunning(limitMs, () => {
        silent.add(part);
        const answered = () => silent.delete(part);
        working.then(answered, answered);
        reject(new Error('The storage does not answer.'));
      });
    });
    return await Promise.race([working, patience]);
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
    // WebKit closes connections without an event, and then every call fails: the next one opens a new connection.
    if (cause instanceof DOMException && !isFull) opened.delete(part);
    throw new StorageError(isFull ? 'full' : 'unavailable', cause);
  } finally {
    cancelPatience();
  }
}

/**
 * Calls back once the page has run for so long. A phone that slept or a long task counts as one tick: an overdue timer
 * would be called before the answer that arrived meanwhile. Returns how to cancel.
 */
function afterRunning(durationMs: number, callback: () => void): () => void {
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

/** The device could not keep something: its storage is `full`, or `unavailable` (blocked, broken, or not there). */
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
