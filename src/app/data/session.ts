// Who is signed in, as the page knows it: SPEC's stored user, restored at startup and mirrored in localStorage.
// The server alone decides; what stands here only says what to show.
import { useSyncExternalStore } from 'react';
import type { SessionUser } from '../../contract/auth.ts';
import type { UserType } from '../../contract/words.ts';
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
 * `ended`: the session has just ended here; the guard leads to /login and then calls `acknowledgeEnd`.
 */
export type Session =
  | { status: 'restoring' | 'anonymous' | 'ended'; user: null }
  | { status: 'signedIn'; user: StoredUser };

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
    if (session.status === 'anonymous') return;
    saveRedirectPath(location.pathname + location.search);
    // After a failed refresh the session is over on the server, and another tab may already hold a newer one.
    void endSession({ tellServer: status === 403 });
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
    const user = await callApi('GET /api/auth/session', {});
    storeUser(await withProfile(user));
  } catch {
    // SPEC section 8: a failed session call clears the user.
    if (session.status === 'restoring') storeUser(null);
  }
}

/** Signs in and fetches the profile (SPEC section 7). Rejects with the server's refusal, for the form to show. */
export async function login(username: string, password: string): Promise<void> {
  const { user } = await callApi('POST /api/auth/login', { body: { username, password } });
  storeUser(await withProfile(user));
}

async function withProfile(user: SessionUser): Promise<StoredUser> {
  const basic: StoredUser = { ...user, name: user.username, email: '', type: 'trainee' };
  try {
    const { name, email, isCoach, profile } = await callApi('GET /api/users/me/profile', {});
    return {
      ...basic,
      name,
      email,
      type: isCoach ? 'coach' : 'trainee',
      avatarSrc: profile.filePath ?? user.avatarSrc,
    };
  } catch (error) {
    console.warn('The profile could not be fetched; showing the basic user.', error);
    return basic;
  }
}

/** Signs out here and on the server, and clears what this page holds of the person. */
export async function logout(): Promise<void> {
  saveRedirectPath('/');
  await endSession({ tellServer: true });
}

/** SPEC section 4: clears the state and leads to /login. */
async function endSession({ tellServer }: { tellServer: boolean }): Promise<void> {
  forgetAuthCookie();
  mirror(null);
  for (const forget of forgetters) forget();
  change({ status: 'ended', user: null });
  if (tellServer)
    await callApi('POST /api/auth/logout', {}).catch((error) =>
      console.warn('The server was not told of the logout.', error),
    );
}

/** The guard has led to /login. */
export function acknowledgeEnd(): void {
  if (session.status === 'ended') change(anonymous);
}

const forgetters = new Set<() => void>();
/** Registers what must be forgotten when a session ends. */
export function onSessionEnd(forget: () => void): void {
  forgetters.add(forget);
}

const fromStored = (user: StoredUser | null): Session => (user ? { status: 'signedIn', user } : anonymous);

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
    (user.type === 'coach' || user.type === 'trainee')
  );
}

/** The readable cookie that only says that the auth cookies exist; its name comes with the page. */
const hintName = () =>
  document.querySelector('meta[name="hint-cookie"]')?.getAttribute('content') ?? 'sideline_hint';

const hasAuthCookie = () => document.cookie.split('; ').some((cookie) => cookie.startsWith(`${hintName()}=`));

function forgetAuthCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${hintName()}=; Path=/; Max-Age=0; Secure; SameSite=None`;
}
