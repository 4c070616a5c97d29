// The service worker: precache, cached pages and public reads. It handles no sessions and caches nothing private.
// A new version waits until the page sends SKIP_WAITING.
import { publicCalls } from 'virtual:public-calls';
import type { PageMessage } from '../src/offline/worker-messages.ts';
import { answerPublicCall, cacheAnswers, deleteOldAnswerCaches } from './cached-answers.ts';
import { cachePage, deleteCachedPages } from './cached-pages.ts';
import {
  deleteOldPrecache,
  fetchOtherFiles,
  installPrecache,
  type PrecacheFile,
  precachedBuild,
  restoreVitalFiles,
  servePrecache,
} from './precache.ts';
import { callFinder } from './request-rules.ts';
import { worker } from './worker.ts';

/**
 * The build injects the first list. The server prepends the others as the first line of /sw.js: files that contain its
 * settings, and the page for when the files are evicted. Without that line the install fails, and the previous worker stays active.
 */
declare const self: {
  __WB_MANIFEST: PrecacheFile[];
  settingsFiles: PrecacheFile[];
  evictedPage: string;
};

const findCall = callFinder(publicCalls);

servePrecache([...self.__WB_MANIFEST, ...self.settingsFiles], self.evictedPage);

worker.addEventListener('install', (event) => {
  installPrecache(event);
});

worker.addEventListener('activate', (event) => {
  void deleteOldPrecache(event);
  // Claim at once, also on the first visit, so that the reads of this page are cached from now on.
  event.waitUntil(Promise.all([deleteOldAnswerCaches(), deleteCachedPages(), worker.clients.claim()]));
});

worker.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return;
  const call = findCall(pathname);
  if (call) event.respondWith(answerPublicCall(event, call));
});

worker.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  if (message.type === 'SKIP_WAITING') event.waitUntil(worker.skipWaiting());
  if (message.type === 'SETTLED') event.waitUntil(onSettled(event, message));
});

async function onSettled(
  event: ExtendableMessageEvent,
  { addresses, page }: Extract<PageMessage, { type: 'SETTLED' }>,
): Promise<void> {
  // A page that was still loading during `activate` was not claimed there.
  await worker.clients.claim();
  event.waitUntil(fetchOtherFiles(event));
  await restoreVitalFiles(event);
  await cacheAnswers(addresses, findCall);
  if (page !== null) await cachePage(page, await precachedBuild());
}
