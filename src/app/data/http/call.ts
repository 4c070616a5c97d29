// The only place that talks to the server: builds requests from the contract's types, refreshes an expired session once,
// and reports an authentication error to the session (docs/product.md, "Sessions and cookies").
import type { Answer, Body, Call, Params, Query } from '../../../contract/api.ts';
import { personHeader } from '../../../contract/values/headers.ts';
import { readAt } from '../../../offline/answer-shapes.ts';
import { type ApiAnswer, readApiAnswer } from '../../../offline/api-answer.ts';
import { localeIn } from '../../../words/languages.ts';
import { pageLanguage } from '../../words/t.ts';
import { distrust, isCopy, noteAnswer, noteFailure, takeDistrust } from '../resources/freshness.ts';
import { hasAuthCookie } from '../session/auth-cookie.ts';
import { noteServerTime } from './clock.ts';
import { reportReached, reportUnreachable, watchCall } from './connectivity.ts';
import { withLock } from './lock.ts';
import { ApiError, ForeignAnswerError, OtherPersonError, UnreachableError } from './problem.ts';

type Part<Name extends string, T> = [T] extends [undefined] ? { [N in Name]?: never } : { [N in Name]: T };
type OptionalPart<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : { [N in Name]?: T };
export type Request<K extends Call> = Part<'params', Params<K>> &
  OptionalPart<'query', Query<K>> &
  Part<'body', Body<K>> & { headers?: Record<string, string>; signal?: AbortSignal };

/** The address of a call, its path filled in and its query in a fixed order: the same question, the same address. */
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

/** docs/product.md, "Sessions and cookies": a 401 or 403 of these says something about the form, not about the session. */
const withoutAuthHandler = /\/auth\/(login|register|refresh)/;

/** What the session does with what calls find out about it. */
type SessionLink = {
  /** Who is signed in here, as far as the page knows; null for a visitor. */
  personNow(): string | null;
  /** The handler of docs/product.md, "Sessions and cookies": the API has answered 401 or 403. */
  onAuthError(status: number): void;
  /** The browser's cookies belong to someone else than the page shows. */
  onOtherPerson(): void;
};
let link: SessionLink = { personNow: () => null, onAuthError() {}, onOtherPerson() {} };
export function linkSession(session: SessionLink): void {
  link = session;
}

/**
 * Makes a call. Rejects with ApiError when the API refuses, and with UnreachableError when no answer of its own comes:
 * with ForeignAnswerError where something else answers, and with OtherPersonError where the person has changed meanwhile.
 */
export async function callApi<K extends Call>(call: K, request: Request<K>): Promise<Answer<K>> {
  const asker = link.personNow();
  const startedAt = Date.now();
  const ask = async () => {
    const answer = await send(call, request, asker);
    if (link.personNow() !== asker) throw new OtherPersonError();
    return answer;
  };
  const isHandled = !withoutAuthHandler.test(call);
  let answer = await ask();
  if (isHandled && isStatus(answer, 401) && (await refreshOnce(startedAt, asker))) answer = await ask();
  if (answer.kind === 'success') return answer.data as Answer<K>;
  const error = new ApiError(answer.problem.status, answer.problem);
  if (error.code === 'other_person') {
    link.onOtherPerson();
    throw new OtherPersonError();
  }
  if (isHandled && (error.status === 401 || error.status === 403)) link.onAuthError(error.status);
  throw error;
}

let writeCount = 0;

/** How many writes have come to an end since the page was loaded: what was read before one may not be true after it. */
export const endedWrites = (): number => writeCount;

type OwnAnswer = Exclude<ApiAnswer, { kind: 'foreign' }>;

const isStatus = (answer: OwnAnswer, status: number) =>
  answer.kind === 'problem' && answer.problem.status === status;

