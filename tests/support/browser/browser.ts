// A browser for tests: pages that report what they must not do, and signing in.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { product } from '../product/product.ts';

/** The last switch counts, so Playwright's own list is here too, as far as it matters to a test. */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  // A process that is started ahead for the next page: a fifth of what a test's page costs, and most have one page.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  // Each window would bring two pages more for an address bar that no test sees: a quarter of all processor time.
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
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: inject('pagesPath'), headless: true, args });
}

export type Role = 'visitor' | 'trainee' | 'coach';

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** What no page may do: console errors, CSP or Trusted Types violations, requests to other hosts, uncaught errors. */
  faults: string[];
};

/**
 * A fresh profile on the product, signed in as `as`, on a phone unless told otherwise. Installing the service worker costs
 * as much as opening four pages, so tests that go offline say that they allow it.
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
  const baseURL = product.url;
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
  // Of every page that the test opens in it.
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

/** A phone whose storage outlives its browser: everything in `folder` is there again when it is opened next. */
export async function openPhone(folder: string): Promise<Pick<Visit, 'page' | 'context'>> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: inject('chromiumPath'),
    headless: true,
    args,
    baseURL: product.url,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** The browser itself reports a refused request as an error; what the page makes of it is what the tests look at. */
const expected = (text: string) =>
  /Failed to load resource: the server responded with a status of (401|404|409|410|422)/.test(text);

/** Signs someone in on a device without the login screen, which tests of it open. */
export async function openSession(
  context: BrowserContext,
  username: string,
  password: string,
): Promise<void> {
  const response = await context.request.post('/api/auth/login', { data: { username, password } });
  if (!response.ok()) throw new Error(`${username} was not signed in: ${await response.text()}`);
}
