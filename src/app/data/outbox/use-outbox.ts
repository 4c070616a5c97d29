// The outbox in components.
import { useEffect } from 'react';
import type { QueuedWrite } from '../../../offline/outbox.ts';
import { sessionNow } from '../session/session.ts';
import { useStore } from '../use-store.ts';
import { openOutbox } from './outbox.ts';
import { closedOutbox, type Outbox, outboxStore } from './outbox-state.ts';

/** The outbox of the user who is signed in; closed if it is still open for a user who has signed out. */
function useOpenOutbox<Part>(select: (outbox: Outbox) => Part): Part {
  useEffect(() => openOutbox(sessionNow().user?.id ?? null), []);
  return useStore(
    outboxStore,
    (outbox) => select(outbox.userId === sessionNow().user?.id ? outbox : closedOutbox),
    select(closedOutbox),
  );
}

/** The queued writes, oldest first. */
export const useOutbox = (): readonly QueuedWrite[] =>
  useOpenOutbox(({ queue }) => queue).map(([, row]) => row);

/** The same with those that the device is still storing; the same list until one of them changes. */
export const useOutboxRows = (): readonly QueuedWrite[] => useOpenOutbox(({ rows }) => rows);

/** The newest queued write of a subject; null if there is none. */
export function useQueued(subject: string): QueuedWrite | null {
  return useOutbox().findLast((row) => row.subject === subject) ?? null;
}

/** False until the outbox was read from the device: until then it is empty for another reason. */
export const useOutboxRead = (): boolean => useOpenOutbox(({ isRead }) => isRead);
