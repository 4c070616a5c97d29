// Updates the app to the newest installed version: sends SKIP_WAITING to the waiting worker, and reloads the page once it is
// active. The start guard contains it, too, so it imports only types.
import type { PageMessage } from '../../offline/worker-messages.ts';

export const takeOverTimes = {
  /**
   * How long a page that is still loading waits first. Firefox aborts a page's loads as soon as the user navigates away: a
   * reload before the next page is committed would return to this one.
   */
  restMs: 1000,
  /** Chromium ignores SKIP_WAITING while the active worker handles a request of the page, so it is sent repeatedly. */
  resendMs: 1000,
  /** The timeout of looking for an even newer version. */
  searchMs: 5000,
  /** From the first SKIP_WAITING to the reload of a page that fails to load, even if the worker does not activate. */
  answerMs: 4000,
  /** The timeout of the whole update. An accepted one waits this long: a slow phone may need many seconds to start a worker. */
  longestMs: 15_000,
} as const;

const states = ['idle', 'resting', 'searching', 'requested', 'activating', 'reloading'] as const;
/** Not a store, which the start guard would bring along; nothing shows it. */
let state: (typeof states)[number] = 'idle';

/** Moves to a later state; false if the page has already reached it. */
function enter(next: (typeof states)[number]): boolean {
  if (states.indexOf(next) <= states.indexOf(state)) return false;
  state = next;
  return true;
}

/** Whether this page is updating to a newer version. */
export const isTakingOver = (): boolean => state !== 'idle';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Ends in a reload; further calls do nothing. `isLoading`: the page is still loading. `isAccepted`: the user asked for the update,
 * so look for an even newer version first, and wait for the worker: a reload before it is active only shows the old version again.
 */
export async function takeOver({ isLoading = false, isAccepted = false } = {}): Promise<void> {
  if (!enter('resting')) return;
  setTimeout(reload, takeOverTimes.longestMs);
  if (isLoading) await pause(takeOverTimes.restMs);
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Listen from the start: another tab may activate the worker first.
  workers?.addEventListener('controllerchange', () => void reloadOnceActive(workers.controller));
  const registration = await workers?.getRegistration().catch(() => undefined);
  if (registration && isAccepted && enter('searching'))
    await Promise.race([findNewest(registration), pause(takeOverTimes.searchMs)]);
  const waiting = registration?.waiting;
  const answerMs = isAccepted ? takeOverTimes.longestMs : takeOverTimes.answerMs;
  if (waiting && enter('requested')) {
    for (let pastMs = 0; pastMs < answerMs; pastMs += takeOverTimes.resendMs) {
      if (state === 'requested') waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage);
      await pause(takeOverTimes.resendMs);
    }
    // The page has been reloaded by `longestMs`.
    if (isAccepted) return;
  }
  // The new worker has control, and `reloadOnceActive` waits for it.
  if (state !== 'activating') reload();
}

/** Reloads a page whose worker has changed, once it is active: in Chromium an earlier reload may hang. */
export async function reloadOnceActive(worker: ServiceWorker | null): Promise<void> {
  enter('activating');
  while (worker?.state === 'activating')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  reload();
}

/** Also reloads again if a previous reload has not ended the page. */
function reload(): void {
  enter('reloading');
  location.reload();
}

/** Checks the server for a newer version, waits until it is installed or has failed, and returns the waiting worker. */
export async function findNewest(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  await registration.update().catch(() => undefined);
  const { installing } = registration;
  while (installing?.state === 'installing')
    await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  return registration.waiting;
}
