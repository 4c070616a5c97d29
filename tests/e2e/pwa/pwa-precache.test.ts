// Which files the worker's install requires: those that start a page, and no picture.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser/browser.ts';
import { cachedAddresses, installed } from '../../support/product/installed.ts';
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

async function open(path: string): Promise<Page> {
  context = await browser.newContext({ baseURL: pwa.origin, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** An icon, the field art, and the manifest in each language. */
const pictures = /\/icons\/icon-192|\/assets\/fields-|\/manifest\.(de\.)?webmanifest/;
const cachedPictures = async (page: Page) =>
  (await cachedAddresses(page)).filter((address) => pictures.test(address)).length;

describe('an install of the worker', () => {
  test.each(['missing', 'html', 'hangs'] as const)(
    'succeeds when pictures fail to load (%s), opens offline, and the next visit fetches them',
    async (fault) => {
      pwa.break(pictures, fault);
      const page = await open('/explore/events');
      await installed(page, ['/api/explore/events']);
      expect(await cachedPictures(page)).toBe(0);
      await page.context().setOffline(true);
      await page.goto('/explore/teams');
      await page.getByText('Not saved on this device yet').waitFor();
      await page.context().setOffline(false);
      pwa.clearFaults();
      await page.goto('/explore/events');
      await expect.poll(() => cachedPictures(page)).toBe(4);
    },
  );

  test('that failed for a missing script is retried by the same page, once the script is back', async () => {
    const chunk = pwa.chunkOf('explore/teams-screen');
    pwa.break(new RegExp(chunk), 'cut', 1);
    const page = await open('/explore/events');
    const loads = countLoads(page);
    // The page pauses for five seconds between the two.
    await expect.poll(() => pwa.asked.filter((path) => path === chunk).length).toBeGreaterThan(1);
    await installed(page);
    expect(loads()).toBe(0);
  });

  test.each(['html', 'cut'] as const)(
    'fails when a script fails to load (%s), and the previous worker stays',
    async (fault) => {
      const page = await open('/explore/events');
      await installed(page);
      pwa.deploy('B');
      pwa.break(new RegExp(pwa.chunkOf('explore/teams-screen', 'B')), fault);
      const end = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const found = new Promise<ServiceWorker | null>((resolve) =>
          registration.addEventListener('updatefound', () => resolve(registration.installing), {
            once: true,
          }),
        );
        await registration.update().catch(() => {});
        const next = await found;
        while (next?.state === 'installing')
          await new Promise((resolve) => next.addEventListener('statechange', resolve, { once: true }));
        return { next: next?.state, waiting: registration.waiting, active: registration.active?.state };
      });
      expect(end).toEqual({ next: 'redundant', waiting: null, active: 'activated' });
      await page.context().setOffline(true);
      await page.goto('/explore/teams');
      await page.getByText('Not saved on this device yet').waitFor();
      expect(await variantOf(page)).toBe('A');
    },
  );
});
