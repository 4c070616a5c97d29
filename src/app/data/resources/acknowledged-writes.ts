// Events for changes on the server: writes of this device that it has acknowledged (executed or refused), and changes by
// others, so that affected reads revalidate.
import { createTopic } from '../topic.ts';

/** Whether a change affects the read at an address. */
export type Affects = (address: string) => boolean;

const topic = createTopic<[affects: Affects]>();
/** The latest changes. Older ones count as affecting everything. */
const latest: Affects[] = [];
const maxLatest = 200;
let count = 0;
/** Of the last write of this device. Awaited by those who show its result. */
let revalidation: Promise<unknown> = Promise.resolve();

/** How many changes there were since the page was loaded. */
export const acknowledgedWrites = (): number => count;

/** Whether a change after the first `before` ones affects the read at an address. */
export function isAffectedSince(before: number, address: string): boolean {
  const since = count - before;
  return since > latest.length || latest.slice(latest.length - since).some((affects) => affects(address));
}

/**
 * Calls `listener` after each change; `whenRevalidated` awaits the promise that it returns. Returns a function that
 * unsubscribes.
 */
export const onAcknowledged = topic.on;

export function emitAcknowledged(affects: Affects): void {
  revalidation = emitChanged(affects);
}

/** The same for a change by others, whose result no one awaits. */
export function emitChanged(affects: Affects): Promise<unknown> {
  count += 1;
  latest.push(affects);
  if (latest.length > maxLatest) latest.shift();
  return Promise.allSettled(topic.emit(affects));
}

const access = createTopic();

/** The memberships or replies of this person have changed, and so perhaps what they may read. */
export const onAccessChange = access.on;
export const emitAccessChange = access.emit;

/** Resolves once the mounted reads that the last acknowledged write affects have revalidated. */
export const whenRevalidated = (): Promise<unknown> => revalidation;
