// Starts the page in a browser.
import { CacheProvider } from '@emotion/react';
import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderNoteAttribute, rootId, startedAttribute } from '../../contract/values/page.ts';
import { loadDeviceCode } from '../data/device/device-code.ts';
import type { DrawnNote } from '../data/resources/drawn.ts';
import { readDrawnAnswers } from '../data/resources/drawn-answers.ts';
import { sessionNow, startSession } from '../data/session/session.ts';
import { hydrationLocale } from '../format/intl.ts';
import { deviceZone } from '../format/use-viewer.ts';
import { isLostChunk, reloadToWanted, takeReload } from '../pwa/chunk-guard.ts';
import { watchInstall } from '../pwa/install-news.ts';
import { loadFirstScreen } from '../routing/routes.tsx';
import { startColorMode } from '../theme/color-mode.ts';
import { createStyleCache } from '../theme/style-cache.ts';
import { loadIcons } from '../ui/icons/icon.tsx';
import { BrowserRouter } from '../ui/page/router.tsx';
import { documentLanguage, loadLanguage } from '../words/language.ts';
import { App } from './app.tsx';

/** How long the first paint waits for the device. */
const patienceMs = 300;

const root = document.getElementById(rootId);
if (!root) throw new Error('The page has no element to render into.');
startColorMode();
watchInstall();
void startSession();
// Not by a top-level await: what is imported meanwhile waits for this module to end.
void start(root).catch(reportError);

async function start(root: HTMLElement): Promise<void> {
  const note = readNote();
  await loadLanguage(documentLanguage(note !== null)).catch((error: unknown) =>
    note ? leaveAsRendered(root, error) : console.warn('The page speaks English.', error),
  );
  const [read, locale] = note
    ? await Promise.all([
        readDrawnAnswers(note),
        localeOf(note),
        firstScreen().catch((error: unknown) => leaveAsRendered(root, error)),
        // What was refused says so with signs that a list does not bring along; without them it is rendered again.
        note.problems && loadIcons().catch(() => {}),
      ])
    : [null, null, await onDevice()];
  // Rendered again, it would lose what someone has entered meanwhile: its forms work as they are.
  if (read && !read.isSame && isFilledIn(root)) return;
  const page = (
    <StrictMode>
      <CacheProvider value={createStyleCache()}>
        <BrowserRouter>
          <App {...(read ? { drawn: { ...read.drawn, locale } } : {})} />
          <Started />
        </BrowserRouter>
      </CacheProvider>
    </StrictMode>
  );
  // A difference between the two drawings is mended by React; it is a fault to report, not a page that failed. What has
  // changed since it was drawn is no fault: then the page is rendered again, at once and whole. Hydration gives way to whatever
  // else there is to do: the page can be read and used.
  if (read?.isSame)
    startTransition(() => {
      hydrateRoot(root, page, {
        onRecoverableError: (error) => console.error(error),
        onUncaughtError: showStartCard,
      });
    });
  else createRoot(root, { onUncaughtError: showStartCard }).render(page);
}

/** Where even the error page fails React leaves nothing: then the card of the start guard says what to do. */
function showStartCard(error: unknown): void {
  document.documentElement.removeAttribute(startedAttribute);
  reportError(error);
}

/** What a browser knows of dates takes a while to load the first time: best while the answers are on their way. */
async function localeOf({ locale, texts = {} }: DrawnNote): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve));
  deviceZone();
  return hydrationLocale(locale, texts);
}

/** From when the page is there the error page shows what fails, and no longer the start guard. */
function Started(): null {
  useLayoutEffect(() => {
    document.documentElement.setAttribute(startedAttribute, 'true');
  }, []);
  return null;
}

/**
 * Gets ready what the device holds for the first screen: its code, and someone's own answers. A skeleton, once drawn, would
 * stay for React's 300 ms. A device that takes its time is not waited for, and a line not at all.
 */
async function onDevice(): Promise<void> {
  const { user } = sessionNow();
  const holdsFiles = navigator.serviceWorker?.controller;
  if (!user && !holdsFiles) return;
  const isReady = Promise.all([
    user && loadDeviceCode().then((device) => device?.loadDevice(user.id)),
    // What does not come is asked for again by the screen, which says so.
    holdsFiles && firstScreen().catch(() => {}),
  ]);
  await Promise.race([isReady, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/**
 * A server-rendered page whose screen is lost stays what it is, to be read and with links that lead on: after one reload
 * where that may help, the script for a failed start says so on it. Other failures are the error page's.
 */
async function leaveAsRendered(root: HTMLElement, error: unknown): Promise<void> {
  if (!isLostChunk(error)) return;
  if (!isFilledIn(root) && takeReload()) {
    await reloadToWanted();
    // Nothing more until the page is another.
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

/** Null where the server sent the shell alone. */
function readNote(): DrawnNote | null {
  const text = document.querySelector(`script[${renderNoteAttribute}]`)?.textContent;
  return text ? (JSON.parse(text) as DrawnNote) : null;
}
