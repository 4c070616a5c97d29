// What links do beyond leading somewhere: they warm what they lead to, and a card opens into its page. The code for it
// comes when the page is at rest.
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sessionNow } from '../data/session/session.ts';
import type { Prefetch } from './prefetch.ts';

const restMs = 1000;
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Call once, beside the routes. */
export function useLinkCare(loadScreen: Prefetch['loadScreen']): void {
  const { key } = useLocation();
  const go = useNavigate();
  const navigate = useEffectEvent((to: string) => void go(to));
  const waiting = useRef<(() => void)[]>([]);
  useBrowserLayoutEffect(() => {
    for (const resolve of waiting.current.splice(0)) resolve();
  }, [key]);
  useEffect(() => {
    const stops: (() => void)[] = [];
    let isGone = false;
    const begin = async () => {
      const [{ watchIntent }, { watchOpening }] = await Promise.all([
        import('./prefetch.ts'),
        import('./opening.ts'),
      ]);
      if (isGone) return;
      const isDrawn = () => new Promise<void>((resolve) => waiting.current.push(resolve));
      stops.push(
        watchIntent({ loadScreen, userId: () => sessionNow().user?.id ?? null }),
        watchOpening({ navigate: (to) => navigate(to), isDrawn }),
      );
    };
    // Without it links still lead where they lead.
    const timer = setTimeout(() => void begin().catch(() => {}), restMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [loadScreen]);
}
