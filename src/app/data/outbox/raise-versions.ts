// An accepted change of an event raises its version. The changes queued behind it were made from the version before, so the server
// would refuse them as stale, although no one else has changed the event.
import type { DeviceStore } from '../../../offline/device-store.ts';
import {
  type Outcome,
  type QueuedWrite,
  readQueue,
  retryAfterFreeingSpace,
} from '../../../offline/outbox.ts';
import { changing, edit } from './planned-calls.ts';

/**
 * Raises the version of rows that were made from the same version of the same event as an accepted one. A row that was sent stays as
 * it is: the server may have it under its key. If the device is full, calls `freeSpace` first.
 */
export async function raiseVersions(
  store: DeviceStore<QueuedWrite>,
  write: QueuedWrite,
  outcome: Outcome,
  freeSpace: () => Promise<void>,
): Promise<void> {
  if (outcome.kind !== 'done' || !changing.includes(write.call)) return;
  const { id, version } = (outcome.answer ?? {}) as { id?: string; version?: number };
  const before = write.body.version as number;
  if (!version || id !== write.params.id) return;
  // The server always compares the version of an edit. It accepts publishing what is published already, and archiving, from any
  // version: more than one step may be a change of someone else.
  if (write.call !== edit && version !== before + 1) return;
  for (const [key, row] of await readQueue(store)) {
    const isBehind = changing.includes(row.call) && row.params.id === id && row.body.version === before;
    if (!isBehind || row.attempts > 0 || row.refusal) continue;
    const raised = { ...row, body: { ...row.body, version } };
    await retryAfterFreeingSpace(() => store.replace(key, raised), freeSpace);
  }
}
