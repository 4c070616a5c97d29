// The viewer's locale, time zone and time: from their settings, else from the browser. A server renders
// without either, and hydration starts from the same values.
import { useMemo, useSyncExternalStore } from 'react';
import { localeIn } from '../../words/languages.ts';
import { onClockChange, serverNow } from '../data/http/clock.ts';
import { useRenderData } from '../data/resources/render-data.ts';
import { displayNow, onDisplay } from '../data/session/display.ts';
import { pageLanguage } from '../words/t.ts';
import { safeLocale } from './intl.ts';
import { isKnownZone } from './wall-clock.ts';

/**
 * `now` in milliseconds, to the hour: enough for the year and the day. `timeZone` and `now` are null while
 * unknown.
 */
export type Viewer = { locale: string; timeZone: string | null; now: number | null };

const minuteMs = 60_000;

let lastWish: string | undefined;
let locale = 'en';
/** Words, dates and numbers are of one language. */
function readLocale() {
  const wish = displayNow()?.locale ?? navigator.language;
  if (wish !== lastWish) {
    lastWish = wish;
    locale = localeIn(pageLanguage().tag, safeLocale(wish));
  }
  return locale;
}
let timeZone: string | undefined;
/** The zone of this device. */
export function deviceZone(): string {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone;
}
/** A zone that this browser does not know would make every date fail. */
function readZone(): string {
  const chosen = displayNow()?.timeZone;
  return chosen && isKnownZone(chosen) ? chosen : deviceZone();
}
const floorTo = (ms: number, at: number) => Math.floor(at / ms) * ms;
const readMinute = () => floorTo(minuteMs, serverNow());
const readHour = () => floorTo(60 * minuteMs, serverNow());
function everyMinute(listener: () => void) {
  const timer = setInterval(listener, minuteMs / 4);
  const stop = onClockChange(listener);
  return () => {
    clearInterval(timer);
    stop();
  };
}
const unknown = () => null;

/**
 * The time of the server's render, rounded to `ms`: hydration starts from it, so that both texts are the
 * same.
 */
function useRenderTime(ms: number): () => number | null {
  const { now } = useRenderData();
  return () => (now === null ? null : floorTo(ms, now));
}

/**
 * The viewer's zone; null while unknown. Content that depends on it must not move the rest of a
 * server-rendered page.
 */
export function useBrowserZone(): string | null {
  return useSyncExternalStore(onDisplay, readZone, unknown);
}

/**
 * The same object until a value changes, so that rows can be memoised. On a server-rendered page the zone
 * stays unknown until the next navigation: a list that was already read must not grow lines.
 */
export function useViewer(): Viewer {
  const { locale: serverLocale, isServerRendered } = useRenderData();
  const viewerLocale = useSyncExternalStore(onDisplay, readLocale, () => serverLocale);
  const browserZone = useBrowserZone();
  const viewerZone = isServerRendered ? null : browserZone;
  const now = useSyncExternalStore(everyMinute, readHour, useRenderTime(60 * minuteMs));
  return useMemo(
    () => ({ locale: viewerLocale, timeZone: viewerZone, now }),
    [viewerLocale, viewerZone, now],
  );
}

/** The time to the minute, in milliseconds; null while unknown. */
export function useNow(): number | null {
  return useSyncExternalStore(everyMinute, readMinute, useRenderTime(minuteMs));
}
