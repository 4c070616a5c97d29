// A countdown: in minutes, and in seconds for the last two minutes. It re-renders no more often than its text
// changes.
import { useEffect, useState } from 'react';
import { onClockChange, serverNow } from '../../../data/http/clock.ts';
import { durationText } from '../../../format/time-left.ts';
import { t } from '../../../words/t.ts';

const minuteMs = 60_000;
/** Below this the countdown shows seconds. */
const closeMs = 2 * minuteMs;

/** Milliseconds left, never below zero; null without an instant. */
export function useTimeLeft(until: string | null): number | null {
  const [{ at: now, end }, setLook] = useState(() => ({ at: serverNow(), end: until }));
  // A new end is measured from now, not from the last tick.
  if (end !== until) setLook({ at: serverNow(), end: until });
  const left = until === null ? null : Math.max(0, Date.parse(until) - now);
  useEffect(() => {
    if (until === null) return;
    const look = () => setLook({ at: serverNow(), end: until });
    const rest = Math.max(0, Date.parse(until) - now);
    const pause = rest > closeMs ? rest % minuteMs || minuteMs : rest % 1000 || 1000;
    const timer = rest > 0 ? setTimeout(look, pause + 5) : undefined;
    // Timers do not run while a phone sleeps.
    document.addEventListener('visibilitychange', look);
    const stop = onClockChange(look);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [until, now]);
  return left;
}

/** `1 day 12 h`, `24 minutes`, `1:42`. */
export function timeLeftText(left: number): string {
  if (left > closeMs) return durationText(left);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const spoken = [10, 5, 2, 1];

/** The text for screen readers: announced four times at most, not with every tick. */
export function spokenTimeLeft(left: number): string | null {
  const minutes = Math.ceil(left / minuteMs);
  return left > 0 && spoken.includes(minutes)
    ? t('{minutes, plural, one {# minute} other {# minutes}} left to pay.', { minutes })
    : null;
}
