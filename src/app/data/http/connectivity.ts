// What is known of the way to the server: whether the device has a network, whether the server answers, and whether it
// takes long. Calls say how they fared; only after one failed to reach it is the server asked, with growing pauses.
import { useSyncExternalStore } from 'react';
import { readApiAnswer } from '../../../offline/api-answer.ts';

/**
 * `offline`: the device says so. `unreachable`: it has a network, but the server does not answer. `portal`: the network
 * answers in its place, and wants a sign-in of its own first. `slow`: the server has not answered yet.
 */
export type Connectivity = 'online' | 'slow' | 'offline' | 'unreachable' | 'portal';

const firstPauseMs = 2000;
const longestPauseMs = 60_000;
const probeLimitMs = 8000;
/** A call that takes longer than this is slow. */
const slowMs = 4000;

let state: Connectivity = 'online';
/** Why the server does not answer; null while it does. */
let absence: 'unreachable' | 'portal' | null = null;
let slowCalls = 0;
let pauseMs = firstPauseMs;
let timer: ReturnType<typeof setTimeout> | undefined;
let isListening = false;
const listeners = new Set<() => void>();
const returns = new Set<() => void>();

const hasWay = (way: Connectivity) => way === 'online' || way === 'slow';

function update(): void {
  const before = state;
  state = !navigator.onLine ? 'offline' : (absence ?? (slowCalls > 0 ? 'slow' : 'online'));
  if (state === before) return;
  for (const listener of listeners) listener();
  if (hasWay(state) && !hasWay(before)) for (const listener of returns) listener();
}

/** Follows the device. Not at import: a server that draws has none. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('offline', update);
  addEventListener('online', () => {
    if (absence) void probe();
    const hadWay = hasWay(state);
    update();
    // A network that was gone for less than anyone noticed is another one all the same.
    if (hadWay && hasWay(state)) for (const listener of returns) listener();
  });
  addEventListener('visibilitychange', () => {
    if (absence && document.visibilityState === 'visible') void probe();
  });
  update();
}

/** No answer of the server came, or one of the network's own. */
export function reportUnreachable(why: 'unreachable' | 'portal' = 'unreachable'): void {
  listen();
  if (navigator.onLine) {
    if (!absence) {
      pauseMs = firstPauseMs;
      timer = setTimeout(probe, pauseMs);
    }
    absence = why;
  }
  update();
}

/** The server itself has answered. */
export function reportReached(): void {
  if (!absence) return;
  absence = null;
  clearTimeout(timer);
  update();
}

/** Counts a call as slow once it takes long, until the function that it returns is called. */
export function watchCall(): () => void {
  let isSlow = false;
  const patience = setTimeout(() => {
    isSlow = true;
    slowCalls += 1;
    update();
  }, slowMs);
  return () => {
    clearTimeout(patience);
    if (!isSlow) return;
    slowCalls -= 1;
    update();
  };
}

async function probe(): Promise<void> {
  clearTimeout(timer);
  const found = await findServer();
  // A call may have reached it meanwhile.
  if (!absence) return;
  if (found === 'reached') return reportReached();
  absence = found;
  update();
  clearTimeout(timer);
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  timer = setTimeout(probe, pauseMs);
}

async function findServer(): Promise<'reached' | 'unreachable' | 'portal'> {
  try {
    const response = await fetch('/api/health', {
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(probeLimitMs),
    });
    const answer = await readApiAnswer('GET /api/health', response);
    if (answer.kind === 'success') return 'reached';
    return answer.kind === 'foreign' && answer.isPortal ? 'portal' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Calls back each time the way to the server is there again. The function it returns ends that. */
export function onReturn(listener: () => void): () => void {
  listen();
  returns.add(listener);
  return () => {
    returns.delete(listener);
  };
}

/** Whether the person, or a very slow network, asks for as little as possible: then nothing is asked ahead. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

export function useConnectivity(): Connectivity {
  return useSyncExternalStore(
    (listener) => {
      listen();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    () => state,
    () => 'online',
  );
}

/** Whether there is a way to the server, as far as is known. */
export const useOnline = (): boolean => hasWay(useConnectivity());
