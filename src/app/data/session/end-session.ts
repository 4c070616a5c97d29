// The end of a session, by a logout or because the server has ended it: what this device deletes, and telling the server.
import { personHeader } from '../../../contract/values/headers.ts';
import { loadDeviceCode } from '../device/device-code.ts';
import { forgetDrafts } from '../forms/local-drafts.ts';
import { callWithTimeout } from '../http/call.ts';
import { onReconnect } from '../http/connectivity.ts';
import { withLock } from '../http/lock.ts';
import { OtherPersonError } from '../http/problem.ts';
import { forgetAuthCookie } from './auth-cookie.ts';
import { clearExpired, noteExpired, noteOverdue } from './expired-sessions.ts';
import { saveRedirectPath } from './redirect-path.ts';
import { changeSession, sessionNow } from './session.ts';
import { type EndedSession, readEnded, storeEnded, storeUser } from './stored-session.ts';

/** Web Lock for opening and ending sessions: ending an old one must not delete the cookies of a new one. */
export const sessionLock = 'sideline-session';

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
export async function endSession(how: { isLogout: boolean; notice: string | null }): Promise<void> {
  const { user } = sessionNow();
  const { isLogout, notice } = how;
  // After a logout nothing on the device names the user once their data are deleted, so their id is not stored here either.
  storeEnded({ userId: isLogout ? null : (user?.id ?? null), isLogout });
  forgetAuthCookie();
  storeUser(null);
  changeSession({ type: 'ended', notice });
  if (user) await forgetPerson(user.id, isLogout);
  await logOutUntilAcknowledged();
}

/**
 * Deletes the data of a user whose session has ended: all of them after a logout, else only what can be read again.
 * Drafts and queued writes stay for 30 days at most.
 */
export async function forgetPerson(userId: string, isLogout: boolean): Promise<void> {
  const device = loadDeviceCode();
  if (isLogout) {
    forgetDrafts(userId);
    // If the device does not answer, or the page is closed first, the next start deletes them.
    noteOverdue(userId);
    if (await (await device)?.forget(userId)) clearExpired(userId);
  } else {
    noteExpired(userId);
    await (await device)?.forgetSaved(userId);
  }
}

/** Pause before the logout call is sent again. */
const retryMs = 30_000;

/** Ends the stored session on the server, and retries until the server answers. */
export async function logOutUntilAcknowledged(): Promise<void> {
  try {
    await withLock(sessionLock, async () => {
      const ended = readEnded();
      // A new login has already ended the old session.
      if (!ended) return;
      await logOutOnServer(ended);
      storeEnded(null);
    });
  } catch (error) {
    console.warn('The session has not ended yet.', error);
    const again = () => {
      clearTimeout(timer);
      stop();
      void logOutUntilAcknowledged();
    };
    const timer = setTimeout(again, retryMs);
    const stop = onReconnect(again);
  }
}

/** Revokes the session and deletes its cookies, unless they belong to another user by now. */
export async function logOutOnServer({ userId }: EndedSession): Promise<void> {
  try {
    await callWithTimeout('POST /api/auth/logout', { headers: userId ? { [personHeader]: userId } : {} });
  } catch (error) {
    if (!(error instanceof OtherPersonError)) throw error;
  }
}
