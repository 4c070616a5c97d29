// The app's own files: kept at install, each checked against the hash that build and server wrote, so that an HTML page sent
// in place of a script is never stored. An install needs every file that a page starts with; the others follow as they come.
// Every page opens from here: as it was drawn for visitors, else with the shell.
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isPage, isVital } from './addresses.ts';
import { buildOf, keptDrawing } from './drawings.ts';
import { worker } from './worker.ts';

export type ShellFile = { url: string; revision: string | null; integrity: string };

const shellUrl = '/index.html';

/** A picture that hangs would hold up the install. */
const patienceMs = 5_000;

const createController = () =>
  new PrecacheController({
    plugins: [
      {
        // A copy in the browser's own cache is asked about: one that went wrong there would fail every install.
        requestWillFetch: async ({ request }) => new Request(request, { cache: 'no-cache' }),
        // Only the file itself, whole.
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
      },
    ],
  });
/** All of them, and those that an install needs: in one cache. */
const files = createController();
const vitalFiles = createController();

/** Call once, while the worker starts. */
export function serveShell(manifest: ShellFile[]): void {
  files.addToCacheList(manifest);
  vitalFiles.addToCacheList(manifest.filter(({ url }) => isVital(url)));
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
    ({ request }) => openPage(request),
  );
  // Neither `/` nor `/about` stands for a file here.
  registerRoute(new PrecacheRoute(files, { directoryIndex: '', cleanURLs: false }));
}

/** Fails where a vital file cannot be had; the worker of before stays then. */
export function installShell(event: ExtendableEvent): void {
  event.waitUntil(vitalFiles.install(event).then(() => fetchPictures(event)));
}

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
<title>Offline</title><h1>You're offline</h1><p>This device has run out of room and dropped what was saved here.
This page opens again as soon as there is a connection.</p><p><a href="">Try again</a></p></html>`;

/** One at a time: pages come to rest together. */
function once(task: (event: ExtendableEvent) => Promise<void>): (event: ExtendableEvent) => Promise<void> {
  let running: Promise<void> | null = null;
  return (event) => {
    running ??= task(event).finally(() => {
      running = null;
    });
    return running;
  };
}

/** Fetches vital files that should be kept and are not. Those that cannot be had are left for the next time. */
export const healShell = once(async (event) => {
  for (const file of await missingFiles(true)) await fetchFile(event, file);
});

/** The same for the rest. What hangs is given up. */
export const fetchPictures = once(async (event) => {
  const files = await missingFiles(false);
  await Promise.all(files.map((file) => fetchFile(event, file, AbortSignal.timeout(patienceMs))));
});

type File = { url: string; cacheKey: string };

async function missingFiles(areVital: boolean): Promise<File[]> {
  const cache = await worker.caches.open(files.strategy.cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return [...files.getURLsToCacheKeys()]
    .map(([url, cacheKey]) => ({ url, cacheKey }))
    .filter(({ url, cacheKey }) => isVital(url) === areVital && !kept.has(cacheKey));
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
