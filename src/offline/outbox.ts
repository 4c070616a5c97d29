// Writes that wait on the device until the server has them: in order, each once, one sender for all tabs. What the
// network looks like and how a write is sent is the caller's; see app/data/outbox.ts.
import { type DeviceStore, StorageError } from './device-store.ts';

export type QueuedWrite = {
  /** Also its Idempotency-Key: however often it is sent, it happens once. */
  id: string;
  call: string;
  params: Record<string, string>;
  body: Record<string, unknown>;
  /** What it is about. A newer write about the same takes the place of one that was never sent. */
  subject: string;
  /** In words, as the list of waiting changes shows it. */
  title: string;
  queuedAt: number;
  /** How often it was sent without an answer that settles it. */
  attempts: number;
  /** Not to be sent again before; 0 when at once. */
  notBefore: number;
  /** Why the server did not do it; the person decides what next. Null while it waits. */
  refusal: Refusal | null;
};

/** `fields`: what is wrong with which field of the body, where the server said so. */
export type Refusal = { code: string; message: string; fields?: { path: string; message: string }[] };

/**
 * What became of an attempt. `done`: the server has it. `refused`: it will never do it as it stands. `later`: no answer,
 * or one that says nothing about this write. `paused`: the session must be renewed first.
 */
export type Outcome =
  | { kind: 'done'; answer: unknown }
  | { kind: 'refused'; refusal: Refusal; answer?: unknown }
  | { kind: 'later'; retryAfterMs?: number }
  | { kind: 'paused' };

export type NewWrite = Pick<QueuedWrite, 'call' | 'params' | 'body' | 'subject' | 'title'>;

/** Rows by their place in the line. */
export type Line = [string, QueuedWrite][];

const firstPauseMs = 2000;
const longestPauseMs = 15 * 60_000;

/** How long to wait after so many attempts: twice as long each time, a little apart so that phones do not move in step. */
export function pauseMs(attempts: number, chance: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, attempts - 1)) * (0.75 + chance / 2);
}

/** The line, oldest first. Rows that no version of the app wrote are left out: they would hold up the others. */
export async function readLine(store: DeviceStore<QueuedWrite>): Promise<Line> {
  const isOurs = (entry: [string, unknown]): entry is Line[number] => isQueued(entry[1]);
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

const isFull = (error: unknown) => error instanceof StorageError && error.kind === 'full';

/** Writes to a device; where it is full, `makeRoom` is called first, and then it is tried once more. */
async function insistently<T>(work: () => Promise<T>, makeRoom: () => Promise<void>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFull(error)) throw error;
    await makeRoom();
    return work();
  }
}

/**
 * Puts a write at the end of the line, in place of unsent or refused ones about the same. Where the device is full,
 * `makeRoom` is called first. Rejects with StorageError.
 */
export async function enqueue(
  store: DeviceStore<QueuedWrite>,
  write: NewWrite,
  { now, id, makeRoom }: { now: number; id: string; makeRoom: () => Promise<void> },
): Promise<QueuedWrite> {
  const row: QueuedWrite = { ...write, id, queuedAt: now, attempts: 0, notBefore: 0, refusal: null };
  const line = await readLine(store);
  const last = line.at(-1)?.[0].slice(0, placeDigits) ?? '0';
  const place = Math.max(now, Number(last) + 1);
  const key = `${String(place).padStart(placeDigits, '0')}-${id}`;
  await insistently(() => store.put([[key, row]]), makeRoom);
  const replaced = line
    .filter(([, { subject, attempts, refusal }]) => subject === write.subject && (attempts === 0 || refusal))
    .map(([key]) => key);
  if (replaced.length > 0) await store.remove(replaced);
  return row;
}
const placeDigits = 15;

export type Sending = {
  store: DeviceStore<QueuedWrite>;
  /** Whether there is a way to the server at all: what cannot have been sent can still be replaced. */
  canSend(): boolean;
  deliver(write: QueuedWrite): Promise<Outcome>;
  /** Called after each write that is settled, before it leaves the line. */
  settled(write: QueuedWrite, outcome: Outcome & { kind: 'done' | 'refused' }): void;
  /** Called where the device is too full for what a person must be told. */
  makeRoom(): Promise<void>;
  now(): number;
  chance(): number;
};

/**
 * Sends what waits, one after the other, and stops at the first that cannot be settled now. Resolves to the instant of
 * the next try, or null when nothing waits, or something else must happen first.
 */
export async function sendLine({
  store,
  canSend,
  deliver,
  settled,
  makeRoom,
  now,
  chance,
}: Sending): Promise<number | null> {
  for (;;) {
    // Read again each time: a person may have cancelled one meanwhile, or added another.
    const next = (await readLine(store)).find(([, { refusal }]) => refusal === null);
    if (!next || !canSend()) return null;
    const [key, write] = next;
    if (write.notBefore > now()) return write.notBefore;
    const tried = { ...write, attempts: write.attempts + 1 };
    // Written down before it is sent: from here on it may have happened, whatever becomes of this page. What was
    // cancelled meanwhile, or went with its person, stays gone: rows are replaced, never put back.
    if (!(await noteAttempt(store, key, tried))) continue;
    const outcome = await deliver(tried);
    if (outcome.kind === 'done' || outcome.kind === 'refused') {
      if (outcome.kind === 'done') await store.remove([key]);
      else {
        const refused = { ...tried, refusal: outcome.refusal };
        await insistently(() => store.replace(key, refused), makeRoom);
      }
      settled(tried, outcome);
      continue;
    }
    if (outcome.kind === 'paused') return null;
    const notBefore = now() + (outcome.retryAfterMs ?? pauseMs(tried.attempts, chance()));
    if (await noteAttempt(store, key, { ...tried, notBefore })) return notBefore;
  }
}

/** Whether the row is still there. A device too full to count attempts must not keep a write from being sent. */
async function noteAttempt(store: DeviceStore<QueuedWrite>, key: string, row: QueuedWrite): Promise<boolean> {
  try {
    return await store.replace(key, row);
  } catch (error) {
    if (isFull(error)) return true;
    throw error;
  }
}
