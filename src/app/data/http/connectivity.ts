// The connection to the server: whether the device is online, whether the server answers, and whether it is slow.
// Calls report their results. After a failed call the server is probed with exponential backoff.
import { readApiAnswer } from '../../../offline/api-answer.ts';
import { once } from '../once.ts';
import { createStore } from '../store.ts';
import { createTopic } from '../topic.ts';
import { useStore } from '../use-store.ts';

/**
 * `offline`: `navigator.onLine` is false. `unreachable`: the device is online, but the server does not answer. `portal`: a
 * captive portal answers. `slow`: a call takes long.
 */
export type Connectivity = 'online' | 'slow' | 'offline' | 'unreachable' | 'portal';

const firstPauseMs = 2000;
const longestPauseMs = 60_000;
const probeLimitMs = 8000;
/** Outages that no probe has confirmed are followed by a reconnect this often at most. */
const minReconnectMs = 60_000;
/** A call is slow after this time. */
const slowMs = 4000;

/** Why the server cannot be reached, and the pause before it is probed again. */
type Outage = { why: 'unreachable' | 'portal'; pauseMs: number };
export type Connection = { isOnline: boolean; outage: Outage | null; slowCalls: number };

/** `isOnline`: `navigator.onLine` at this moment, because its events may be missed. */
export type ConnectionAction = { isOnline: boolean } & (
  | { type: 'networkChanged' }
  /** A call got no response, or a captive portal answers. */
  | { type: 'callFailed'; why: Outage['why'] }
  /** The server has answered a call or a probe. */
  | { type: 'serverReached' }
  | { type: 'probeFailed'; why: Outage['why'] }
  | { type: 'callBecameSlow' }
  | { type: 'slowCallEnded' }
);

export const connected: Connection = { isOnline: true, outage: null, slowCalls: 0 };

export function reduceConnection(before: Connection, action: ConnectionAction): Connection {
  const { isOnline } = action;
  const now = before.isOnline === isOnline ? before : { ...before, isOnline };
  const { outage, slowCalls } = now;
  switch (action.type) {
    case 'networkChanged':
      return now;
    case 'callFailed':
      // Without a network it says nothing about the server.
      if (!isOnline || outage?.why === action.why) return now;
      return { ...now, outage: { why: action.why, pauseMs: outage?.pauseMs ?? firstPauseMs } };
    case 'serverReached':
      return outage ? { ...now, outage: null } : now;
    case 'probeFailed':
      // A call may have reached the server meanwhile.
      if (!outage) return now;
      return {
        ...now,
        outage: { why: action.why, pauseMs: Math.min(outage.pauseMs * 2, longestPauseMs) },
      };
    case 'callBecameSlow':
      return { ...now, slowCalls: slowCalls + 1 };
    case 'slowCallEnded':
      return { ...now, slowCalls: slowCalls - 1 };
  }
}

export const connectivityOf = ({ isOnline, outage, slowCalls }: Connection): Connectivity =>
  !isOnline ? 'offline' : (outage?.why ?? (slowCalls > 0 ? 'slow' : 'online'));

const isReachable = (value: Connectivity) => value === 'online' || value === 'slow';

const store = createStore(() => connected, reduceConnection);
const reconnects = createTopic();
/** By `performance.now()`. */
let reconnectedAt = Number.NEGATIVE_INFINITY;
let lateReconnect: ReturnType<typeof setTimeout> | undefined;
/** The next probe of an outage. */
let timer: ReturnType<typeof setTimeout> | undefined;

type Change<Action = ConnectionAction> = Action extends unknown ? Omit<Action, 'isOnline'> : never;

function change(action: Change): void {
  const before = store.get();
  store.dispatch({ ...action, isOnline: navigator.onLine } as ConnectionAction);
  const now = store.get();
  if (!now.outage || !before.outage || action.type === 'probeFailed') {
    clearTimeout(timer);
    if (now.outage) timer = setTimeout(probe, now.outage.pauseMs);
  }
  if (isReachable(connectivityOf(now)) && !isReachable(connectivityOf(before))) reportReconnect(before);
}

