// While the answers of a page arrive, in the reverse order of its requests, nothing that is shown moves from under a thumb or
// pointer. On a device that has saved none of them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, type Role, visit } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { exampleIds } from '../../support/examples.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
let ids: Awaited<ReturnType<typeof exampleIds>>;
beforeAll(async () => {
  browser = await openBrowser();
  ids = await exampleIds((await startedProduct()).url);
});
afterAll(() => browser.close());

const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** What moved, by how much of the window, and what was seen of it. */
type Shift = { value: number; moved: string[] };
declare global {
  interface Window {
    shifts: Shift[];
  }
}

function watchShifts(): void {
  window.shifts = [];
  type Entry = PerformanceEntry & {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[])
      window.shifts.push({
        value,
        moved: sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${previousRect.y} to ${currentRect.y}: ${node?.textContent?.slice(0, 60)}`,
        ),
      });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The first request is answered last. */
const longestMs = 1200;
const stepMs = 200;

test.each([
  ['trainee', phone, '/'],
  ['coach', phone, '/'],
  ['coach', phone, '/my/profile'],
  ['coach', phone, '/my/settings'],
  ['coach', phone, '/my/teams'],
  ['coach', phone, '/my/events'],
  ['coach', desk, '/my/calendar?view=week'],
  ['coach', desk, '/'],
  ['coach', phone, '/my/events/{event}'],
  ['coach', desk, '/my/events/{event}'],
  ['trainee', phone, '/events/{event}'],
  ['trainee', phone, '/my/calendar?view=agenda'],
] satisfies [Role, typeof phone, string][])('%s %o %s', async (as, viewport, path) => {
  const { page } = await visit(browser, { as, serviceWorkers: 'block' });
  onTestFinished(() => page.context().close());
  await page.setViewportSize(viewport);
  let asked = 0;
  let waiting = 0;
  await page.route(/\/api\/(?!live)/, async (route) => {
    asked += 1;
    waiting += 1;
    await new Promise((done) => setTimeout(done, Math.max(0, longestMs - asked * stepMs)));
    waiting -= 1;
    await route.continue();
  });
  await page.addInitScript(watchShifts);
  await page.goto(path.replace('{event}', ids.event));
  await settled(page);
  await expect.poll(() => waiting).toBe(0);
  await settled(page);
  expect(asked).toBeGreaterThan(0);
  const shifts = await page.evaluate(() => window.shifts.filter(({ value }) => value > 0.01));
  expect(shifts).toEqual([]);
});
