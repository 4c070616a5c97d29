// Who is signed in, as the page knows it: SPEC's stored user, restored at startup and mirrored in localStorage.
// The server alone decides; what stands here only says what to show.
import { useSyncExternalStore } from 'react';
import type { SessionUser } from '../../contract/auth.ts';
import { plainCookiesHeader } from '../../contract/loopback.ts';
import type { Profile } from '../../contract/me.ts';
import type { UserType } from '../../contract/words.ts';
import { forgetAuthCookie, hasAuthCookie, keepsSecureCookies } from './auth-cookie.ts';
import { callApi, setAuthErrorHandler } from './call.ts';
import { loadDeviceCode } from './device-code.ts';
import { keepDisplay } from './display.ts';
import { forgetDrafts } from './draft.ts';
import { NoCookiesError } from './problem.ts';
import { saveRedirectPath } from './redirect-path.ts';

/** SPEC section 3's signed-in user, exactly. */
export type StoredUser = {
  id: string;
  name: string;
  username: string;
  email: string;
  type: UserType;
  avatarSrc: string | null;
};

/**
 * `restoring`: an auth cookie exists, and who it belongs to is being asked.
 * `ended`: the session has just ended here; the guard leads to /login with the notice and then calls `acknowledgeEnd`.
 * `isArriving`: someone has just signed in on this page and is on the way to the saved path; the guard lets them go.
 */
export type Session =
  | { status: 'restoring' | 'anonymous'; user: null }
  | { status: 'ended'; user: null; notice: string | null }
  | { status: 'signedIn'; user: StoredUser; isArriving: boolean };

const key = 'user';
/** Someone signed out here, and the server does not know yet. */
const signedOutKey = 'signedOut';
const anonymous: Session = { status: 'anonymous', user: null };
let session: Session = anonymous;
const listeners = new Set<() => void>();

function change(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** Outside of components; in them, `useSession`. */
export const sessionNow = (): Session => session;

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
    () => anonymous,
  );
}

/** SPEC section 4: at startup, if an auth cookie exists and no user is stored, the session is fetched. */
export async function startSession(): Promise<void> {
  setAuthErrorHandler((status) => {
    if (session.status === 'anonymous' || session.status === 'ended') return;
    saveRedirectPath(location.pathname + location.search);
    // After a failed refresh the session is over on the server, and another tab may already hold a newer one.
    void endSession({ tellServer: status === 403, notice: 'Your session has ended. Sign in to go on.' });
  });
  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    const stored = fromStored(readStored());
    const { user } = session;
    if (stored.status === 'signedIn') void loadDeviceCode().then(() => change(fromStored(readStored())));
    else change(stored);
    // Signed out in another tab: what this one was just writing down goes too.
    if (user && stored.user?.id !== user.id && isMarked(signedOutKey))
      void loadDeviceCode().then((device) => device?.forget(user.id));
  });
  if (isMarked(signedOutKey)) {
    forgetAuthCookie();
    storeUser(null);
    return tellServer();
  }
  if (!hasAuthCookie()) return storeUser(null);
  const stored = readStored();
  if (stored) return change(fromStored(stored));
  change({ status: 'restoring', user: null });
  await restore();
}

async function restore(): Promise<void> {
  try {
    const [user] = await Promise.all([
      withProfile(await callApi('GET /api/auth/session', {})),
      loadDeviceCode(),
    ]);
    // A refused profile may have ended the session meanwhile.
    if (session.status === 'restoring') storeUser(user);
  } catch {
    // SPEC section 8: a failed session call clears the user.
    if (session.status === 'restoring') storeUser(null);
  }
}

/**
 * Signs in and fetches the profile (SPEC section 7). Rejects with the server's refusal, or with NoCookiesError, for the
 * form to show. Whoever calls it then leads to the saved path.
 */
export async function login(username: string, password: string): Promise<void> {
  if (isMarked(signedOutKey)) await tellServer();
  const headers: Record<string, string> = keepsSecureCookies() ? {} : { [plainCookiesHeader]: '1' };
  const answer = await callApi('POST /api/auth/login', { body: { username, password }, headers });
  if (!hasAuthCookie()) throw new NoCookiesError();
  mark(signedOutKey, null);
  const [user, device] = await Promise.all([withProfile(answer.user), loadDeviceCode()]);
  await device?.forgetOthers(user.id);
  mirror(user);
  change({ status: 'signedIn', user, isArriving: true });
}

