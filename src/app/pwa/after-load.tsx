// Loads the PWA code after the page has loaded, when the browser is idle.
import { type ComponentType, useEffect, useState } from 'react';
import { isChunkLoadError } from './chunk-guard.ts';

export function AfterLoad() {
  const [Part, setPart] = useState<ComponentType | null>(null);
  useEffect(() => {
    // `npm run dev` has a worker only if enabled.
    if (!import.meta.env.PROD && !import.meta.env.HAS_WORKER) return;
    const load = () => {
      const bring = () =>
        void import('./pwa.tsx').then(
          ({ Pwa }) => setPart(() => Pwa),
          (error: unknown) => {
            // The page works without it, and the next load retries. An error thrown by a loaded script is a bug.
            if (!isChunkLoadError(error)) throw error;
          },
        );
      if ('requestIdleCallback' in window) requestIdleCallback(bring, { timeout: 2000 });
      else setTimeout(bring, 200);
    };
    if (document.readyState === 'complete') load();
    else addEventListener('load', load, { once: true });
    return () => removeEventListener('load', load);
  }, []);
  return Part ? <Part /> : null;
}
