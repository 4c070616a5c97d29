// How the viewer reads dates: locale, zone and the time. Their settings say it, else the browser. A server draws without
// the browser, so that both draw the same.
import { useMemo, useSyncExternalStore } from 'react';
import { onClockChange, serverNow } from '../data/http/clock.ts';
import { useDrawn } from '../data/resources/drawn.ts';
import { displayNow, onDisplay } from '../data/session/display.ts';
import { safeLocale } from './intl.ts';
import { isKnownZone } from './wall-clock.ts';

/** `now` in milliseconds, to the hour: enough to tell the year and the day. Both are null as long as they are not known. */
export type Viewer = { locale: string; timeZone: string | null; now: number | null };

const minuteMs = 60_000;

let locale: string | undefined;
function readLocale() {
  const chosen = displayNow()?.locale;
  if (chosen) return safeLocale(chosen);
  locale ??= safeLocale(navigator.language);
  return locale;
}
let timeZone: string | undefined;
/** The zone that this device keeps. */
export function deviceZone(): string {
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return timeZone;
}
/** A zone that this browser does not know would stop every date. */
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

/** The time of drawing, to `ms`: what the browser starts from, so that both write the same. */
function useDrawnTime(ms: number): () => number | null {
  const { now } = useDrawn();
  return () => (now === null ? null : floorTo(ms, now));
}

/** The viewer's zone; null as long as it is not known. What depends on it must not move the rest of a drawn page. */
export function useBrowserZone(): string | null {
  return useSyncExternalStore(onDisplay, readZone, unknown);
}

/**
 * The same object as long as nothing in it changes, so that rows can be memoised. On a drawn page the zone stays
 * unknown until the person goes on: a list that was read already must not grow lines.
 */
export function useViewer(): Viewer {
  const { locale: drawnLocale, isDrawnView } = useDrawn();
  const viewerLocale = useSyncExternalStore(onDisplay, readLocale, () => drawnLocale);
  const browserZone = useBrowserZone();
  const viewerZone = isDrawnView ? null : browserZone;
  const now = useSyncExternalStore(everyMinute, readHour, useDrawnTime(60 * minuteMs));
  return useMemo(
    () => ({ locale: viewerLocale, timeZone: viewerZone, now }),
    [viewerLocale, viewerZone, now],
  );
}

/** The time to the minute, in milliseconds; null as long as it is not known. */
export function useNow(): number | null {
  return useSyncExternalStore(everyMinute, readMinute, useDrawnTime(minuteMs));
}
