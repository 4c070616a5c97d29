// Accessibility of a page as axe reports it, and WCAG 1.4.10, Reflow.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { attached, nextFrame, settled } from './settled.ts';

/** The minified file: a page parses it in half the time that `axe.source` takes. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Fails with each violation that axe finds once nothing moves any more, with its elements, and where the page is wider than the
 * window. `state`: of the page, for the report.
 */
export async function expectNoViolations(page: Page, state?: string): Promise<void> {
  // A page without its screen would be checked in vain, or for a heading that is still to come.
  await attached(page, 'h1');
  expect([...(await violationsIn(page, 'html')), ...(await overflowOn(page))], state).toEqual([]);
}

/**
 * Each violation in the part of the page that a selector chooses. The test pages have no frames. Writing selectors is half of
 * axe's work, so it is done only where there is something to name.
 */
export async function violationsIn(page: Page, part: string, options: RunOptions = {}): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(axeScript);
  return page.evaluate(
    async ([selector, given]) => {
      const { axe: api } = globalThis as unknown as { axe: typeof axe };
      const run = (selectors: boolean) =>
        api.run(selector, { ...given, resultTypes: ['violations'], selectors });
      // The colours of a row that is far away change once it is rendered.
      const rendered = new CSSStyleSheet();
      rendered.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets.push(rendered);
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      try {
        await Promise.allSettled(ending.map(({ finished }) => finished));
        if ((await run(false)).violations.length === 0) return [];
        const { violations } = await run(true);
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
        );
      } finally {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rendered);
      }
    },
    [part, options] as const,
  );
}

/** Runs a check of the open page in light and in dark. */
export async function inBothSchemes(
  page: Page,
  check: (colorScheme: 'light' | 'dark') => Promise<void>,
): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours begin to change with it.
    await nextFrame(page);
    await settled(page);
    await check(colorScheme);
  }
}

/** A line where the page is wider than the window in what is shown next, else nothing. */
export async function overflowOn(page: Page): Promise<string[]> {
  await nextFrame(page);
  const pixels = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return pixels > 0 ? [`${page.url()} is ${pixels} px wider than the window`] : [];
}
