// The worker of `npm run dev -- --worker`: the product's, and a cache of Vite's modules in place of the precache of built
// files, so that the app also starts offline.
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import './sw.ts';

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && (request.destination === 'script' || url.pathname.startsWith('/assets/')),
  new NetworkFirst({ cacheName: 'sideline-dev-modules' }),
);
