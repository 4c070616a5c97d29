// Devices with data that breaks a page: cached answers of the wrong shape, lazy chunks that throw, a wrong
// clock. The page reports it and offers a way out, and queued writes stay.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openSession, type Role, visit } from '../../support/browser/browser.ts';
import {
  elsewhere,
  newPerson,
  openEvent,
  paidEvent,
  password,
  storedOnDevice,
} from '../../support/browser/people.ts';
import { installed } from '../../support/product/installed.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function phone(as: Role = 'visitor') {
  const { page, context, faults } = await visit(browser, { as, serviceWorkers: 'allow' });
  onTestFinished(() => context.close());
  return { page, context, faults };
}

const screens = [
  '/',
  '/my/calendar',
  '/my/events',
  '/my/teams',
  '/my/profile',
  '/my/settings',
  '/my/notifications',
];

/** An empty object, rows without fields, and a row with an invalid time. */
const wrongShapes = [
  {},
  { items: [{}], nextCursor: null },
  { items: [{ id: 'a', eventId: 'a', name: 'x', startsAt: 'soon' }] },
];

type Row = [key: string, row: object];

/** Every cached answer. */
const savedRows = (page: Page) =>
  page.evaluate(async (): Promise<Row[]> => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('sideline-answers'));
    const rows = database.transaction('rows').objectStore('rows');
    const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
    database.close();
    return keys.map((key, index) => [String(key), values[index]]);
  });

/** Replaces all cached answers with these, each with this data. */
const spoil = (page: Page, rows: Row[], data: unknown) =>
  page.evaluate(
    async ([cached, broken]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await done(indexedDB.open('sideline-answers'));
      const writing = database.transaction('rows', 'readwrite');
      // Leaving the page aborts a transaction that is not complete.
      const written = new Promise((resolve, reject) => {
        writing.oncomplete = resolve;
        writing.onabort = reject;
      });
      const store = writing.objectStore('rows');
      store.clear();
      for (const [key, row] of cached)
        store.put({ ...row, data: key.startsWith('list ') ? [broken] : broken }, key);
      await written;
      database.close();
    },
    [rows, data] as const,
  );

describe('cached answers of the wrong shape', () => {
  test('break no screen, online and offline', { timeout: 180_000 }, async () => {
    const { page, context } = await phone('trainee');
    await page.goto('/');
    await installed(page);
    // The screens' answers are stored a moment after they are shown.
    const stored = /\/api\/users\/me\/[\w-]+(?:\?tab=\w+)?/g;
    for (const path of screens) {
      await page.goto(path);
      await page.locator('main h1, main h2').first().waitFor();
    }
    await expect.poll(() => storedOnDevice(page)).toContain('/api/users/me/settings');
    await expect
      .poll(async () => new Set((await storedOnDevice(page)).match(stored)).size)
      .toBeGreaterThan(5);
    // On a page of our origin that keeps no database open.
    await page.goto('/api/docs');
    const rows = await savedRows(page);
    expect(rows.length).toBeGreaterThan(5);
    for (const shape of wrongShapes) {
      const expectScreen = async (path: string, content: string) => {
        const message = `${path} with answers of the shape ${JSON.stringify(shape)}`;
        await page.goto(path);
        await expect.poll(() => page.locator(content).first().isVisible(), { message }).toBe(true);
        expect(await page.getByText('Internal Server Error').count(), message).toBe(0);
      };
      await page.goto('/api/docs');
      await spoil(page, rows, shape);
      await context.setOffline(true);
      for (const path of screens) await expectScreen(path, 'main h1, main h2');
      await context.setOffline(false);
      await expectScreen('/my/calendar', '[data-row]');
    }
  });

  test('mirrored settings that Intl rejects are ignored', async () => {
    const { page } = await phone('trainee');
    await page.goto('/');
    await page.evaluate(() =>
      localStorage.setItem('display', '{"locale":"not a tag","timeZone":"Mars/Base"}'),
    );
    await page.goto('/my/calendar');
    await page.locator('[data-row]').first().waitFor();
    expect(await page.getByText('Internal Server Error').count()).toBe(0);
  });
});

