// Which addresses the worker answers: pages with the shell, and the reads that the contract lets it keep. Pure.

import { pathPattern } from '../src/offline/path-pattern.ts';

/** A read of the contract whose `offline` is `public`. */
export type PublicCall = { path: string; access: 'public' | 'optional' };

/** Addresses of this origin that are never a page, whatever asks for them. */
const notPages = /^\/(api|builds|assets|icons|screenshots|sandbox)(\/|$)/;
/** A file: sitemap.xml, robots.txt, an event's picture. No page of ours has a dot in its last part. */
const file = /\.[^/]*$/;

/** True where a navigation is answered with the shell. */
export function isPage(pathname: string): boolean {
  return !notPages.test(pathname) && !file.test(pathname);
}

/** Without these a page does not start; all else (pictures, the manifest) it can be without for a while. */
export const isVital = (url: string): boolean => /\.(html|js|css)$/.test(url);

/** Finds the call behind an address, or null. */
export function callFinder(calls: readonly PublicCall[]): (pathname: string) => PublicCall | null {
  const patterns = calls.map((call) => ({ call, pattern: pathPattern(call.path) }));
  return (pathname) => patterns.find(({ pattern }) => pattern.test(pathname))?.call ?? null;
}

/** Whether anyone may keep this answer: a JSON success that is not private. */
export function mayKeep({ status, type, headers }: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  return (
    status === 200 &&
    type !== 'opaque' &&
    /^application\/json\b/.test(headers.get('content-type') ?? '') &&
    !/\b(private|no-store)\b/.test(headers.get('cache-control') ?? '')
  );
}
