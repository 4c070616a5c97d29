// Iconify, configured for our endpoint. A chunk of its own, loaded with the first icon that is rendered by
// name. Iconify fetches and caches the icons; we render them, because its own component writes innerHTML.
import { addAPIProvider, loadIcon } from '@iconify/react';
import { type ReactElement, useEffect, useState } from 'react';
import { onReconnect } from '../../data/http/connectivity.ts';
import { pageMeta } from '../../data/session/page-meta.ts';
import { createTopic } from '../../data/topic.ts';
import { shapeElements } from './icon.tsx';

const isFallbackOn = () => pageMeta('icon-fallback') === 'on';

// docs/product.md, "App behaviour": the timeout is 1,500 ms. Iconify waits `rotate` before it requests the next URL, and
// `timeout` after the last one.
const config = {
  path: '/',
  rotate: 750,
  timeout: 750,
  dataAfterTimeout: false,
};

/** In the name of the provider: Iconify never retries a failed icon, but it does under a new name. */
let attempt = 0;
function startAttempt(): void {
  attempt += 1;
  const resources = ['/api/_nuxt_icon', ...(isFallbackOn() ? ['https://api.iconify.design'] : [])];
  addAPIProvider(`attempt-${attempt}`, { ...config, resources });
}

const loadedShapes = new Map<string, Promise<ReactElement[]>>();

function loadShapes(icon: string): Promise<ReactElement[]> {
  const known = loadedShapes.get(icon);
  if (known) return known;
  const loading = loadIcon(`@attempt-${attempt}:${icon}`).then(({ body }) => shapeElements(body));
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
