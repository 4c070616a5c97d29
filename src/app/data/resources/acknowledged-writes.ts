// Events for writes that the server has acknowledged (executed or refused), so that affected reads revalidate.
import { createTopic } from '../topic.ts';

/** Whether a write affects the read at an address. */
export type Affects = (address: string) => boolean;

const topic = createTopic<[affects: Affects]>();
/** One for each write that was acknowledged since the page was loaded. */
const acknowledged: Affects[] = [];
/** Of the last write. Awaited by those who show its result. */
let revalidation: Promise<unknown> = Promise.resolve();

/** How many writes were acknowledged since the page was loaded. */
export const acknowledgedWrites = (): number => acknowledged.length;

/** Whether a write after the first `count` ones affects the read at an address. */
export const isAffectedSince = (count: number, address: string): boolean =>
  acknowledged.slice(count).some((affects) => affects(address));

/**
 * Calls `listener` after each acknowledged write; `whenRevalidated` awaits the promise that it returns. Returns a function
 * that unsubscribes.
 */
export const onAcknowledged = topic.on;

export function emitAcknowledged(affects: Affects): void {
  acknowledged.push(affects);
  revalidation = Promise.allSettled(topic.emit(affects));
}

/** Resolves once the mounted reads that the last acknowledged write affects have revalidated. */
export const whenRevalidated = (): Promise<unknown> => revalidation;
