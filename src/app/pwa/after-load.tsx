// Brings in what the installed app needs once the page is drawn and the browser has time.
import { type ComponentType, useEffect, useState } from 'react';
import { isLostChunk } from './chunk-guard.ts';

export function AfterLoad() {
  const [Part, setPart] = useState<ComponentType | null>(null);
  useEffect(() => {
    // `npm run dev` has a worker where it was asked for.
    if (!import.meta.env.PROD && !import.meta.env.HAS_WORKER) return;
    const load = () => {
      const bring = () =>
        void import('./pwa.tsx').then(
          ({ Pwa }) => setPart(() => Pwa),
          (error: unknown) => {
            // Without it the page works as it is, and the next one tries again. A script that throws is a bug of ours.
            if (!isLostChunk(error)) throw error;
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
