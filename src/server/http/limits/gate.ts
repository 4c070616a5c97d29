// Bounds costly work: so much at once, so much waiting, and a refusal beyond.
import { Problem } from '../problem.ts';

/** Runs at most `running` tasks at once and lets `waiting` more wait; beyond that 503 with Retry-After and `refusal`. */
export function createGate({
  running,
  waiting,
  refusal,
}: {
  running: number;
  waiting: number;
  refusal: () => string;
}) {
  let busy = 0;
  let refused = 0;
  const queue: (() => void)[] = [];
  async function through<T>(task: () => Promise<T>): Promise<T> {
    if (busy >= running) {
      if (queue.length >= waiting) {
        refused += 1;
        throw new Problem('unavailable', refusal(), { retryAfterSeconds: 2 });
      }
      // Who leaves hands its place over, so `busy` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else busy += 1;
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  }
  /** How many tasks wait now, and how many were refused so far. */
  const state = () => ({ waiting: queue.length, refused });
  return Object.assign(through, { state });
}
