// An accepted change raises the version of what it changes. The changes queued behind it were made from the version before, so the
// server would refuse them as stale, although no one else has changed it.
import type { DeviceStore } from '../../../offline/device-store.ts';
import {
  type Outcome,
  type QueuedWrite,
  readQueue,
  retryAfterFreeingSpace,
} from '../../../offline/outbox.ts';
import { changing } from './planned-calls.ts';

const isEdit = ({ call, body }: QueuedWrite) => call.startsWith('PATCH ') && typeof body.version === 'number';

/** What a write changes from a version of it: an event, a place, one's own profile or settings; null for other writes. */
function targetOf(write: QueuedWrite): string | null {
  if (changing.includes(write.call)) return `event ${write.params.id}`;
  return isEdit(write) ? `${write.call} ${write.params.id ?? ''}` : null;
}

/**
 * Raises the version of rows that were made from the same version of the same target as an accepted one. A row that was sent stays as
 * it is: the server may have it under its key. If the device is full, calls `freeSpace` first.
 */
export async function raiseVersions(
  store: DeviceStore<QueuedWrite>,
  write: QueuedWrite,
  outcome: Outcome,
  freeSpace: () => Promise<void>,
): Promise<void> {
  const target = targetOf(write);
  if (outcome.kind !== 'done' || target === null) return;
  const { id, version } = (outcome.answer ?? {}) as { id?: string; version?: number };
  const before = write.body.version as number;
  if (!version || (write.params.id !== undefined && id !== write.params.id)) return;
  // The server always compares the version of an edit. It accepts publishing what is published already, and archiving, from any
  // version: more than one step may be a change of someone else.
  if (!isEdit(write) && version !== before + 1) return;
  for (const [key, row] of await readQueue(store)) {
    const isBehind = targetOf(row) === target && row.body.version === before;
    if (!isBehind || row.attempts > 0 || row.refusal) continue;
    const raised = { ...row, body: { ...row.body, version } };
    await retryAfterFreeingSpace(() => store.replace(key, raised), freeSpace);
  }
}
