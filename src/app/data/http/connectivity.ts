// The connection to the server: whether the device is online, whether the server answers, and whether it is slow.
// Calls report their results. After a failed call the server is probed with exponential backoff.
import { useSyncExternalStore } from 'react';
import { readApiAnswer } from '../../../offline/api-answer.ts';

/**
 * `offline`: `navigator.onLine` is false. `unreachable`: the device is online, but the server does not answer. `portal`: a
 * captive portal answers. `slow`: a call takes long.
 */
export type Connectivity = 'online' | 'slow' | 'offline' | 'unreachable' | 'portal';

const firstPauseMs = 2000;
const longestPauseMs = 60_000;
const probeLimitMs = 8000;
/** A call is slow after this time. */
const slowMs = 4000;

let state: Connectivity = 'online';
/** Why the server cannot be reached; null while it can. */
let outage: 'unreachable' | 'portal' | null = null;
let slowCalls = 0;
let pauseMs = firstPauseMs;
let timer: ReturnType<typeof setTimeout> | undefined;
let isListening = false;
const listeners = new Set<() => void>();
const reconnectListeners = new Set<() => void>();

const isReachable = (value: Connectivity) => value === 'online' || value === 'slow';

function update(): void {
  const before = state;
  state = !navigator.onLine ? 'offline' : (outage ?? (slowCalls > 0 ? 'slow' : 'online'));
  if (state === before) return;
  for (const listener of listeners) listener();
  if (isReachable(state) && !isReachable(before)) for (const listener of reconnectListeners) listener();
}

/** Subscribes to the browser's events. Not at import: the server has none when it renders. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('offline', update);
  addEventListener('online', () => {
    if (outage) void probe();
    const wasReachable = isReachable(state);
    update();
    // `online` without a noticed `offline`: the network may still have changed, so notify.
    if (wasReachable && isReachable(state)) for (const listener of reconnectListeners) listener();
  });
  addEventListener('visibilitychange', () => {
    if (outage && document.visibilityState === 'visible') void probe();
  });
  update();
}

/** A call got no response, or one of a captive portal. */
export function reportUnreachable(why: 'unreachable' | 'portal' = 'unreachable'): void {
  listen();
  if (navigator.onLine) {
    if (!outage) {
      pauseMs = firstPauseMs;
      timer = setTimeout(probe, pauseMs);
    }
    outage = why;
  }
  update();
}

/** The server has answered a call. */
export function reportReached(): void {
  if (!outage) return;
  outage = null;
  clearTimeout(timer);
  update();
}

/** Counts a call as slow after `slowMs`, until the returned function is called. */
export function watchCall(): () => void {
  let isSlow = false;
  const slowTimer = setTimeout(() => {
    isSlow = true;
    slowCalls += 1;
    update();
  }, slowMs);
  return () => {
    clearTimeout(slowTimer);
    if (!isSlow) return;
    slowCalls -= 1;
    update();
  };
}

async function probe(): Promise<void> {
  clearTimeout(timer);
  const found = await findServer();
  // A call may have reached the server meanwhile.
  if (!outage) return;
  if (found === 'reached') return reportReached();
  outage = found;
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

/** Calls `listener` each time the server can be reached again. Returns a function that unsubscribes. */
export function onReconnect(listener: () => void): () => void {
  listen();
  reconnectListeners.add(listener);
  return () => {
    reconnectListeners.delete(listener);
  };
}

/** Whether data saving is on or the network is 2G: then nothing is prefetched. */
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

/** Whether the server can be reached, as far as the page knows. */
export const useOnline = (): boolean => isReachable(useConnectivity());