async function send<K extends Call>(call: K, request: Request<K>, asker: string | null): Promise<OwnAnswer> {
  const { body } = request as { body?: unknown };
  const url = urlOf(call, request);
  const isRead = call.startsWith('GET ');
  const isFile = body instanceof Blob;
  const headers = {
    Accept: 'application/json',
    // In the language of the page, whatever the browser wants most.
    'Accept-Language': localeIn(pageLanguage().tag, navigator.language),
    ...(body ? { 'Content-Type': isFile ? body.type : 'application/json' } : {}),
    ...(hasAuthCookie() ? { [personHeader]: asker ?? 'unknown' } : {}),
    ...request.headers,
  };
  const endWatch = watchCall();
  const hadNetwork = navigator.onLine;
  const startedAt = performance.now();
  try {
    const response = await fetch(url, {
      method: call.slice(0, call.indexOf(' ')),
      credentials: 'include',
      // The API sends none; a network's own sign-in page does.
      redirect: 'manual',
      ...(isRead && takeDistrust(url) ? { cache: 'reload' } : {}),
      headers,
      ...(body ? { body: isFile ? body : JSON.stringify(body) } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    const isSaved = isCopy(response);
    // Before its body is read: the worker may already say what the server says.
    if (isSaved) noteAnswer(url, response);
    // A server-rendered page knows the addresses of its reads only.
    const answer = await readApiAnswer(isRead ? (readAt(url) ?? call) : call, response);
    if (answer.kind === 'foreign') {
      // A copy of the worker's that cannot be read: the server has a better one.
      if (isSaved) {
        distrust(url);
        return await send(call, request, asker);
      }
      reportUnreachable(answer.isPortal ? 'portal' : 'unreachable');
      throw new ForeignAnswerError(answer.isPortal, hadNetwork && !isRead);
    }
    if (isSaved) return answer;
    if (answer.kind === 'success' && isRead) noteAnswer(url, response);
    if (response.status >= 500) noteFailure(url);
    noteServerTime(response, startedAt);
    reportReached();
    return answer;
  } catch (cause) {
    if (request.signal?.aborted || cause instanceof UnreachableError) throw cause;
    reportUnreachable();
    throw new UnreachableError(cause, hadNetwork && !isRead);
  } finally {
    if (!isRead) writeCount += 1;
    endWatch();
  }
}

const refreshedKey = 'sessionRefreshedAt';
let refreshedAt = 0;
let refreshing: Promise<boolean> | null = null;

/** Parallel calls of this tab wait for one refresh, also where Web Locks are missing. */
function refreshOnce(startedAt: number, asker: string | null): Promise<boolean> {
  refreshing ??= refreshSession(startedAt, asker).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/**
 * Refreshes the session once for all tabs. True when the call may be repeated: this tab refreshed, or another tab did
 * since `startedAt`. Without Web Locks the server's leeway for parallel refreshes covers the race.
 */
async function refreshSession(startedAt: number, asker: string | null): Promise<boolean> {
  const refresh = async () => {
    if (link.personNow() !== asker) throw new OtherPersonError();
    if (refreshedSince(startedAt)) return true;
    try {
      await callApi('POST /api/auth/refresh', {});
    } catch (error) {
      // Only a real refusal ends a session; no network or a failing server keeps it.
      if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error;
      // Someone has signed in on another tab since.
      return refreshedSince(startedAt);
    }
    noteRenewal();
    return true;
  };
  return withLock('session-refresh', refresh);
}

/** The cookies are new from now on, for all tabs. */
export function noteRenewal(): void {
  refreshedAt = Date.now();
  try {
    localStorage.setItem(refreshedKey, String(refreshedAt));
  } catch {
    // Without storage other tabs refresh for themselves.
  }
}

function refreshedSince(startedAt: number): boolean {
  if (refreshedAt >= startedAt) return true;
  try {
    return Number(localStorage.getItem(refreshedKey) ?? 0) >= startedAt;
  } catch {
    return false;
  }
}
