// The outbox as the page knows it: whose it is, the queue that the device has stored, and what is on the way there.
import type { Queue, QueuedWrite } from '../../../offline/outbox.ts';
import { createStore } from '../store.ts';

/**
 * `isRead`: whether `queue` is what the device has stored; before that it is empty for another reason. `storing`: what the
 * device is about to store, which takes longer than a frame. `rows`: all of them. `removing`: the keys of rows that are being
 * removed from the device, and not shown meanwhile. `isSending`: this page sends queued writes, and not only shows them.
 */
export type Outbox = {
  userId: string | null;
  queue: Queue;
  storing: Queue;
  rows: readonly QueuedWrite[];
  removing: readonly string[];
  isRead: boolean;
  isSending: boolean;
};

export type OutboxAction =
  /** Null closes it. */
  | { type: 'opened'; userId: string | null }
  /** Null: the device could not be read. */
  | { type: 'read'; userId: string | null; queue: Queue | null }
  | { type: 'storing'; entry: Queue[number] }
  /** The device has stored the row of this key, or cannot. */
  | { type: 'stored'; key: string }
  /** The row of this key is being removed from the device. */
  | { type: 'removing'; key: string }
  /** The device has removed the row of this key, or cannot. */
  | { type: 'removed'; key: string }
  | { type: 'sendingStarted' };

export const closedOutbox: Outbox = {
  userId: null,
  queue: [],
  storing: [],
  rows: [],
  removing: [],
  isRead: false,
  isSending: false,
};

export function reduceOutbox(outbox: Outbox, action: OutboxAction): Outbox {
  const { userId, queue, storing, removing, isRead, isSending } = outbox;
  switch (action.type) {
    case 'opened':
      return action.userId === userId ? outbox : { ...closedOutbox, userId: action.userId, isSending };
    case 'read': {
      // Another user has signed in meanwhile; or reading failed, and the last queue stays.
      if (action.userId !== userId || action.queue === null) return outbox;
      const left = action.queue.filter(([key]) => !removing.includes(key));
      const read = withKnownRows(left, outbox);
      if (isRead && isSameList(read, queue)) return outbox;
      const keys = new Set(read.map(([key]) => key));
      return withRows({
        ...outbox,
        queue: read,
        storing: storing.filter(([key]) => !keys.has(key)),
        isRead: true,
      });
    }
    case 'storing':
      return withRows({ ...outbox, storing: [...storing, action.entry] });
    case 'stored':
      return storing.some(([key]) => key === action.key)
        ? withRows({ ...outbox, storing: storing.filter(([key]) => key !== action.key) })
        : outbox;
    case 'removing':
      return withRows({
        ...outbox,
        queue: queue.filter(([key]) => key !== action.key),
        storing: storing.filter(([key]) => key !== action.key),
        removing: [...removing, action.key],
      });
    case 'removed':
      return { ...outbox, removing: removing.filter((key) => key !== action.key) };
    case 'sendingStarted':
      return { ...outbox, isSending: true };
  }
}

/** The queue with the entries that the page has already, so that a read which changes nothing renders nothing. */
function withKnownRows(read: Queue, { queue, storing }: Outbox): Queue {
  const known = new Map([...queue, ...storing].map((entry) => [entry[0], entry]));
  return read.map((entry) => {
    const before = known.get(entry[0]);
    return before && isSameRow(before[1], entry[1]) ? before : entry;
  });
}

/** Compares the properties of a row that change once it is queued, but for the version in its body, which no screen shows. */
const isSameRow = (a: QueuedWrite, b: QueuedWrite): boolean =>
  a.attempts === b.attempts &&
  a.notBefore === b.notBefore &&
  a.isHeld === b.isHeld &&
  (a.refusal === null) === (b.refusal === null);

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

function withRows(outbox: Outbox): Outbox {
  const rows = [...outbox.queue, ...outbox.storing].map(([, row]) => row);
  return { ...outbox, rows: isSameList(rows, outbox.rows) ? outbox.rows : rows };
}

export const outboxStore = createStore(() => closedOutbox, reduceOutbox);

/** The key of the newest row that this page knows. */
export function lastKey(): string | undefined {
  const { queue, storing } = outboxStore.get();
  return [...queue, ...storing]
    .map(([key]) => key)
    .toSorted()
    .at(-1);
}
