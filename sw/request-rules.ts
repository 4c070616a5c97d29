// Which requests the worker answers: navigations to pages, and public reads of the contract. Which responses it caches. Pure.

import { pathPattern } from '../src/offline/path-pattern.ts';

/** A read of the contract whose `offline` is `public`. */
export type PublicCall = { path: string; access: 'public' | 'optional' };

/** Paths of this origin that are never a page, even for a navigation request. */
const notPages = /^\/(api|builds|assets|icons|screenshots|sandbox)(\/|$)/;
/** A file: sitemap.xml, robots.txt, an event's picture. The path of a page has no dot in its last segment. */
const file = /\.[^/]*$/;

/** Whether the worker answers a navigation to this path. */
export function isPage(pathname: string): boolean {
  return !notPages.test(pathname) && !file.test(pathname);
}

/** Whether a page needs the file to start. It can do without the others (pictures, the manifest) for a while. */
export const isVital = (url: string): boolean => /\.(html|js|css)$/.test(url);

/** Matches a path to its call; null for a path of no public call. */
export function callFinder(calls: readonly PublicCall[]): (pathname: string) => PublicCall | null {
  const patterns = calls.map((call) => ({ call, pattern: pathPattern(call.path) }));
  return (pathname) => patterns.find(({ pattern }) => pattern.test(pathname))?.call ?? null;
}

/** Whether a shared cache may store the response: JSON with status 200 that is neither private nor no-store. */
export function isCacheable({
  status,
  type,
  headers,
}: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return (
    status === 200 &&
    type !== 'opaque' &&
    /^application\/json\b/.test(headers.get('content-type') ?? '') &&
    !/\b(private|no-store)\b/.test(headers.get('cache-control') ?? '')
  );
}
