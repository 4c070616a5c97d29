// A batch of marks of which the server refuses some: it stores all or none, so the others are queued again.
import type { DeviceStore } from '../../../offline/device-store.ts';
import { newRow, type QueuedWrite, type Refusal, retryAfterFreeingSpace } from '../../../offline/outbox.ts';
import type { Outcome } from '../../../offline/send-queue.ts';
import { many } from './mark-calls.ts';
import { lastKey } from './outbox-state.ts';

type Part = Pick<QueuedWrite, 'body' | 'people'>;

/**
 * A refused batch in two: the marks that the server named, and those that it would take without them. Null for other writes, and
 * where it named all or none.
 */
export function splitRefused(
  { call, body, people }: Pick<QueuedWrite, 'call' | 'body' | 'people'>,
  { fields = [] }: Refusal,
): { refused: Part; rest: Part } | null {
  if (call !== many) return null;
  const marks = body.marks as { personId: string }[];
  const named = new Set(fields.map(({ path }) => /^marks\.(\d+)\./.exec(path)?.[1] ?? ''));
  const [rest = [], refused = []] = [false, true].map((isNamed) =>
    marks.filter((_, index) => named.has(String(index)) === isNamed),
  );
  if (rest.length === 0 || refused.length === 0) return null;
  const partOf = (its: typeof marks): Part => {
    const ids = new Set(its.map(({ personId }) => personId));
    return {
      body: { ...body, marks: its },
      ...(people && { people: people.filter(({ id }) => ids.has(id)) }),
    };
  };
  return { refused: partOf(refused), rest: partOf(rest) };
}

/** Queues the rest of a batch of which the server refused a part. If the device is full, calls `freeSpace` first. */
export async function keepingRest(
  store: DeviceStore<QueuedWrite>,
  write: QueuedWrite,
  outcome: Outcome,
  freeSpace: () => Promise<void>,
): Promise<Outcome> {
  if (outcome.kind !== 'refused') return outcome;
  const parts = splitRefused(write, outcome.refusal);
  if (!parts) return outcome;
  // The same for each attempt: where two tabs send the batch, or the page is closed in between, the rest still counts once.
  const id = `${write.id}-rest`;
  const rest = { ...write, ...parts.rest, subject: `${write.subject}-rest` };
  const [key, row] = newRow(rest, { now: Date.now(), id, last: lastKey() });
  // Before the refusal is stored: the page may be closed at any moment.
  await retryAfterFreeingSpace(() => store.put([[key, { ...row, queuedAt: write.queuedAt }]]), freeSpace);
  return { ...outcome, left: parts.refused };
}
