// New versions: how a user gets the newest one without losing data.
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { takeOverTimes } from '../../../src/app/pwa/take-over.ts';
import { openBrowser, openSession, type Role } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { installed } from '../../support/product/installed.ts';
import {
  countLoads,
  openPwaServer,
  type PwaServer,
  stopWorkers,
  variantOf,
} from '../../support/product/pwa-server.ts';
import type { Variant } from '../../support/product/variant-builds.ts';

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

/** A first visit, with the worker installed, signed in as `as`. */
async function firstVisit(path = '/explore', as: Role = 'visitor'): Promise<Page> {
  context = await browser.newContext({ baseURL: pwa.origin, viewport: { width: 390, height: 844 } });
  if (as !== 'visitor') await openSession(context, as, 'sideline-demo');
  const page = await context.newPage();
  await page.goto(path);
  await installed(page);
  return page;
}

const findUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
/**
 * Until it has failed: what is found while it installs counts as the same one. Whether the call itself rejects depends on how far
 * the install has come by then; that no worker is left is what counts.
 */
async function failsToUpdate(page: Page): Promise<void> {
  await findUpdate(page).catch(() => undefined);
  const workers = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return [installing?.state, waiting?.state];
    });
  await expect.poll(workers).toEqual([undefined, undefined]);
}
const accept = (page: Page) => page.getByRole('button', { name: 'Reload', exact: true }).click();
const becomes = (page: Page, variant: Variant) =>
  expect.poll(() => variantOf(page).catch(() => null)).toBe(variant);

