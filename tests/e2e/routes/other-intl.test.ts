// Pages of a server whose Intl uses other spaces and abbreviations than the browser's: they are hydrated
// without an error, then show the browser's texts, and do not move.
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { exampleIds } from '../../support/examples.ts';
import { freePort } from '../../support/product/free-port.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';

declare global {
  /** The layout shifts after the page had arrived. */
  var shifts: string[];
}

let browser: Browser;
let origin = '';
let ids: Awaited<ReturnType<typeof exampleIds>>;

beforeAll(async () => {
  const port = String(await freePort());
  const { outcome, said } = await start({
    PORT: port,
    DATA_DIR: newFolder(),
    DEMO_DATA: 'on',
    RATE_LIMIT: 'off',
    NODE_ENV: 'production',
    NODE_OPTIONS: '--import ./tests/support/browser/other-intl-preload.ts',
  });
  expect(outcome, said()).toBe('ready');
  origin = `http://localhost:${port}`;
  [browser, ids] = await Promise.all([openBrowser(), exampleIds(origin)]);
});
afterAll(async () => {
  await browser.close();
  await endAll();
});

/** Only the server writes these: a full stop after a short English name, a narrow space before a number. */
const written = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Oct|Nov|Dec)\.|[a-z]\u202f\d/;

const pages: [path: string, saysOtherwise: boolean][] = [
  ['/', true],
  ['/explore', true],
  ['/explore/events', true],
  ['/explore/events?from=2026-01-01', true],
  ['/explore/members', false],
  ['/explore/organizations', true],
  ['/explore/organizers', false],
  ['/explore/teams', false],
  ['/events/public/{event}', true],
  ['/organizations/{organization}', true],
  ['/users/{user}', false],
];
const views = [
  { locale: 'en-GB', width: 390 },
  { locale: 'en-US', width: 1280 },
];

describe.each(views)('in $locale at $width px', ({ locale, width }) => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await browser.newContext({
      baseURL: origin,
      locale,
      timezoneId: 'Europe/Brussels',
      viewport: { width, height: 844 },
      serviceWorkers: 'block',
    });
  });
  afterAll(() => context.close());

  test.each(pages)(
    '%s is hydrated without an error, corrected in place and does not move',
    async (path, saysOtherwise) => {
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      await page.addInitScript(() => {
        const shifts: string[] = [];
        // Movements while the page still arrives do not count here.
        let arrivedAt = Number.POSITIVE_INFINITY;
        addEventListener('DOMContentLoaded', () =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              arrivedAt = performance.now();
            }),
          ),
        );
        globalThis.shifts = shifts;
        // A date of another width can break its line elsewhere, which nothing can prevent; here no line breaks.
        addEventListener('DOMContentLoaded', () => {
          const unbroken = new CSSStyleSheet();
          unbroken.replaceSync('#main * { white-space: nowrap !important }');
          document.adoptedStyleSheets.push(unbroken);
        });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (entry.startTime < arrivedAt) continue;
            const { value, sources } = entry as PerformanceEntry & {
              value: number;
              sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
            };
            // What follows a date in its line moves along the line with the date's end. It reports the line's unchanged box, or
            // its own, which stays on its line.
            const boxOf = (node: Node | null, { left, top, width, height }: DOMRect) => {
              const element = node instanceof Element ? node : node?.parentElement;
              const isInLine = element && getComputedStyle(element).display === 'inline';
              return JSON.stringify(isInLine ? { top, height } : { left, top, width, height });
            };
            const moved = sources
              .map(({ node, previousRect, currentRect }) => ({
                text: node?.textContent,
                from: boxOf(node, previousRect),
                to: boxOf(node, currentRect),
              }))
              .filter(({ from, to }) => from !== to);
            if (moved.length > 0)
              shifts.push([value, ...moved.map(({ text, from, to }) => `${text} ${from} ${to}`)].join('\n'));
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const response = await page.goto(path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]));
      const sent = (await response?.text()) ?? '';
      expect(sent).toContain('data-sideline-note');
      expect(written.test(/<div id="root">(.*)<script/.exec(sent)?.[1] ?? '')).toBe(saysOtherwise);
      await page.locator('html[data-started]').waitFor();
      const words = () =>
        page.evaluate(() =>
          [
            document.body.innerText,
            ...[...document.querySelectorAll('[aria-label]')].map((element) => element.ariaLabel),
          ].join('\n'),
        );
      await expect.poll(words).not.toMatch(written);
      await settled(page);
      expect((await page.evaluate(() => globalThis.shifts)).join('\n')).toBe('');
      expect(faults).toEqual([]);
      await page.close();
    },
  );
});
