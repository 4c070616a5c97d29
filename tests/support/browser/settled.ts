import type { Page } from 'playwright-core';

/** Waits until the page has started, shows what it was opened for, and nothing on it moves: skeletons pulse while they wait. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.started !== undefined &&
      document.querySelector('[aria-busy=true]') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}
