// The cache of public reads: stale-while-revalidate, then a message to the page with the result of the revalidation.
// It stores only JSON that is the same for everyone, and never a private response.
import { contentHashOf } from '../src/contract/values/etag.ts';
import { personHeader } from '../src/contract/values/headers.ts';
import { type ApiAnswer, readApiAnswer } from '../src/offline/api-answer.ts';
import { savedAtHeader, type WorkerMessage } from '../src/offline/worker-messages.ts';
import { deleteCachedPage } from './cached-pages.ts';
import { isCacheable, type PublicCall } from './request-rules.ts';
import { worker } from './worker.ts';

export const answersCache = 'sideline-answers-2';
const maxAnswers = 300;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** A pending refresh delays the activation of the next worker. */
const timeoutMs = 10_000;

export async function answerPublicCall(event: FetchEvent, call: PublicCall): Promise<Response> {
  const { request } = event;
  // The answer depends on the user, whose page stores its own copy: the visitor's answer would replace that copy.
  if (call.access === 'optional' && request.headers.has(personHeader)) return fetch(request);
  const saved = await findCachedAnswer(request.url);
  // The page sends `reload` when it cannot use the cached answer.
  if (!saved || request.cache === 'reload') return fetchAndCache(event, call);
  event.waitUntil(refresh(event, call, saved.headers));
  return saved;
}

/** Caches answers that the page read before this worker controlled it. Skips those that are cached already. */
export async function cacheAnswers(
  addresses: readonly string[],
  findCall: (pathname: string) => PublicCall | null,
) {
  for (const address of addresses.slice(0, maxAnswers)) {
    const { href, origin, pathname } = new URL(address, worker.location.origin);
    const call = origin === worker.location.origin ? findCall(pathname) : null;
    if (!call || (await findCachedAnswer(href))) continue;
    const request = new Request(href, { credentials: 'include', headers: { Accept: 'application/json' } });
    try {
      const response = await fetch(request);
      const answer = await readApiAnswer(`GET ${call.path}`, response.clone());
      if (answer.kind === 'success') await cacheAnswer(href, response);
    } catch {
      // No connection: the next read caches it.
    }
  }
}

async function findCachedAnswer(url: string): Promise<Response | undefined> {
  try {
    const cache = await worker.caches.open(answersCache);
    const saved = await cache.match(url, { ignoreVary: true });
    return saved && Date.now() - savedAt(saved.headers) < maxAgeMs ? saved : undefined;
  } catch {
    // The storage failed: use the network.
    return undefined;
  }
}

const savedAt = (headers: Headers) => Number(headers.get(savedAtHeader));

/** Fetches the response; caches a success of the API. */
async function fetchAndCache(event: FetchEvent, call: PublicCall): Promise<Response> {
  const response = await fetch(event.request);
  const copy = response.clone();
  const caching = readApiAnswer(`GET ${call.path}`, response.clone()).then(
    (answer) => (answer.kind === 'success' ? cacheAnswer(event.request.url, copy) : undefined),
    // The page reads the same body and handles its error.
    () => undefined,
  );
  event.waitUntil(caching);
  return response;
}

/** Posts a message to the page that sent the request. */
async function notifyClient(event: FetchEvent, message: WorkerMessage): Promise<void> {
  const client = await worker.clients.get(event.clientId);
  client?.postMessage(message);
}

function addressOf({ request }: FetchEvent): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

async function refresh(event: FetchEvent, call: PublicCall, saved: Headers): Promise<void> {
  const { request } = event;
  const address = addressOf(event);
  try {
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(timeoutMs) });
    const answer = await readApiAnswer(`GET ${call.path}`, response.clone());
    const reason = notRefreshedReason(answer, response);
    if (reason === 'gone') {
      const client = await worker.clients.get(event.clientId);
      await Promise.all([deleteCachedAnswer(request.url), client && deleteCachedPage(client.url)]);
    }
    if (reason !== null)
      return await notifyClient(event, {
        type: 'NOT_REFRESHED',
        address,
        reason: reason === 'gone' ? 'refused' : reason,
      });
    const name = contentHashOf(response.headers.get('etag'));
    const isSame = name !== null && name === contentHashOf(saved.get('etag'));
    const savedAt = await cacheAnswer(request.url, response);
    const isNew = answer.kind === 'success' && !isSame;
    await notifyClient(event, {
      type: 'REFRESHED',
      address,
      savedAt,
      ...(isNew ? { answer: answer.data } : {}),
    });
  } catch {
    await notifyClient(event, { type: 'NOT_REFRESHED', address, reason: 'unreachable' });
  }
}

/** Why the answer does not replace the cached one; `gone` if the cached one must be deleted; null if it replaces it. */
function notRefreshedReason(answer: ApiAnswer, response: Response) {
  if (answer.kind === 'foreign') return answer.isPortal ? 'portal' : 'unreachable';
  // The answer is no longer public, so the cached one must not stay.
  if (answer.kind === 'success') return isCacheable(response) ? null : 'gone';
  // Of a write: the worker reads only.
  if (answer.kind === 'unreadable') return 'later';
  const { status } = answer.problem;
  if (status >= 500) return 'unreachable';
  if (status === 404 || status === 410) return 'gone';
  // The page must handle an ended or suspended session. 429 says nothing about the cached answer.
  return status === 401 || status === 403 ? 'refused' : 'later';
}

/** Caches a response and deletes the oldest above `maxAnswers`. Returns when it was saved, in milliseconds. */
async function cacheAnswer(url: string, response: Response): Promise<number> {
  const at = Date.now();
  if (!isCacheable(response)) return at;
  const headers = new Headers(response.headers);
  headers.set(savedAtHeader, String(at));
  // The stored body is decoded.
  headers.delete('content-encoding');
  headers.delete('content-length');
  try {
    const body = await response.arrayBuffer();
    const cache = await worker.caches.open(answersCache);
    await cache.put(url, new Response(body, { headers }));
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - maxAnswers))) await cache.delete(key);
  } catch {
    // The storage is full: keep the answers that are cached already.
  }
  return at;
}

async function deleteCachedAnswer(url: string): Promise<void> {
  const cache = await worker.caches.open(answersCache);
  await cache.delete(url, { ignoreVary: true });
}

/** Deletes the answer caches of earlier versions. */
export async function deleteOldAnswerCaches(): Promise<void> {
  for (const name of await worker.caches.keys())
    if (name.startsWith('sideline-answers-') && name !== answersCache) await worker.caches.delete(name);
}
