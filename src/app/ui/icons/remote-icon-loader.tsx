// Iconify, set up for our endpoint. Its own chunk: loaded with the first icon that is drawn by name. Iconify fetches and
// keeps the icons; they are drawn here, because its own component writes innerHTML.
import { addAPIProvider, loadIcon } from '@iconify/react';
import { type ReactElement, useEffect, useState } from 'react';
import { onReturn } from '../../data/http/connectivity.ts';
import { pageMeta } from '../../data/session/page-meta.ts';
import { drawShapes } from './icon.tsx';

const isFallbackOn = () => pageMeta('icon-fallback') === 'on';

// SPEC section 9: given up after 1,500 ms. Iconify waits `rotate` before it asks the next address, and `timeout` after
// the last one.
const config = {
  path: '/',
  rotate: 750,
  timeout: 750,
  dataAfterTimeout: false,
};

/** Iconify never asks twice for what it did not get; under a new provider name it does. */
let attempt = 0;
function startAttempt(): void {
  attempt += 1;
  const resources = ['/api/_nuxt_icon', ...(isFallbackOn() ? ['https://api.iconify.design'] : [])];
  addAPIProvider(`attempt-${attempt}`, { ...config, resources });
}

const drawings = new Map<string, Promise<ReactElement[]>>();

function draw(icon: string): Promise<ReactElement[]> {
  const known = drawings.get(icon);
  if (known) return known;
  const drawing = loadIcon(`@attempt-${attempt}:${icon}`).then(({ body }) => drawShapes(body));
  drawings.set(icon, drawing);
  drawing.catch(() => drawings.get(icon) === drawing && drawings.delete(icon));
  return drawing;
}

const waiting = new Set<() => void>();
startAttempt();
onReturn(() => {
  startAttempt();
  // Also what has not been given up yet.
  drawings.clear();
  for (const retry of waiting) retry();
});

/** Draws the icon once it is there, and nothing until then. */
export function RemoteDrawing({ icon }: { icon: string }) {
  const [shapes, setShapes] = useState<ReactElement[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    const load = () => {
      draw(icon).then(
        (drawn) => {
          waiting.delete(load);
          if (isWanted) setShapes(drawn);
        },
        () => undefined,
      );
    };
    waiting.add(load);
    load();
    return () => {
      isWanted = false;
      waiting.delete(load);
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
