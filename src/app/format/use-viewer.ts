// The viewer's locale, time zone and time: from their settings, else from the browser. A server renders
// without either, and hydration starts from the same values.
import { useMemo } from 'react';
import { localeIn } from '../../words/languages.ts';
import { onClockChange, serverNow } from '../data/http/clock.ts';
import { useRenderData } from '../data/resources/render-data.ts';
import { type Display, displayStore } from '../data/session/display.ts';
import { useStore } from '../data/use-store.ts';
import { pageLanguage } from '../words/t.ts';
import { getOrCompute } from './get-or-compute.ts';
import { safeLocale } from './intl.ts';
import { ownZone } from './own-zone.ts';
import { isKnownZone } from './wall-clock.ts';

/**
 * `now` in milliseconds, to the quarter of an hour: enough for the year and the day, because every zone's days begin on one.
 * `timeZone` and `now` are null while
 * unknown.
 */
export type Viewer = { locale: string; timeZone: string | null; now: number | null };

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

/** Answers of Intl, which is slow; they stay the same while the page is open. */
const texts = new Map<string, string>();
const maxTexts = 20;

/** Words, dates and numbers are of one language. */
function localeFor(display: Display | null): string {
  const wish = display?.locale ?? navigator.language;
  const { tag } = pageLanguage();
  return getOrCompute(texts, `${tag} ${wish}`, maxTexts, () => localeIn(tag, safeLocale(wish)));
}

/** The zone of this device. */
export const deviceZone = (): string => getOrCompute(texts, 'zone', maxTexts, ownZone);

/** A zone that this browser does not know would make every date fail. */
function zoneFor(display: Display | null): string {
  const chosen = display?.timeZone;
  return chosen && isKnownZone(chosen) ? chosen : deviceZone();
}
const floorTo = (ms: number, at: number) => Math.floor(at / ms) * ms;
/** The time as read in this task; null before. */
let read: number | null = null;
/** The server's time as a store. React reads it twice in a render, and a minute may begin in between. */
const clock = {
  get() {
    if (read === null) {
      read = serverNow();
      queueMicrotask(() => {
        read = null;
      });
    }
    return read;
  },
  subscribe(listener: () => void) {
    const change = () => {
      read = null;
      listener();
    };
    const timer = setInterval(change, minuteMs / 4);
    const stop = onClockChange(change);
    return () => {
      clearInterval(timer);
      stop();
    };
  },
};

/** The time, rounded to `ms`. Hydration starts from the time of the server's render, so that both texts are the same. */
function useTime(ms: number): number | null {
  const { now } = useRenderData();
  return useStore<number, number | null>(
    clock,
    (time) => floorTo(ms, time),
    now === null ? null : floorTo(ms, now),
  );
}

/**
 * The viewer's zone; null while unknown. Content that depends on it must not move the rest of a
 * server-rendered page.
 */
export const useBrowserZone = (): string | null =>
  useStore<Display | null, string | null>(displayStore, zoneFor, null);

/**
 * The same object until a value changes, so that rows can be memoised. On a server-rendered page the zone
 * stays unknown until the next navigation: a list that was already read must not grow lines.
 */
export function useViewer(): Viewer {
  const { locale: serverLocale, isServerRendered } = useRenderData();
  const viewerLocale = useStore(displayStore, localeFor, serverLocale);
  const browserZone = useBrowserZone();
  const viewerZone = isServerRendered ? null : browserZone;
  const now = useTime(quarterMs);
  return useMemo(
    () => ({ locale: viewerLocale, timeZone: viewerZone, now }),
    [viewerLocale, viewerZone, now],
  );
}

/** The time to the minute, in milliseconds; null while unknown. */
export const useNow = (): number | null => useTime(minuteMs);
