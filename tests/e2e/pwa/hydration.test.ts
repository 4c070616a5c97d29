// Hydration of a server-rendered page with the answers that its screens fetch: the same, changed, late, or
// refused.
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser/browser.ts';
import { startedProduct } from '../../support/product/product.ts';

declare global {
  interface Window {
    /** The number of rows in each frame; see `open`. */
    rowsSeen: number[];
    /** The first server-rendered row. */
    firstRow: Element | null;
    /** The layout shifts of hydration. */
    moved: string[];
  }
}

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const path = '/explore/events';
const isList = ({ pathname }: URL) => pathname === '/api/explore/events';

/**
 * A visitor's page; `answer` handles its request for the list. `look` is called while the page is as the server has rendered it:
 * its scripts wait for that.
 */
async function open(answer?: (route: Route) => Promise<void>, look?: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    baseURL: (await startedProduct()).url,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  if (answer) await page.route(isList, answer);
  // Records the number of rows in every frame after the document was complete.
  await page.addInitScript(() => {
    const seen: number[] = [];
    window.rowsSeen = seen;
    const look = () => {
      window.firstRow ??= document.querySelector('[data-row]');
      if (document.readyState !== 'loading') seen.push(document.querySelectorAll('[data-row]').length);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const looked = Promise.withResolvers<void>();
  if (look)
    await page.route('**/*.js', async (route) => {
      await looked.promise;
      await route.continue();
    });
  await page.goto(path);
  await look?.(page);
  looked.resolve();
  return { page, context, faults, asked };
}

/** Waits until files and answers with such addresses have arrived, and the page has rendered what follows from them. */
async function hasLoaded(page: Page, parts: string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return wanted.every((part) => loaded.some((name) => name.includes(part)));
  }, parts);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}
/** A page loads it once it is hydrated and idle. */
const lastPart = ['/assets/pwa-'];
const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset.started === 'true');
/** Whether the first row is still the server-rendered element. */
const isServerRendered = (page: Page) =>
  page.evaluate(() => window.firstRow === document.querySelector('[data-row]'));
const fewestRows = (page: Page) => page.evaluate(() => Math.min(...window.rowsSeen));

test('hydration sends each request once', async () => {
  const { page, context, faults, asked } = await open();
  await hasLoaded(page, lastPart);
  expect(asked.sort()).toEqual(['/api/explore/events', '/api/explore/facets']);
  expect(faults).toEqual([]);
  await context.close();
});

test("the app reports that it has started when it follows the browser's history", async () => {
  const context = await browser.newContext({
    baseURL: (await startedProduct()).url,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (!document.documentElement.dataset.started || location.pathname !== '/explore/events') return;
      history.pushState({ key: 'followed', idx: 1, usr: null }, '', '/explore/teams');
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-started'] });
  });
  await page.goto(path);
  await page.getByRole('searchbox', { name: /teams/ }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('hydration adds the field art, inserts no rule that the server has sent, and moves nothing', async () => {
  // What moves while the HTML arrives is not of hydration.
  const { page, context, faults } = await open(undefined, async (drawn) => {
    await drawn.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const moved: string[] = [];
      window.moved = moved;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, sources } = entry as PerformanceEntry & {
            value: number;
            sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
          };
          const parts = sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.parentElement?.outerHTML.slice(0, 200)} ${JSON.stringify([previousRect, currentRect])}`,
          );
          moved.push([value, ...parts].join('\n'));
        }
      }).observe({ type: 'layout-shift' });
    });
  });
  const drawn = await (
    await fetch((await startedProduct()).url + path, { headers: { accept: 'text/html' } })
  ).text();
  expect(drawn).not.toContain('<use');
  const first = page.locator('[data-row]').first();
  await first.locator('.field-lines use').waitFor({ state: 'attached' });
  const read = () =>
    first.locator('.card').evaluate((card) => ({
      transition: getComputedStyle(card).transitionProperty,
      touch: getComputedStyle(document.documentElement).touchAction,
    }));
  await expect.poll(read).toEqual({ transition: 'border-color, background-color', touch: 'manipulation' });
  await hasLoaded(page, lastPart);
  expect(await page.evaluate(() => window.moved)).toEqual([]);
  const twice = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const classRules = rules.map(({ cssText }) => cssText).filter((text) => text.startsWith('.c-'));
    return {
      count: classRules.length,
      twice: classRules.filter((text, at) => classRules.indexOf(text) < at),
    };
  });
  expect(twice.count).toBeGreaterThan(50);
  expect(twice.twice).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test('hydration shows what changed since the page was rendered, and never removes the list', async () => {
  const { page, context, faults } = await open(async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { items: { name: string }[] };
    if (answer.items[0]) answer.items[0].name = 'Moved to the big hall';
    await route.fulfill({ json: answer, headers: { ...response.headers(), etag: '"another"' } });
  });
  await page.getByRole('link', { name: /^Moved to the big hall/ }).waitFor();
  expect([await isHydrated(page), await isServerRendered(page)]).toEqual([true, false]);
  expect(await fewestRows(page)).toBe(20);
  expect(faults).toEqual([]);
  await context.close();
});

test.each([
  ['adds its coding to the ETag', (etag: string) => etag.replace(/"$/, '-zstd"')],
  ['weakens the ETag', (etag: string) => `W/${etag}`],
])('hydration behind a proxy that %s keeps the server-rendered rows', async (_, rewrite) => {
  const { page, context, faults } = await open(async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    await route.fulfill({ response, headers: { ...headers, etag: rewrite(headers.etag ?? '') } });
  });
  await expect.poll(() => isHydrated(page)).toBe(true);
  expect(await isServerRendered(page)).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test.each(['no answer', 'a failing server'])(
  'hydration with %s keeps the page, and retries',
  async (fault) => {
    let isBroken = true;
    let tries = 0;
    const { page, context, faults } = await open(async (route) => {
      tries += 1;
      if (!isBroken) await route.continue();
      else if (fault === 'no answer') await route.abort();
      else await route.fulfill({ status: 503, json: { status: 503 } });
    });
    await expect.poll(() => tries).toBeGreaterThan(1);
    expect(await isHydrated(page)).toBe(false);
    expect(await page.locator('[data-row] a').count()).toBe(20);
    isBroken = false;
    await expect.poll(() => isHydrated(page)).toBe(true);
    expect(await fewestRows(page)).toBe(20);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('hydration shows an answer that is refused by now', async () => {
  const { page, context } = await open((route) =>
    route.fulfill({
      status: 410,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 410, title: 'Gone', code: 'gone' }),
    }),
  );
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect.poll(() => page.locator('[data-row]').count()).toBe(0);
  await context.close();
});

test('input from before hydration survives, also when the answers have changed', async () => {
  let isOver = false;
  const { page, context } = await open(async (route) => {
    if (new URL(route.request().url()).searchParams.has('q')) return route.continue();
    const page = route.request().frame().page();
    await page.getByRole('searchbox').fill('yoga');
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), etag: '"another"' } });
    isOver = true;
  });
  await expect.poll(() => isOver).toBe(true);
  // Without these it does not hydrate.
  await hasLoaded(page, ['/api/explore/events', '/api/explore/facets', '/assets/first-']);
  expect(await page.getByRole('searchbox').inputValue()).toBe('yoga');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL('**/explore/events?*q=yoga*');
  await expect.poll(() => isHydrated(page)).toBe(true);
  await context.close();
});
