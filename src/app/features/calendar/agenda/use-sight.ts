// Something to do when an element is near what is seen: adding rows before anyone waits for them.
import { type RefObject, useEffect, useRef } from 'react';

/** How far from the window's edge still counts as near. */
const margin = '900px 0px';

/** `round` names the state after which to look again; `isOn` false looks no more. */
export function useSight<T extends Element>(
  onSight: () => void,
  round: string,
  isOn: boolean,
): RefObject<T | null> {
  const element = useRef<T>(null);
  const latest = useRef(onSight);
  useEffect(() => {
    latest.current = onSight;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer looks anew
  useEffect(() => {
    if (!isOn || !element.current) return;
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [round, isOn]);
  return element;
}
