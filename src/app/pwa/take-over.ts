// The one way from the version of the app that runs to the newest one that is there: tells the waiting worker to take over,
// and reloads the page once it has. Part of the start guard too, so it imports nothing but types.
import type { PageMessage } from '../../offline/worker-messages.ts';

export const takeOverTimes = {
  /**
   * How long a page that is still loading waits first. Firefox fails what a page loads as soon as the person leaves it: a
   * reload before the next page is there would bring them back.
   */
  restMs: 1000,
  /** Chromium forgets a worker that is told while the present one answers the page, so it is told again. */
  tellMs: 1000,
  /** For finding a still newer version. */
  searchMs: 5000,
  /** From first telling the worker to the reload, whatever the worker does: the next start may be of the newer version. */
  answerMs: 4000,
  /** For all of it. */
  longestMs: 15_000,
} as const;

const states = ['idle', 'resting', 'searching', 'told', 'activating', 'reloading'] as const;
let state: (typeof states)[number] = 'idle';

/** From a state only to a later one: false where the page is as far already. */
function enter(next: (typeof states)[number]): boolean {
  if (states.indexOf(next) <= states.indexOf(state)) return false;
  state = next;
  return true;
}

/** Whether this page is on its way to a newer version. */
export const isTakingOver = (): boolean => state !== 'idle';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Ends in a reload; called again it does nothing. `isLoading`: the page has not come to rest. `isSearching`: looks for a still
 * newer version first.
 */
export async function takeOver({ isLoading = false, isSearching = false } = {}): Promise<void> {
  if (!enter('resting')) return;
  setTimeout(reload, takeOverTimes.longestMs);
  if (isLoading) await pause(takeOverTimes.restMs);
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // From now on: another tab may be faster.
  workers?.addEventListener('controllerchange', () => void reloadOnceActive(workers.controller));
  const registration = await workers?.getRegistration().catch(() => undefined);
  if (registration && isSearching && enter('searching'))
    await Promise.race([findNewest(registration), pause(takeOverTimes.searchMs)]);
  const waiting = registration?.waiting;
  if (waiting && enter('told'))
    for (let pastMs = 0; pastMs < takeOverTimes.answerMs; pastMs += takeOverTimes.tellMs) {
      if (state === 'told') waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
      await pause(takeOverTimes.tellMs);
    }
  reload();
}

/** Reloads a page whose worker has just changed: not before it is active, as Chromium may let such a reload hang. */
export async function reloadOnceActive(worker: ServiceWorker | null): Promise<void> {
  enter('activating');
  while (worker?.state === 'activating')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  reload();
}

/** Again where the page is still there after one that was to end it. */
function reload(): void {
  enter('reloading');
  location.reload();
}

/** The worker that waits once the server was asked for a newer version and that one has been installed or given up. */
export async function findNewest(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  await registration.update().catch(() => undefined);
  const { installing } = registration;
  while (installing?.state === 'installing')
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  return registration.waiting;
}
