// Links before and during a navigation: they prefetch code and data, and a card opens into its page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxHoldMs } from '../../../src/app/routing/card-transition.ts';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The list of events, idle: the code that watches links is loaded. */
async function openList(page: Page): Promise<{ asked: string[]; card: ReturnType<Page['locator']> }> {
  // What a page loads once it has started.
  const late = ['page-public', 'pwa', 'common-public'].map(async (chunk) => {
    const response = await page.waitForResponse((one) => one.url().includes(`/assets/${chunk}-`));
    await response.finished();
  });
  await page.goto('/explore/events');
  await Promise.all(late);
  await settled(page);
  // The code runs after it has arrived, and misses a pointer that was there before.
  await page.waitForFunction(() =>
    document.adoptedStyleSheets.some(({ cssRules }) =>
      [...cssRules].some(({ cssText }) => cssText.includes('view-transition-name')),
    ),
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return { asked, card: page.locator('.card a[href^="/events/public/"]').nth(1) };
}

/** Hovers over the card until its target is loaded: the read, and the last chunk of the screen. */
async function warm(page: Page, card: ReturnType<Page['locator']>): Promise<void> {
  const read = page.waitForResponse((response) => isRead(new URL(response.url()).pathname));
  const code = page.waitForResponse((response) => response.url().includes('/assets/events-public-'));
  await card.hover();
  await Promise.all([read, code].map(async (response) => (await response).finished()));
}

const isRead = (path: string) => path.startsWith('/api/events/public/');
/** Not the error page's chunk, which is loaded once a page has been idle for a while. */
const isCode = (path: string) => /^\/assets\/(?!error-screen).*\.js$/.test(path);

test('hovering over a card prefetches its code and data, and opening it requests neither again', async () => {
  const { page, faults } = await visit(browser);
  const { asked, card } = await openList(page);
  await warm(page, card);
  expect(asked.filter(isRead)).toHaveLength(1);
  // Those are for signed-in users.
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

test('hovering prefetches nothing with the Save-Data setting', async () => {
  const { page } = await visit(browser);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const { asked, card } = await openList(page);
  await card.dispatchEvent('pointerdown');
  await card.hover();
  // Without Save-Data the same card would be requested at once: wait for a whole round trip after it.
  await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await fetch('/api/health');
  });
  expect(asked.filter((path) => isRead(path) || isCode(path))).toEqual([]);
});

declare global {
  interface Window {
    /** What each view transition moved. */
    transitions: string[];
  }
}

/** Also holds the old screen for as long as it takes: a busy machine may need longer, and these tests are about movement. */
const watchTransitions = (page: Page) =>
  page.addInitScript((limit) => {
    window.transitions = [];
    const setTimer = window.setTimeout.bind(window);
    window.setTimeout = ((handler: () => void, ms?: number, ...rest: unknown[]) =>
      setTimer(handler, ms === limit ? 60_000 : ms, ...rest)) as typeof window.setTimeout;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
        window.transitions.push(moved.join(' '));
      });
      return transition;
    };
  }, maxHoldMs);

/** The list's links to events. Those of a cancelled one say so, which the heading of its page does not. */
const openCards = (page: Page) =>
  page.locator('#list .card a[href^="/events/public/"]').filter({ hasNotText: /, (cancelled|postponed)$/ });

/** Waits until there were so many transitions, each of which moved the card. */
async function expectGrown(page: Page, times: number): Promise<void> {
  await page.waitForFunction((count) => window.transitions.length === count, times);
  for (const moved of await page.evaluate(() => window.transitions))
    expect(moved).toContain('::view-transition-group(subject)');
}

test.each([
  ['grows into its page', 'no-preference', 1],
  ['opens without motion with reduced motion', 'reduce', 0],
] as const)('a card %s', async (_, reducedMotion, times) => {
  const { page, faults } = await visit(browser);
  await page.emulateMedia({ reducedMotion });
  await watchTransitions(page);
  const { card } = await openList(page);
  await warm(page, card);
  await card.click();
  await page.waitForURL('**/events/public/*');
  await page.locator('h1').waitFor();
  await expectGrown(page, times);
  expect(faults).toEqual([]);
});

test('beside an open event, the next card grows into its page, too', async () => {
  const { page, faults } = await visit(browser, { width: 1280, height: 800 });
  await watchTransitions(page);
  await openList(page);
  const cards = openCards(page);
  const open = async (index: number) => {
    const name = (await cards.nth(index).textContent()) ?? '';
    await cards.nth(index).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  await open(1);
  // It is noted some frames after the page has changed.
  await page.waitForFunction(() => window.transitions.length === 1);
  await page.evaluate(() => {
    window.transitions = [];
  });
  for (const [times, index] of [3, 2].entries()) {
    const read = page.waitForResponse((response) => isRead(new URL(response.url()).pathname));
    await cards.nth(index).hover();
    await (await read).finished();
    await open(index);
    await expectGrown(page, times + 1);
  }
  expect(faults).toEqual([]);
});

test('beside an open event, a click on its own card adds no entry to the history', async () => {
  const { page, faults } = await visit(browser, { width: 1280, height: 800 });
  await watchTransitions(page);
  await openList(page);
  const card = openCards(page).nth(1);
  const name = (await card.textContent()) ?? '';
  await card.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.waitForFunction(() => window.transitions.length === 1);
  const before = await page.evaluate(() => history.length);
  await card.click();
  await page.waitForFunction(() => window.transitions.length === 2);
  expect(await page.evaluate(() => history.length)).toBe(before);
  await page.goBack();
  await page.waitForURL('**/explore/events');
  expect(faults).toEqual([]);
});
