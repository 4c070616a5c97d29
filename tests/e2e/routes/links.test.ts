// What links do before and while they are followed: they warm what they lead to, and a card opens into its page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxHoldMs } from '../../../src/app/routing/card-transition.ts';
import { openBrowser, visit } from '../../support/browser/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The list of events, at rest: the code that watches links has come. */
async function openList(page: Page): Promise<{ asked: string[]; card: ReturnType<Page['locator']> }> {
  const watching = page.waitForResponse((response) => response.url().includes('/assets/opening-'));
  await page.goto('/explore/events');
  await (await watching).finished();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return { asked, card: page.locator('.card a[href^="/events/public/"]').nth(1) };
}

/** Rests on the card until what it opens is there: its read, and of its code what the screen itself asks for last. */
async function warm(page: Page, card: ReturnType<Page['locator']>): Promise<void> {
  const read = page.waitForResponse((response) => isRead(new URL(response.url()).pathname));
  const code = page.waitForResponse((response) => response.url().includes('/assets/series-cycle-'));
  await card.hover();
  await Promise.all([read, code].map(async (response) => (await response).finished()));
}

const isRead = (path: string) => path.startsWith('/api/events/public/');
/** Not the error page's, which comes once a page has been at rest for a while. */
const isCode = (path: string) => /^\/assets\/(?!error-screen).*\.js$/.test(path);

test('resting on a card asks for its code and its data, and opening it asks for neither again', async () => {
  const { page, faults } = await visit(browser);
  const { asked, card } = await openList(page);
  await warm(page, card);
  expect(asked.filter(isRead)).toHaveLength(1);
  // Those are for people who are signed in.
  expect(asked.filter((path) => path.includes('-later-'))).toEqual([]);
  const before = asked.length;
  await card.click();
  await page
    .getByRole('link', { name: /Sign in/ })
    .first()
    .waitFor();
  await page.locator('h1').waitFor();
  expect(asked.slice(before).filter((path) => isRead(path) || isCode(path))).toEqual([]);
  expect(faults).toEqual([]);
});

test('nothing is asked for ahead when the person saves data', async () => {
  const { page } = await visit(browser);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const { asked, card } = await openList(page);
  await card.dispatchEvent('pointerdown');
  await card.hover();
  // The same card read without saving data would have been asked for at once: wait for a whole round trip after it.
  await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await fetch('/api/health');
  });
  expect(asked.filter((path) => isRead(path) || isCode(path))).toEqual([]);
});

test.each([
  ['grows into its page', 'no-preference', 1],
  ['opens without motion where motion is not welcome', 'reduce', 0],
] as const)('a card %s', async (_, reducedMotion, times) => {
  const { page, faults } = await visit(browser);
  await page.emulateMedia({ reducedMotion });
  await page.addInitScript((limit) => {
    const counted = globalThis as unknown as { transitions: string[] };
    counted.transitions = [];
    // A busy machine may need longer than the screen is held; this is about what moves, not about how fast.
    const setTimer = window.setTimeout.bind(window);
    window.setTimeout = ((handler: () => void, ms?: number, ...rest: unknown[]) =>
      setTimer(handler, ms === limit ? 60_000 : ms, ...rest)) as typeof window.setTimeout;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        counted.transitions.push(moved.join(' '));
      });
      return transition;
    };
  }, maxHoldMs);
  const { card } = await openList(page);
  await warm(page, card);
  await card.click();
  await page.waitForURL('**/events/public/*');
  await page.locator('h1').waitFor();
  await page.waitForFunction(
    (count) => (globalThis as unknown as { transitions: string[] }).transitions.length === count,
    times,
  );
  const seen = await page.evaluate(() => (globalThis as unknown as { transitions: string[] }).transitions);
  for (const animations of seen) expect(animations).toContain('::view-transition-group(subject)');
  expect(faults).toEqual([]);
});