describe('a lazy chunk that throws', () => {
  const parts: [string, string, Role][] = [
    ['pwa', 'throw new TypeError("a bug of ours")', 'visitor'],
    ['pwa', 'export const Pwa = () => { throw new TypeError("a bug of ours") }', 'visitor'],
    ['offline-sync', 'throw new TypeError("a bug of ours")', 'trainee'],
    ['offline-sync', 'export const OfflineSync = () => { throw new TypeError("a bug of ours") }', 'trainee'],
    [
      'outbox-button',
      'export const OutboxButton = () => { throw new TypeError("a bug of ours") }',
      'trainee',
    ],
  ];
  test.each(parts)('(%s: %s) shows the error page with ways out', async (part, body, role) => {
    const { page } = await phone(role);
    await page.route(`**/assets/${part}-*.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
    await page.goto('/explore/teams');
    await page.getByRole('heading', { name: 'Internal Server Error' }).waitFor();
    await page.getByRole('button', { name: 'Clear saved data and reload' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(role === 'visitor' ? 0 : 1);
  });

  test('can be left by signing out from the error page', async () => {
    const { page } = await phone('trainee');
    await page
      .context()
      .route('**/assets/offline-sync-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new TypeError("a bug of ours")' }),
      );
    await page.goto('/my/teams');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Username or e-mail').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  });

  test('clearing saved data keeps the outbox', async () => {
    const person = await newPerson('Noor Waiting');
    const event = await openEvent();
    const { page, context } = await phone();
    await openSession(context, person.username, password);
    await page.goto(`/my/events/${event.id}`);
    await page.getByRole('button', { name: 'Going', exact: true }).waitFor();
    await installed(page);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Going', exact: true }).click();
    await page.getByText('Saved on this device, will be sent').first().waitFor();
    // Data that no screen expects.
    await page.evaluate(() => void Promise.reject(new TypeError('a bug of ours')));
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Clear saved data and reload' }).click();
    await reloaded;
    await expect.poll(() => storedOnDevice(page)).toContain('/registration');
    await context.setOffline(false);
    await page.evaluate(() => void dispatchEvent(new Event('online')));
    const server = await elsewhere(person.username);
    await expect.poll(async () => (await server.registration(event.id))?.state).toBe('confirmed');
  });
});

/** A phone whose clock is off by `offsetMs` from the start. */
async function withClock(context: BrowserContext, offMs: number) {
  await context.addInitScript((off) => {
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(at: number = RealDate.now() + off) {
        super(at);
      }
      static override now() {
        return RealDate.now() + off;
      }
    } as unknown as DateConstructor;
  }, offMs);
}

describe('a phone whose clock is', () => {
  test('an hour fast reports it, and paying is open as long as the place is held', async () => {
    const person = await newPerson('Ines Early');
    const event = await paidEvent();
    const { page, context } = await phone();
    await withClock(context, 3_600_000);
    await openSession(context, person.username, password);
    await page.goto(`/my/events/${event.id}`);
    await page.getByRole('button', { name: /^Take a place/ }).click();
    await page.waitForURL('**/payment');
    await page.getByRole('button', { name: /^Pay / }).waitFor();
    await page
      .getByText(/^3\d min/)
      .or(page.getByText(/3\d minutes/))
      .first()
      .waitFor();
    await page.getByText("This device's clock is 1 h fast. Sideline uses the right time.").waitFor();
  });

  test('five minutes slow corrects a reply that was made on another device', async () => {
    const person = await newPerson('Ines Late');
    const event = await openEvent();
    const { page, context } = await phone();
    await withClock(context, -300_000);
    await openSession(context, person.username, password);
    const server = await elsewhere(person.username);
    expect((await server.reply(event.id, 'declined')).outcome).toBe('applied');
    await page.goto(`/my/events/${event.id}`);
    await page.getByText("This device's clock is 5 min slow.").waitFor();
    await page.getByRole('button', { name: 'Going', exact: true }).click();
    await page.getByText("You're in", { exact: true }).waitFor();
    expect((await server.registration(event.id))?.state).toBe('confirmed');
  });
});
