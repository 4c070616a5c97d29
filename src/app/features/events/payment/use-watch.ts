// Asks again while an answer is not final: with growing pauses, and not at all while nobody looks or nothing can be
// reached. Whoever comes back to the page sees what is true then, settled or not.
import { useEffect, useRef } from 'react';
import { useOnline } from '../../../data/http/connectivity.ts';

const firstPauseMs = 2000;
const longestPauseMs = 60_000;
/** Coming back is told in several ways at once. */
const onceMs = 500;

/** `ask` resolves when the answer is there; what it rejects with is for the screen that shows the answer. */
export function useWatch(isUnsettled: boolean, ask: () => Promise<unknown>): void {
  const latest = useRef(ask);
  const isOnline = useOnline();
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = firstPauseMs;
    let lookedAt = 0;
    let isOver = false;
    const wait = () => {
      clearTimeout(timer);
      if (isOver || !isUnsettled || !isOnline || document.visibilityState === 'hidden') return;
      timer = setTimeout(look, pauseMs);
      pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
    };
    const look = () => {
      lookedAt = Date.now();
      void latest.current().then(wait, wait);
    };
    const comeBack = () => {
      if (document.visibilityState === 'hidden' || Date.now() - lookedAt < onceMs) return;
      pauseMs = firstPauseMs;
      look();
    };
    wait();
    const ways = ['focus', 'pageshow', 'visibilitychange'] as const;
    // On the window: what happens to the document is heard there too.
    for (const name of ways) addEventListener(name, comeBack);
    return () => {
      isOver = true;
      clearTimeout(timer);
      for (const name of ways) removeEventListener(name, comeBack);
    };
  }, [isUnsettled, isOnline]);
}
