// Answers to public reads, kept on the device: shown at once, refreshed behind, and the page is told what became of it.
// Only JSON that is the same for everyone; never what the server calls private.
import { contentNameOf } from '../src/contract/etag.ts';
import { savedAtHeader, sessionHeader, type WorkerMessage } from '../src/offline/worker-messages.ts';
import { mayKeep, type PublicCall } from './addresses.ts';
import { forgetDrawing } from './drawings.ts';
import { worker } from './worker.ts';

export const answersCache = 'sideline-answers-1';
const maxAnswers = 300;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** A refresh that hangs would hold up the next worker. */
const patienceMs = 10_000;

export async function answerPublicCall(event: FetchEvent, call: PublicCall): Promise<Response> {
  const { request } = event;
  // What depends on who asks: someone with a session wants their own, and the stranger's only when there is no other.
  const wantsOwn = call.access === 'optional' && request.headers.has(sessionHeader);
  const saved = await savedAnswer(request.url);
  if (!saved) return fetchAndKeep(event, request);
  if (wantsOwn) return fetchAndKeep(event, request).catch(() => saved);
  event.waitUntil(refresh(event, request, saved.headers));
  return saved;
}

/** Keeps answers that the page got before the worker was there; those that are kept already stay. */
export async function keepAnswers(addresses: readonly string[], isPublicCall: (pathname: string) => boolean) {
  for (const address of addresses.slice(0, maxAnswers)) {
    const { href, origin, pathname } = new URL(address, worker.location.origin);
    if (origin !== worker.location.origin || !isPublicCall(pathname) || (await savedAnswer(href))) continue;
    const request = new Request(href, { credentials: 'include', headers: { Accept: 'application/json' } });
    await fetch(request).then(
      (response) => keep(href, response),
      () => undefined,
    );
  }
}

async function savedAnswer(url: string): Promise<Response | undefined> {
  try {
    const cache = await worker.caches.open(answersCache);
    const saved = await cache.match(url, { ignoreVary: true });
    return saved && Date.now() - savedAt(saved.headers) < maxAgeMs ? saved : undefined;
  } catch {
    // A device whose storage fails still has a network.
    return undefined;
  }
}

const savedAt = (headers: Headers) => Number(headers.get(savedAtHeader));

async function fetchAndKeep(event: FetchEvent, request: Request): Promise<Response> {
  const response = await fetch(request);
  if (mayKeep(response)) event.waitUntil(keep(request.url, response.clone()));
  return response;
}

async function refresh(event: FetchEvent, request: Request, saved: Headers): Promise<void> {
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  const client = await worker.clients.get(event.clientId);
  const tell = (message: WorkerMessage) => client?.postMessage(message);
  let response: Response;
  try {
    response = await fetch(request.clone(), { signal: AbortSignal.timeout(patienceMs) });
    if (response.status >= 500) return await tell({ type: 'NOT_REFRESHED', address, reason: 'unreachable' });
    if (!mayKeep(response)) {
      // Not there any more, or no longer for everyone. A full queue (429) says nothing about it.
      const isGone = [200, 404, 410].includes(response.status);
      if (isGone) await Promise.all([forget(request.url), client && forgetDrawing(client.url)]);
      return await tell({ type: 'NOT_REFRESHED', address, reason: isGone ? 'gone' : 'later' });
    }
    const name = contentNameOf(response.headers.get('etag'));
    const isSame = name !== null && name === contentNameOf(saved.get('etag'));
    const answer: unknown = isSame ? undefined : await response.clone().json();
    const at = await keep(request.url, response);
    await tell({ type: 'REFRESHED', address, savedAt: at, ...(isSame ? {} : { answer }) });
  } catch {
    await tell({ type: 'NOT_REFRESHED', address, reason: 'unreachable' });
  }
}

/** Saves an answer with its time, and drops the oldest beyond the cap. The time, in milliseconds. */
async function keep(url: string, response: Response): Promise<number> {
  const at = Date.now();
  if (!mayKeep(response)) return at;
  const headers = new Headers(response.headers);
  headers.set(savedAtHeader, String(at));
  // The body is kept as it is read here, no longer compressed.
  headers.delete('content-encoding');
  headers.delete('content-length');
  try {
    const body = await response.arrayBuffer();
    const cache = await worker.caches.open(answersCache);
    await cache.put(url, new Response(body, { headers }));
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - maxAnswers))) await cache.delete(key);
  } catch {
    // A full device: what is kept already stays.
  }
  return at;
}

async function forget(url: string): Promise<void> {
  const cache = await worker.caches.open(answersCache);
  await cache.delete(url, { ignoreVary: true });
}

/** Drops caches of ours that no build uses any more. */
export async function dropOldAnswers(): Promise<void> {
  for (const name of await worker.caches.keys())
    if (name.startsWith('sideline-answers-') && name !== answersCache) await worker.caches.delete(name);
}