describe('a new build', () => {
  test('is offered on a first visit too, and accepting it takes one reload of the same address', async () => {
    const page = await firstVisit('/explore/events?activity=football#list');
    pwa.deploy('B');
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    const loads = countLoads(page);
    await accept(page);
    await becomes(page, 'B');
    await settled(page);
    expect([loads(), page.url()]).toEqual([1, `${pwa.origin}/explore/events?activity=football#list`]);
    expect(await page.getByText('A new version').count()).toBe(0);
  });

  test('whose worker answers only after the reload causes no second one, and is there at the next navigation', async () => {
    const page = await firstVisit('/explore/events', 'trainee');
    await page.evaluate((limit) => {
      // The worker is too busy to get the message until the page has stopped waiting.
      ServiceWorker.prototype.postMessage = () => {};
      const start = setTimeout;
      const shortened = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
        start(run, ms === limit ? 0 : ms, ...rest);
      window.setTimeout = shortened as typeof setTimeout;
    }, takeOverTimes.longestMs);
    pwa.deploy('B');
    await findUpdate(page);
    const notice = page.getByText('A new version of Sideline is ready');
    await notice.waitFor();
    const loads = countLoads(page);
    await accept(page);
    await expect.poll(loads).toBe(1);
    // Once it is offered again, the page follows workers that take over.
    await notice.waitFor();
    await settled(page);
    // For a worker that no longer waits, Chromium ends the active one. A request at that moment starts it again, and with a
    // debugger attached it is never idle after that: so it is ended here.
    const takesOver = async () => {
      await stopWorkers(page.context(), page);
      return page.evaluate(async () => {
        const { waiting } = await navigator.serviceWorker.ready;
        waiting?.postMessage({ type: 'SKIP_WAITING' });
        return waiting === null;
      });
    };
    await expect.poll(takesOver, { interval: 1000 }).toBe(true);
    await notice.waitFor({ state: 'detached' });
    expect([await variantOf(page), loads()]).toEqual(['A', 1]);
    await page.getByRole('link', { name: 'Teams' }).first().click();
    await becomes(page, 'B');
    await settled(page);
    expect(loads()).toBe(2);
  });

  test('is offered after a failed install', async () => {
    const page = await firstVisit();
    pwa.deploy('B');
    pwa.break(new RegExp(pwa.chunkOf('explore/teams-screen', 'B')), 'html');
    await failsToUpdate(page);
    await expect.poll(() => pwa.asked).toContain(pwa.chunkOf('explore/teams-screen', 'B'));
    pwa.clearFaults();
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    await accept(page);
    await becomes(page, 'B');
    // HTML was never cached under the script's name.
    await context?.setOffline(true);
    await page.goto('/explore/teams');
    await page.getByText('Not saved on this device yet').waitFor();
    expect(await variantOf(page)).toBe('B');
  });

  test('that is followed by another, undetected one updates to the newest', async () => {
    const page = await firstVisit();
    // However long the detection takes here.
    const limits: number[] = [takeOverTimes.searchMs, takeOverTimes.longestMs];
    await page.evaluate((ended) => {
      const start = setTimeout;
      const stretched = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
        start(run, ended.includes(ms) ? 60_000 : ms, ...rest);
      window.setTimeout = stretched as typeof setTimeout;
    }, limits);
    pwa.deploy('B');
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    pwa.deploy('C');
    const loads = countLoads(page);
    await accept(page);
    await expect.poll(() => pwa.asked).toContain(pwa.chunkOf('explore/teams-screen', 'C'));
    await becomes(page, 'C');
    await settled(page);
    expect(loads()).toBe(1);
  });

  test('can be postponed for a day, also over a new start, and its notice is one line on a phone', async () => {
    const page = await firstVisit();
    pwa.deploy('B');
    await findUpdate(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const notice = page.getByRole('status').filter({ hasText: 'A new version' }).locator('> div');
    expect((await notice.boundingBox())?.height).toBeLessThan(72);
    await page.getByRole('button', { name: 'Later' }).click();
    await expect.poll(() => page.getByText('A new version').count()).toBe(0);
    await page.reload();
    await settled(page);
    expect(await page.getByText('A new version').count()).toBe(0);
    await page.evaluate(() => localStorage.setItem('updatePostponedAt', String(Date.now() - 86_400_001)));
    await page.reload();
    await page.getByText('A new version of Sideline is ready').waitFor();
    expect(await variantOf(page)).toBe('A');
  });

  test('accepted in one tab: a clean tab updates at once, one with a half-filled form at its next navigation, and the draft stays', async () => {
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
    pwa.deploy('B');
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

  test('accepted in another tab waits for an event form that was open for days, whose sheets still open', async () => {
    const page = await firstVisit('/explore', 'coach');
    const writing = await page.context().newPage();
    await writing.goto('/my/events/new');
    await writing.getByLabel('Name', { exact: true }).fill('Typed on Tuesday');
    await settled(writing);
    pwa.deploy('B');
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

  test('takes over automatically when the current one does not start', async () => {
    const page = await firstVisit('/login');
    pwa.deploy('B');
    await findUpdate(page);
    await page.getByText('A new version of Sideline is ready').waitFor();
    const entry = pwa.chunkOf('entry');
    await page.evaluate(async (path) => {
      for (const name of await caches.keys()) await (await caches.open(name)).delete(path);
    }, entry);
    pwa.break(new RegExp(entry), 'missing');
    await page.reload();
    await becomes(page, 'B');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});

describe('a half-finished deploy', () => {
  test('keeps users on their build, then offers the new one', async () => {
    const page = await firstVisit();
    pwa.deploy('B', (path) => !path.startsWith('/assets/'));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await failsToUpdate(page);
    await becomes(page, 'A');
    pwa.deploy('B');
    await findUpdate(page);
    await accept(page);
    await becomes(page, 'B');
  });
});

describe('the check for a newer build', () => {
  test.each(['html', 'cut'] as const)(
    'ignores an invalid answer (%s), and finds the build an hour later',
    async (fault) => {
      context = await browser.newContext({ baseURL: pwa.origin, viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await page.clock.install();
      await page.goto('/login');
      await page.clock.runFor(5000);
      await installed(page);
      pwa.deploy('B');
      pwa.break(/^\/builds\/latest\.json/, fault);
      const checks = () => pwa.asked.filter((path) => path === '/builds/latest.json').length;
      const isCheck = (request: Request) => new URL(request.url()).pathname === '/builds/latest.json';
      const answered = Promise.race([
        page.waitForEvent('requestfinished', isCheck),
        page.waitForEvent('requestfailed', isCheck),
      ]);
      await page.clock.fastForward(60 * 60_000);
      await expect.poll(checks).toBe(1);
      expect(await page.getByText('A new version').count()).toBe(0);
      pwa.clearFaults();
      // The answer, of any kind, has arrived before the clock moves.
      await answered;
      await page.clock.fastForward(61 * 60_000);
      await expect.poll(checks).toBe(2);
      await page.getByText('A new version of Sideline is ready').waitFor();
      expect(await variantOf(page)).toBe('A');
    },
  );
});
