// App installation: how it is possible here, the install prompt, and the stored dismissal.
import { localItems } from '../data/storage.ts';
import { createStore } from '../data/store.ts';
import { useStore } from '../data/use-store.ts';
import { installStore } from './install-events.ts';

/** `prompt`: by the browser's prompt. `ios`: manually, in the share sheet. `none`: installed, or not possible here. */
export type InstallWay = 'prompt' | 'ios' | 'none';

const key = 'installDismissed';
const dismissed = createStore(() => localItems.get(key) !== null);

/** Whether this page runs as an installed app, or was installed since it was opened. */
export function isInstalled(): boolean {
  const isApp = ['standalone', 'minimal-ui', 'fullscreen', 'window-controls-overlay'].some(
    (mode) => matchMedia(`(display-mode: ${mode})`).matches,
  );
  return (
    installStore.get().isInstalled || isApp || (navigator as { standalone?: boolean }).standalone === true
  );
}

function way(): InstallWay {
  if (isInstalled()) return 'none';
  if (installStore.get().prompt) return 'prompt';
  // An iPad reports that it is a Mac, but no Mac has a touch screen.
  const isIos =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isIos ? 'ios' : 'none';
}

/** Hides the offer from now on, except in the settings. If storage is blocked, it returns at the next start. */
export function dismissInstall(): void {
  localItems.set(key, '1');
  dismissed.dispatch(true);
}

/** Shows the browser's install prompt, which works once. Declining it dismisses the offer. */
export async function install(): Promise<void> {
  const { prompt, isInstalled } = installStore.get();
  installStore.dispatch({ prompt: null, isInstalled });
  const answer = await prompt?.prompt();
  if (answer?.outcome === 'dismissed') dismissInstall();
}

/** How the app can be installed here, and whether the user has dismissed the offer. */
export function useInstall(): { way: InstallWay; isDismissed: boolean } {
  return {
    way: useStore(installStore, way, 'none'),
    isDismissed: useStore(dismissed, (is) => is, true),
  };
}
