// The precache of the app's files. Each file is checked against its integrity hash, so that an HTML page that a proxy sends
// in place of a script is never stored. An install fails without a vital file; the other files follow when they can.
// Answers every navigation: with the cached page for visitors, else with the app shell.
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { buildOf, findCachedPage } from './cached-pages.ts';
import { isPage, isVital } from './request-rules.ts';
import { worker } from './worker.ts';

export type PrecacheFile = { url: string; revision: string | null; integrity: string };

const appShellUrl = '/index.html';

/** A pending file that is not vital delays the install. */
const timeoutMs = 5_000;

const createController = () =>
  new PrecacheController({
    plugins: [
      {
        // Revalidate the copy in the HTTP cache: a corrupt one would fail every install.
        requestWillFetch: async ({ request }) => new Request(request, { cache: 'no-cache' }),
        // Only a complete response: neither 206 nor an error.
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
      },
    ],
  });
/** All files, and the vital ones. Both controllers use the same cache. */
const files = createController();
const vitalFiles = createController();

/**
 * Registers the routes. Call once, while the worker script is first evaluated. `evictedPage` is the HTML for a navigation
 * without a network after the browser has evicted the files.
 */
export function servePrecache(manifest: PrecacheFile[], evictedPage: string): void {
  files.addToCacheList(manifest);
  vitalFiles.addToCacheList(manifest.filter(({ url }) => isVital(url)));
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
    ({ request }) => openPage(request, evictedPage),
  );
  // Neither `/` nor `/about` maps to a file.
  registerRoute(new PrecacheRoute(files, { directoryIndex: '', cleanURLs: false }));
}

/** Rejects the install if a vital file cannot be fetched; then the previous worker stays active. */
export function installPrecache(event: ExtendableEvent): void {
  event.waitUntil(vitalFiles.install(event).then(() => fetchOtherFiles(event)));
}

export const deleteOldPrecache = (event: ExtendableEvent) => files.activate(event);

const findAppShell = () => files.matchPrecache(appShellUrl).catch(() => undefined);

/** The id of the precached build; null if the browser has evicted its files. */
export async function precachedBuild(): Promise<string | null> {
  const appShell = await findAppShell();
  return appShell ? buildOf(await appShell.text()) : null;
}

async function openPage(request: Request, evictedPage: string): Promise<Response> {
  const cached = (await findCachedPage(request.url)) ?? (await findAppShell());
  if (cached) return cached;
  // The browser has evicted the precache: use the network. `restoreVitalFiles` runs once the page is idle.
  try {
    return await fetch(request);
  } catch {
    return new Response(evictedPage, {
      status: 503,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  }
}

/** Shares one run between concurrent calls: several pages can send SETTLED at once. */
function once(task: (event: ExtendableEvent) => Promise<void>): (event: ExtendableEvent) => Promise<void> {
  let running: Promise<void> | null = null;
  return (event) => {
    running ??= task(event).finally(() => {
      running = null;
    });
    return running;
  };
}

/** Fetches vital files that are missing from the precache. A failed one is tried again at the next call. */
export const restoreVitalFiles = once(async (event) => {
  for (const file of await missingFiles(true)) await fetchFile(event, file);
});

/** Fetches the other missing files, each with a timeout. */
export const fetchOtherFiles = once(async (event) => {
  const files = await missingFiles(false);
  await Promise.all(files.map((file) => fetchFile(event, file, AbortSignal.timeout(timeoutMs))));
});

type File = { url: string; cacheKey: string };

async function missingFiles(areVital: boolean): Promise<File[]> {
  const cache = await worker.caches.open(files.strategy.cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => url));
  return [...files.getURLsToCacheKeys()]
    .map(([url, cacheKey]) => ({ url, cacheKey }))
    .filter(({ url, cacheKey }) => isVital(url) === areVital && !cached.has(cacheKey));
}

async function fetchFile(
  event: ExtendableEvent,
  { url, cacheKey }: File,
  signal?: AbortSignal,
): Promise<void> {
  const integrity = files.getIntegrityForCacheKey(cacheKey) ?? '';
  const request = new Request(url, { integrity, signal: signal ?? null });
  await files.strategy.handle({ event, request, params: { cacheKey, integrity } }).catch(() => undefined);
}
