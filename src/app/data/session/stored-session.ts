// What localStorage holds of the session: the signed-in user, and a session whose end the server does not know yet.
import { localItems } from '../storage.ts';
import { storeDisplay } from './display.ts';
import { changeSession, type SessionAction, type StoredUser, sessionNow } from './session.ts';

const userKey = 'user';
const endedKey = 'signedOut';

/** `isLogout`: the user has signed out, so all their data on this device are deleted. */
export type EndedSession = { userId: string | null; isLogout: boolean };

/** Whether a change of this item may be another user; null for all items. */
export const isUserKey = (key: string | null): boolean => key === userKey || key === null;

export const readUser = (): StoredUser | null => localItems.getJson(userKey, isStoredUser);

/** Null also deletes the settings of the user. If storage is blocked, the session is restored from its cookie next time. */
export function storeUser(user: StoredUser | null): void {
  localItems.setJson(userKey, user);
  if (user === null) storeDisplay(null);
}

/** Changes the session, and stores its user if the action had an effect. */
export function changeStoredUser(action: SessionAction): void {
  const before = sessionNow();
  changeSession(action);
  if (sessionNow() !== before) storeUser(sessionNow().user);
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

/** A session that has ended on this device, but not on the server yet. */
export function readEnded(): EndedSession | null {
  const ended = localItems.getJson(endedKey, (value): value is Partial<EndedSession> => value !== null);
  if (ended === null) return null;
  // An earlier version stored a value without these fields, and only after a logout.
  const { userId = null, isLogout = true } = ended;
  return { userId, isLogout };
}

export const storeEnded = (ended: EndedSession | null): void => void localItems.setJson(endedKey, ended);
