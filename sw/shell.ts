// The app's own files: kept whole at install, each checked against the hash that the build wrote, so that an HTML page
// sent in place of a script is never stored. Every page opens from here: as it was drawn for visitors, else with the shell.
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isPage } from './addresses.ts';
import { buildOf, keptDrawing } from './drawings.ts';
import { worker } from './worker.ts';

export type ShellFile = { url: string; revision: string | null; integrity: string };

const shellUrl = '/index.html';

const files = new PrecacheController({
  plugins: [
    {
      // A copy in the browser's own cache is asked about: one that went wrong there would fail every install.
      requestWillFetch: async ({ request }) => new Request(request, { cache: 'no-cache' }),
      // Only the file itself, whole.
      cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
    },
  ],
});

/** Call once, while the worker starts. */
export function serveShell(manifest: ShellFile[]): void {
  files.addToCacheList(manifest);
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
    ({ request }) => openPage(request),
  );
  // Neither `/` nor `/about` stands for a file here.
  registerRoute(new PrecacheRoute(files, { directoryIndex: '', cleanURLs: false }));
}

export const installShell = (event: ExtendableEvent) => files.install(event);
export const dropOldShell = (event: ExtendableEvent) => files.activate(event);

const keptShell = () => files.matchPrecache(shellUrl).catch(() => undefined);

/** The build whose files are kept; null where the browser has dropped them. */
export async function keptBuild(): Promise<string | null> {
  const shell = await keptShell();
  return shell ? buildOf(await shell.text()) : null;
}

async function openPage(request: Request): Promise<Response> {
  const kept = (await keptDrawing(request.url)) ?? (await keptShell());
  if (kept) return kept;
  // The browser has dropped our files: the server draws the page, and `healShell` follows once it is open.
  try {
    return await fetch(request);
  } catch {
    return new Response(droppedPage, {
      status: 503,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  }
}

const droppedPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sideline</title><h1>You're offline</h1><p>This device has run out of room and dropped what Sideline had saved.
It opens again as soon as there is a connection.</p><p><a href="">Try again</a></p></html>`;

let healing: Promise<void> | null = null;

/** Fetches what should be kept and is not. Files that cannot be had are left for the next time. */
export function healShell(event: ExtendableEvent): Promise<void> {
  healing ??= heal(event).finally(() => {
    healing = null;
  });
  return healing;
}

async function heal(event: ExtendableEvent): Promise<void> {
  const cache = await worker.caches.open(files.strategy.cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const [url, cacheKey] of files.getURLsToCacheKeys()) {
    if (kept.has(cacheKey)) continue;
    const integrity = files.getIntegrityForCacheKey(cacheKey);
    await files.strategy
      .handle({ event, request: new Request(url), params: { cacheKey, integrity } })
      .catch(() => undefined);
  }
}
