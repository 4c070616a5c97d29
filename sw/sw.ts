// The service worker: the app's own files and the public reads. It decides nothing about sessions and keeps nothing
// private. A new version waits until the page lets it take over.
import { publicCalls } from 'virtual:public-calls';
import type { PageMessage } from '../src/offline/worker-messages.ts';
import { callFinder } from './addresses.ts';
import { answerPublicCall, dropOldAnswers, keepAnswers } from './answers.ts';
import { dropDrawings, keepDrawing } from './drawings.ts';
import {
  dropOldShell,
  fetchPictures,
  healShell,
  installShell,
  keptBuild,
  type ShellFile,
  serveShell,
} from './shell.ts';
import { worker } from './worker.ts';

/**
 * The first list is written here by the build. The second, of the files that a server's settings are part of, is the first
 * line of the worker as that server sends it: without it nothing is installed, and the worker of before stays.
 */
declare const self: { __WB_MANIFEST: ShellFile[]; settingsFiles: ShellFile[] };

const findCall = callFinder(publicCalls);

serveShell([...self.__WB_MANIFEST, ...self.settingsFiles]);

worker.addEventListener('install', (event) => {
  installShell(event);
});

worker.addEventListener('activate', (event) => {
  void dropOldShell(event);
  // At once, also on the first visit: what the page asks for from now on is kept, and the next update finds it.
  event.waitUntil(Promise.all([dropOldAnswers(), dropDrawings(), worker.clients.claim()]));
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
  if (message.type === 'SETTLED') event.waitUntil(settle(event, message));
});

async function settle(
  event: ExtendableMessageEvent,
  { addresses, page }: Extract<PageMessage, { type: 'SETTLED' }>,
): Promise<void> {
  // A page that was on its way while this worker was activated is not among those it claimed then.
  await worker.clients.claim();
  event.waitUntil(fetchPictures(event));
  await healShell(event);
  await keepAnswers(addresses, findCall);
  if (page !== null) await keepDrawing(page, await keptBuild());
}
