// Stores the browser's install events for later: `beforeinstallprompt` fires once, early.

/** Chromium's BeforeInstallPromptEvent. It is not a standard, so the DOM's types do not have it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** `prompt` can be shown once. `isInstalled`: since this page was opened. `notify` is called after changes. */
export const installState: { prompt: InstallPrompt | null; isInstalled: boolean; notify: () => void } = {
  prompt: null,
  isInstalled: false,
  notify() {},
};

/** Call once, before the first render. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installState.prompt = event as InstallPrompt;
    installState.notify();
  });
  addEventListener('appinstalled', () => {
    installState.prompt = null;
    installState.isInstalled = true;
    installState.notify();
  });
}
