// A worker that ends the worker: shipped as /sw.js when no worker should run any more (see docs/operations.md, "Upgrade and roll back"). It drops
// all that was kept, gives the pages back to the network, and goes. It imports nothing, so it works whatever broke.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(retire());
});

async function retire(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
  // Only pages that were drawn from what was kept, and so only once: their next visit finds nothing to drop.
  if (names.length === 0) return;
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    await client.navigate(client.url).catch(() => undefined);
}

export {};
