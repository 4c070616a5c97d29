// The API client: builds requests from the contract's types, refreshes an expired session once, and reports
// authentication errors to the session (docs/product.md, "Sessions and cookies").
import type { Answer, Body, Call, Params, Query } from '../../../contract/api.ts';
import { contentHashOf } from '../../../contract/values/etag.ts';
import { personHeader } from '../../../contract/values/headers.ts';
import { readAt } from '../../../offline/answer-shapes.ts';
import { type ApiAnswer, readApiAnswer } from '../../../offline/api-answer.ts';
import { localeIn } from '../../../words/languages.ts';
import { pageLanguage } from '../../words/t.ts';
import { consumeInvalidation, invalidate, isCopy, noteAnswer, noteFailure } from '../resources/freshness.ts';
import { hasAuthCookie } from '../session/auth-cookie.ts';
import { sessionNow } from '../session/session.ts';
import { localItems } from '../storage.ts';
import { createTopic } from '../topic.ts';
import { noteServerTime } from './clock.ts';
import { reportReached, reportUnreachable, watchCall } from './connectivity.ts';
import { withLock } from './lock.ts';
import {
  ApiError,
  ForeignAnswerError,
  OtherPersonError,
  UnreachableError,
  UnreadableAnswerError,
} from './problem.ts';

type Part<Name extends string, T> = [T] extends [undefined] ? { [N in Name]?: never } : { [N in Name]: T };
type OptionalPart<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : { [N in Name]?: T };
export type Request<K extends Call> = Part<'params', Params<K>> &
  OptionalPart<'query', Query<K>> &
  Part<'body', Body<K>> & { headers?: Record<string, string>; signal?: AbortSignal };

