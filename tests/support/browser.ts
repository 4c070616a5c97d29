// A browser for tests: Debian's Chromium, pages that report what they must not do, and signing in.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { product } from './product.ts';

/** The last switch counts, so Playwright's own list is here too, as far as it matters to a test. */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
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
  return chromium.launch({ executablePath: inject('chromiumPath'), headless: true, args });
}

export type Role = 'visitor' | 'trainee' | 'coach';

export type Visit = {
  page: Page;
  context: BrowserContext;
  /** What no page may do: console errors, CSP or Trusted Types violations, requests to other hosts, uncaught errors. */
  faults: string[];
};

/** A fresh profile on the product, signed in as `as`, on a phone unless told otherwise. */
export async function visit(
  browser: Browser,
  {
    as = 'visitor',
    colorScheme = 'light',
    width = 390,
    height = 844,
    serviceWorkers = 'allow',
  }: {
    as?: Role;
    colorScheme?: 'light' | 'dark';
    width?: number;
    height?: number;
    serviceWorkers?: 'allow' | 'block';
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
  const page = await context.newPage();
  if (as !== 'visitor') await signIn(page, as);
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
  /Failed to load resource: the server responded with a status of (401|404|410|422)/.test(text);

/** Signs in through the login screen. */
export async function signIn(page: Page, username: 'coach' | 'trainee'): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}
