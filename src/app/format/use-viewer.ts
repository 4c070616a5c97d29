// What only the browser knows of the viewer: locale, zone and the time. A server draws without them, so that both draw the same.
import { useMemo, useSyncExternalStore } from 'react';
import { safeLocale } from './intl.ts';

/** `now` in milliseconds, to the hour: enough to tell the year and the day. Both are null as long as they are not known. */
export type Viewer = { locale: string; timeZone: string | null; now: number | null };

const minuteMs = 60_000;
const never = () => () => {};

let locale: string | undefined;
function readLocale() {
  locale ??= safeLocale(navigator.language);
  return locale;
}
let timeZone: string | undefined;
function readZone() {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone;
}
const nowTo = (ms: number) => () => Math.floor(Date.now() / ms) * ms;
const readMinute = nowTo(minuteMs);
const readHour = nowTo(60 * minuteMs);
function everyMinute(listener: () => void) {
  const timer = setInterval(listener, minuteMs / 4);
  return () => clearInterval(timer);
}
const unknown = () => null;

/** The same object as long as nothing in it changes, so that rows can be memoised. */
export function useViewer(): Viewer {
  const viewerLocale = useSyncExternalStore(never, readLocale, () => 'en');
  const viewerZone = useSyncExternalStore(never, readZone, unknown);
  const now = useSyncExternalStore(everyMinute, readHour, unknown);
  return useMemo(
    () => ({ locale: viewerLocale, timeZone: viewerZone, now }),
    [viewerLocale, viewerZone, now],
  );
}

/** The time to the minute, in milliseconds; null as long as it is not known. */
export function useNow(): number | null {
  return useSyncExternalStore(everyMinute, readMinute, unknown);
}
