// The saved path of docs/product.md, "Route guard": where to go after signing in. Kept for this tab, `/` when there is none.

const key = 'redirectPath';

/** Only an absolute path on this site counts; anything else is `/`, so that a crafted link leads nowhere else. */
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
    // Storage is blocked: remembered until the page is left.
  }
}

/** The saved path, which stays saved. */
export function savedRedirectPath(): string {
  try {
    return safePath(sessionStorage.getItem(key) ?? remembered);
  } catch {
    return remembered;
  }
}

/** The saved path, which then resets to `/`. */
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

/** The way to /login that leads back here. In the address, so that it also works before hydration. */
export function loginPath(from: string): string {
  return `/login?from=${encodeURIComponent(safePath(from))}`;
}
