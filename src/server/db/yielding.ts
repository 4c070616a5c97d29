// Loops that yield to the event loop. The embedded database is synchronous, so a long transaction must let other requests
// run between steps. A job checks between two steps whether the process is shutting down.
import { setImmediate } from 'node:timers/promises';

/** Runs a step for each item in order, and yields to the event loop after every `stepsAtOnce`. */
export async function forEachYielding<T>(
  items: Iterable<T>,
  step: (item: T) => Promise<void>,
  stepsAtOnce = 20,
): Promise<void> {
  let count = 0;
  for (const item of items) {
    await step(item);
    count += 1;
    if (count % stepsAtOnce === 0) await setImmediate();
  }
}

/** Runs a step for each item in order, until `shutdown` is aborted. For jobs. */
export async function forEachUntilShutdown<T>(
  shutdown: AbortSignal,
  items: Iterable<T>,
  step: (item: T) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    if (shutdown.aborted) return;
    await step(item);
  }
}

/**
 * The same for items that are claimed one at a time, at most `most`, so that processes with the same job never wait for each
 * other. Ends when `claim` finds none.
 */
export async function forEachClaimed<T>(
  shutdown: AbortSignal,
  most: number,
  claim: () => Promise<T | undefined>,
  step: (item: T) => Promise<void>,
): Promise<void> {
  for (let count = 0; count < most && !shutdown.aborted; count += 1) {
    const item = await claim();
    if (item === undefined) return;
    await step(item);
  }
}
