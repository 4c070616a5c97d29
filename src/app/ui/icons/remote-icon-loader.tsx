// Iconify, configured for our endpoint. A chunk of its own, loaded with the first icon that is rendered by
// name. Iconify fetches and caches the icons; we render them, because its own component writes innerHTML.
import { addAPIProvider, loadIcon } from '@iconify/react';
import { type ReactElement, useEffect, useState } from 'react';
import { onReconnect } from '../../data/http/connectivity.ts';
import { pageMeta } from '../../data/session/page-meta.ts';
import { createTopic } from '../../data/topic.ts';
import { shapeElements } from './icon.tsx';

const isFallbackOn = () => pageMeta('icon-fallback') === 'on';

// docs/product.md, "App behaviour".
const timeoutMs = 1500;

const publicService = 'https://api.iconify.design';

/** In the name of the provider: Iconify never retries a failed icon, but it does under a new name. */
let attempt = 0;
function startAttempt(): void {
  attempt += 1;
  // Half of the time is left for the public service. Iconify gives up after `rotate` and `timeout` together, and drops what
  // arrives later.
  const half = (isFallbackOn() ? timeoutMs / 2 : timeoutMs) / 2;
  const config = { path: '/', rotate: half, timeout: half };
  addAPIProvider(`local-${attempt}`, { ...config, resources: ['/api/_nuxt_icon'] });
  if (isFallbackOn()) addAPIProvider(`public-${attempt}`, { ...config, resources: [publicService] });
}

/** The public service is asked for what this server lacks, or does not answer. */
async function requestIcon(icon: string, given: number): Promise<{ body: string }> {
  try {
    return await loadIcon(`@local-${given}:${icon}`);
  } catch (error) {
    if (!isFallbackOn()) throw error;
    return loadIcon(`@public-${given}:${icon}`);
  }
}

const loadedShapes = new Map<string, Promise<ReactElement[]>>();

function loadShapes(icon: string): Promise<ReactElement[]> {
  const known = loadedShapes.get(icon);
  if (known) return known;
  const loading = requestIcon(icon, attempt).then(({ body }) => shapeElements(body));
  loadedShapes.set(icon, loading);
  loading.catch(() => loadedShapes.get(icon) === loading && loadedShapes.delete(icon));
  return loading;
}

const retries = createTopic();
startAttempt();
onReconnect(() => {
  startAttempt();
  // Icons whose request is still pending are requested again, too.
  loadedShapes.clear();
  retries.emit();
});

/** Renders the icon once it is loaded, and nothing until then. */
export function RemoteIconShapes({ icon }: { icon: string }) {
  const [shapes, setShapes] = useState<ReactElement[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = () => {
      loadShapes(icon).then(
        (loaded) => {
          stop();
          if (isWanted) setShapes(loaded);
        },
        () => undefined,
      );
    };
    const stop = retries.on(load);
    load();
    return () => {
      isWanted = false;
      stop();
    };
  }, [icon]);
  if (!shapes) return null;
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes}
    </svg>
  );
}
