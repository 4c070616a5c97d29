// New versions of the app: notices one that is ready, lets it take over when the person says so (take-over.ts), and follows
// when it did in another tab. What is ready is read from the registration itself, again at every occasion: its events are
// missed too easily (on a first visit, after a failed install, by a page that slept).
import { isTyping } from '../data/forms/drafts.ts';
import { isTakingOver, reloadOnceActive, takeOver } from './take-over.ts';

/** `owed`: another tab has moved on, and this page follows at its next navigation, so that what is being typed stays. */
export type Update = 'none' | 'ready' | 'applying' | 'owed';

let update: Update = 'none';
const listeners = new Set<() => void>();
let registration: ServiceWorkerRegistration | null = null;
/** The worker that the person put off. */
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
 * A worker that waits for another to end. The first one of all passes through `waiting`, too, and Firefox may still name it
 * there when it is on its way to `active`.
 */
function findNewer({ active, waiting }: ServiceWorkerRegistration): ServiceWorker | null {
  return active && waiting !== active && waiting?.state === 'installed' ? waiting : null;
}

function look(): void {
  if (update === 'applying' || update === 'owed') return;
  const waiting = registration && findNewer(registration);
  change(waiting && waiting !== postponed ? 'ready' : 'none');
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', look);
}

/**
 * Follows a worker that takes over. Call once, before ours is registered: a page that names the first one already may not
 * have heard of it yet, and would reload for it.
 */
export function watchTakeOver(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let hadWorker = !!workers?.controller;
  workers?.addEventListener('controllerchange', () => {
    // The first worker of all takes over a page that is as new as itself. A page that has accepted reloads by itself.
    if (hadWorker && !isTakingOver()) followOtherTab(workers.controller);
    hadWorker = true;
  });
}

/** Watches for new versions. Call once, with the registration of our worker. */
export function watchUpdates(ours: ServiceWorkerRegistration): void {
  registration = ours;
  follow(ours.installing);
  ours.addEventListener('updatefound', () => follow(ours.installing));
  for (const type of ['visibilitychange', 'pageshow', 'focus']) addEventListener(type, look);
  look();
}

function followOtherTab(worker: ServiceWorker | null): void {
  if (isTyping()) change('owed');
  else void reloadOnceActive(worker);
}

/** Moves to the newest version there is, by one reload. */
export async function acceptUpdate(): Promise<void> {
  change('applying');
  await takeOver({ isSearching: true });
}

/** Says no more of the version that is ready now. It comes with the next start, or with the one after it. */
export function postponeUpdate(): void {
  postponed = registration?.waiting ?? null;
  look();
}
