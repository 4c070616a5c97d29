// App installation: how it is possible here, the install prompt, and the stored dismissal.
import { useSyncExternalStore } from 'react';
import { installState } from './install-events.ts';

/** `prompt`: by the browser's prompt. `ios`: manually, in the share sheet. `none`: installed, or not possible here. */
export type InstallWay = 'prompt' | 'ios' | 'none';

const key = 'installDismissed';
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}
installState.notify = changed;

/** Whether this page runs as an installed app, or was installed since it was opened. */
export function isInstalled(): boolean {
  const isApp = ['standalone', 'minimal-ui', 'fullscreen', 'window-controls-overlay'].some(
    (mode) => matchMedia(`(display-mode: ${mode})`).matches,
  );
  return installState.isInstalled || isApp || (navigator as { standalone?: boolean }).standalone === true;
}

function way(): InstallWay {
  if (isInstalled()) return 'none';
  if (installState.prompt) return 'prompt';
  // An iPad reports that it is a Mac, but no Mac has a touch screen.
  const isIos =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isIos ? 'ios' : 'none';
}

function isDismissed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Hides the offer from now on, except in the settings. */
export function dismissInstall(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Storage is blocked: the offer returns at the next start.
  }
  changed();
}

/** Shows the browser's install prompt, which works once. Declining it dismisses the offer. */
export async function install(): Promise<void> {
  const shown = installState.prompt;
  installState.prompt = null;
  const answer = await shown?.prompt();
  if (answer?.outcome === 'dismissed') dismissInstall();
  changed();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** How the app can be installed here, and whether the user has dismissed the offer. */
export function useInstall(): { way: InstallWay; isDismissed: boolean } {
  return {
    way: useSyncExternalStore(subscribe, way, () => 'none' as const),
    isDismissed: useSyncExternalStore(subscribe, isDismissed, () => true),
  };
}
