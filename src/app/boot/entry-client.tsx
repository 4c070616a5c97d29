// Starts the page in a browser: hydrates a server-rendered page, or renders into the app shell.
import { CacheProvider } from '@emotion/react';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { hydrationDataAttribute, rootId, startedAttribute } from '../../contract/values/page.ts';
import { listenToWorker } from '../data/resources/freshness.ts';
import { readHydrationAnswers } from '../data/resources/hydration-answers.ts';
import type { HydrationData, RenderData } from '../data/resources/render-data.ts';
import { sessionNow } from '../data/session/session.ts';
import { startSession } from '../data/session/start-session.ts';
import { hydrationLocale } from '../format/intl.ts';
import { deviceZone } from '../format/use-viewer.ts';
import { callErrorHook, payload } from '../layout/error-hook.ts';
import { isChunkLoadError, reloadToWanted, takeReload } from '../pwa/chunk-guard.ts';
import { watchInstall } from '../pwa/install-events.ts';
import { loadFirstScreen } from '../routing/routes.tsx';
import { startColorMode } from '../theme/color-mode.ts';
import { createStyleCache } from '../theme/style-cache.ts';
import { applyWidthChanges } from '../theme/width-changes.ts';
import { loadIcons } from '../ui/icons/icon.tsx';
import { BrowserRouter } from '../ui/navigation/router.tsx';
import { documentLanguage } from '../words/document-language.ts';
import { loadLanguage } from '../words/language.ts';
import { App } from './app.tsx';
import { loadFromDevice } from './load-from-device.ts';

const root = document.getElementById(rootId);
if (!root) throw new Error('There is no root.');
startColorMode();
applyWidthChanges();
watchInstall();
listenToWorker();
void startSession();
// No top-level await: dynamic imports that import this chunk would wait for it.
void start(root).catch((error: unknown) => failToMount(root, error));

async function start(root: HTMLElement): Promise<void> {
  payload.hydrationData = readHydrationData();
  const { hydrationData } = payload;
  await loadLanguage(documentLanguage(hydrationData !== null)).catch((error: unknown) =>
    hydrationData ? leaveAsRendered(root, error) : console.warn('The page speaks English.', error),
  );
  const [read, locale] = hydrationData
    ? await Promise.all([
        readHydrationAnswers(hydrationData),
        localeOf(hydrationData),
        firstScreen().catch((error: unknown) => leaveAsRendered(root, error)),
        // The views of refusals use icons that the first load does not have; without them hydration would fail.
        hydrationData.problems && loadIcons().catch(() => {}),
      ])
    : [null, null, await loadFromDevice(firstScreen)];
  // Rendering again would lose input in the page's forms, which also work without scripts.
  if (read && !read.isSame && isFilledIn(root)) return;
  const page = pageOf(read ? { ...read.data, locale } : undefined);
  // React recovers from hydration mismatches, which are bugs to report. If the answers have changed since the server
  // rendered them, the page is rendered on the client instead. Hydration is a transition, because the page is already
  // readable and usable.
  if (read?.isSame)
    startTransition(() => {
      hydrateRoot(root, page, {
        onRecoverableError: (error) => console.error(error),
        onUncaughtError: showStartCard,
      });
    });
  else createRoot(root, { onUncaughtError: showStartCard }).render(page);
}

const pageOf = (renderData?: RenderData) => (
  <StrictMode>
    <CacheProvider value={createStyleCache()}>
      <BrowserRouter>
        <App {...(renderData && { renderData })} />
        <Started />
      </BrowserRouter>
    </CacheProvider>
  </StrictMode>
);

/**
 * An error before anything was mounted: the app shows the error page. A server-rendered page stays readable, under the notice
 * of the start guard, which also handles a part that did not load.
 */
function failToMount(root: HTMLElement, error: unknown): void {
  callErrorHook(error);
  if (payload.hydrationData || isChunkLoadError(error)) reportError(error);
  else {
    console.error(error);
    createRoot(root, { onUncaughtError: showStartCard }).render(pageOf());
  }
}

/** If even the error page fails, React unmounts everything: show the start guard's card. */
function showStartCard(error: unknown): void {
  callErrorHook(error);
  document.documentElement.removeAttribute(startedAttribute);
  reportError(error);
}

/** The locale to hydrate with. Initializing Intl is slow, so do it while the answers are loading. */
async function localeOf({ locale, texts = {} }: HydrationData): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve));
  deviceZone();
  return hydrationLocale(locale, texts);
}

/** Marks the page as started: from now on the error page handles errors, not the start guard. */
function Started(): null {
  useLayoutEffect(() => {
    document.documentElement.setAttribute(startedAttribute, 'true');
  }, []);
  return null;
}

/**
 * Leaves a server-rendered page as it is if its screen's code cannot be loaded: it is readable and its links work. Reloads
 * once if that may help; then the start guard shows its notice. The error page handles other errors.
 */
async function leaveAsRendered(root: HTMLElement, error: unknown): Promise<void> {
  if (!isChunkLoadError(error)) return;
  if (!isFilledIn(root) && takeReload()) {
    await reloadToWanted();
    // Wait for the reload.
    await new Promise(() => {});
  }
  throw error;
}

function isFilledIn(page: HTMLElement): boolean {
  return [...page.querySelectorAll('input')].some(
    (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked,
  );
}

function firstScreen(): Promise<void> {
  return loadFirstScreen(location.pathname, sessionNow().user !== null);
}

/** Null if the server sent the app shell. */
function readHydrationData(): HydrationData | null {
  const text = document.querySelector(`script[${hydrationDataAttribute}]`)?.textContent;
  return text ? (JSON.parse(text) as HydrationData) : null;
}