/** The saved path is open: from now on the guard sees an ordinary session. */
export function acknowledgeArrival(): void {
  if (session.status === 'signedIn' && session.isArriving) change({ ...session, isArriving: false });
}

async function withProfile(user: SessionUser): Promise<StoredUser> {
  const { id, username, avatarSrc } = user;
  const basic: StoredUser = { id, name: username, username, email: '', type: 'trainee', avatarSrc };
  try {
    const { name, email, isCoach, profile } = await callApi('GET /api/users/me/profile', {});
    return {
      ...basic,
      name,
      email,
      type: isCoach ? 'coach' : 'trainee',
      avatarSrc: profile.filePath ?? avatarSrc,
    };
  } catch (error) {
    console.warn('The profile could not be fetched; showing the basic user.', error);
    return basic;
  }
}

/** What the server says of the person signed in stands in SPEC's stored user too. */
export function adoptProfile({ id, name, email, isCoach, profile }: Profile): void {
  if (session.status !== 'signedIn' || session.user.id !== id) return;
  const user: StoredUser = {
    ...session.user,
    name,
    email,
    type: isCoach ? 'coach' : 'trainee',
    avatarSrc: profile.filePath,
  };
  if (JSON.stringify(user) === JSON.stringify(session.user)) return;
  mirror(user);
  change({ ...session, user });
}

/** Signs out here and on the server, and clears what this page holds of the person. /login then shows `notice`. */
export async function logout({ notice = null }: { notice?: string | null } = {}): Promise<void> {
  saveRedirectPath('/');
  await endSession({ tellServer: true, notice });
}

/**
 * SPEC section 4: clears the state and leads to /login. In this order: other tabs and this one forget the person, then
 * the device does, then the server is told. As long as it has not heard, a mark keeps the session from coming back.
 */
async function endSession(how: { tellServer: boolean; notice: string | null }): Promise<void> {
  const { user } = session;
  if (how.tellServer) mark(signedOutKey, '1');
  forgetAuthCookie();
  mirror(null);
  change({ status: 'ended', user: null, notice: how.notice });
  // A session that the server has ended leaves what waits to be sent: its owner may sign in again.
  if (user && how.tellServer) {
    forgetDrafts(user.id);
    await (await loadDeviceCode())?.forget(user.id);
  }
  if (how.tellServer) await tellServer();
}

/** How long to wait before the server is told again of a logout that it has not heard of. */
const tellAgainMs = 30_000;

/** Ends the session on the server that was ended here; again and again, until it has heard. */
async function tellServer(): Promise<void> {
  try {
    await callApi('POST /api/auth/logout', {});
    mark(signedOutKey, null);
  } catch (error) {
    console.warn('The server was not told of the logout yet.', error);
    const again = () => {
      clearTimeout(timer);
      removeEventListener('online', again);
      // Whoever signed in meanwhile has ended the old session on the way.
      if (isMarked(signedOutKey)) void tellServer();
    };
    const timer = setTimeout(again, tellAgainMs);
    addEventListener('online', again);
  }
}

/** The guard has led to /login. */
export function acknowledgeEnd(): void {
  if (session.status === 'ended') change(anonymous);
}

const fromStored = (user: StoredUser | null): Session =>
  user ? { status: 'signedIn', user, isArriving: false } : anonymous;

function storeUser(user: StoredUser | null): void {
  mirror(user);
  change(fromStored(user));
}

function mirror(user: StoredUser | null): void {
  mark(key, user && JSON.stringify(user));
  if (user === null) keepDisplay(null);
}

function mark(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is blocked: the session is restored from its cookie next time.
  }
}

function isMarked(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

function readStored(): StoredUser | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isStoredUser(value) ? value : null;
  } catch {
    return null;
  }
}

function isStoredUser(value: unknown): value is StoredUser {
  if (typeof value !== 'object' || value === null) return false;
  const user = value as Record<string, unknown>;
  return (
    ['id', 'name', 'username', 'email'].every((name) => typeof user[name] === 'string') &&
    (user.type === 'coach' || user.type === 'trainee') &&
    (user.avatarSrc === null || typeof user.avatarSrc === 'string')
  );
}
