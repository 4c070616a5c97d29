// New versions: how a person comes to the newest one, and that nothing is lost on the way.
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { takeOverTimes } from '../../../src/app/pwa/take-over.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { installed } from '../../support/product/installed.ts';
import { type Bed, countLoads, openBed, type Variant, variantOf } from '../../support/product/pwa-bed.ts';

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

/** A first visit, with the worker in place. */
async function firstVisit(path = '/explore'): Promise<Page> {
  context = await browser.newContext({ baseURL: bed.origin, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(path);
  await installed(page);
  return page;
}

const findUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
const accept = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true }).click();
const becomes = (page: Page, variant: Variant) =>
  expect.poll(() => variantOf(page).catch(() => null)).toBe(variant);

describe('a new build', () => {
  test('is offered on a first visit too, and accepting it leads there by one reload, to the same address', async () => {
    const page = await firstVisit('/explore/events?activity=football#list');
    bed.deploy('B');
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    const loads = countLoads(page);
    await accept(page);
    await becomes(page, 'B');
    await settled(page);
    expect([loads(), page.url()]).toEqual([1, `${bed.origin}/explore/events?activity=football#list`]);
    expect(await page.getByText('A new version').count()).toBe(0);
  });

  test('is offered after an install that failed', async () => {
    const page = await firstVisit();
    bed.deploy('B');
    bed.break(new RegExp(bed.chunkOf('explore/teams-screen', 'B')), 'html');
    await findUpdate(page).catch(() => undefined);
    await expect.poll(() => bed.asked).toContain(bed.chunkOf('explore/teams-screen', 'B'));
    bed.mend();
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    await accept(page);
    await becomes(page, 'B');
    // What came as HTML was never stored under the script's name.
    await context?.setOffline(true);
    await page.goto('/explore/teams');
    await page.getByText('Not saved on this device yet').waitFor();
    expect(await variantOf(page)).toBe('B');
  });

  test('that follows another, not yet found, is where accepting leads', async () => {
    const page = await firstVisit();
    // However long it takes to find it here.
    await page.evaluate((limit) => {
      const start = setTimeout;
      const stretched = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
        start(run, ms === limit ? 60_000 : ms, ...rest);
      window.setTimeout = stretched as typeof setTimeout;
    }, takeOverTimes.searchMs);
    bed.deploy('B');
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    bed.deploy('C');
    const loads = countLoads(page);
    await accept(page);
    await becomes(page, 'C');
    await settled(page);
    expect(loads()).toBe(1);
  });

  test('can be put off, and is offered again by the next start', async () => {
    const page = await firstVisit();
    bed.deploy('B');
    await findUpdate(page);
    await page.getByRole('button', { name: 'Later' }).click();
    await expect.poll(() => page.getByText('A new version').count()).toBe(0);
    await page.reload();
    await page.getByText('A new version of Sideline is ready').waitFor();
    expect(await variantOf(page)).toBe('A');
  });

  test('accepted in one tab: a clean tab follows at once, one with a half-written form at its next step, and the draft stays', async () => {
    const page = await firstVisit();
    const clean = await page.context().newPage();
    await clean.goto('/explore/teams');
    const writing = await page.context().newPage();
    await writing.goto('/register');
    await writing.getByLabel('Name', { exact: true }).fill('Ada Mertens');
    await writing.getByLabel('Country').selectOption('BE');
    await writing.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await settled(writing);
    await settled(clean);
    bed.deploy('B');
    await findUpdate(page);
    await accept(page);
    await becomes(page, 'B');
    await becomes(clean, 'B');
    expect(await writing.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Mertens');
    expect(await variantOf(writing)).toBe('A');
    expect(await writing.getByLabel('Password', { exact: true }).inputValue()).toBe('correct horse battery');
    await writing.getByRole('link', { name: 'Sign in' }).click();
    await becomes(writing, 'B');
    await writing
      .getByRole('link', { name: /Create|account/ })
      .first()
      .click();
    await writing.waitForURL('**/register');
    await expect.poll(() => writing.getByLabel('Name', { exact: true }).inputValue()).toBe('Ada Mertens');
    expect(await writing.getByLabel('Country').inputValue()).toBe('BE');
    expect(await writing.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(JSON.stringify(await writing.evaluate(() => ({ ...sessionStorage })))).not.toContain(
      'correct horse',
    );
  });

  test('accepted in another tab waits for a form of an event that was open for days, whose sheets still open', async () => {
    const page = await firstVisit('/login');
    await page.getByLabel('Username or e-mail').fill('coach');
    await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    const writing = await page.context().newPage();
    await writing.goto('/my/events/new');
    await writing.getByLabel('Name', { exact: true }).fill('Typed on Tuesday');
    await settled(writing);
    bed.deploy('B');
    await findUpdate(page);
    await accept(page);
    await becomes(page, 'B');
    await writing.getByRole('button', { name: 'Publish', exact: true }).click();
    const sheet = writing.getByRole('dialog');
    await sheet.getByText('Typed on Tuesday').waitFor();
    expect(await variantOf(writing)).toBe('A');
    await sheet.getByRole('button', { name: 'Back' }).click();
    await writing.reload();
    await becomes(writing, 'B');
    await writing.getByText('is still here').waitFor();
    expect(await writing.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed on Tuesday');
  });

  test('takes over without a word where the present one does not start', async () => {
    const page = await firstVisit('/login');
    bed.deploy('B');
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    const entry = bed.chunkOf('entry');
    await page.evaluate(async (path) => {
      for (const name of await caches.keys()) await (await caches.open(name)).delete(path);
    }, entry);
    bed.break(new RegExp(entry), 'missing');
    await page.reload();
    await becomes(page, 'B');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

describe('a deploy that is half done', () => {
  test('leaves those who have the app with the build they have, then brings the new one', async () => {
    const page = await firstVisit();
    bed.deploy('B', (path) => !path.startsWith('/assets/'));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await findUpdate(page).catch(() => undefined);
    await becomes(page, 'A');
    bed.deploy('B');
    await findUpdate(page);
    await accept(page);
    await becomes(page, 'B');
  });
});

describe('the check for a newer build', () => {
  test.each(['html', 'cut'] as const)(
    'takes no notice of an answer that is none (%s), and finds the build an hour later',
    async (fault) => {
      context = await browser.newContext({ baseURL: bed.origin, viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await page.clock.install();
      await page.goto('/login');
      await page.clock.runFor(5000);
      await installed(page);
      bed.deploy('B');
      bed.break(/^\/builds\/latest\.json/, fault);
      const checks = () => bed.asked.filter((path) => path === '/builds/latest.json').length;
      const isCheck = (request: Request) => new URL(request.url()).pathname === '/builds/latest.json';
      const answered = Promise.race([
        page.waitForEvent('requestfinished', isCheck),
        page.waitForEvent('requestfailed', isCheck),
      ]);
      await page.clock.fastForward(60 * 60_000);
      await expect.poll(checks).toBe(1);
      expect(await page.getByText('A new version').count()).toBe(0);
      bed.mend();
      // The answer has come, whatever it was, before the clock goes on.
      await answered;
      await page.clock.fastForward(61 * 60_000);
      await expect.poll(checks).toBe(2);
      await page.getByText('A new version of Sideline is ready').waitFor();
      expect(await variantOf(page)).toBe('A');
    },
  );
});
