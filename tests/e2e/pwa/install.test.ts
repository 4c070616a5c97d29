// The install prompt: with a benefit, once, and only where it can work. Also the browser's installability
// criteria.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { installed } from '../../support/product/installed.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/**
 * Simulates Chromium's event for an installable app; `outcome` is the person's choice in the browser's
 * prompt.
 */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((chosen) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        (globalThis as unknown as { asked: number }).asked = 1;
        return { outcome: chosen };
      },
    });
    dispatchEvent(event);
    return event.defaultPrevented;
  }, outcome);

const card = (page: Page) => page.getByRole('region', { name: 'Keep Sideline on this device' });

describe('the install prompt', () => {
  test("appears on the home screen of someone with a future event, and opens the browser's prompt", async () => {
    const { page, faults } = await visit(browser, { as: 'trainee', serviceWorkers: 'allow' });
    await page.goto('/');
    expect(await offer(page, 'accepted')).toBe(true);
    await card(page).getByRole('button', { name: 'Install' }).click();
    expect(await page.evaluate(() => (globalThis as unknown as { asked: number }).asked)).toBe(1);
    await card(page).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test.each([
    ['here', async (page: Page) => card(page).getByRole('button', { name: 'Not now' }).click()],
    [
      'in the browser’s prompt',
      async (page: Page) => card(page).getByRole('button', { name: 'Install' }).click(),
    ],
  ])('stays hidden after it was dismissed %s', async (_, putOff) => {
    const { page } = await visit(browser, { as: 'trainee', serviceWorkers: 'allow' });
    await page.goto('/');
    await offer(page, 'dismissed');
    await putOff(page);
    await card(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await offer(page, 'dismissed');
    expect(await card(page).count()).toBe(0);
  });

  test('explains the steps on an iPhone, which has no prompt event', async () => {
    const { context, page } = await visit(browser, { as: 'trainee', serviceWorkers: 'allow' });
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', {
        value:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
      });
    });
    await page.goto('/');
    await card(page).getByText('Add to Home Screen').waitFor();
    expect(await card(page).getByRole('button', { name: 'Install' }).count()).toBe(0);
  });

  test('is hidden inside the installed app', async () => {
    const { context, page } = await visit(browser, { as: 'trainee', serviceWorkers: 'allow' });
    // As a separate window, which an emulated display-mode is not.
    await context.addInitScript(() => {
      const ask = matchMedia.bind(window);
      window.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query);
    });
    await page.goto('/');
    await offer(page, 'accepted');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    expect(await card(page).count()).toBe(0);
  });
});

/** Width and height from a PNG's header. */
function sizeOfPng(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return `${view.getUint32(16)}x${view.getUint32(20)}`;
}

test('every file of the manifest exists in its declared size', async () => {
  type Picture = { src: string; sizes: string };
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    icons: Picture[];
    screenshots: Picture[];
    shortcuts: { url: string; icons: Picture[] }[];
  };
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
  ];
  expect(pictures.length).toBeGreaterThanOrEqual(6);
  const { url: origin } = await startedProduct();
  for (const { src, sizes } of pictures) {
    const response = await fetch(origin + src);
    expect([src, response.status, response.headers.get('content-type')]).toEqual([src, 200, 'image/png']);
    expect([src, sizeOfPng(new Uint8Array(await response.arrayBuffer()))]).toEqual([src, sizes]);
  }
  for (const { url } of manifest.shortcuts) expect((await fetch(origin + url)).status).toBe(200);
});

test('Chromium reports no installability error', async () => {
  const { context, page } = await visit(browser, { serviceWorkers: 'allow' });
  await page.goto('/explore');
  await installed(page);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Playwright's contexts count as private windows, which cannot install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
