// Enhances links: prefetches their targets, and opens a card into its page with a view transition. The code
// for it is loaded when the page is idle.
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { sessionNow } from '../data/session/session.ts';
import type { Prefetch } from './prefetch.ts';

const restMs = 1000;
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Call once, beside the routes. */
export function useLinkEnhancements(loadScreen: Prefetch['loadScreen']): void {
  const { key } = useLocation();
  const go = useNavigate();
  // Replaces, like a link to the current page. Compares with `location`, which a first click has changed already.
  const navigate = useEffectEvent(
    (to: string, state: object | undefined) => void go(to, { state, replace: to === createPath(location) }),
  );
  const waiting = useRef<(() => void)[]>([]);
  useBrowserLayoutEffect(() => {
    for (const resolve of waiting.current.splice(0)) resolve();
  }, [key]);
  useEffect(() => {
    const stops: (() => void)[] = [];
    let isGone = false;
    const begin = async () => {
      const [{ watchIntent }, { watchCardTransitions }] = await Promise.all([
        import('./prefetch.ts'),
        import('./card-transition.ts'),
      ]);
      if (isGone) return;
      const whenRendered = () => new Promise<void>((resolve) => waiting.current.push(resolve));
      stops.push(
        watchIntent({ loadScreen, userId: () => sessionNow().user?.id ?? null }),
        watchCardTransitions({ navigate: (to, state) => navigate(to, state), whenRendered }),
      );
    };
    // If the code fails to load, links still work.
    const timer = setTimeout(() => void begin().catch(() => {}), restMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [loadScreen]);
}
