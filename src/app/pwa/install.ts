// Putting the app on the device: whether that is possible here, asking for it, and remembering who does not want it.
import { useSyncExternalStore } from 'react';
import { installNews } from './install-news.ts';

/** `prompt`: the browser asks. `ios`: by hand, over the share sheet. `none`: already installed, or not possible here. */
export type InstallWay = 'prompt' | 'ios' | 'none';

const key = 'installDismissed';
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}
installNews.tell = changed;

/** Whether this page runs as an installed app, or has just become one. */
export function isInstalled(): boolean {
  const isApp = ['standalone', 'minimal-ui', 'fullscreen', 'window-controls-overlay'].some(
    (mode) => matchMedia(`(display-mode: ${mode})`).matches,
  );
  return installNews.isInstalled || isApp || (navigator as { standalone?: boolean }).standalone === true;
}

function way(): InstallWay {
  if (isInstalled()) return 'none';
  if (installNews.prompt) return 'prompt';
  // An iPad says that it is a Mac, but no Mac has a touch screen.
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

/** Not to be offered again unasked; the settings still offer it. */
export function dismissInstall(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Storage is blocked: it is offered again next time.
  }
  changed();
}

/** Shows the browser's prompt. It can be shown once; a user who declines is not asked again. */
export async function install(): Promise<void> {
  const shown = installNews.prompt;
  installNews.prompt = null;
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

/** How this app can be installed here, and whether the person has said that they do not want it. */
export function useInstall(): { way: InstallWay; isDismissed: boolean } {
  return {
    way: useSyncExternalStore(subscribe, way, () => 'none' as const),
    isDismissed: useSyncExternalStore(subscribe, isDismissed, () => true),
  };
}
