// The outbox: queued writes on the device, in order. send-queue.ts sends them.
import { type DeviceStore, StorageError } from './device-store.ts';

export type QueuedWrite = {
  /** Also its Idempotency-Key, so that the server applies it once when it is sent again. */
  id: string;
  call: string;
  params: Record<string, string>;
  body: Record<string, unknown>;
  /** The key of its target. A newer write with the same subject replaces one that was never sent. */
  subject: string;
  /** Its text in the list of queued writes. */
  title: string;
  queuedAt: number;
  /**
   * How far the server's clock was ahead of the device's when the write was made, in milliseconds, as far as the page knew. Its
   * times are by that clock, also where the device has set its clock since.
   */
  offsetMs?: number | undefined;
  /** How often it was sent without a final answer. */
  attempts: number;
  /** The earliest time of the next attempt; 0 for at once. */
  notBefore: number;
  /** The server could be reached, but did not give this write a final answer, and more than once: others are sent before it. */
  isAside?: true | undefined;
  /** Why the server refused it; the user then retries or discards it. Null while it is queued. */
  refusal: Refusal | null;
  /** The people in its body by name, for lists and exports without a connection. */
  people?: readonly { id: string; name: string }[];
  /** The name of its event, for the same. */
  event?: string;
  /** The device could not store it: it is lost when the page is closed. */
  isHeld?: true;
};

/** `fields`: the errors of single fields of the body, if the server sent them. */
export type Refusal = { code: string; message: string; fields?: { path: string; message: string }[] };

export type NewWrite = Pick<
  QueuedWrite,
  'call' | 'params' | 'body' | 'subject' | 'title' | 'people' | 'event' | 'isHeld' | 'offsetMs'
>;

/** Rows with their keys, which sort by position in the queue. */
export type Queue = [string, QueuedWrite][];

/** The queue, oldest first. Leaves out malformed rows: they would block the others. */
export async function readQueue(store: DeviceStore<QueuedWrite>): Promise<Queue> {
  const isOurs = (entry: [string, unknown]): entry is Queue[number] => isQueued(entry[1]);
  return (await store.entries()).filter(isOurs).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isQueued(row: unknown): row is QueuedWrite {
  if (!isObject(row)) return false;
  const { id, call, params, body, subject, title, queuedAt, attempts, notBefore, refusal } =
    row as Partial<QueuedWrite>;
  return (
    [id, call, subject, title].every((text) => typeof text === 'string') &&
    / \/api\//.test(call ?? '') &&
    [params, body].every(isObject) &&
    [queuedAt, attempts, notBefore].every(Number.isFinite) &&
    (refusal === null || (isObject(refusal) && typeof refusal.code === 'string'))
  );
}

export const isFull = (error: unknown) => error instanceof StorageError && error.kind === 'full';

/** Runs a storage write. If the device is full, calls `freeSpace` and tries once more. */
export async function retryAfterFreeingSpace<T>(
  work: () => Promise<T>,
  freeSpace: () => Promise<void>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    await freeSpace();
    return work();
  }
}

const positionDigits = 15;

/** A new row and its key, which sorts after `last`, the newest key that the caller knows. */
export function newRow(
  write: NewWrite,
  { id, now, last }: { id: string; now: number; last: string | undefined },
): Queue[number] {
  const position = Math.max(now, Number(last?.slice(0, positionDigits) ?? 0) + 1);
  const key = `${String(position).padStart(positionDigits, '0')}-${id}`;
  return [key, { ...write, id, queuedAt: now, attempts: 0, notBefore: 0, refusal: null }];
}

/**
 * Stores a row, and then removes older ones with its subject that are unsent or refused. If the device is full, calls
 * `freeSpace` first. Resolves to the queue; null where the caller has to read it again. Rejects with StorageError.
 */
export const enqueue = (
  store: DeviceStore<QueuedWrite>,
  entry: Queue[number],
  freeSpace: () => Promise<void>,
): Promise<Queue | null> => enqueueAll(store, [entry], freeSpace);

/** The same for several rows: all of them or none. */
export async function enqueueAll(
  store: DeviceStore<QueuedWrite>,
  entries: Queue,
  freeSpace: () => Promise<void>,
): Promise<Queue | null> {
  // Before anything is read: the page may be closed at any moment.
  await retryAfterFreeingSpace(() => store.put(entries), freeSpace);
  try {
    const queue = await readQueue(store);
    const isReplaced = ([other, { subject, attempts, refusal }]: Queue[number]) =>
      (attempts === 0 || refusal) && entries.some(([key, row]) => other < key && subject === row.subject);
    const replaced = queue.filter(isReplaced).map(([other]) => other);
    if (replaced.length === 0) return queue;
    await store.remove(replaced);
  } catch (error) {
    // The row is stored. Where an older one stays, the server gets both in order.
    if (!(error instanceof StorageError)) throw error;
  }
  return null;
}
