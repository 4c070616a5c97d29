// A browser for tests: pages that report their faults, and signing in.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { startedProduct } from '../product/product.ts';

/**
 * Chromium uses the last switch of a name, so this repeats the parts of Playwright's own list that tests
 * need.
 */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  // No spare renderer process: it takes a fifth of a test page's time, and most tests have one page.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  // No window features: each window would load two more pages for an unseen address bar, a quarter of all CPU
  // time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const args = [
  `--disable-features=${featuresOff.join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page of a test lives for seconds: optimizing its code and collecting its garbage takes a fifth of all CPU
  // time.
  '--js-flags=--no-maglev --no-opt --min-semi-space-size=32',
];

const browsers = new Set<Browser>();

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: inject('pagesPath'), headless: true, args });
  browsers.add(browser);
  return browser;
}

export type Role = 'visitor' | 'trainee' | 'coach';

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Faults: console errors, CSP or Trusted Types violations, requests to other hosts, uncaught errors. */
  faults: string[];
};

/** What the open pages show, for the report of a failed test. */
export async function shownNow(): Promise<string> {
  const pages = [...browsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());
  const shown = pages.map(async (page) => {
    const text = await page.evaluate(() => {
      const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
      return `focus: ${document.activeElement?.outerHTML.slice(0, 200)}\n${(dialog ?? document.body).innerText}`;
    });
    return `${page.url()}\n${text.slice(0, 2500)}`;
  });
  return (await Promise.allSettled(shown.map(soon)))
    .map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
    .join('\n\n');
}

/** A page that hangs has nothing to show. */
const soon = (shown: Promise<string>): Promise<string> =>
  Promise.race([
    shown,
    new Promise<string>((resolve) => setTimeout(resolve, 5000, 'A page does not answer.')),
  ]);

/**
 * A fresh profile on the product, signed in as `as`, on a phone by default. Installing the service worker
 * costs as much as opening four pages, so tests that go offline allow it explicitly.
 */
export async function visit(
  browser: Browser,
  {
    as = 'visitor',
    colorScheme = 'light',
    width = 390,
    height = 844,
    serviceWorkers = 'block',
    hasTouch = false,
  }: {
    as?: Role;
    colorScheme?: 'light' | 'dark';
    width?: number;
    height?: number;
    serviceWorkers?: 'allow' | 'block';
    hasTouch?: boolean;
  } = {},
): Promise<Visit> {
  const { url: baseURL } = await startedProduct();
  const context = await browser.newContext({
    baseURL,
    colorScheme,
    viewport: { width, height },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    serviceWorkers,
    hasTouch,
    isMobile: hasTouch,
  });
  // Faults of every page that the test opens in the context.
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected(message.text())) faults.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:'))
      faults.push(`foreign host: ${request.url()}`);
  });
  if (as !== 'visitor') await openSession(context, as, 'sideline-demo');
  const page = await context.newPage();
  return { page, context, faults };
}

/** A phone whose storage outlives its browser: `folder` holds it for the next start. */
export async function openPhone(folder: string, givenURL?: string): Promise<Pick<Visit, 'page' | 'context'>> {
  const baseURL = givenURL ?? (await startedProduct()).url;
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: inject('chromiumPath'),
    headless: true,
    args,
    baseURL,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** The browser itself logs a refused request as an error; tests check how the page handles it. */
const expected = (text: string) =>
  /Failed to load resource: the server responded with a status of (401|404|409|410|422)/.test(text);

/** Signs someone in on a device without the login screen. */
export async function openSession(
  context: Pick<BrowserContext, 'request'>,
  username: string,
  password: string,
): Promise<void> {
  const response = await context.request.post('/api/auth/login', { data: { username, password } });
  if (!response.ok()) throw new Error(`${username} was not signed in: ${await response.text()}`);
}

/** A script for `addInitScript`: timers of one length take another, and time-outs are not waited for. */
export const timersTake = (fromMs: number, toMs: number): string => `{
  const start = setTimeout;
  window.setTimeout = (run, ms, ...rest) => start(run, ms === ${fromMs} ? ${toMs} : ms, ...rest);
}`;

/** Moves the clock of every page that is opened from now on. */
export const setClock = (context: BrowserContext, aheadMs: number): Promise<unknown> =>
  context.addInitScript((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now() + ahead] : given),
    });
  }, aheadMs);
