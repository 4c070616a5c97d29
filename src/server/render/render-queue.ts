// The render queue. A render blocks the event loop, so tasks run one at a time and other requests are served between two.

export type RenderQueue = {
  /** Returns the result of `task`; null at once when the queue is full. */
  run<T>(task: () => Promise<T>): Promise<T> | null;
  /** How many tasks wait or run. */
  waiting(): number;
};

export function createRenderQueue(maxWaiting: number): RenderQueue {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    waiting: () => waiting,
    run(task) {
      if (waiting >= maxWaiting) return null;
      waiting += 1;
      const run = last.then(async () => {
        // Serve the requests that have arrived meanwhile first.
        await new Promise((resolve) => setImmediate(resolve));
        return task();
      });
      last = run
        .catch(() => {})
        .finally(() => {
          waiting -= 1;
        });
      return run;
    },
  };
}
