// Public pages as the server draws them for visitors, kept whole: the next visit is on the screen before a script has
// run, with or without a connection. Signed-in users get the app shell, and their own data in it.
import { type MetaName, renderNoteAttribute } from '../src/contract/values/page.ts';
import { savedAtHeader } from '../src/offline/worker-messages.ts';
import { worker } from './worker.ts';

const cacheName = 'sideline-drawings-1';
const maxDrawings = 12;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** Visits that follow so soon would find the same. */
const restMs = 10 * 60 * 1000;
const patienceMs = 10_000;
/** On a kept page: the cookie that is there while someone is signed in, as the page calls it. */
const hintHeader = 'x-hint-cookie';

/** The kept page for an address; undefined where there is none, or someone is signed in. */
export async function keptDrawing(url: string): Promise<Response | undefined> {
  try {
    const cache = await worker.caches.open(cacheName);
    const kept = await cache.match(url, { ignoreVary: true });
    const hint = kept?.headers.get(hintHeader);
    if (!kept || !hint || ageOf(kept) > maxAgeMs) return undefined;
    if ((await worker.cookieStore.get(hint)) !== null) return undefined;
    // Kept before another language was chosen.
    const language = await chosenLanguage();
    return language === null || language === kept.headers.get('content-language') ? kept : undefined;
  } catch {
    // A device whose storage fails still has the shell, or a network.
    return undefined;
  }
}

/**
 * Keeps the page at a path as any visitor gets it. Only of the build that this worker serves: a page of another one would
 * ask for scripts that are not on the device.
 */
export async function keepDrawing(path: string, build: string | null): Promise<void> {
  // Without the cookies nobody could tell later for whom it is.
  if (build === null || !('cookieStore' in worker)) return;
  try {
    const { href, origin } = new URL(path, worker.location.origin);
    if (origin !== worker.location.origin) return;
    const cache = await worker.caches.open(cacheName);
    const kept = await cache.match(href, { ignoreVary: true });
    const language = await chosenLanguage();
    const isInLanguage = language === null || language === kept?.headers.get('content-language');
    if (kept && isInLanguage && ageOf(kept) < restMs) return;
    const response = await fetch(href, {
      credentials: 'omit',
      headers: language === null ? {} : { 'Accept-Language': language },
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    // Only a page of ours says that there is none: not a proxy's.
    const isGone = response.status === 404 || response.status === 410;
    if (isGone && buildOf(text) !== null) await cache.delete(href);
    const hint = contentOf('hint-cookie', text);
    const isDrawn =
      text.includes(`<script type="application/json" ${renderNoteAttribute}>`) && buildOf(text) === build;
    if (response.status !== 200 || !isDrawn || !hint) return;
    const headers = new Headers(response.headers);
    headers.set(savedAtHeader, String(Date.now()));
    headers.set(hintHeader, hint);
    // The text is kept as it is read here, no longer compressed.
    headers.delete('content-encoding');
    headers.delete('content-length');
    await cache.put(href, new Response(text, { headers }));
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - maxDrawings))) await cache.delete(key);
  } catch {
    // No connection, or a full device: what is kept already stays.
  }
}

/** Drops the page that shows what is not there any more. */
export async function forgetDrawing(url: string): Promise<void> {
  const cache = await worker.caches.open(cacheName);
  await cache.delete(url, { ignoreVary: true });
}

/** Drops them all: another build serves from now on. */
export const dropDrawings = (): Promise<boolean> => worker.caches.delete(cacheName);

/** The build that a page is of. */
export const buildOf = (html: string): string | null => contentOf('build', html);

/** The language that was chosen on this device (src/app/words/language.ts); null where the browser's counts. */
const chosenLanguage = async (): Promise<string | null> =>
  (await worker.cookieStore.get('lang'))?.value ?? null;

const ageOf = ({ headers }: Response) => Date.now() - Number(headers.get(savedAtHeader));

const contentOf = (name: MetaName, html: string): string | null =>
  new RegExp(`<meta name="${name}" content="([^"]+)"`).exec(html)?.[1] ?? null;
