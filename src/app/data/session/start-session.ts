// Starts the session of a page: from what the device has stored, or from the server. Then follows other tabs and the calls.
import { t } from '../../words/t.ts';
import { loadDeviceCode } from '../device/device-code.ts';
import { callApi, onAuthError, onOtherPerson } from '../http/call.ts';
import { onTimeKnown } from '../http/clock.ts';
import { onReconnect } from '../http/connectivity.ts';
import { UnreachableError } from '../http/problem.ts';
import { forgetAuthCookie, hasAuthCookie } from './auth-cookie.ts';
import { endSession, forgetPerson, logOutUntilAcknowledged } from './end-session.ts';
import { overdueUserIds } from './expired-sessions.ts';
import { withProfile } from './profile.ts';
import { saveRedirectPath } from './redirect-path.ts';
import { changeSession, type StoredUser, sessionNow } from './session.ts';
import { changeStoredUser, isUserKey, readEnded, readUser, storeUser } from './stored-session.ts';

/** docs/product.md, "Sessions and cookies": at startup, if an auth cookie exists and no user is stored, the session is fetched. */
export async function startSession(): Promise<void> {
  onAuthError(endExpired);
  onOtherPerson(switchUser);
  addEventListener('storage', followOtherTab);
  addEventListener('pageshow', followWhileCached);
  void deleteOverdue();
  onTimeKnown(() => void deleteOverdue());
  const ended = readEnded();
  if (ended) {
    forgetAuthCookie();
    startWith(null);
    // The page may have been closed before the device had deleted the saved answers.
    if (ended.userId) void forgetPerson(ended.userId, ended.isLogout);
    return logOutUntilAcknowledged();
  }
  const stored = readUser();
  if (!hasAuthCookie()) {
    if (stored) void forgetPerson(stored.id, false);
    return startWith(null);
  }
  if (stored) return changeSession({ type: 'userRead', user: stored });
  await restore();
}

function startWith(user: StoredUser | null): void {
  storeUser(user);
  changeSession({ type: 'userRead', user });
}

function endExpired(): void {
  const { status } = sessionNow();
  if (status === 'anonymous' || status === 'ended') return;
  saveRedirectPath(location.pathname + location.search + location.hash);
  void endSession({ isLogout: false, notice: t('Your session has ended. Sign in to continue.') });
}

/** Another tab has stored another user, or none. */
function followOtherTab({ key }: Pick<StorageEvent, 'key'>): void {
  if (!isUserKey(key)) return;
  const stored = readUser();
  const { user } = sessionNow();
  if (stored) void loadDeviceCode().then(() => changeSession({ type: 'userRead', user: readUser() }));
  else changeSession({ type: 'userRead', user: null });
  // The session ended in another tab: also delete what this tab has just stored.
  const ended = readEnded();
  if (user && stored?.id !== user.id && ended) void forgetPerson(user.id, ended.isLogout);
}

/** A page from the back/forward cache got no events while it was there: another tab may have ended its session. */
function followWhileCached({ persisted }: PageTransitionEvent): void {
  if (persisted && readUser()?.id !== sessionNow().user?.id) followOtherTab({ key: null });
}

/** Fetches the user of the auth cookie. */
async function restore(): Promise<void> {
  changeSession({ type: 'restoreStarted' });
  try {
    const [user] = await Promise.all([
      withProfile(await callApi('GET /api/auth/session', {})),
      loadDeviceCode(),
    ]);
    changeStoredUser({ type: 'restoreEnded', user });
  } catch (error) {
    // docs/product.md, "Sessions and cookies": a failed session call clears the user. If the server was unreachable,
    // it is called again on reconnect.
    changeStoredUser({ type: 'restoreEnded', user: null });
    if (!(error instanceof UnreachableError)) return;
    const stop = onReconnect(() => {
      stop();
      if (sessionNow().status === 'anonymous' && hasAuthCookie()) void restore();
    });
  }
}

/** The cookies belong to another user now: this tab switches to that user. */
async function switchUser(): Promise<void> {
  const stored = readUser();
  if (stored && stored.id !== sessionNow().user?.id) return changeSession({ type: 'userRead', user: stored });
  await restore();
}

/** Deletes what a logout could not delete, and what users have left whose session ended more than 30 days ago. */
async function deleteOverdue(): Promise<void> {
  for (const userId of overdueUserIds())
    if (userId !== sessionNow().user?.id) await forgetPerson(userId, true);
}