/** The URL of a call, with its query sorted: equal requests have equal URLs, which are used as cache keys. */
export function urlOf(call: Call, request: { params?: unknown; query?: unknown }): string {
  const path = call
    .slice(call.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String((request.params as Record<string, unknown> | undefined)?.[name] ?? '')),
    );
  const query = Object.entries((request.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [name, String(value)])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

/** docs/product.md, "Sessions and cookies": a 401 or 403 of these calls is about the form, not about the session. */
const withoutAuthHandler = /\/auth\/(login|register|refresh)/;

const authErrors = createTopic();
const otherPersons = createTopic();

/** Subscribes the handler of docs/product.md, "Sessions and cookies", for a 401 or 403. */
export const onAuthError = authErrors.on;
/** Calls `listener` when the browser's cookies belong to another user than the page shows. */
export const onOtherPerson = otherPersons.on;

/** The id of the user who is signed in on this page; null for a visitor. */
const personNow = () => sessionNow().user?.id ?? null;

/**
 * Makes a call. Rejects with ApiError when the API refuses it, and with UnreachableError when the API does not answer.
 * Rejects with ForeignAnswerError when a proxy or portal answers, with UnreadableAnswerError when the answer to a write is of another
 * version, and with OtherPersonError when the user has changed.
 */
export async function callApi<K extends Call>(call: K, request: Request<K>): Promise<Answer<K>> {
  const requestedBy = personNow();
  const startedAt = Date.now();
  const attempt = async () => {
    const answer = await send(call, request, requestedBy);
    if (personNow() !== requestedBy) throw new OtherPersonError();
    return answer;
  };
  const isHandled = !withoutAuthHandler.test(call);
  let answer = await attempt();
  if (isHandled && isStatus(answer, 401) && (await refreshOnce(startedAt, requestedBy, request.signal)))
    answer = await attempt();
  if (answer.kind === 'success') return answer.data as Answer<K>;
  if (answer.kind === 'unreadable') throw new UnreadableAnswerError(answer.data);
  const error = new ApiError(answer.problem.status, answer.problem);
  if (error.code === 'other_person') {
    otherPersons.emit();
    throw new OtherPersonError();
  }
  if (isHandled && (error.status === 401 || error.status === 403)) authErrors.emit();
  throw error;
}

/** Without an answer for this long, a call that holds a Web Lock fails, so that other tabs do not wait for it. */
const lockedMs = 20_000;

/**
 * A call that is made while this tab holds a Web Lock. Not for a refresh: its answer would be lost, and the server takes the next
 * use of the old token for a copy.
 */
export async function callWithTimeout<K extends Call>(call: K, request: Request<K>): Promise<Answer<K>> {
  const signal = AbortSignal.timeout(lockedMs);
  try {
    return await callApi(call, { ...request, signal });
  } catch (error) {
    throw signal.aborted ? new UnreachableError(error) : error;
  }
}

/** Only compared with itself; no component shows it. */
let writeCount = 0;

/** How many writes have ended since the page was loaded. A read from before a write may be outdated after it. */
export const finishedWrites = (): number => writeCount;

/** By address, the last answer to a read, while a screen or SWR's cache holds it. */
const lastReads = new Map<string, { version: string; data: WeakRef<object> }>();

type OwnAnswer = Exclude<ApiAnswer, { kind: 'foreign' }>;

const isStatus = (answer: OwnAnswer, status: number) =>
  answer.kind === 'problem' && answer.problem.status === status;

async function send<K extends Call>(
  call: K,
  request: Request<K>,
  requestedBy: string | null,
): Promise<OwnAnswer> {
  const { body } = request as { body?: unknown };
  const url = urlOf(call, request);
  const isRead = call.startsWith('GET ');
  const isFile = body instanceof Blob;
  const headers = {
    Accept: 'application/json',
    // The language of the page, not the browser's first preference.
    'Accept-Language': localeIn(pageLanguage().tag, navigator.language),
    ...(body ? { 'Content-Type': isFile ? body.type : 'application/json' } : {}),
    ...(hasAuthCookie() ? { [personHeader]: requestedBy ?? 'unknown' } : {}),
    ...request.headers,
  };
  const endWatch = watchCall();
  const hadNetwork = navigator.onLine;
  const startedAt = performance.now();
  try {
    const response = await fetch(url, {
      method: call.slice(0, call.indexOf(' ')),
      credentials: 'include',
      // The API never redirects; a captive portal does.
      redirect: 'manual',
      ...(isRead && consumeInvalidation(url) ? { cache: 'reload' } : {}),
      headers,
      ...(body ? { body: isFile ? body : JSON.stringify(body) } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    const isSaved = isCopy(response);
    // Before the body is read: the worker's update of this copy may already arrive.
    if (isSaved) noteAnswer(url, response, startedAt);
    const version = isRead ? contentHashOf(response.headers.get('etag')) : null;
    const last = lastReads.get(url);
    // An answer with the same content is neither parsed nor compared again: live changes often leave it as it was.
    const known = version !== null && last?.version === version ? last.data.deref() : undefined;
    // Hydration reads by URL; `readAt` maps the URL to its call.
    const answer = await readApiAnswer(isRead ? (readAt(url) ?? call) : call, response, known);
    if (answer.kind === 'success' && version !== null && !known)
      lastReads.set(url, { version, data: new WeakRef(answer.data as object) });
    if (answer.kind === 'foreign') {
      // The worker's cached copy is unreadable: ask the server instead.
      if (isSaved) {
        invalidate(url);
        return await send(call, request, requestedBy);
      }
      reportUnreachable(answer.isPortal ? 'portal' : 'unreachable');
      throw new ForeignAnswerError(answer.isPortal, hadNetwork && !isRead);
    }
    if (isSaved) return answer;
    if (answer.kind === 'success' && isRead) noteAnswer(url, response, startedAt);
    if (response.status >= 500) noteFailure(url);
    noteServerTime(response, startedAt);
    reportReached();
    return answer;
  } catch (cause) {
    if (request.signal?.aborted || cause instanceof UnreachableError) throw cause;
    reportUnreachable();
    throw new UnreachableError(cause, hadNetwork && !isRead);
  } finally {
    // A refresh changes no answer.
    if (!isRead && call !== 'POST /api/auth/refresh') writeCount += 1;
    endWatch();
  }
}

const refreshedKey = 'sessionRefreshedAt';
/** The refresh in flight. */
let refreshing: Promise<boolean> | null = null;

/**
 * Parallel calls of this tab share one refresh, also without Web Locks. A call stops waiting for it at its own signal, or after
 * `lockedMs`: it may get no answer for minutes. The refresh goes on.
 */
function refreshOnce(
  startedAt: number,
  requestedBy: string | null,
  signal: AbortSignal = AbortSignal.timeout(lockedMs),
): Promise<boolean> {
  refreshing ??= refreshSession(startedAt, requestedBy).finally(() => {
    refreshing = null;
  });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new UnreachableError(signal.reason, false)));
  });
  return Promise.race([refreshing, aborted]);
}

/**
 * Refreshes the session once for all tabs. True when the call may be repeated: this tab or another one has refreshed
 * since `startedAt`. Without Web Locks, the server's grace period for parallel refreshes covers the race.
 */
async function refreshSession(startedAt: number, requestedBy: string | null): Promise<boolean> {
  const refresh = async () => {
    if (personNow() !== requestedBy) throw new OtherPersonError();
    if (refreshedSince(startedAt)) return true;
    try {
      await callApi('POST /api/auth/refresh', {});
    } catch (error) {
      // Only a refusal ends the session; a network error or a 5xx does not.
      if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error;
      // A user may have signed in on another tab since.
      return refreshedSince(startedAt);
    }
    noteRenewal();
    return true;
  };
  return withLock('session-refresh', refresh);
}

/** Records for all tabs that the auth cookies were renewed now. Without storage each tab refreshes for itself. */
export const noteRenewal = (): void => void localItems.set(refreshedKey, String(Date.now()));

/** A time in the future was stored before the clock of the device was set back, and says nothing. */
function refreshedSince(startedAt: number): boolean {
  const at = Number(localItems.get(refreshedKey) ?? 0);
  return at >= startedAt && at <= Date.now();
}
