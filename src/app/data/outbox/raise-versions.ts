// An accepted change raises the version of what it changes. The changes queued behind it were made from the version before, so the
// server would refuse them as stale, although no one else has changed it.
import type { ChangedEvent } from '../../../contract/events/planning.ts';
import type { DeviceStore } from '../../../offline/device-store.ts';
import { type QueuedWrite, readQueue, retryAfterFreeingSpace } from '../../../offline/outbox.ts';
import type { Outcome } from '../../../offline/send-queue.ts';
import { changing, edit } from './planned-calls.ts';

const isEdit = ({ call, body }: QueuedWrite) => call.startsWith('PATCH ') && typeof body.version === 'number';

/** What a write changes from a version of it: an event, a place, one's own profile or settings; null for other writes. */
function targetOf(write: QueuedWrite): string | null {
  if (changing.includes(write.call)) return `event ${write.params.id}`;
  return isEdit(write) ? `${write.call} ${write.params.id ?? ''}` : null;
}

/** Parts of a body that are no fields of the event: most say which dates follow an edit, and how. */
const notFields = new Set(['version', 'publication', 'scope', 'handEdits', 'leftOut', 'recurrence']);
/** Times move together, also those until when people reply. */
const fieldsOf = ({ body }: QueuedWrite) =>
  Object.keys(body)
    .filter((name) => !notFields.has(name))
    .map((name) => (/At$|^timeZone$/.test(name) ? 'times' : name));

/**
 * Whether a row edits one date alone, in other fields than an edit of its series. The person typed it without seeing what that edit
 * made of its fields, so if both have one, the person decides after the refusal.
 */
function isBesides(row: QueuedWrite, seriesEdit: QueuedWrite): boolean {
  const { scope = 'this', recurrence } = row.body;
  const changed = new Set(fieldsOf(seriesEdit));
  return (
    row.call === edit &&
    scope === 'this' &&
    recurrence === undefined &&
    !fieldsOf(row).some((name) => changed.has(name))
  );
}

/**
 * Raises the version of rows that were made from the same version of the same target as an accepted one, and of edits of single dates
 * that were made from the version that an accepted edit of their series has changed. A row that was sent stays as it is: the server may
 * have it under its key. If the device is full, calls `freeSpace` first.
 */
export async function raiseVersions(
  store: DeviceStore<QueuedWrite>,
  write: QueuedWrite,
  outcome: Outcome,
  freeSpace: () => Promise<void>,
): Promise<void> {
  const target = targetOf(write);
  if (outcome.kind !== 'done' || target === null) return;
  const { id, version, changedDates = [] } = (outcome.answer ?? {}) as Partial<ChangedEvent>;
  const before = write.body.version as number;
  if (!version || (write.params.id !== undefined && id !== write.params.id)) return;
  // The server always compares the version of an edit. It accepts publishing what is published already, and archiving, from any
  // version: more than one step may be a change of someone else.
  if (!isEdit(write) && version !== before + 1) return;
  const raisedOf = (row: QueuedWrite) => {
    if (targetOf(row) === target) return row.body.version === before ? version : undefined;
    const date = changedDates.find((one) => one.id === row.params.id);
    return date?.versionBefore === row.body.version && isBesides(row, write) ? date?.version : undefined;
  };
  for (const [key, row] of await readQueue(store)) {
    const next = raisedOf(row);
    if (next === undefined || row.attempts > 0 || row.refusal) continue;
    const raised = { ...row, body: { ...row.body, version: next } };
    await retryAfterFreeingSpace(() => store.replace(key, raised), freeSpace);
  }
}
