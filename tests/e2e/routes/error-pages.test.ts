// The error pages: unknown addresses and unhandled errors. routes-*.test.ts open the routes.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('an unknown route', () => {
  test('shows the error page with its path, with HTTP status 404', async () => {
    const { page, context, faults } = await visit(browser);
    const asked = await fetch(`${(await startedProduct()).url}/no/such/page`, {
      headers: { accept: 'text/html' },
    });
    expect(asked.status).toBe(404);
    await page.goto('/no/such/page');
    await page.getByText('Page not found: /no/such/page').waitFor();
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByText('404', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('shows the error page within the app too, with links out of it', async () => {
    const { page, context } = await visit(browser);
    await page.goto('/explore');
    // Until then no one hears of a step in the history.
    await page.locator('html[data-started]').waitFor();
    await page.evaluate(() => {
      history.pushState(null, '', '/nowhere');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await page.getByText('Page not found: /nowhere').waitFor();
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.waitForURL('**/explore');
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
    await context.close();
  });
});

describe('an unhandled error', () => {
  test.each([
    [
      'thrown in an event',
      () =>
        setTimeout(() => {
          throw new Error('a bug');
        }),
    ],
    [
      'rejected in a promise',
      () => {
        setTimeout(() => void Promise.reject(new Error('a bug')));
      },
    ],
  ])('shows the other error page when it was %s', async (_, cause) => {
    const { page, context } = await visit(browser);
    await page.goto('/explore');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    await page.evaluate(cause);
    await page.getByRole('heading', { name: 'Internal Server Error' }).waitFor();
    await page.getByText('500', { exact: true }).waitFor();
    await context.close();
  });

  test('shows the error page when the app could not be mounted', async () => {
    const { page, context } = await visit(browser);
    // Without server rendering, the start asks for the worker before anything is shown.
    await page.addInitScript(() => {
      let isFirst = true;
      Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', {
        get() {
          if (!isFirst) return null;
          isFirst = false;
          throw new Error('a bug');
        },
      });
    });
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Internal Server Error' }).waitFor();
    await context.close();
  });
});
