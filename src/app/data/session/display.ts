// The user's locale and time zone, mirrored in localStorage, so that the first paint has the right dates and times. They
// are not part of `user`, whose fields docs/product.md, "Sessions and cookies", defines.

/** `locale`: BCP 47. `timeZone`: IANA. */
export type Display = { locale: string; timeZone: string };

const key = 'display';
const listeners = new Set<() => void>();
let display: Display | null | undefined;

/** Null for a visitor, and while the user's settings are unknown. */
export function displayNow(): Display | null {
  if (display === undefined) display = readStored();
  return display;
}

function readStored(): Display | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { locale, timeZone } = value as Record<string, unknown>;
    return typeof locale === 'string' && typeof timeZone === 'string' ? { locale, timeZone } : null;
  } catch {
    return null;
  }
}

/** Applies and stores the settings; null deletes them. */
export function storeDisplay(next: Display | null): void {
  const before = displayNow();
  if (before?.locale === next?.locale && before?.timeZone === next?.timeZone) return;
  display = next;
  try {
    if (next === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Storage is blocked: the settings last until the page closes.
  }
  for (const listener of listeners) listener();
}

export function onDisplay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
