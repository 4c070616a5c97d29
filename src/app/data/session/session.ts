// The session as the page knows it: the stored user, restored at startup and mirrored in localStorage.
// Only the server authorizes; this state decides what the page shows.
import { useSyncExternalStore } from 'react';
import type { SessionUser } from '../../../contract/people/auth.ts';
import type { Profile } from '../../../contract/people/me.ts';
import type { UserType } from '../../../contract/values/enums.ts';
import { personHeader } from '../../../contract/values/headers.ts';
import { plainCookiesHeader } from '../../../contract/values/loopback.ts';
import { t } from '../../words/t.ts';
import { loadDeviceCode } from '../device/device-code.ts';
import { forgetDrafts } from '../forms/local-drafts.ts';
import { callApi, linkSession, noteRenewal } from '../http/call.ts';
import { onReconnect } from '../http/connectivity.ts';
import { withLock } from '../http/lock.ts';
import { NoCookiesError, OtherPersonError, UnreachableError } from '../http/problem.ts';
import { forgetAuthCookie, hasAuthCookie, supportsSecureCookies } from './auth-cookie.ts';
import { storeDisplay } from './display.ts';
import { clearExpired, noteExpired, overdueUserIds } from './expired-sessions.ts';
import { saveRedirectPath } from './redirect-path.ts';

/** The stored user of docs/product.md, "Sessions and cookies", exactly. */
export type StoredUser = {
  id: string;
  name: string;
  username: string;
  email: string;
  type: UserType;
  avatarSrc: string | null;
};

/**
 * `restoring`: an auth cookie exists, and its user is being fetched.
 * `ended`: the session has just ended here; the guard redirects to /login with the notice and calls `acknowledgeEnd`.
 * `arrivingFrom`: the key of the location where the user has just signed in; the guard does not redirect while that
 * location is current. Null once another location is rendered.
 */
export type Session =
  | { status: 'restoring' | 'anonymous'; user: null }
  | { status: 'ended'; user: null; notice: string | null }
  | { status: 'signedIn'; user: StoredUser; arrivingFrom: string | null };

const key = 'user';
/** A session that has ended on this device, but not on the server yet. */
const endedKey = 'signedOut';
/** `isLogout`: the user has signed out, so all their data on this device are deleted. */
type EndedSession = { userId: string | null; isLogout: boolean };
/** Web Lock for opening and ending sessions: ending an old one must not delete the cookies of a new one. */
const lockName = 'sideline-session';
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

/** docs/product.md, "Sessions and cookies": at startup, if an auth cookie exists and no user is stored, the session is fetched. */
export async function startSession(): Promise<void> {
  linkSession({
    personNow: () => session.user?.id ?? null,
    onAuthError() {
      if (session.status === 'anonymous' || session.status === 'ended') return;
      saveRedirectPath(location.pathname + location.search);
      void endSession({ isLogout: false, notice: t('Your session has ended. Sign in to continue.') });
    },
    onOtherPerson: () => void switchUser(),
  });
  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    const stored = fromStored(readStored());
    const { user } = session;
    if (stored.status === 'signedIn') void loadDeviceCode().then(() => change(fromStored(readStored())));
    else change(stored);
    // The session ended in another tab: also delete what this tab has just stored.
    const ended = readEnded();
    if (user && stored.user?.id !== user.id && ended) void forgetPerson(user.id, ended.isLogout);
  });
  void deleteOverdue();
  if (readEnded()) {
    forgetAuthCookie();
    storeUser(null);
    return logOutUntilAcknowledged();
  }
  const stored = readStored();
  if (!hasAuthCookie()) {
    if (stored) void forgetPerson(stored.id, false);
    return storeUser(null);
  }
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
  } catch (error) {
    // docs/product.md, "Sessions and cookies": a failed session call clears the user. If the server was unreachable,
    // it is called again on reconnect.
    if (session.status === 'restoring') storeUser(null);
    if (!(error instanceof UnreachableError)) return;
    const stop = onReconnect(() => {
      stop();
      if (session.status !== 'anonymous' || !hasAuthCookie()) return;
      change({ status: 'restoring', user: null });
      void restore();
    });
  }
}

/** The cookies belong to another user now: this tab switches to that user. */
async function switchUser(): Promise<void> {
  const { user } = session;
  const stored = readStored();
  if (stored && stored.id !== user?.id) return change(fromStored(stored));
  change({ status: 'restoring', user: null });
  await restore();
}

/**
 * Signs in and fetches the profile (docs/product.md, "Accounts"). Rejects with the server's refusal, or with
 * NoCookiesError, for the form to show. The caller then navigates to the saved path. `from`: the key of the current location.
 */
