// How old the answers on the screen are: those that came from this device carry the time they were saved; what the
// server has just said carries none.
import { useSyncExternalStore } from 'react';

const savedTimes = new Map<string, number>();
const listeners = new Set<() => void>();

function changed() {
  for (const listener of listeners) listener();
}

/** These answers stand as the device kept them, by address. */
export function noteSaved(times: Iterable<[url: string, savedAt: number]>): void {
  for (const [url, savedAt] of times) savedTimes.set(url, savedAt);
  changed();
}

/** The server has just answered this address. */
export function noteFresh(url: string): void {
  if (savedTimes.delete(url)) changed();
}

/** When the answer to this address was saved, in milliseconds; null for one that the server has just given. */
export function useSavedAt(url: string | null): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (url === null ? null : (savedTimes.get(url) ?? null)),
    () => null,
  );
}
