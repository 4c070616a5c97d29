// What a page has to have loaded before a test acts on it.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the page has started, shows its content, and no skeleton pulses. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.started !== undefined &&
      document.querySelector('[aria-busy=true]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Waits for the next frame to be shown: styles follow a new window size, scheme or rule with it. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Waits for an element, looked for in each frame: a locator looks in steps of up to half a second. For helpers that wait for what
 * scripts soon render; what must be seen or have a role is for locators.
 */
export async function attached(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((wanted) => document.querySelector(wanted) !== null, selector);
}

/**
 * Waits for layout/keep-focus.ts, which is loaded after the screen: before that a control that is removed loses the focus, and a
 * bar may cover a focused one. Nothing else listens to `focusout` of the document.
 */
export async function keepsFocus(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const isListening = async () => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document' });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId ?? '',
    });
    return listeners.some(({ type }) => type === 'focusout');
  };
  await expect.poll(isListening).toBe(true);
  await session.detach();
}
