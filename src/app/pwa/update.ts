// App updates: detects a waiting worker, activates it when the user accepts (take-over.ts), and reloads when another tab
// has activated it. It reads the registration's state on every occasion, because its events are easily missed: on a first
// visit, after a failed install, or by a suspended page.
import { holdsRows } from '../../offline/held-rows.ts';
import { isTyping } from '../data/forms/session-drafts.ts';
import { localItems, sessionItems } from '../data/storage.ts';
import { createStore } from '../data/store.ts';
import { useStore } from '../data/use-store.ts';
import { isTakingOver, reloadOnceActive, takeOver } from './take-over.ts';

/** `pendingReload`: another tab has updated, or a worker was late. This page reloads at its next navigation to a page without input. */
export type Update = 'none' | 'ready' | 'applying' | 'pendingReload';

export type UpdateAction =
  /** The registration was read. `isOffered`: a newer version waits, and the user has not postponed it. */
  | { type: 'checked'; isOffered: boolean }
  | { type: 'accepted' }
  | { type: 'postponed' }
  /** Another tab has updated while something is typed in this one, or an accepted update has taken over after its reload. */
  | { type: 'otherTabUpdated' };

export function reduceUpdate(update: Update, action: UpdateAction): Update {
  switch (action.type) {
    case 'checked':
      // This page reloads anyway.
      if (update === 'applying' || update === 'pendingReload') return update;
      return action.isOffered ? 'ready' : 'none';
    case 'accepted':
      return 'applying';
    case 'postponed':
      return 'none';
    case 'otherTabUpdated':
      return 'pendingReload';
  }
}

const store = createStore((): Update => 'none', reduceUpdate);

export const readUpdate = (): Update => store.get();
export const useUpdate = (): Update => useStore(store, (update) => update, 'none');

/** When the user postponed updates; the notice stays hidden for a day. */
const postponedKey = 'updatePostponedAt';
const dayMs = 86_400_000;
/** An accepted update whose worker has not taken over yet; the tab has it over the reload. */
const unansweredKey = 'updateUnanswered';

function isPostponed(): boolean {
  const ago = Date.now() - Number(localItems.get(postponedKey));
  // A time in the future is from a clock that was wrong.
  return ago >= 0 && ago < dayMs;
}

/**
 * Whether the worker of an update waits. The first worker also passes through `waiting`, and Firefox may still return it there
 * while it activates.
 */
function hasNewer({ active, waiting }: ServiceWorkerRegistration): boolean {
  return !!active && waiting !== active && waiting?.state === 'installed';
}

/** The fields that were used on this page. What is searched for is in the address. */
const used = new WeakSet<EventTarget>();
const fields = 'input:not([type=search]), textarea, select';

/** Whether a reload could lose input: also text that is in no form, such as a note, and writes that the device could not store. */
export const hasInput = (): boolean =>
  isTyping() || holdsRows() || [...document.querySelectorAll(fields)].some((field) => used.has(field));

/**
 * Reloads when another worker takes over. Call once, before ours is registered: else the `controllerchange` of the first
 * worker could cause a reload. One accepted update reloads the page once: if its worker takes over only after that, this page
 * reloads at its next navigation.
 */
export function watchTakeOver(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let hadWorker = !!workers?.controller;
  let isUnanswered = sessionItems.get(unansweredKey) !== null;
  sessionItems.set(unansweredKey, null);
  addEventListener('input', ({ target }) => target && used.add(target), { capture: true });
  workers?.addEventListener('controllerchange', () => {
    sessionItems.set(unansweredKey, null);
    // The first worker takes over a page of the same version. A page that has accepted the update reloads by itself.
    if (hadWorker && !isTakingOver()) follow(workers.controller, isUnanswered);
    hadWorker = true;
    isUnanswered = false;
  });
}

/** Watches for new versions. Call once, with the registration of our worker. */
export function watchUpdates(ours: ServiceWorkerRegistration): void {
  const check = () => store.dispatch({ type: 'checked', isOffered: hasNewer(ours) && !isPostponed() });
  const checkOnStateChange = () => ours.installing?.addEventListener('statechange', check);
  checkOnStateChange();
  ours.addEventListener('updatefound', checkOnStateChange);
  for (const type of ['visibilitychange', 'pageshow', 'focus']) addEventListener(type, check);
  check();
}

function follow(worker: ServiceWorker | null, hasReloaded: boolean): void {
  if (hasReloaded || hasInput()) store.dispatch({ type: 'otherTabUpdated' });
  else void reloadOnceActive(worker);
}

/** Updates to the newest version, with one reload. */
export async function acceptUpdate(): Promise<void> {
  store.dispatch({ type: 'accepted' });
  sessionItems.set(unansweredKey, 'yes');
  await takeOver({ isAccepted: true });
}

/** Hides the notice for a day. The waiting version activates when all pages of the app are closed. */
export function postponeUpdate(): void {
  localItems.set(postponedKey, String(Date.now()));
  store.dispatch({ type: 'postponed' });
}
