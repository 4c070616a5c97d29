// App updates: detects a waiting worker, activates it when the user accepts (take-over.ts), and reloads when another tab
// has activated it. It reads the registration's state on every occasion, because its events are easily missed: on a first
// visit, after a failed install, or by a suspended page.
import { isTyping } from '../data/forms/session-drafts.ts';
import { createStore } from '../data/store.ts';
import { useStore } from '../data/use-store.ts';
import { isTakingOver, reloadOnceActive, takeOver } from './take-over.ts';

/** `pendingReload`: another tab has updated. This page reloads at its next navigation, so that no input is lost. */
export type Update = 'none' | 'ready' | 'applying' | 'pendingReload';

/** `waiting`: the worker of a newer version. `postponed`: the one that the user has postponed. */
export type UpdateState = { update: Update; waiting: ServiceWorker | null; postponed: ServiceWorker | null };

export type UpdateAction =
  /** The registration was read. */
  | { type: 'checked'; waiting: ServiceWorker | null }
  | { type: 'accepted' }
  | { type: 'postponed' }
  /** Another tab has updated while something is typed in this one. */
  | { type: 'otherTabUpdated' };

export const noUpdate: UpdateState = { update: 'none', waiting: null, postponed: null };

export function reduceUpdate(state: UpdateState, action: UpdateAction): UpdateState {
  switch (action.type) {
    case 'checked': {
      const { waiting } = action;
      // This page reloads anyway.
      if (state.update === 'applying' || state.update === 'pendingReload') return state;
      const update = waiting && waiting !== state.postponed ? 'ready' : 'none';
      return update === state.update && waiting === state.waiting ? state : { ...state, update, waiting };
    }
    case 'accepted':
      return { ...state, update: 'applying' };
    case 'postponed':
      return { ...state, update: 'none', postponed: state.waiting };
    case 'otherTabUpdated':
      return { ...state, update: 'pendingReload' };
  }
}

const store = createStore(() => noUpdate, reduceUpdate);

export const readUpdate = (): Update => store.get().update;
export const useUpdate = (): Update => useStore(store, ({ update }) => update, 'none');

/**
 * The waiting worker of an update. The first worker also passes through `waiting`, and Firefox may still return it there
 * while it activates.
 */
function findNewer({ active, waiting }: ServiceWorkerRegistration): ServiceWorker | null {
  return active && waiting !== active && waiting?.state === 'installed' ? waiting : null;
}

/**
 * Reloads when another worker takes over. Call once, before ours is registered: else the `controllerchange` of the first
 * worker could cause a reload.
 */
export function watchTakeOver(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let hadWorker = !!workers?.controller;
  workers?.addEventListener('controllerchange', () => {
    // The first worker takes over a page of the same version. A page that has accepted the update reloads by itself.
    if (hadWorker && !isTakingOver()) followOtherTab(workers.controller);
    hadWorker = true;
  });
}

/** Watches for new versions. Call once, with the registration of our worker. */
export function watchUpdates(ours: ServiceWorkerRegistration): void {
  const check = () => store.dispatch({ type: 'checked', waiting: findNewer(ours) });
  const checkOnStateChange = () => ours.installing?.addEventListener('statechange', check);
  checkOnStateChange();
  ours.addEventListener('updatefound', checkOnStateChange);
  for (const type of ['visibilitychange', 'pageshow', 'focus']) addEventListener(type, check);
  check();
}

function followOtherTab(worker: ServiceWorker | null): void {
  if (isTyping()) store.dispatch({ type: 'otherTabUpdated' });
  else void reloadOnceActive(worker);
}

/** Updates to the newest version, with one reload. */
export async function acceptUpdate(): Promise<void> {
  store.dispatch({ type: 'accepted' });
  await takeOver({ isSearching: true });
}

/** Hides the notice for the waiting version, which activates at a later start of the app. */
export const postponeUpdate = (): void => store.dispatch({ type: 'postponed' });
