// Stores the browser's install events for later: `beforeinstallprompt` fires once, early.
import { createStore } from '../data/store.ts';

/** Chromium's BeforeInstallPromptEvent. It is not a standard, so the DOM's types do not have it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** `prompt` can be shown once. `isInstalled`: since this page was opened. */
export const installStore = createStore<{ prompt: InstallPrompt | null; isInstalled: boolean }>(() => ({
  prompt: null,
  isInstalled: false,
}));

/** Call once, before the first render. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installStore.dispatch({ ...installStore.get(), prompt: event as InstallPrompt });
  });
  addEventListener('appinstalled', () => installStore.dispatch({ prompt: null, isInstalled: true }));
}
