// Tells that the server has settled a write, to whatever shows what may have changed by it.
const listeners = new Set<() => void>();
let settledCount = 0;

/** How many writes the server has settled since the page was loaded. */
export const settledWrites = (): number => settledCount;

/** Calls back whenever the server has settled a write; returns how to stop. */
export function onSettled(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellSettled(): void {
  settledCount += 1;
  for (const listener of listeners) listener();
}
