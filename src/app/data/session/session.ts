// Who is signed in, as the page knows it: the stored user, restored at startup and mirrored in localStorage.
// The server alone decides; what stands here only says what to show.
import { useSyncExternalStore } from 'react';
import type { SessionUser } from '../../../contract/people/auth.ts';
import type { Profile } from '../../../contract/people/me.ts';
import { personHeader } from '../../../contract/values/headers.ts';
import { plainCookiesHeader } from '../../../contract/values/loopback.ts';
import type { UserType } from '../../../contract/values/words.ts';
import { t } from '../../words/t.ts';
import { loadDeviceCode } from '../device/device-code.ts';
import { forgetDrafts } from '../forms/draft.ts';
import { callApi, linkSession, noteRenewal } from '../http/call.ts';
import { onReturn } from '../http/connectivity.ts';
import { withLock } from '../http/lock.ts';
import { NoCookiesError, OtherPersonError, UnreachableError } from '../http/problem.ts';
import { forgetAuthCookie, hasAuthCookie, keepsSecureCookies } from './auth-cookie.ts';
import { keepDisplay } from './display.ts';
import { forgetLeft, keepLeft, overduePeople } from './left-people.ts';
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
 * `restoring`: an auth cookie exists, and who it belongs to is being asked.
 * `ended`: the session has just ended here; the guard leads to /login with the notice and then calls `acknowledgeEnd`.
 * `arrivingFrom`: the key of the location where the user has just signed in; the guard does not redirect while that location is
 * current. Null once another location is rendered.
 */
export type Session =
  | { status: 'restoring' | 'anonymous'; user: null }
  | { status: 'ended'; user: null; notice: string | null }
  | { status: 'signedIn'; user: StoredUser; arrivingFrom: string | null };

const key = 'user';
/** A session that has ended here, and of which the server has not heard yet. */
const endedKey = 'signedOut';
/** `isLogout`: the person has signed out, and so leaves nothing behind. */
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
    onOtherPerson: () => void meetOther(),
  });
  addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    const stored = fromStored(readStored());
    const { user } = session;
    if (stored.status === 'signedIn') void loadDeviceCode().then(() => change(fromStored(readStored())));
    else change(stored);
    // Ended in another tab: what this one was just writing down goes, too.
    const ended = readEnded();
    if (user && stored.user?.id !== user.id && ended) void forgetPerson(user.id, ended.isLogout);
  });
  void forgetOverdue();
  if (readEnded()) {
    forgetAuthCookie();
    storeUser(null);
    return tellServer();
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
    // docs/product.md, "Sessions and cookies": a failed session call clears the user. Without an answer it is asked again once there is a way.
    if (session.status === 'restoring') storeUser(null);
    if (!(error instanceof UnreachableError)) return;
    const stop = onReturn(() => {
      stop();
      if (session.status !== 'anonymous' || !hasAuthCookie()) return;
      change({ status: 'restoring', user: null });
      void restore();
    });
  }
}

/** The cookies are someone else's by now: this tab follows. */
async function meetOther(): Promise<void> {
  const { user } = session;
  const stored = readStored();
  if (stored && stored.id !== user?.id) return change(fromStored(stored));
  change({ status: 'restoring', user: null });
  await restore();
}

/**
 * Signs in and fetches the profile (docs/product.md, "Accounts"). Rejects with the server's refusal, or with NoCookiesError, for the
 * form to show. The caller then navigates to the saved path. `from` is the key of the current location.
 */
export async function login(username: string, password: string, from: string): Promise<void> {
  const answer = await withLock(lockName, async () => {
    const ended = readEnded();
    if (ended) await logOutOnServer(ended);
    const headers: Record<string, string> = keepsSecureCookies() ? {} : { [plainCookiesHeader]: '1' };
    const opened = await callApi('POST /api/auth/login', { body: { username, password }, headers });
    noteRenewal();
    mark(endedKey, null);
    return opened;
  });
  if (!hasAuthCookie()) throw new NoCookiesError();
  const [user, device] = await Promise.all([withProfile(answer.user), loadDeviceCode()]);
  forgetLeft(user.id);
  await device?.forgetOthers(user.id);
  mirror(user);
  change({ status: 'signedIn', user, arrivingFrom: from });
}

/** Another location is rendered: from now on the guard treats the session like any other. */
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

/** What the server says of the person signed in stands in the stored user too. */
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

/** Signs out here and on the server, and clears what this device holds of the person. /login then shows `notice`. */
export async function logout({ notice = null }: { notice?: string | null } = {}): Promise<void> {
  saveRedirectPath('/');
  await endSession({ isLogout: true, notice });
}

/**
 * docs/product.md, "Sessions and cookies": clears tokens and state and leads to /login. In this order: other tabs and this one forget the person,
 * then the device does, then the server. As long as it has not heard, a mark keeps the session from coming back.
 */
async function endSession({ isLogout, notice }: { isLogout: boolean; notice: string | null }): Promise<void> {
  const { user } = session;
  // Who signs out leaves no trace, and so no id in the mark.
  const ended = { userId: isLogout ? null : (user?.id ?? null), isLogout };
  const isMarked = mark(endedKey, JSON.stringify(ended satisfies EndedSession));
  forgetAuthCookie();
  mirror(null);
  change({ status: 'ended', user: null, notice });
  if (user) await forgetPerson(user.id, isLogout);
  await tellServer(isMarked ? null : ended);
}

/**
 * What this device forgets of someone whose session has ended: all of it where they have signed out; else what can be
 * read again. What they have not sent waits for them, 30 days at most.
 */
async function forgetPerson(userId: string, isLogout: boolean): Promise<void> {
  const device = loadDeviceCode();
  if (isLogout) {
    forgetDrafts(userId);
    forgetLeft(userId);
    await (await device)?.forget(userId);
  } else {
    keepLeft(userId, Date.now());
    await (await device)?.forgetSaved(userId);
  }
}

/** What was left unsent for too long goes. */
async function forgetOverdue(): Promise<void> {
  for (const userId of overduePeople(Date.now())) await forgetPerson(userId, true);
}

/** Pause before the logout call is sent again. */
const tellAgainMs = 30_000;

/**
 * Ends the session on the server that was ended here; again and again, until it has heard. `unmarked`: what could not be
 * marked on this device.
 */
async function tellServer(unmarked: EndedSession | null = null): Promise<void> {
  try {
    await withLock(lockName, async () => {
      // Signing in has ended the old session on the way, and taken the mark away.
      const ended = unmarked ?? readEnded();
      if (!ended) return;
      await logOutOnServer(ended);
      mark(endedKey, null);
    });
  } catch (error) {
    console.warn('The server has not heard of the end of the session yet.', error);
    const again = () => {
      clearTimeout(timer);
      stop();
      void tellServer(unmarked);
    };
    const timer = setTimeout(again, tellAgainMs);
    const stop = onReturn(again);
  }
}

/** Revokes the session and deletes its cookies, unless they are someone else's by now. */
async function logOutOnServer({ userId }: EndedSession): Promise<void> {
  try {
    await callApi('POST /api/auth/logout', { headers: userId ? { [personHeader]: userId } : {} });
  } catch (error) {
    if (!(error instanceof OtherPersonError)) throw error;
  }
}

/** The guard has led to /login. */
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
  if (user === null) keepDisplay(null);
}

/** False where storage is blocked: the session is then restored from its cookie next time. */
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
    // An earlier version said only that someone had signed out.
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
