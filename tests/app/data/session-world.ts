// A device for session tests: its cookies, its storage, and a fake server at the network boundary.
import { vi } from 'vitest';
import type { StoredUser } from '../../../src/app/data/session/session.ts';
import { problemTitles } from '../../../src/contract/problem-titles.ts';
import { serverTimeHeader } from '../../../src/contract/values/headers.ts';
import { type ProblemCode, problems } from '../../../src/contract/values/problems.ts';

/** `type` is the content type, by default the API's own. A string body is sent as it is. */
export type Reply = { status: number; body?: unknown; type?: string } | 'unreachable';
/** Answers by method and path. A list is used one by one; its last answer repeats. */
export type Replies = Record<string, Reply | Reply[]>;

export const sessionUser = { id: '01a128a3-0000-7000-8000-000000000001', username: 'coach', avatarSrc: null };
export const profile = {
  name: 'Nora Claes',
  email: 'coach@sideline.example',
  isCoach: true,
  profile: {
    filePath: '/media/nora.webp',
    bio: null,
    activities: [],
    level: null,
    region: null,
    languages: [],
    qualifications: [],
    isPublic: false,
    fieldVisibility: {},
  },
  id: sessionUser.id,
  username: 'coach',
  emailVerifiedAt: null,
  phone: '+32470000000',
  countryCode: 'BE',
  birthDate: null,
  version: 1,
};
export const settings = {
  isCoach: true,
  locale: 'en-GB',
  timeZone: 'Europe/Brussels',
  email: profile.email,
  emailVerifiedAt: null,
  version: 1,
  notifications: [],
  quietHours: null,
  sessions: [],
};
export const refreshed: Reply = { status: 200, body: { accessTokenExpiresAt: '2026-11-21T10:15:00.000Z' } };
export const storedUser: StoredUser = {
  id: sessionUser.id,
  name: 'Nora Claes',
  username: 'coach',
  email: 'coach@sideline.example',
  type: 'coach',
  avatarSrc: '/media/nora.webp',
};

/** A problem response in the API's format. */
export const problem = (code: ProblemCode): Reply => {
  const { status } = problems[code];
  const title = problemTitles[code];
  return { status, body: { status, code, title, detail: `Refused: ${code}` } };
};
export const unauthenticated = problem('unauthenticated');
export const sessionEnded = problem('session_ended');
export const suspended = problem('account_suspended');
export const broken = problem('internal');

export type SentCall = { call: string; body: unknown; headers: Headers };

/** Installs the fake server's answers. `calls` are the page's requests. */
export function serve(replies: Replies): { calls: SentCall[]; asked: () => string[] } {
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${url.split('?')[0]}`;
    // The page of an earlier test probes for its server.
    if (call === 'GET /api/health' && !(call in replies)) throw new TypeError('Failed to fetch');
    calls.push({
      call,
      body: init.body ? JSON.parse(String(init.body)) : undefined,
      headers: new Headers(init.headers),
    });
    const kept = replies[call];
    const reply = Array.isArray(kept) ? (kept.length > 1 ? kept.shift() : kept[0]) : kept;
    // A real network takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (reply === undefined) throw new Error(`The test has no answer to ${call}.`);
    if (reply === 'unreachable') throw new TypeError('Failed to fetch');
    if (call === 'POST /api/auth/login' && reply.status === 200) setAuthCookie();
    const type = reply.type ?? (reply.status < 400 ? 'application/json' : 'application/problem+json');
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
    return new Response(reply.status === 204 ? null : text, {
      status: reply.status,
      headers: {
        'Content-Type': type,
        ...(reply.type === undefined && { [serverTimeHeader]: String(Date.now()) }),
      },
    });
  });
  return { calls, asked: () => calls.map(({ call }) => call) };
}

export function setAuthCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'sideline_hint=1; Path=/';
}

export const hasAuthCookie = () => document.cookie.includes('sideline_hint=');

/** The value that localStorage has under `user`. */
export const readStoredUser = (): unknown => JSON.parse(localStorage.getItem('user') ?? 'null');

/** The page's modules as a fresh page has them. */
export async function openPage() {
  vi.resetModules();
  const session = await import('../../../src/app/data/session/session.ts');
  const { startSession } = await import('../../../src/app/data/session/start-session.ts');
  const { login } = await import('../../../src/app/data/session/login.ts');
  const { logout } = await import('../../../src/app/data/session/end-session.ts');
  const { callApi } = await import('../../../src/app/data/http/call.ts');
  const { takeRedirectPath, saveRedirectPath } = await import(
    '../../../src/app/data/session/redirect-path.ts'
  );
  const { renderHook, act } = await import('@testing-library/react');
  const { result } = renderHook(() => session.useSession());
  return {
    ...session,
    startSession,
    login,
    logout,
    callApi,
    takeRedirectPath,
    saveRedirectPath,
    current: () => result.current,
    /** Performs an action that changes the session. */
    run: <T>(action: () => Promise<T>): Promise<T> => act(action),
  };
}
