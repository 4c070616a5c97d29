// Calls back when an element is near the viewport, so that rows are added before anyone waits for them.
import { type RefObject, useEffect, useRef } from 'react';

/** How far from the viewport's edge still counts as near. */
const margin = '900px 0px';

/** `round`: checks again when it changes. `isOn`: false stops observing. */
export function useInView<T extends Element>(
  onInView: () => void,
  round: string,
  isOn: boolean,
): RefObject<T | null> {
  const element = useRef<T>(null);
  const latest = useRef(onInView);
  useEffect(() => {
    latest.current = onInView;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer checks again
  useEffect(() => {
    if (!isOn || !element.current) return;
    const observer = new IntersectionObserver(
      (observed) => {
        if (observed.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [round, isOn]);
  return element;
}
