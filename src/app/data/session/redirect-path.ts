// The saved path of docs/product.md, "Route guard": where to go after signing in. Stored per tab; `/` by default.

const key = 'redirectPath';

/** An absolute path on this site; anything else becomes `/`, to prevent open redirects. */
export function safePath(path: string | null | undefined): string {
  if (!path?.startsWith('/') || /^\/[/\\]/.test(path) || /[\\\s]/.test(path)) return '/';
  return path;
}

let remembered = '/';

export function saveRedirectPath(path: string): void {
  remembered = safePath(path);
  try {
    sessionStorage.setItem(key, remembered);
  } catch {
    // Storage is blocked: the path lasts until the page closes.
  }
}

/** The saved path; does not reset it. */
export function savedRedirectPath(): string {
  try {
    return safePath(sessionStorage.getItem(key) ?? remembered);
  } catch {
    return remembered;
  }
}

/** The saved path; resets it to `/`. */
export function takeRedirectPath(): string {
  const path = savedRedirectPath();
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
  remembered = '/';
  return path;
}

/** The URL of /login that returns to `from`. In the query, so that it also works before hydration. */
export function loginPath(from: string): string {
  return `/login?from=${encodeURIComponent(safePath(from))}`;
}
