// The saved path of docs/product.md, "Route guard": where to go after signing in. Stored per tab; `/` by default.
import { sessionItems } from '../storage.ts';

const key = 'redirectPath';

/** An absolute path on this site; anything else becomes `/`, to prevent open redirects. */
export function safePath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || /^\/[/\\]/.test(path) || /[\\\s]/.test(path)) return '/';
  return path;
}

export const saveRedirectPath = (path: string): void => void sessionItems.set(key, safePath(path));

/** The saved path; does not reset it. */
export const savedRedirectPath = (): string => safePath(sessionItems.get(key));

/** The saved path; resets it to `/`. */
export function takeRedirectPath(): string {
  const path = savedRedirectPath();
  sessionItems.set(key, null);
  return path;
}

/** The URL of /login that returns to `from`. In the query, so that it also works before hydration. */
export function loginPath(from: string): string {
  return `/login?from=${encodeURIComponent(safePath(from))}`;
}
