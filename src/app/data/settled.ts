// Tells that the server has settled a write, to whatever shows what may have changed by it.
const listeners = new Set<() => void>();

/** Calls back whenever the server has settled a write; returns how to stop. */
export function onSettled(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tellSettled(): void {
  for (const listener of listeners) listener();
}
