// Who is signed in, as the page knows it: SPEC's stored user, restored at startup and mirrored in localStorage.
// The server alone decides; what stands here only says what to show.
import { useSyncExternalStore } from 'react';
import type { SessionUser } from '../../contract/auth.ts';
import type { UserType } from '../../contract/words.ts';
import { forgetAuthCookie, hasAuthCookie } from './auth-cookie.ts';
import { callApi, setAuthErrorHandler } from './call.ts';
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
const anonymous: Session = { status: 'anonymous', user: null };
let session: Session = anonymous;
const listeners = new Set<() => void>();

function change(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

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
    if (event.key === key || event.key === null) change(fromStored(readStored()));
  });
  if (!hasAuthCookie()) return storeUser(null);
  const stored = readStored();
  if (stored) return change(fromStored(stored));
  change({ status: 'restoring', user: null });
  await restore();
}

async function restore(): Promise<void> {
  try {
    const user = await withProfile(await callApi('GET /api/auth/session', {}));
    // A refused profile may have ended the session meanwhile.
    if (session.status === 'restoring') storeUser(user);
  } catch {
    // SPEC section 8: a failed session call clears the user.
    if (session.status === 'restoring') storeUser(null);
  }
}

/**
 * Signs in and fetches the profile (SPEC section 7). Rejects with the server's refusal, for the form to show. Whoever
 * calls it then leads to the saved path.
 */
export async function login(username: string, password: string): Promise<void> {
  const answer = await callApi('POST /api/auth/login', { body: { username, password } });
  const user = await withProfile(answer.user);
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

/** Signs out here and on the server, and clears what this page holds of the person. /login then shows `notice`. */
export async function logout({ notice = null }: { notice?: string | null } = {}): Promise<void> {
  saveRedirectPath('/');
  await endSession({ tellServer: true, notice });
}

/** SPEC section 4: clears the state and leads to /login. */
async function endSession(how: { tellServer: boolean; notice: string | null }): Promise<void> {
  forgetAuthCookie();
  mirror(null);
  change({ status: 'ended', user: null, notice: how.notice });
  if (how.tellServer)
    await callApi('POST /api/auth/logout', {}).catch((error) =>
      console.warn('The server was not told of the logout.', error),
    );
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
  try {
    if (user) localStorage.setItem(key, JSON.stringify(user));
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the session is restored from its cookie next time.
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
