// What to do when a part of the app does not arrive: one reload to the wanted page, within limits that no fault can turn
// into a loop (docs/product.md, "App behaviour").
import { ownBuild } from '../data/session/page-meta.ts';
import { takeOver } from './take-over.ts';

const key = 'reloads';
const windowMs = 10_000;
const maxPerBuild = 2;

type Record = { build: string; count: number; at: number };

/** True where a script did not arrive. A script that came and threw is a bug of ours, which a reload only repeats. */
export function isLostChunk(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return (
    /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed)/i.test(
      message,
    ) || /is not a valid JavaScript MIME type/.test(message)
  );
}

/**
 * Counts a reload, and says whether it may be done: not offline, where it would lose what is there; not twice within ten
 * seconds; not more than twice for one build; and not where it cannot be counted.
 */
export function takeReload(now = Date.now()): boolean {
  if (!navigator.onLine) return false;
  const build = ownBuild();
  try {
    const last = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Record | null;
    const count = last?.build === build ? last.count : 0;
    if (count >= maxPerBuild || (last && now - last.at < windowMs && now >= last.at)) return false;
    const next = JSON.stringify({ build, count: count + 1, at: now } satisfies Record);
    sessionStorage.setItem(key, next);
    return sessionStorage.getItem(key) === next;
  } catch {
    return false;
  }
}

/** Reloads the page, which the router has already set to the wanted address; with the newest worker that is there. */
export const reloadToWanted = (): Promise<void> => takeOver({ isLoading: true });

/** Asks the start guard (boot/inline/start-guard.ts), which is in the page whatever else is lost. */
export const repairEvent = 'sideline:repair';

/** Loads the app again from the server, without the worker and its files. */
export const repair = () => dispatchEvent(new Event(repairEvent));
