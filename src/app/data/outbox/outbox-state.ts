// The outbox as the page knows it: whose it is, and the queue that the device has stored.
import type { Queue } from '../../../offline/outbox.ts';
import { createStore } from '../store.ts';

/**
 * `isRead`: whether `queue` is what the device has stored; before that it is empty for another reason. `isSending`: this page
 * sends queued writes, and not only shows them.
 */
export type Outbox = { userId: string | null; queue: Queue; isRead: boolean; isSending: boolean };

export type OutboxAction =
  /** Null closes it. */
  | { type: 'opened'; userId: string | null }
  /** Null: the device could not be read. */
  | { type: 'read'; userId: string | null; queue: Queue | null }
  | { type: 'sendingStarted' };

export const closedOutbox: Outbox = { userId: null, queue: [], isRead: false, isSending: false };

export function reduceOutbox(outbox: Outbox, action: OutboxAction): Outbox {
  switch (action.type) {
    case 'opened':
      return action.userId === outbox.userId
        ? outbox
        : { ...closedOutbox, userId: action.userId, isSending: outbox.isSending };
    case 'read':
      // Another user has signed in meanwhile; or reading failed, and the last queue stays.
      if (action.userId !== outbox.userId || action.queue === null) return outbox;
      return { ...outbox, queue: action.queue, isRead: true };
    case 'sendingStarted':
      return { ...outbox, isSending: true };
  }
}

export const outboxStore = createStore(() => closedOutbox, reduceOutbox);
