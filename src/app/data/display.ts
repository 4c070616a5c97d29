// How the person signed in wants dates and times written: their settings, mirrored on this device, so that the first
// paint is right. Beside SPEC's `user`, which holds exactly what SPEC says.

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
    return isLocale(locale) && isTimeZone(timeZone) ? { locale, timeZone } : null;
  } catch {
    return null;
  }
}

const isLocale = (value: unknown): value is string =>
  typeof value === 'string' && isTaken(() => Intl.getCanonicalLocales(value));

const isTimeZone = (value: unknown): value is string =>
  typeof value === 'string' && isTaken(() => new Intl.DateTimeFormat('en', { timeZone: value }));

/** `Intl` throws at what it does not know. */
function isTaken(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
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