function reportReconnect({ isOnline, outage }: Connection): void {
  // An outage that no probe has confirmed is about single calls, such as one that a proxy always blocks: repeating
  // everything would begin the next one.
  const isUnconfirmed = isOnline && outage?.pauseMs === firstPauseMs;
  const waitMs = isUnconfirmed ? reconnectedAt + minReconnectMs - performance.now() : 0;
  clearTimeout(lateReconnect);
  if (waitMs <= 0) repeatAll();
  else
    lateReconnect = setTimeout(() => {
      if (isReachable(connectivityOf(store.get()))) repeatAll();
    }, waitMs);
}

function repeatAll(): void {
  reconnectedAt = performance.now();
  reconnects.emit();
}

/** Subscribes to the browser's events. Not at import: the server has none when it renders. */
const listen = once(() => {
  addEventListener('offline', () => change({ type: 'networkChanged' }));
  addEventListener('online', () => {
    if (store.get().outage) void probe();
    const wasReachable = isReachable(connectivityOf(store.get()));
    change({ type: 'networkChanged' });
    // `online` without a noticed `offline`: the network may still have changed, so notify.
    if (wasReachable && isReachable(connectivityOf(store.get()))) reconnects.emit();
  });
  addEventListener('visibilitychange', () => {
    if (store.get().outage && document.visibilityState === 'visible') void probe();
  });
  change({ type: 'networkChanged' });
});

/** A call got no response, or one that may be of a captive portal. */
export function reportUnreachable(why: Outage['why'] = 'unreachable'): void {
  listen();
  if (why === 'portal' && store.get().outage === null) void confirmPortal();
  else change({ type: 'callFailed', why });
}

let isConfirming = false;

/** A filter answers single calls like a portal: only one that answers the probe, too, is reported. Calls that fail at once share it. */
async function confirmPortal(): Promise<void> {
  if (isConfirming || !navigator.onLine) return;
  isConfirming = true;
  const found = await findServer();
  isConfirming = false;
  // What has failed is repeated all the same: a portal may have gone meanwhile.
  if (found === 'reached')
    reportReconnect({ ...connected, outage: { why: 'portal', pauseMs: firstPauseMs } });
  else change({ type: 'callFailed', why: found });
}

/** The server has answered a call. */
export function reportReached(): void {
  if (store.get().outage) change({ type: 'serverReached' });
}

/** Counts a call as slow after `slowMs`, until the returned function is called. */
export function watchCall(): () => void {
  let isSlow = false;
  const slowTimer = setTimeout(() => {
    isSlow = true;
    change({ type: 'callBecameSlow' });
  }, slowMs);
  return () => {
    clearTimeout(slowTimer);
    if (isSlow) change({ type: 'slowCallEnded' });
  };
}

type Found = 'reached' | Outage['why'];
/** The newest probe of an outage. */
let newest: Promise<Found>;

/** Always a new request: the one in flight may hang in a network that is gone. */
async function probe(): Promise<void> {
  clearTimeout(timer);
  const asked = findServer();
  newest = asked;
  const found = await asked;
  if (found === 'reached') reportReached();
  else if (asked === newest) change({ type: 'probeFailed', why: found });
}

/** Whether our server answers a probe. Never rejects. */
export const isServerThere = async (): Promise<boolean> => (await findServer()) === 'reached';

async function findServer(): Promise<Found> {
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
  return reconnects.on(listener);
}

/** Whether data saving is on or the network is 2G: then nothing is prefetched. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

const watched = {
  get: store.get,
  subscribe(listener: () => void) {
    listen();
    return store.subscribe(listener);
  },
};

/** Whether the server can be reached, outside of components. */
export const isReachableNow = (): boolean => isReachable(connectivityOf(watched.get()));

/** Calls `listener` when the connection changes. Returns a function that unsubscribes. */
export const onConnectivity = watched.subscribe;

export const useConnectivity = (): Connectivity => useStore(watched, connectivityOf, 'online');

/** Whether the server can be reached, as far as the page knows. */
export const useOnline = (): boolean => isReachable(useConnectivity());
