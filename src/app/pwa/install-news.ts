// What the browser says of installing, stored for later: the event comes once, early.

/** What Chromium hands over in place of its own prompt (not in the DOM's types, as it is no standard yet). */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** `prompt` can be shown once. `isInstalled`: since this page was opened. */
export const installNews: { prompt: InstallPrompt | null; isInstalled: boolean; tell: () => void } = {
  prompt: null,
  isInstalled: false,
  tell() {},
};

/** Call once, before the page is drawn. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installNews.prompt = event as InstallPrompt;
    installNews.tell();
  });
  addEventListener('appinstalled', () => {
    installNews.prompt = null;
    installNews.isInstalled = true;
    installNews.tell();
  });
}
