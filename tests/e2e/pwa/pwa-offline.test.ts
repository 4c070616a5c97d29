// The installed app offline: what one visit caches on the device, and how its age is shown.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../src/app/routing/paths.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { exampleIds } from '../../support/examples.ts';
import { cachedAddresses, installed } from '../../support/product/installed.ts';
import { openPwaServer, type PwaServer, stopWorkers } from '../../support/product/pwa-server.ts';

let browser: Browser;
let pwa: PwaServer;
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  [browser, pwa] = await Promise.all([openBrowser(), openPwaServer()]);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await pwa.close();
});
afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
  await pwa.reset();
});

async function openPage(): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: pwa.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  contexts.push(context);
  return { page: await context.newPage(), context };
}

const list = '/api/explore/events';
/** With its day where midnight has passed since. */
const savedAt = String.raw`Saved (?:\w+ \d+ \w+, )?\d\d:\d\d · `;
const savedOffline = new RegExp(`${savedAt}offline`);

/** A visitor who has seen the list of events once. */
async function visitOnce() {
  const { page, context } = await openPage();
  await page.goto('/explore/events');
  await installed(page, ['/api/explore/facets', list]);
  return { page, context };
}

describe('after one visit, offline', () => {
  test('the page reloads, a deep link with a query opens, and so does a new tab after the worker was stopped', async () => {
    const { page, context } = await visitOnce();
    await context.setOffline(true);
    await page.reload();
    await page.getByText(savedOffline).waitFor();
    await page.goto('/explore/events?activity=football#x');
    await page.getByText('Not saved on this device yet').waitFor();
    // The age of requests beside the list does not count for missing rows.
    await page.getByText("You're offline", { exact: true }).waitFor();
    // With the offline icon, which the lists' own icons lack.
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.locator('svg path').first().waitFor({ state: 'attached' });
    await stopWorkers(context, page);
    const tab = await context.newPage();
    await tab.goto('/explore/events');
    await tab.getByText(savedOffline).waitFor();
    // The age is known a moment before the rows.
    await expect.poll(() => tab.locator('[data-row]').count()).toBeGreaterThan(3);
  });

  test('every screen opens, also those never visited', async () => {
    const { page, context } = await visitOnce();
    await context.setOffline(true);
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    // One path for each screen.
    for (const { path } of new Map(routes.map((route) => [route.screen, route])).values()) {
      await page.goto(path.replace(':id', '0190a000-0000-7000-8000-000000000000'));
      await page.locator('h1, [role=alert], h2').first().waitFor();
      expect([path, await page.getByText("This page didn't load").count()]).toEqual([path, 0]);
    }
    expect(failures).toEqual([]);
  });

  test('the API, build files and unknown paths never get the app shell', async () => {
    const { page, context } = await visitOnce();
    const answers = await page.evaluate(async () =>
      Promise.all(
        ['/api/nothing', '/builds/none.json', '/assets/none.js', '/robots.txt'].map(async (path) => {
          const response = await fetch(path);
          return response.status === 404 || !response.headers.get('content-type')?.includes('html');
        }),
      ),
    );
    expect(answers).toEqual([true, true, true, true]);
    await page.goto('/api/explore');
    expect(await page.locator('#root').count()).toBe(0);
    await context.setOffline(true);
    await expect(page.goto('/api/health')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  });

  test('a list that was never opened says so, and loads automatically once online', async () => {
    const { page, context } = await visitOnce();
    await context.setOffline(true);
    await page.goto('/explore/teams');
    await page.getByText('Not saved on this device yet').waitFor();
    await context.setOffline(false);
    await page.locator('[data-row]').first().waitFor();
    await expect.poll(() => page.getByText('offline').count()).toBe(0);
  });
});

test('a page that was loading while another installed the worker is controlled by it, too', async () => {
  const { page, context } = await openPage();
  const late = await context.newPage();
  const answer = pwa.hold('/explore/teams');
  const opened = late.goto('/explore/teams');
  await expect.poll(() => pwa.asked).toContain('/explore/teams');
  await page.goto('/');
  await installed(page);
  answer();
  await opened;
  await installed(late, ['/api/explore/teams']);
});

describe('the cache of the worker', () => {
  test('is shown at once with its age while the server is slow, then updated in place', async () => {
    const { page } = await visitOnce();
    await page.goto('/explore/events');
    await page.locator('[data-row]').first().waitFor();
    await installed(page, [list]);
    const { db } = pwa.deps.database;
    const { items } = (await (await fetch(pwa.origin + list)).json()) as {
      items: { id: string; name: string; startsAt: string }[];
    };
    // One that stays in the list: the first ones may end at any moment.
    const soon = Date.now() + 3_600_000;
    const { id, name } = items.find(({ startsAt }) => Date.parse(startsAt) > soon) ?? { id: '', name: '' };
    const shown = page.locator('[data-row]').filter({ has: page.locator(`a[href$="/${id}"]`) });
    expect(await shown.textContent()).toContain(name);
    // Before the change: the worker may still ask for this page's answer again.
    pwa.break(/^\/api\/explore/, 'hangs');
    await db.updateTable('events').set({ name: 'Moved to the big hall' }).where('id', '=', id).execute();
    try {
      await page.goto('/explore/events');
      await page.getByText(new RegExp(savedAt)).waitFor();
      expect(await shown.textContent()).toContain(name);
      pwa.clearFaults();
      await page.reload();
      await expect.poll(() => shown.textContent()).toContain('Moved to the big hall');
    } finally {
      await db.updateTable('events').set({ name }).where('id', '=', id).execute();
    }
  });

  test('contains only what is the same for everyone', async () => {
    const { page } = await openPage();
    const ids = await exampleIds(pwa.origin);
    await page.goto('/login');
    await installed(page);
    await page.getByLabel('Username or e-mail').fill('trainee');
    await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    for (const path of [
      '/my/events',
      '/my/calendar',
      `/organizations/${ids.organization}`,
      `/users/${ids.user}`,
      '/explore/teams',
    ]) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await settled(page);
    }
    await installed(page, ['/api/explore/teams']);
    const kept = (await cachedAddresses(page)).filter((address) => address.startsWith('/api/'));
    expect(kept.filter((address) => !/^\/api\/(explore|_nuxt_icon|instance$)/.test(address))).toEqual([]);
  });

  test("contains a visitor's organization too", async () => {
    const { page, context } = await openPage();
    const ids = await exampleIds(pwa.origin);
    await page.goto(`/organizations/${ids.organization}`);
    await installed(page, [`/api/organizations/${ids.organization}`]);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: ids.organizationName }).waitFor();
    await page.getByText(savedOffline).waitFor();
  });
});

test('an unreachable server is detected although the device has a network, and so is its return', async () => {
  const { page } = await visitOnce();
  await pwa.stop();
  await page.reload();
  await page.getByText(new RegExp(`${savedAt}Can't reach Sideline`)).waitFor();
  // The age is known a moment before the rows.
  await expect.poll(() => page.locator('[data-row]').count()).toBeGreaterThan(3);
  await pwa.start();
  await expect.poll(() => page.getByText("Can't reach").count()).toBe(0);
});

test('caches that the browser dropped are filled again by the next online visit', async () => {
  const { page, context } = await visitOnce();
  // The visitor's page itself is cached last.
  await installed(page, ['/explore/events']);
  const before = (await cachedAddresses(page)).filter((address) => !address.startsWith('/api/')).sort();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.goto('/explore/events');
  await page.locator('[data-row]').first().waitFor();
  await expect
    .poll(
      async () => (await cachedAddresses(page)).filter((address) => !address.startsWith('/api/')).sort(),
      {
        timeout: 20_000,
      },
    )
    .toEqual(before);
  await context.setOffline(true);
  await page.goto('/explore/members');
  await page.getByText('Not saved on this device yet').waitFor();
});
