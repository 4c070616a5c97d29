// What the first paint of the app shell waits for.
import { loadDeviceCode } from '../data/device/device-code.ts';
import { sessionNow } from '../data/session/session.ts';

/** How long the first paint waits for the device's storage. */
const deviceTimeoutMs = 300;

/**
 * Loads the first screen's code and the user's answers from the device before the first paint: a rendered skeleton would
 * stay for React's 300 ms. Waits no longer than `deviceTimeoutMs` for either, and never for the API.
 */
export async function loadFromDevice(loadScreen: () => Promise<void>): Promise<void> {
  const { user } = sessionNow();
  const holdsFiles = navigator.serviceWorker?.controller;
  if (!user && !holdsFiles) return;
  // The screen retries a failed load and shows the error.
  const screen = holdsFiles && loadScreen().catch(() => {});
  // Without the time limit: a page that starts without this code stores no answers until its next load.
  const device = user && (await loadDeviceCode());
  const isReady = Promise.all([screen, user && device?.loadDevice(user.id)]);
  await Promise.race([isReady, new Promise((resolve) => setTimeout(resolve, deviceTimeoutMs))]);
}
