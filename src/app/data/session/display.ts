// How the person signed in wants dates and times written: their settings, mirrored on this device, so that the first
// paint is right. Beside `user`, which holds exactly what docs/product.md, "Sessions and cookies", says.

/** `locale`: BCP 47. `timeZone`: IANA. */
export type Display = { locale: string; timeZone: string };

const key = 'display';
const listeners = new Set<() => void>();
let display: Display | null | undefined;

/** Null where nobody is signed in, and as long as their settings are not known. */
export function displayNow(): Display | null {
  if (display === undefined) display = readKept();
  return display;
}

function readKept(): Display | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { locale, timeZone } = value as Record<string, unknown>;
    return typeof locale === 'string' && typeof timeZone === 'string' ? { locale, timeZone } : null;
  } catch {
    return null;
  }
}

/** Shows it at once and keeps it; null forgets it. */
export function keepDisplay(next: Display | null): void {
  const before = displayNow();
  if (before?.locale === next?.locale && before?.timeZone === next?.timeZone) return;
  display = next;
  try {
    if (next === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Storage is blocked: it lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

export function onDisplay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
