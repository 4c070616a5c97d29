// The cache of server-rendered public pages, for visitors: the next visit paints before any script runs, also offline.
// Signed-in users get the app shell instead, which loads their own data.
import { hydrationDataAttribute, type MetaName } from '../src/contract/values/page.ts';
import { savedAtHeader } from '../src/offline/worker-messages.ts';
import { worker } from './worker.ts';

const cacheName = 'sideline-drawings-1';
const maxPages = 12;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** A page younger than this is not fetched again. */
const minAgeMs = 10 * 60 * 1000;
const timeoutMs = 10_000;
/** On a cached page: the name of the hint cookie, from the `hint-cookie` <meta> of the page. */
const hintHeader = 'x-hint-cookie';

/** The cached page for a URL; undefined without one, or when a user is signed in. */
export async function findCachedPage(url: string): Promise<Response | undefined> {
  try {
    const cache = await worker.caches.open(cacheName);
    const cached = await cache.match(url, { ignoreVary: true });
    const hint = cached?.headers.get(hintHeader);
    if (!cached || !hint || ageOf(cached) > maxAgeMs) return undefined;
    if ((await worker.cookieStore.get(hint)) !== null) return undefined;
    // The user may have chosen another language since it was cached.
    const language = await chosenLanguage();
    return language === null || language === cached.headers.get('content-language') ? cached : undefined;
  } catch {
    // The storage failed: use the app shell or the network.
    return undefined;
  }
}

/**
 * Fetches the page at a path as a visitor, and caches it. Only a page of the precached build: another build's page would
 * need scripts that are not on the device.
 */
export async function cachePage(path: string, build: string | null): Promise<void> {
  // Without the Cookie Store API, findCachedPage cannot tell a visitor from a signed-in user.
  if (build === null || !('cookieStore' in worker)) return;
  try {
    const { href, origin } = new URL(path, worker.location.origin);
    if (origin !== worker.location.origin) return;
    const cache = await worker.caches.open(cacheName);
    const cached = await cache.match(href, { ignoreVary: true });
    const language = await chosenLanguage();
    const isInLanguage = language === null || language === cached?.headers.get('content-language');
    if (cached && isInLanguage && ageOf(cached) < minAgeMs) return;
    const response = await fetch(href, {
      credentials: 'omit',
      headers: language === null ? {} : { 'Accept-Language': language },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    // Delete only when the app itself sent the 404 or 410, not a proxy.
    const isGone = response.status === 404 || response.status === 410;
    if (isGone && buildOf(text) !== null) await cache.delete(href);
    const hint = contentOf('hint-cookie', text);
    const isRendered =
      text.includes(`<script type="application/json" ${hydrationDataAttribute}>`) && buildOf(text) === build;
    if (response.status !== 200 || !isRendered || !hint) return;
    const headers = new Headers(response.headers);
    headers.set(savedAtHeader, String(Date.now()));
    headers.set(hintHeader, hint);
    // The stored body is decoded.
    headers.delete('content-encoding');
    headers.delete('content-length');
    await cache.put(href, new Response(text, { headers }));
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - maxPages))) await cache.delete(key);
  } catch {
    // No connection, or the storage is full: keep the pages that are cached already.
  }
}

/** Deletes the cached page of a subject that no longer exists. */
export async function deleteCachedPage(url: string): Promise<void> {
  const cache = await worker.caches.open(cacheName);
  await cache.delete(url, { ignoreVary: true });
}

/** Deletes all cached pages, when a worker of another build activates. */
export const deleteCachedPages = (): Promise<boolean> => worker.caches.delete(cacheName);

/** The id of the build that rendered a page. */
export const buildOf = (html: string): string | null => contentOf('build', html);

/** The language that the user chose on this device (src/app/words/language.ts); null if the browser's applies. */
const chosenLanguage = async (): Promise<string | null> =>
  (await worker.cookieStore.get('lang'))?.value ?? null;

/** Saved in the future, because the clock was ahead: as old as can be. */
const ageOf = ({ headers }: Response) => {
  const ageMs = Date.now() - Number(headers.get(savedAtHeader));
  return ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs;
};

const contentOf = (name: MetaName, html: string): string | null =>
  new RegExp(`<meta name="${name}" content="([^"]+)"`).exec(html)?.[1] ?? null;
