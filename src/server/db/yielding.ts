// Long work in steps. The embedded database answers at once, so one transaction must let other requests in between, and a
// job looks between two steps whether the process is asked to end.
import { setImmediate } from 'node:timers/promises';

/** Does a step for each item in order, and lets other work of the process in after every few. */
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

/** The steps of a job: does one for each item in order, until `shutdown` is aborted. */
export async function inSteps<T>(
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
 * The same for items that are claimed one at a time, so that processes which do the same job never wait for each other: at
 * most so many, until none is left.
 */
export async function inClaimedSteps<T>(
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
