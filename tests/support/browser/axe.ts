// Accessibility of a page as axe reports it, and WCAG 1.4.10, Reflow.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Each violation that axe finds, with its elements, and one more line where the page is wider than the
 * window.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  // The test pages have no frames; axe's other mode would open one more page per analysis.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
  return [...found, ...(await overflowOn(page))];
}

/** A line where the page is wider than the window, else nothing. */
export async function overflowOn(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return pixels > 0 ? [`${page.url()} is ${pixels} px wider than the window`] : [];
}
