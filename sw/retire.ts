// A self-destroying service worker, served as /sw.js to remove the worker (docs/operations.md, "Upgrade and roll back").
// It deletes all caches, unregisters itself and reloads the pages. It imports nothing, so a broken module cannot stop it.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil(retire());
});

async function retire(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
  // Reload only if a cache existed: after the reload none is left, so pages do not reload again.
  if (names.length === 0) return;
  for (const client of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    await client.navigate(client.url).catch(() => undefined);
}

export {};
