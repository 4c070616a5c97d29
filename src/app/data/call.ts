// The only place that talks to the server: builds requests from the contract's types, refreshes an expired session once,
// and reports an authentication error to the session (SPEC section 8).
import type { Answer, Body, Call, Params, Query } from '../../contract/api.ts';
import { sessionHeader } from '../../offline/worker-messages.ts';
import { hasAuthCookie } from './auth-cookie.ts';
import { reportReached, reportUnreachable, watchCall } from './connectivity.ts';
import { noteAnswer, noteFailure } from './freshness.ts';
import { ApiError, UnreachableError } from './problem.ts';

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

/** SPEC section 8: a 401 or 403 of these says something about the form, not about the session. */
const withoutAuthHandler = /\/auth\/(login|register|refresh)/;

let onAuthError: (status: number) => void = () => {};
/** Sets SPEC's shared authentication-error handler. */
export function setAuthErrorHandler(handler: (status: number) => void): void {
  onAuthError = handler;
}

/** Makes a call. Rejects with ApiError when the server refuses and UnreachableError when no answer comes. */
export async function callApi<K extends Call>(call: K, request: Request<K>): Promise<Answer<K>> {
  const url = urlOf(call, request);
  const startedAt = Date.now();
  let response = await send(call, url, request);
  const handled = !withoutAuthHandler.test(url);
  if (response.status === 401 && handled && (await refreshOnce(startedAt)))
    response = await send(call, url, request);
  if (response.ok) return (response.status === 204 ? undefined : await readJson(response)) as Answer<K>;
  const error = new ApiError(response.status, ((await readJson(response).catch(() => null)) ?? {}) as object);
  if (handled && (response.status === 401 || response.status === 403)) onAuthError(response.status);
  throw error;
}

async function send<K extends Call>(call: K, url: string, request: Request<K>): Promise<Response> {
  const { body } = request as { body?: unknown };
  const isFile = body instanceof Blob;
  const headers = {
    Accept: 'application/json',
    ...(body ? { 'Content-Type': isFile ? body.type : 'application/json' } : {}),
    ...(hasAuthCookie() ? { [sessionHeader]: '1' } : {}),
    ...request.headers,
  };
  const endWatch = watchCall();
  const hadNetwork = navigator.onLine;
  try {
    const response = await fetch(url, {
      method: call.slice(0, call.indexOf(' ')),
      credentials: 'include',
      headers,
      ...(body ? { body: isFile ? body : JSON.stringify(body) } : {}),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    const isFromServer = !(response.ok && call.startsWith('GET ')) || noteAnswer(url, response);
    if (response.status >= 500) noteFailure(url);
    // What a proxy says in place of a server that is gone.
    if (response.status === 502 || response.status === 504) reportUnreachable();
    else if (isFromServer) reportReached();
    return response;
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    reportUnreachable();
    throw new UnreachableError(cause, hadNetwork && !call.startsWith('GET '));
  } finally {
    endWatch();
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw new UnreachableError(cause);
  }
}

const refreshedKey = 'sessionRefreshedAt';
let refreshedAt = 0;
let refreshing: Promise<boolean> | null = null;

/** Parallel calls of this tab wait for one refresh, also where Web Locks are missing. */
function refreshOnce(startedAt: number): Promise<boolean> {
  refreshing ??= refreshSession(startedAt).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/**
 * Refreshes the session once for all tabs. True when the call may be repeated: this tab refreshed, or another tab did
 * since `startedAt`. Without Web Locks the server's leeway for parallel refreshes covers the race.
 */
async function refreshSession(startedAt: number): Promise<boolean> {
  const refresh = async () => {
    if (refreshedSince(startedAt)) return true;
    try {
      await callApi('POST /api/auth/refresh', {});
    } catch (error) {
      // Only a real refusal ends a session; no network or a failing server keeps it.
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return false;
      throw error;
    }
    refreshedAt = Date.now();
    try {
      localStorage.setItem(refreshedKey, String(refreshedAt));
    } catch {
      // Without storage other tabs refresh for themselves.
    }
    return true;
  };
  return navigator.locks ? navigator.locks.request('session-refresh', refresh) : refresh();
}

function refreshedSince(startedAt: number): boolean {
  if (refreshedAt >= startedAt) return true;
  try {
    return Number(localStorage.getItem(refreshedKey) ?? 0) >= startedAt;
  } catch {
    return false;
  }
}
