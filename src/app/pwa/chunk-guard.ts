// Handles chunks that fail to load: one reload to the requested page, with limits that prevent a reload loop
// (docs/product.md, "App behaviour").
import { ownBuild } from '../data/session/page-meta.ts';
import { sessionItems } from '../data/storage.ts';
import { takeOver } from './take-over.ts';

const key = 'reloads';
const windowMs = 10_000;
const maxPerBuild = 2;

type Reloads = { build: string; count: number; at: number };

function isReloads(value: unknown): value is Reloads {
  const { count, at } = (value ?? {}) as Partial<Reloads>;
  return Number.isFinite(count) && Number.isFinite(at);
}

/** Whether a script failed to load. An error thrown by a loaded script is a bug, which a reload would only repeat. */
export function isChunkLoadError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return (
    /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i.test(
      message,
    ) || /is not a valid JavaScript MIME type/.test(message)
  );
}

/**
 * Counts a reload and returns whether it is allowed: not offline, where it would lose the page; not twice within ten
 * seconds; at most twice per build; and not without sessionStorage.
 */
export function takeReload(now = Date.now()): boolean {
  if (!navigator.onLine) return false;
  const build = ownBuild();
  const last = sessionItems.getJson(key, isReloads);
  // Reloads were counted, but it is not known how many.
  if (last === null && sessionItems.get(key) !== null) return false;
  const count = last?.build === build ? last.count : 0;
  if (count >= maxPerBuild || (last && now - last.at < windowMs && now >= last.at)) return false;
  const next = JSON.stringify({ build, count: count + 1, at: now } satisfies Reloads);
  return sessionItems.set(key, next) && sessionItems.get(key) === next;
}

/** Activates the newest installed worker and reloads the page, whose URL the router has already changed. */
export const reloadToWanted = (): Promise<void> => takeOver({ isLoading: true });

/** The event that starts a repair in the start guard (boot/inline/start-guard.ts), which needs no other chunk. */
export const repairEvent = 'sideline:repair';

/** Unregisters the worker, deletes its caches, and reloads the app from the server. */
export const repair = () => dispatchEvent(new Event(repairEvent));
