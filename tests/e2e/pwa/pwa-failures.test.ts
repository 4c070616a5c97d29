// A chunk that fails to load: one reload if it may help, a card if it does not, and never a loop.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser/browser.ts';
import { countLoads, openPwaServer, type PwaServer, variantOf } from '../../support/product/pwa-server.ts';

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

/**
 * Without a worker, so that every file is loaded from the server. `isClockStill`: the page's clock stands, so that no two reloads
 * are ten seconds apart, after which one more is allowed.
 */
async function openPage(path: string, { isClockStill = false } = {}): Promise<Page> {
  context = await browser.newContext({
    baseURL: pwa.origin,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  if (isClockStill)
    await context.addInitScript((at) => {
      Date.now = () => at;
    }, Date.now());
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** The same for a page that starts. */
async function openApp(path: string, options?: Parameters<typeof openPage>[1]): Promise<Page> {
  const page = await openPage(path, options);
  await page.locator('html[data-started]').waitFor();
  return page;
}

/** Follows a link with the router. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { key: 'followed', idx: 1, usr: null };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

const wanted = '/my/settings?from=menu#devices';
const lost = () => new RegExp(pwa.chunkOf('people/user-screen'));
const userPage = '/users/0190a000-0000-7000-8000-000000000000?tab=about#events';

describe('a screen whose chunk is missing', () => {
  test.each(['html', 'cut'] as const)(
    '(%s) is loaded by one reload at the target address, with query and hash',
    async (fault) => {
      const page = await openApp('/explore');
      const loads = countLoads(page);
      pwa.break(lost(), fault, 1);
      await goTo(page, userPage);
      await page.getByRole('heading', { level: 1, name: "We can't find this person" }).waitFor();
      // The server-rendered heading is there before the document has loaded.
      await page.locator('html[data-started]').waitFor();
      expect([loads(), page.url()]).toEqual([1, pwa.origin + userPage]);
    },
  );

  test.each(['missing', 'cut'] as const)(
    '(%s) for good ends in a card with Retry and Repair, without a reload loop',
    async (fault) => {
      const page = await openApp('/explore', { isClockStill: true });
      const loads = countLoads(page);
      pwa.break(lost(), fault);
      await goTo(page, userPage);
      await page.getByRole('button', { name: 'Repair' }).waitFor();
      expect(loads()).toBe(1);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(loads).toBe(2);
      await page.getByRole('button', { name: 'Repair' }).waitFor();
      pwa.clearFaults();
      await page.getByRole('button', { name: 'Repair' }).click();
      await page.getByRole('heading', { level: 1, name: "We can't find this person" }).waitFor();
      await expect.poll(loads).toBe(3);
    },
  );

  test('is not reloaded when a reload cannot be counted', async () => {
    const page = await openApp('/explore');
    const loads = countLoads(page);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
    });
    pwa.break(lost(), 'missing');
    await goTo(page, userPage);
    await page.getByRole('button', { name: 'Repair' }).waitFor();
    expect(loads()).toBe(0);
  });

  test('causes no reload offline, and form input is still there on the way back', async () => {
    const page = await openApp('/register');
    await page.getByLabel('Name', { exact: true }).fill('Ada Mertens');
    const loads = countLoads(page);
    await page.context().setOffline(true);
    await goTo(page, userPage);
    await page.getByText("This page isn't saved on this device").waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Mertens');
    expect(loads()).toBe(0);
  });
});

test('a screen whose code throws shows the error page, without a reload', async () => {
  const page = await openApp('/explore');
  const loads = countLoads(page);
  pwa.break(lost(), 'throws');
  await goTo(page, userPage);
  await page.getByText('Internal Server Error').waitFor();
  expect([loads(), await page.getByRole('button', { name: 'Repair' }).count()]).toEqual([0, 0]);
});

describe('a missing start script', () => {
  test.each(['html', 'cut', 'throws'] as const)(
    '(%s) shows a card, and Repair starts the app once the script is back',
    async (fault) => {
      pwa.break(new RegExp(pwa.chunkOf('entry')), fault);
      const page = await openPage(wanted);
      await page.getByRole('alert').getByText('Sideline did not start').waitFor();
      expect(await page.getByRole('button', { name: 'Retry' }).isVisible()).toBe(true);
      pwa.clearFaults();
      await page.getByRole('button', { name: 'Repair' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      expect(await variantOf(page)).toBe('A');
    },
  );

  test('keeps a server-rendered page readable, with the card on it', async () => {
    pwa.break(new RegExp(pwa.chunkOf('entry')), 'missing');
    const page = await openPage('/explore/teams');
    await page.getByRole('alert').getByText('Sideline did not start').waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Explore' }).isVisible()).toBe(true);
    pwa.clearFaults();
    await page.getByRole('button', { name: 'Repair' }).click();
    await page.locator('html[data-started]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('a server-rendered page whose chunk is missing', () => {
  const list = '/explore/teams?activity=football';
  const gone = () => new RegExp(pwa.chunkOf('explore/teams-screen'));

  test.each(['html', 'cut'] as const)('(%s) is complete after one reload if that helps', async (fault) => {
    pwa.break(gone(), fault, 1);
    const page = await openPage(list);
    await page.locator('html[data-started]').waitFor();
    expect(pwa.asked.filter((path) => path === list)).toHaveLength(2);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test.each(['missing', 'cut'] as const)(
    '(%s) for good stays readable with a notice and working links and forms, and Retry loads the rest',
    async (fault) => {
      pwa.break(gone(), fault);
      const page = await openPage(list, { isClockStill: true });
      const notice = page.getByRole('alert');
      await notice.getByText('You can read this page').waitFor();
      expect(pwa.asked.filter((path) => path === list)).toHaveLength(2);
      const rows = page.locator('[data-row]');
      expect(await rows.count()).toBeGreaterThan(0);
      expect(await page.getByRole('heading', { level: 1, name: 'Explore' }).isVisible()).toBe(true);

      await page.getByRole('searchbox').fill('U12');
      await page.getByRole('searchbox').press('Enter');
      await page.waitForURL((url) => url.searchParams.get('q') === 'U12');
      await notice.getByText('You can read this page').waitFor();
      // Of the screens of Explore, the list of events alone has code of its own.
      await page.locator('main a[href^="/explore/events"]').first().click();
      await page.waitForURL((url) => url.pathname === '/explore/events');
      await page.locator('html[data-started]').waitFor();

      await page.goto(list);
      await notice.getByText('You can read this page').waitFor();
      pwa.clearFaults();
      await notice.getByRole('button', { name: 'Retry' }).click();
      await page.locator('html[data-started]').waitFor();
      expect(await notice.count()).toBe(0);
    },
  );

  test('is not reloaded while someone is typing', async () => {
    const answer = pwa.hold(pwa.chunkOf('explore/teams-screen'));
    pwa.break(gone(), 'missing');
    const opened = openPage(list);
    await expect.poll(() => pwa.asked).toContain(pwa.chunkOf('explore/teams-screen'));
    const page = context?.pages()[0];
    await page?.getByRole('searchbox').fill('judo');
    answer();
    await opened;
    await page?.getByRole('alert').getByText('You can read this page').waitFor();
    expect(await page?.getByRole('searchbox').inputValue()).toBe('judo');
    expect(pwa.asked.filter((path) => path === list)).toHaveLength(1);
  });
});

describe('an icon by name', () => {
  test('is loaded from this server alone; without it the layout does not move, and it appears after a reconnect', async () => {
    pwa.break(/_nuxt_icon/, 'hangs');
    const page = await openApp('/explore/events');
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.getByRole('button', { name: 'Filters' }).click();
    const label = page.getByRole('dialog').locator('label').filter({ hasText: 'Football' }).first();
    const place = label.locator('span[aria-hidden=true]').first();
    // One request or several: on a busy machine React shows the icons in more than one step.
    await expect.poll(() => pwa.asked.filter((path) => path.includes('_nuxt_icon'))).not.toEqual([]);
    // The sheet slides in first.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    const before = await label.boundingBox();
    const context = page.context();
    pwa.clearFaults();
    await context.setOffline(true);
    await context.setOffline(false);
    await place.locator('svg').waitFor();
    expect(await label.boundingBox()).toEqual(before);
    expect([...hosts]).toEqual([pwa.origin]);
  });
});