export async function login(username: string, password: string, from: string): Promise<void> {
  const answer = await withLock(lockName, async () => {
    const ended = readEnded();
    if (ended) await logOutOnServer(ended);
    const headers: Record<string, string> = supportsSecureCookies() ? {} : { [plainCookiesHeader]: '1' };
    const opened = await callApi('POST /api/auth/login', { body: { username, password }, headers });
    noteRenewal();
    mark(endedKey, null);
    return opened;
  });
  if (!hasAuthCookie()) throw new NoCookiesError();
  const [user, device] = await Promise.all([withProfile(answer.user), loadDeviceCode()]);
  clearExpired(user.id);
  await device?.forgetOthers(user.id);
  mirror(user);
  change({ status: 'signedIn', user, arrivingFrom: from });
}

/** Another location is rendered, so the guard may redirect again. */
export function acknowledgeArrival(): void {
  if (session.status === 'signedIn' && session.arrivingFrom !== null)
    change({ ...session, arrivingFrom: null });
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

/** Copies a profile that was read or saved into the stored user. */
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

/** Signs out here and on the server, and deletes the user's data on this device. /login then shows `notice`. */
export async function logout({ notice = null }: { notice?: string | null } = {}): Promise<void> {
  saveRedirectPath('/');
  await endSession({ isLogout: true, notice });
}

/**
 * docs/product.md, "Sessions and cookies": clears tokens and state and redirects to /login. First all tabs drop the user,
 * then the device deletes their data, then the server revokes the session. Until then `signedOut` in localStorage keeps
 * the session from being restored.
 */
async function endSession({ isLogout, notice }: { isLogout: boolean; notice: string | null }): Promise<void> {
  const { user } = session;
  // After a logout nothing on the device names the user, so their id is not stored either.
  const ended = { userId: isLogout ? null : (user?.id ?? null), isLogout };
  const isMarked = mark(endedKey, JSON.stringify(ended satisfies EndedSession));
  forgetAuthCookie();
  mirror(null);
  change({ status: 'ended', user: null, notice });
  if (user) await forgetPerson(user.id, isLogout);
  await logOutUntilAcknowledged(isMarked ? null : ended);
}

/**
 * Deletes the data of a user whose session has ended: all of them after a logout, else only what can be read again.
 * Drafts and queued writes stay for 30 days at most.
 */
async function forgetPerson(userId: string, isLogout: boolean): Promise<void> {
  const device = loadDeviceCode();
  if (isLogout) {
    forgetDrafts(userId);
    clearExpired(userId);
    await (await device)?.forget(userId);
  } else {
    noteExpired(userId, Date.now());
    await (await device)?.forgetSaved(userId);
  }
}

/** Deletes drafts and queued writes of users who have been signed out for more than 30 days. */
async function deleteOverdue(): Promise<void> {
  for (const userId of overdueUserIds(Date.now())) await forgetPerson(userId, true);
}

/** Pause before the logout call is sent again. */
const retryMs = 30_000;

/**
 * Ends the session on the server, and retries until the server answers. `unmarked`: the ended session, if localStorage
 * could not store it.
 */
async function logOutUntilAcknowledged(unmarked: EndedSession | null = null): Promise<void> {
  try {
    await withLock(lockName, async () => {
      // A new login has already ended the old session and removed the mark.
      const ended = unmarked ?? readEnded();
      if (!ended) return;
      await logOutOnServer(ended);
      mark(endedKey, null);
    });
  } catch (error) {
    console.warn('The server could not end the session yet.', error);
    const again = () => {
      clearTimeout(timer);
      stop();
      void logOutUntilAcknowledged(unmarked);
    };
    const timer = setTimeout(again, retryMs);
    const stop = onReconnect(again);
  }
}

/** Revokes the session and deletes its cookies, unless they belong to another user by now. */
async function logOutOnServer({ userId }: EndedSession): Promise<void> {
  try {
    await callApi('POST /api/auth/logout', { headers: userId ? { [personHeader]: userId } : {} });
  } catch (error) {
    if (!(error instanceof OtherPersonError)) throw error;
  }
}

/** The guard has redirected to /login. */
export function acknowledgeEnd(): void {
  if (session.status === 'ended') change(anonymous);
}

const fromStored = (user: StoredUser | null): Session =>
  user ? { status: 'signedIn', user, arrivingFrom: null } : anonymous;

function storeUser(user: StoredUser | null): void {
  mirror(user);
  change(fromStored(user));
}

function mirror(user: StoredUser | null): void {
  mark(key, user && JSON.stringify(user));
  if (user === null) storeDisplay(null);
}

/** Writes to localStorage. False where storage is blocked: the session is then restored from its cookie next time. */
function mark(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

function readEnded(): EndedSession | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(endedKey) ?? 'null');
    if (value === null) return null;
    // An earlier version stored a value without these fields, and only after a logout.
    const { userId = null, isLogout = true } = value as Partial<EndedSession>;
    return { userId, isLogout };
  } catch {
    return null;
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
