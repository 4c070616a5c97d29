// Tells that the server has settled a write, to whatever shows what may have changed by it.

/** Whether a write changes what is read at an address. */
export type Affects = (address: string) => boolean;

const listeners = new Set<(affects: Affects) => unknown>();
/** One for each write that the server has settled since the page was loaded. */
const settled: Affects[] = [];
let readAgain: Promise<unknown> = Promise.resolve();

/** How many writes the server has settled since the page was loaded. */
export const settledWrites = (): number => settled.length;

/** Whether a write has changed what is read at an address, since so many were settled. */
export const isAffectedSince = (count: number, address: string): boolean =>
  settled.slice(count).some((affects) => affects(address));

/** Calls back whenever the server has settled a write; a promise is waited for in `whenReadAgain`. Returns how to stop. */
export function onSettled(listener: (affects: Affects) => unknown): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function emitSettled(affects: Affects): void {
  settled.push(affects);
  readAgain = Promise.allSettled([...listeners].map((listener) => listener(affects)));
}

/** Resolves once what the last settled write affects, of what is on the screen, has been read again. */
export const whenReadAgain = (): Promise<unknown> => readAgain;
