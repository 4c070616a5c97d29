// Polls while an answer is not final: with growing pauses, and not while the page is hidden or offline. Also
// reads again when someone comes back to the page, final or not.
import { useEffect, useRef } from 'react';
import { useOnline } from '../../../data/http/connectivity.ts';

const firstPauseMs = 2000;
const maxPauseMs = 60_000;
/** A return fires several events at once: debounce. */
const debounceMs = 500;

/** `poll` resolves when the answer is there; its rejections are for the screen that shows the answer. */
export function usePolling(isUnsettled: boolean, poll: () => Promise<unknown>): void {
  const latest = useRef(poll);
  const isOnline = useOnline();
  useEffect(() => {
    latest.current = poll;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = firstPauseMs;
    let polledAt = 0;
    let isOver = false;
    const schedule = () => {
      clearTimeout(timer);
      if (isOver || !isUnsettled || !isOnline || document.visibilityState === 'hidden') return;
      timer = setTimeout(pollNow, pauseMs);
      pauseMs = Math.min(pauseMs * 1.5, maxPauseMs);
    };
    const pollNow = () => {
      polledAt = Date.now();
      void latest.current().then(schedule, schedule);
    };
    const onReconnect = () => {
      if (document.visibilityState === 'hidden' || Date.now() - polledAt < debounceMs) return;
      pauseMs = firstPauseMs;
      pollNow();
    };
    schedule();
    const ways = ['focus', 'pageshow', 'visibilitychange'] as const;
    // On the window, where the document's events bubble to.
    for (const name of ways) addEventListener(name, onReconnect);
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const name of ways) removeEventListener(name, onReconnect);
    };
  }, [isUnsettled, isOnline]);
}
