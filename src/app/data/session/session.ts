// The session as the page knows it. Only the server authorizes; this state decides what the page shows.
// start-session.ts, login.ts and end-session.ts change it.
import type { UserType } from '../../../contract/values/enums.ts';
import { createStore } from '../store.ts';
import { useStore } from '../use-store.ts';

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

export type SessionAction =
  /** The device says who is signed in: at the start, or because another tab has changed it. */
  | { type: 'userRead'; user: StoredUser | null }
  | { type: 'restoreStarted' }
  /** Null: the server knows no user, or does not answer. */
  | { type: 'restoreEnded'; user: StoredUser | null }
  /** `from`: the key of the location of the form. */
  | { type: 'loggedIn'; user: StoredUser; from: string }
  /** A location is rendered that is not the one of the form. */
  | { type: 'arrived' }
  | { type: 'profileRead'; id: string; profile: ProfileFields }
  /** By a logout, or because the server has ended it. */
  | { type: 'ended'; notice: string | null }
  | { type: 'endShown' };

/** The part of the stored user that is in the profile. */
export type ProfileFields = Pick<StoredUser, 'name' | 'email' | 'type' | 'avatarSrc'>;

export const anonymous: Session = { status: 'anonymous', user: null };

const sessionOf = (user: StoredUser | null): Session =>
  user ? { status: 'signedIn', user, arrivingFrom: null } : anonymous;

export function reduceSession(session: Session, action: SessionAction): Session {
  switch (action.type) {
    case 'userRead':
      return sessionOf(action.user);
    case 'restoreStarted':
      return { status: 'restoring', user: null };
    case 'restoreEnded':
      // A refused profile may have ended the session meanwhile.
      return session.status === 'restoring' ? sessionOf(action.user) : session;
    case 'loggedIn':
      return { status: 'signedIn', user: action.user, arrivingFrom: action.from };
    case 'arrived':
      return session.status === 'signedIn' && session.arrivingFrom !== null
        ? { ...session, arrivingFrom: null }
        : session;
    case 'profileRead': {
      if (session.status !== 'signedIn' || session.user.id !== action.id) return session;
      const user = { ...session.user, ...action.profile };
      return JSON.stringify(user) === JSON.stringify(session.user) ? session : { ...session, user };
    }
    case 'ended':
      return { status: 'ended', user: null, notice: action.notice };
    case 'endShown':
      return session.status === 'ended' ? anonymous : session;
  }
}

const store = createStore(() => anonymous, reduceSession);

/** Outside of components; in them, `useSession`. */
export const sessionNow = store.get;
export const changeSession = store.dispatch;
export const useSession = (): Session => useStore(store, (session) => session, anonymous);

/** Another location is rendered, so the guard may redirect again. */
export const acknowledgeArrival = (): void => changeSession({ type: 'arrived' });

/** The guard has redirected to /login. */
export const acknowledgeEnd = (): void => changeSession({ type: 'endShown' });
