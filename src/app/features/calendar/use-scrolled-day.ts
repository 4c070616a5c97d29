// The URL follows the scroll position, so that Back from an event, and another view, return to the same day.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Day } from './days.ts';
import type { Go } from './use-position.ts';

/** The list counts as idle after this. */
const restMs = 200;

export function useScrolledDay(list: RefObject<HTMLElement | null>, day: Day, today: Day, go: Go): void {
  const shown = useRef(day);
  useEffect(() => {
    shown.current = day;
  }, [day]);
  // Not a dependency of the effect: `go` changes with each navigation, and a new one would clear the timer.
  const look = useEffectEvent(() => {
    const bar = document.querySelector('[data-calendar-bar]')?.getBoundingClientRect();
    const box = list.current?.getBoundingClientRect();
    if (!bar || !box) return;
    const top = document
      .elementsFromPoint(box.left + box.width / 2, bar.bottom + 24)
      .map((element) => element.closest<HTMLElement>('[data-day]')?.dataset.day)
      .find(Boolean);
    if (top && top !== shown.current) go({ day: top === today ? null : top }, 'follow');
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => look(), restMs);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
    };
  }, []);
}
