// Work that holds up the whole process while it runs: one piece at a time, and between two of them everyone else's turn.

export type Turns = {
  /** Answers what `work` answers, or null at once when too much is waiting already. */
  take<T>(work: () => Promise<T>): Promise<T> | null;
  /** How many pieces are waiting or being worked on. */
  waiting(): number;
};

export function createTurns(maxWaiting: number): Turns {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    waiting: () => waiting,
    take(work) {
      if (waiting >= maxWaiting) return null;
      waiting += 1;
      const mine = last.then(async () => {
        // What came in meanwhile is answered first.
        await new Promise((resolve) => setImmediate(resolve));
        return work();
      });
      last = mine
        .catch(() => {})
        .finally(() => {
          waiting -= 1;
        });
      return mine;
    },
  };
}
