// Signing in. Only the login screen loads it.

import type { Settings } from '../../../contract/people/me.ts';
import { plainCookiesHeader } from '../../../contract/values/loopback.ts';
import { loadDeviceCode } from '../device/device-code.ts';
import { callApi, callWithTimeout, noteRenewal } from '../http/call.ts';
import { withLock } from '../http/lock.ts';
import { NoCookiesError } from '../http/write-problems.ts';
import { hasAuthCookie, supportsSecureCookies } from './auth-cookie.ts';
import { storeDisplay, unknownZone } from './display.ts';
import { forgetPerson, logOutOnServer, sessionLock } from './end-session.ts';
import { clearExpired, overdueUserIds } from './expired-sessions.ts';
import { withProfile } from './profile.ts';
import { changeSession } from './session.ts';
import { readEnded, storeEnded, storeUser } from './stored-session.ts';

/** The longest that signing in waits for the language of the account. */
const settingsWaitMs = 1000;

/** And for a storage that hangs. It deletes before it reads what comes later. */
const storageWaitMs = 2000;

/** Null without an answer: the app reads them again. */
async function readSettings(): Promise<Settings | null> {
  try {
    return await callApi('GET /api/users/me/settings', { signal: AbortSignal.timeout(settingsWaitMs) });
  } catch (error) {
    console.warn('The settings could not be fetched yet.', error);
    return null;
  }
}

/**
 * Signs in and fetches the profile and the display settings (docs/product.md, "Accounts"). Rejects with the server's refusal,
 * or with NoCookiesError, for the form to show. The caller then navigates to the saved path. `from`: the key of the current
 * location.
 */
export async function login(username: string, password: string, from: string): Promise<void> {
  const answer = await withLock(sessionLock, async () => {
    const ended = readEnded();
    if (ended) await logOutOnServer(ended);
    const headers: Record<string, string> = supportsSecureCookies() ? {} : { [plainCookiesHeader]: '1' };
    const opened = await callWithTimeout('POST /api/auth/login', { body: { username, password }, headers });
    noteRenewal();
    storeEnded(null);
    return opened;
  });
  if (!hasAuthCookie()) throw new NoCookiesError();
  const [user, settings, device] = await Promise.all([
    withProfile(answer.user),
    readSettings(),
    loadDeviceCode(),
  ]);
  // Before a queued write from before a logout could be sent.
  if (overdueUserIds().includes(user.id))
    await Promise.race([
      forgetPerson(user.id, true),
      new Promise((resolve) => setTimeout(resolve, storageWaitMs)),
    ]);
  clearExpired(user.id);
  void device?.forgetOthers(user.id);
  storeUser(user);
  if (settings && settings.timeZone !== unknownZone)
    storeDisplay({ locale: settings.locale, timeZone: settings.timeZone });
  changeSession({ type: 'loggedIn', user, from });
}
