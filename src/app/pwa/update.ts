// App updates: detects a waiting worker, activates it when the user accepts (take-over.ts), and reloads when another tab
// has activated it. It reads the registration's state on every occasion, because its events are easily missed: on a first
// visit, after a failed install, or by a suspended page.
import { isTyping } from '../data/forms/session-drafts.ts';
import { isTakingOver, reloadOnceActive, takeOver } from './take-over.ts';

/** `pendingReload`: another tab has updated. This page reloads at its next navigation, so that no input is lost. */
export type Update = 'none' | 'ready' | 'applying' | 'pendingReload';

let update: Update = 'none';
const listeners = new Set<() => void>();
let registration: ServiceWorkerRegistration | null = null;
/** The worker that the user has postponed. */
let postponed: ServiceWorker | null = null;

function change(next: Update): void {
  if (next === update) return;
  update = next;
  for (const listener of listeners) listener();
}

export const readUpdate = () => update;
export function onUpdateChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * The waiting worker of an update. The first worker also passes through `waiting`, and Firefox may still return it there
 * while it activates.
 */
function findNewer({ active, waiting }: ServiceWorkerRegistration): ServiceWorker | null {
  return active && waiting !== active && waiting?.state === 'installed' ? waiting : null;
}

function check(): void {
  if (update === 'applying' || update === 'pendingReload') return;
  const waiting = registration && findNewer(registration);
  change(waiting && waiting !== postponed ? 'ready' : 'none');
}

function checkOnStateChange(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', check);
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
  registration = ours;
  checkOnStateChange(ours.installing);
  ours.addEventListener('updatefound', () => checkOnStateChange(ours.installing));
  for (const type of ['visibilitychange', 'pageshow', 'focus']) addEventListener(type, check);
  check();
}

function followOtherTab(worker: ServiceWorker | null): void {
  if (isTyping()) change('pendingReload');
  else void reloadOnceActive(worker);
}

/** Updates to the newest version, with one reload. */
export async function acceptUpdate(): Promise<void> {
  change('applying');
  await takeOver({ isSearching: true });
}

/** Hides the notice for the waiting version, which activates at a later start of the app. */
export function postponeUpdate(): void {
  postponed = registration?.waiting ?? null;
  check();
}
