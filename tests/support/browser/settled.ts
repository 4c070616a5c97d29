import type { Page } from 'playwright-core';

/** Waits until the page has started, shows its content, and no skeleton pulses. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.started !== undefined &&
      document.querySelector('[aria-busy=true]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}
