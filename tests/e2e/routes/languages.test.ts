// The page in another language: chosen by the address, stored on the device, asked for by the browser, or set for the account.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { openBrowser, openSession } from '../../support/browser/browser.ts';
import { password } from '../../support/browser/people.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { installed } from '../../support/product/installed.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

let browser: Browser;
let product: OwnProduct;
let context: BrowserContext | null = null;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), openProduct()]);
  await buildEvent(product.db, { name: 'Winter training', starts_at: '2032-03-02T17:30:00.000Z' });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await product.close();
});
afterEach(async () => {
  await context?.close();
  context = null;
});

async function openVisitor(options: BrowserContextOptions = {}) {
  context = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    ...options,
  });
  const page = await context.newPage();
  return { page, context, faults: watch(page) };
}

function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);
/** The language of the cached page at a path. */
const cachedLanguage = (page: Page, path: string) =>
  page.evaluate(
    async (address) =>
      (await caches.match(address, { ignoreVary: true }))?.headers.get('content-language') ?? null,
    path,
  );
const isStarted = (page: Page) => page.evaluate(() => document.documentElement.dataset.started === 'true');

test('a visitor chooses German at the foot of a page, and it stays, also offline', async () => {
  const { page, context, faults } = await openVisitor();
  await page.goto('/explore/events');
  expect(await languageOf(page)).toBe('en');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Termine' }).first().waitFor();
  await page.getByText('Dienstag').first().waitFor();
  await expect.poll(() => isStarted(page)).toBe(true);
  expect(await languageOf(page)).toBe('de');

  await page.goto('/explore/teams');
  // Where the worker sends the app shell by now, that is English until the texts are loaded.
  await expect.poll(() => languageOf(page)).toBe('de');
  await page.goto('/explore/events');
  await installed(page, ['/explore/events']);
  // Not the page as it was cached before the choice.
  await expect.poll(() => cachedLanguage(page, '/explore/events')).toBe('de');
  await context.setOffline(true);
  await page.goto('/explore/events');
  await page.getByText('Winter training').first().waitFor();
  await page.getByText('Dienstag').first().waitFor();
  expect(await languageOf(page)).toBe('de');
  expect(faults.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('what was cached in one language is not shown after another one was chosen', async () => {
  const { page } = await openVisitor();
  await page.goto('/explore/events');
  await installed(page, ['/explore/events']);
  await page.goto('/explore/teams?lang=de');
  await expect.poll(() => isStarted(page)).toBe(true);
  await page.goto('/explore/events');
  await page.getByText('Dienstag').first().waitFor();
  expect(await languageOf(page)).toBe('de');
});

test('a browser that asks for German gets it without a choice, hydrated without a fault', async () => {
  const { page, faults } = await openVisitor({ locale: 'de-AT', serviceWorkers: 'block' });
  const sent = await page.goto('/explore/events');
  expect(sent?.headers()['content-language']).toBe('de');
  await page.getByText('Dienstag').first().waitFor();
  await expect.poll(() => isStarted(page)).toBe(true);
  expect(await languageOf(page)).toBe('de');
  expect(faults).toEqual([]);
});

test("words and dates are of one language, with the habits of the browser's region", async () => {
  const { page, faults } = await openVisitor({ locale: 'nl-BE', serviceWorkers: 'block' });
  await page.goto('/explore/events');
  await page.getByText('Tuesday').first().waitFor();
  await page.getByText('18:30').first().waitFor();
  await expect.poll(() => isStarted(page)).toBe(true);
  expect(await page.getByText(/dinsdag|di 2/).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('an account has its language on every device, from the settings', async () => {
  // A new account gets the zone of its device: where that comes first, the server refuses the language once with 409.
  await product.db
    .updateTable('users')
    .set({ time_zone: 'Europe/Brussels' })
    .where('id', '=', product.ada.id)
    .execute();
  const { page, context: signedIn } = await product.openAsAda(browser);
  context = signedIn;
  const faults = watch(page);
  await page.goto('/my/settings');
  await page.getByLabel('Language', { exact: true }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Use Deutsch' }).click();
  await page.getByRole('heading', { name: 'Einstellungen' }).first().waitFor();
  expect(await languageOf(page)).toBe('de');
  expect(faults).toEqual([]);
  // On a slow server the page does not wait for it.
  const stored = product.db.selectFrom('users').select('locale').where('id', '=', product.ada.id);
  await expect.poll(() => stored.executeTakeFirst()).toEqual({ locale: 'de-GB' });
  await signedIn.close();
  const other = await product.openAsAda(browser);
  context = other.context;
  await other.page.goto('/my/settings');
  await expect
    .poll(() => other.page.evaluate(() => JSON.parse(localStorage.getItem('display') ?? '{}').locale))
    .toBe('de-GB');
  await other.page.reload();
  await other.page.getByRole('heading', { name: 'Einstellungen' }).first().waitFor();
});

test('who signs in reads the language of the account at once, at the saved path', async () => {
  await buildUser(product.db, {
    username: 'greta',
    locale: 'de-AT',
    time_zone: 'Europe/Vienna',
    password_hash: await hashPassword(password),
  });
  const { page, faults } = await openVisitor({ serviceWorkers: 'block' });
  await page.goto('/my/settings');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Username or e-mail').fill('greta');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Einstellungen' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/my/settings');
  expect(await languageOf(page)).toBe('de');
  expect(faults).toEqual([]);
});

test('at 320 px the names of the tabs in German keep clear of the edges', async () => {
  await buildUser(product.db, {
    username: 'gustav',
    locale: 'de-DE',
    password_hash: await hashPassword(password),
  });
  const { page, context } = await openVisitor({
    viewport: { width: 320, height: 640 },
    isMobile: true,
    serviceWorkers: 'block',
  });
  await openSession(context, 'gustav', password);
  await page.goto('/explore/events?lang=de');
  // The page of visitors, which comes first, has other tabs.
  await expect.poll(() => page.locator('nav .tab').count()).toBe(5);
  const tabs = await page.locator('nav .tab').evaluateAll((all) =>
    all.map((tab) => {
      const text = document.createRange();
      text.selectNodeContents(tab);
      const { left, right, top } = text.getBoundingClientRect();
      return { left, right, top };
    }),
  );
  expect(new Set(tabs.map(({ top }) => top)).size).toBe(1);
  for (const { left, right } of tabs) expect([left >= 4, right <= 316]).toEqual([true, true]);
});
