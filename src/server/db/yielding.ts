// Long work of one transaction: the embedded database answers at once, so other requests must be let in between.
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
