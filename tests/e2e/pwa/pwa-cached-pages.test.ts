// Cached server-rendered pages: their next visit is readable before any script; which pages must not be
// cached.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser/browser.ts';
import { exampleIds } from '../../support/examples.ts';
import { cachedAddresses, installed } from '../../support/product/installed.ts';
import { openPwaServer, type PwaServer, variantOf } from '../../support/product/pwa-server.ts';

let browser: Browser;
let pwa: PwaServer;
let context: BrowserContext | null = null;

beforeAll(async () => {
  [browser, pwa] = await Promise.all([openBrowser(), openPwaServer()]);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await pwa.close();
});
afterEach(async () => {
  await context?.close();
  context = null;
  await pwa.reset();
});

const path = '/explore/events';
const list = '/api/explore/events';
/** With its day where midnight has passed since. */
const savedAt = /Saved (?:\w+ \d+ \w+, )?\d\d:\d\d · offline/;

/** A visitor who has seen the list once. `faults`: console errors, such as a hydration mismatch. */
async function visitOnce() {
  context = await browser.newContext({
    baseURL: pwa.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(path);
  await installed(page, [list, path]);
  return { page, context, faults };
}

const isDrawn = async (page: Page, at = path) =>
  ((await (await page.goto(at))?.text()) ?? '').includes('data-sideline-note');

test('the next visit is readable without scripts, soon hydrated, and shows its age offline', async () => {
  const { page, context, faults } = await visitOnce();
  await context.setOffline(true);
  expect(await isDrawn(page)).toBe(true);
  await page.getByText(savedAt).waitFor();
  const rows = await page.locator('[data-row]').count();
  expect(rows).toBeGreaterThan(3);
  await page.locator('[data-row] a').first().click();
  await page.waitForURL('**/events/public/**');
  expect(faults).toEqual([]);
});

test('a cached page is shown unchanged days later, and its age then counts from today', async () => {
  const { page, context, faults } = await visitOnce();
  await context.setOffline(true);
  await page.clock.setFixedTime(Date.now() + 3 * 86_400_000);
  expect(await isDrawn(page)).toBe(true);
  await page.getByText(/Saved .*\d\d:\d\d · offline/).waitFor();
  expect(faults).toEqual([]);
});

test('a change on the server is shown in place, and offline next time, although the cached page does not have it', async () => {
  const { page, context, faults } = await visitOnce();
  const { db } = pwa.deps.database;
  const { items } = (await (await fetch(pwa.origin + list)).json()) as {
    items: { id: string; name: string; startsAt: string }[];
  };
  // One that stays in the list, where no other has its name: the first ones may end at any moment.
  const soon = Date.now() + 3_600_000;
  const { id, name } = items.find(
    (one) => Date.parse(one.startsAt) > soon && items.filter((other) => other.name === one.name).length === 1,
  ) ?? { id: '', name: '' };
  await db.updateTable('events').set({ name: 'Moved to the big hall' }).where('id', '=', id).execute();
  try {
    expect(await isDrawn(page)).toBe(true);
    await page.getByText('Moved to the big hall').waitFor();
    expect(await page.getByText(name, { exact: true }).count()).toBe(0);
    await context.setOffline(true);
    expect(await isDrawn(page)).toBe(true);
    await page.getByText('Moved to the big hall').waitFor();
    expect(await page.getByText(name, { exact: true }).count()).toBe(0);
    expect(faults).toEqual([]);
  } finally {
    await db.updateTable('events').set({ name }).where('id', '=', id).execute();
  }
});

test('content that was taken down is shown at most once more', async () => {
  const { page } = await visitOnce();
  const { db } = pwa.deps.database;
  const { event: id, eventName } = await exampleIds(pwa.origin);
  const at = `/events/public/${id}`;
  await page.goto(at);
  await installed(page, [at, `/api${at}`]);
  // As on a busy device: the worker's message that the event is gone comes before the copy.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (...request) => {
      const response = await fetch(...request);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return response;
    };
  });
  await db.updateTable('events').set({ removed_at: new Date().toISOString() }).where('id', '=', id).execute();
  try {
    expect(await isDrawn(page, at)).toBe(true);
    await page.getByText('took it down').waitFor();
    expect(await isDrawn(page, at)).toBe(false);
    await page.getByText('took it down').waitFor();
    expect(await page.getByText(eventName).count()).toBe(0);
  } finally {
    await db.updateTable('events').set({ removed_at: null }).where('id', '=', id).execute();
  }
});

test('a signed-in user gets their own page, and after signing out the visitor’s again', async () => {
  const { page } = await visitOnce();
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill('trainee');
  await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  expect(await isDrawn(page)).toBe(false);
  await page.getByRole('link', { name: 'Calendar' }).waitFor();
  await page.goto('/explore/teams');
  await installed(page, ['/api/explore/teams']);
  await page.goto('/my/profile');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await isDrawn(page)).toBe(true);
  // No page that they opened was cached as a visitor's.
  expect(await cachedAddresses(page)).not.toContain('/explore/teams');
});

test('only pages of the installed build are cached, and a new build starts without any', async () => {
  const { page, context, faults } = await visitOnce();
  pwa.deploy('B');
  // The worker of A is still active, and the server renders with B.
  await page.goto('/explore/teams');
  await expect.poll(() => pwa.asked.filter((one) => one === '/explore/teams').length).toBeGreaterThan(0);
  await page.getByText('A new version of Sideline is ready').waitFor();
  await installed(page, ['/api/explore/teams']);
  await context.setOffline(true);
  await page.goto('/explore/teams');
  await page.getByText(savedAt).waitFor();
  await expect.poll(() => variantOf(page)).toBe('A');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => variantOf(page).catch(() => null)).toBe('B');
  await installed(page, ['/explore/teams']);
  expect(await cachedAddresses(page)).not.toContain(path);
  await page.goto(path);
  expect(await variantOf(page)).toBe('B');
  expect(faults).toEqual([]);
});
