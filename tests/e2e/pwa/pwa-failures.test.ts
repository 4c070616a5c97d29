// A part of the app that does not arrive: one reload where it may help, a card where it does not, and never a loop.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser/browser.ts';
import { type Bed, countLoads, openBed, variantOf } from '../../support/product/pwa-bed.ts';

let browser: Browser;
let bed: Bed;
let context: BrowserContext | null = null;

beforeAll(async () => {
  [browser, bed] = await Promise.all([openBrowser(), openBed()]);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await bed.close();
});
afterEach(async () => {
  await context?.close();
  context = null;
  await bed.reset();
});

/** Without a worker, so that every file comes from the server. */
async function openPage(path: string): Promise<Page> {
  context = await browser.newContext({
    baseURL: bed.origin,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return page;
}

/** Follows a link, as the router does once the page is alive. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.locator('html[data-started]').waitFor();
  await page.evaluate((to) => {
    const state = { key: 'followed', idx: 1, usr: null };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

const wanted = '/my/settings?from=menu#devices';
const lost = () => new RegExp(bed.chunkOf('people/user-screen'));
const userPage = '/users/0190a000-0000-7000-8000-000000000000?tab=about#events';

describe('a screen whose code is gone', () => {
  test.each(['html', 'cut'] as const)(
    '(%s) is loaded by one reload at the wanted address, with query and hash',
    async (fault) => {
      const page = await openPage('/explore');
      const loads = countLoads(page);
      bed.break(lost(), fault, 1);
      await goTo(page, userPage);
      await page.getByRole('heading', { level: 1, name: 'This person is not here' }).waitFor();
      expect([loads(), page.url()]).toEqual([1, bed.origin + userPage]);
    },
  );

  test.each(['missing', 'cut'] as const)(
    '(%s) for good ends in a card with Retry and Repair, and never goes round',
    async (fault) => {
      const page = await openPage('/explore');
      const loads = countLoads(page);
      bed.break(lost(), fault);
      await goTo(page, userPage);
      await page.getByRole('button', { name: 'Repair' }).waitFor();
      expect(loads()).toBe(1);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect.poll(loads).toBe(2);
      await page.getByRole('button', { name: 'Repair' }).waitFor();
      bed.mend();
      await page.getByRole('button', { name: 'Repair' }).click();
      await page.getByRole('heading', { level: 1, name: 'This person is not here' }).waitFor();
      await expect.poll(loads).toBe(3);
    },
  );

  test('is not asked for by a reload where a reload cannot be counted', async () => {
    const page = await openPage('/explore');
    const loads = countLoads(page);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
    });
    bed.break(lost(), 'missing');
    await goTo(page, userPage);
    await page.getByRole('button', { name: 'Repair' }).waitFor();
    expect(loads()).toBe(0);
  });

  test('offline: no reload, and what was typed is still there on the way back', async () => {
    const page = await openPage('/register');
    await page.getByLabel('Name', { exact: true }).fill('Ada Mertens');
    const loads = countLoads(page);
    await page.context().setOffline(true);
    await goTo(page, userPage);
    await page.getByText('This page is not on this device').waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Mertens');
    expect(loads()).toBe(0);
  });
});

test('a screen whose code throws is the error page, without a reload', async () => {
  const page = await openPage('/explore');
  const loads = countLoads(page);
  bed.break(lost(), 'throws');
  await goTo(page, userPage);
  await page.getByText('Internal Server Error').waitFor();
  expect([loads(), await page.getByRole('button', { name: 'Repair' }).count()]).toEqual([0, 0]);
});

describe('a start script that is gone', () => {
  test.each(['html', 'cut', 'throws'] as const)(
    '(%s) leaves a card, and Repair starts the app once it is back',
    async (fault) => {
      bed.break(new RegExp(bed.chunkOf('entry')), fault);
      const page = await openPage(wanted);
      await page.getByRole('alert').getByText('Sideline did not start').waitFor();
      expect(await page.getByRole('button', { name: 'Retry' }).isVisible()).toBe(true);
      bed.mend();
      await page.getByRole('button', { name: 'Repair' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      expect(await variantOf(page)).toBe('A');
    },
  );

  test('leaves a drawn page to be read, with the card on it', async () => {
    bed.break(new RegExp(bed.chunkOf('entry')), 'missing');
    const page = await openPage('/explore/teams');
    await page.getByRole('alert').getByText('Sideline did not start').waitFor();
    expect(await page.getByRole('heading', { level: 1, name: 'Explore' }).isVisible()).toBe(true);
    bed.mend();
    await page.getByRole('button', { name: 'Repair' }).click();
    await page.locator('html[data-started]').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('a server-rendered page whose screen is gone', () => {
  const list = '/explore/teams?activity=football';
  const gone = () => new RegExp(bed.chunkOf('explore/teams-screen'));

  test.each(['html', 'cut'] as const)(
    '(%s) is there whole after one reload where that helps',
    async (fault) => {
      bed.break(gone(), fault, 1);
      const page = await openPage(list);
      await page.locator('html[data-started]').waitFor();
      expect(bed.asked.filter((path) => path === list)).toHaveLength(2);
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  );

  test.each(['missing', 'cut'] as const)(
    '(%s) for good stays readable with a notice, its links and forms lead on, and Retry brings the rest',
    async (fault) => {
      bed.break(gone(), fault);
      const page = await openPage(list);
      const notice = page.getByRole('alert');
      await notice.getByText('You can read this page').waitFor();
      expect(bed.asked.filter((path) => path === list)).toHaveLength(2);
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
      bed.mend();
      await notice.getByRole('button', { name: 'Retry' }).click();
      await page.locator('html[data-started]').waitFor();
      expect(await notice.count()).toBe(0);
    },
  );

  test('is not reloaded under what someone is typing', async () => {
    const answer = bed.hold(bed.chunkOf('explore/teams-screen'));
    bed.break(gone(), 'missing');
    const opened = openPage(list);
    await expect.poll(() => bed.asked).toContain(bed.chunkOf('explore/teams-screen'));
    const page = context?.pages()[0];
    await page?.getByRole('searchbox').fill('judo');
    answer();
    await opened;
    await page?.getByRole('alert').getByText('You can read this page').waitFor();
    expect(await page?.getByRole('searchbox').inputValue()).toBe('judo');
    expect(bed.asked.filter((path) => path === list)).toHaveLength(1);
  });
});

describe('an icon by name', () => {
  test('comes from this server alone; without it nothing moves, and it is there after a reconnect', async () => {
    bed.break(/_nuxt_icon/, 'hangs');
    const page = await openPage('/explore/events');
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await page.getByRole('button', { name: 'Filters' }).click();
    const label = page.getByRole('dialog').locator('label').filter({ hasText: 'Football' }).first();
    const place = label.locator('span[aria-hidden=true]').first();
    await expect.poll(() => bed.asked.filter((path) => path.includes('_nuxt_icon')).length).toBe(1);
    // The sheet rises first.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    const before = await label.boundingBox();
    const context = page.context();
    bed.mend();
    await context.setOffline(true);
    await context.setOffline(false);
    await place.locator('svg').waitFor();
    expect(await label.boundingBox()).toEqual(before);
    expect([...hosts]).toEqual([bed.origin]);
  });
});
