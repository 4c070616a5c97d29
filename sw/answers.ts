// Answers to public reads, kept on the device: shown at once, refreshed behind, and the page is told what became of it.
// Only JSON that is the same for everyone; never what the server calls private.
import { contentNameOf } from '../src/contract/values/etag.ts';
import { personHeader } from '../src/contract/values/headers.ts';
import { type ApiAnswer, readApiAnswer } from '../src/offline/api-answer.ts';
import { savedAtHeader, type WorkerMessage } from '../src/offline/worker-messages.ts';
import { mayKeep, type PublicCall } from './addresses.ts';
import { forgetDrawing } from './drawings.ts';
import { worker } from './worker.ts';

export const answersCache = 'sideline-answers-2';
const maxAnswers = 300;
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** A refresh that hangs would hold up the next worker. */
const patienceMs = 10_000;

export async function answerPublicCall(event: FetchEvent, call: PublicCall): Promise<Response> {
  const { request } = event;
  const saved = await savedAnswer(request.url);
  // The page asks for the server's own answer where it cannot use the copy.
  if (!saved || request.cache === 'reload') return (await fetchAndKeep(event, call)).response;
  // What depends on who asks: someone with a session wants their own, and the stranger's only when there is no other.
  if (call.access === 'optional' && request.headers.has(personHeader)) return ownOr(saved, event, call);
  event.waitUntil(refresh(event, call, saved.headers));
  return saved;
}

async function ownOr(saved: Response, event: FetchEvent, call: PublicCall): Promise<Response> {
  const address = addressOf(event);
  try {
    const { response, reading } = await fetchAndKeep(event, call);
    const answer = await reading;
    if (answer.kind !== 'foreign') return response;
    await tell(event, { type: 'NOT_REFRESHED', address, reason: answer.isPortal ? 'portal' : 'unreachable' });
  } catch {
    await tell(event, { type: 'NOT_REFRESHED', address, reason: 'unreachable' });
  }
  return saved;
}

/** Keeps answers that the page got before the worker was there; those that are kept already stay. */
export async function keepAnswers(
  addresses: readonly string[],
  findCall: (pathname: string) => PublicCall | null,
) {
  for (const address of addresses.slice(0, maxAnswers)) {
    const { href, origin, pathname } = new URL(address, worker.location.origin);
    const call = origin === worker.location.origin ? findCall(pathname) : null;
    if (!call || (await savedAnswer(href))) continue;
    const request = new Request(href, { credentials: 'include', headers: { Accept: 'application/json' } });
    try {
      const response = await fetch(request);
      const answer = await readApiAnswer(`GET ${call.path}`, response.clone());
      if (answer.kind === 'success') await keep(href, response);
    } catch {
      // No connection: it is kept when it is read next.
    }
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

/** The network's answer, and what it is; an answer of the API's own is kept. */
async function fetchAndKeep(
  event: FetchEvent,
  call: PublicCall,
): Promise<{ response: Response; reading: Promise<ApiAnswer> }> {
  const response = await fetch(event.request);
  const copy = response.clone();
  const reading = readApiAnswer(`GET ${call.path}`, response.clone());
  const keeping = reading.then(
    (answer) => (answer.kind === 'success' ? keep(event.request.url, copy) : undefined),
    // The page reads the same body, and sees that it breaks off.
    () => undefined,
  );
  event.waitUntil(keeping);
  return { response, reading };
}

/** Tells the page that asked what became of its read. */
async function tell(event: FetchEvent, message: WorkerMessage): Promise<void> {
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
    const response = await fetch(request.clone(), { signal: AbortSignal.timeout(patienceMs) });
    const answer = await readApiAnswer(`GET ${call.path}`, response.clone());
    const reason = refusalOf(answer, response);
    if (reason === 'gone') {
      const client = await worker.clients.get(event.clientId);
      await Promise.all([forget(request.url), client && forgetDrawing(client.url)]);
    }
    if (reason !== null)
      return await tell(event, {
        type: 'NOT_REFRESHED',
        address,
        reason: reason === 'gone' ? 'refused' : reason,
      });
    const name = contentNameOf(response.headers.get('etag'));
    const isSame = name !== null && name === contentNameOf(saved.get('etag'));
    const savedAt = await keep(request.url, response);
    const isNew = answer.kind === 'success' && !isSame;
    await tell(event, { type: 'REFRESHED', address, savedAt, ...(isNew ? { answer: answer.data } : {}) });
  } catch {
    await tell(event, { type: 'NOT_REFRESHED', address, reason: 'unreachable' });
  }
}

/** Why a copy stays as it is, or `gone` where it must go; null for an answer that takes its place. */
function refusalOf(answer: ApiAnswer, response: Response) {
  if (answer.kind === 'foreign') return answer.isPortal ? 'portal' : 'unreachable';
  // What is no longer for everyone may not stay either.
  if (answer.kind === 'success') return mayKeep(response) ? null : 'gone';
  const { status } = answer.problem;
  if (status >= 500) return 'unreachable';
  if (status === 404 || status === 410) return 'gone';
  // The session is over or may not act: the page has to know. A full queue (429) says nothing about the copy.
  return status === 401 || status === 403 ? 'refused' : 'later';
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
