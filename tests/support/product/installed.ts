// What a device has for the time without a connection: the service worker with its caches, and the rows in IndexedDB.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Less than a browser test has, so that a failure says what was waited for. */
const INSTALLED_WITHIN = 60_000;
/** The app saves answers after a pause, and reads ahead what no screen has shown. */
const SAVED_WITHIN = 30_000;

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
  const isReady = () => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  // The installation loads every file: on a busy machine that takes longer than a poll does.
  await expect.poll(isReady, { timeout: INSTALLED_WITHIN }).toBe(true);
  const isRunning = () =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(isRunning).toBe(true);
  await expect.poll(() => cachedAddresses(page)).toEqual(expect.arrayContaining([...answers]));
}

/** The keys of the rows in a database of the app (src/offline/device-store.ts). */
export const storedKeys = (page: Page, part: 'answers' | 'outbox'): Promise<string[]> =>
  page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    // Opened here first, it would never have any rows.
    const isThere = (await indexedDB.databases()).some((one) => one.name === name);
    if (!isThere) return [];
    const database = await done(indexedDB.open(name));
    const keys = await done(database.transaction('rows').objectStore('rows').getAllKeys());
    database.close();
    return keys.map(String);
  }, `sideline-${part}`);

/** Waits until the device has saved the answers to these addresses: a screen shows them before. */
export async function storedAnswers(page: Page, ...addresses: string[]): Promise<void> {
  const missing = async () => {
    const keys = await storedKeys(page, 'answers');
    // A key begins with the id of the person.
    return addresses.filter((address) => !keys.some((key) => key.endsWith(` ${address}`)));
  };
  await expect.poll(missing, { timeout: SAVED_WITHIN }).toEqual([]);
}
