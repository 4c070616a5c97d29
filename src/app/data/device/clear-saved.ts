// Clears what this device can read again from the server, for when it breaks a page. Unsent changes and drafts stay.

import { storeDisplay } from '../session/display.ts';
import { sessionNow } from '../session/session.ts';
import { loadDeviceCode } from './device-code.ts';

/** Deletes the saved answers of the person signed in, the worker's copies of public ones, and the mirrored settings. */
export async function clearSaved(): Promise<void> {
  const { user } = sessionNow();
  storeDisplay(null);
  if (user) await (await loadDeviceCode())?.forgetSaved(user.id);
  try {
    for (const name of await caches.keys())
      if (/^sideline-(answers|drawings)-/.test(name)) await caches.delete(name);
  } catch (error) {
    console.warn('The saved public pages could not be cleared.', error);
  }
}
