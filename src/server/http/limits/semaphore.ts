// A semaphore with a bounded queue, for costly work such as password hashes and image decoding.
import { Problem } from '../problem.ts';

/** Runs at most `running` tasks at once and lets `waiting` more wait; beyond that 503, or `code`, with Retry-After and `refusal`. */
export function createSemaphore({
  running,
  waiting,
  refusal,
  code = 'unavailable',
}: {
  running: number;
  waiting: number;
  refusal: () => string;
  code?: 'unavailable' | 'rate_limited';
}) {
  let busy = 0;
  let refused = 0;
  const queue: (() => void)[] = [];
  async function through<T>(task: () => Promise<T>): Promise<T> {
    if (busy >= running) {
      if (queue.length >= waiting) {
        refused += 1;
        throw new Problem(code, refusal(), { retryAfterSeconds: 2 });
      }
      // A task that ends hands its slot to the next one, so `busy` does not change.
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
  /** The number of waiting tasks, and of tasks refused since the start. */
  const state = () => ({ waiting: queue.length, refused });
  return Object.assign(through, { state });
}
