// The user's locale and time zone, mirrored in localStorage, so that the first paint has the right dates and times. They
// are not part of `user`, whose fields docs/product.md, "Sessions and cookies", defines.
import { localItems } from '../storage.ts';
import { createStore } from '../store.ts';

/** `locale`: BCP 47. `timeZone`: IANA. */
export type Display = { locale: string; timeZone: string };

/** The server's value for an unknown zone. A user who chooses UTC has `Etc/UTC`. */
export const unknownZone = 'UTC';

const key = 'display';

/** Null for a visitor, and while the user's settings are unknown. */
export const displayStore = createStore<Display | null>(() => localItems.getJson(key, isDisplay));

function isDisplay(value: unknown): value is Display {
  const { locale, timeZone } = (value ?? {}) as Record<string, unknown>;
  return typeof locale === 'string' && typeof timeZone === 'string';
}

/** Applies and stores the settings; null deletes them. */
export function storeDisplay(next: Display | null): void {
  const before = displayStore.get();
  if (before?.locale === next?.locale && before?.timeZone === next?.timeZone) return;
  localItems.setJson(key, next);
  displayStore.dispatch(next);
}
