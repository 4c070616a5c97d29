// The service worker from the page's point of view.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Every address in Cache Storage. */
export const cachedAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        kept.push(new URL(url).pathname + new URL(url).search);
    return kept;
  });

/**
 * Waits until the worker controls the page and has cached every file and the answers to these addresses.
 * Before that an offline page lacks the parts that it has not loaded yet.
 */
export async function installed(page: Page, answers: readonly string[] = []): Promise<void> {
  const isRunning = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(isRunning).toBe(true);
  await expect.poll(() => cachedAddresses(page)).toEqual(expect.arrayContaining([...answers]));
}
