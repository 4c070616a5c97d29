// docs/quality.md, "The installed app" 11: a reply made without a connection is sent once, in order, whatever happens to the phone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openPhone, openSession, visit } from '../../support/browser/browser.ts';
import {
  elsewhere,
  newPerson,
  openEvent,
  password,
  signInAs,
  storedOnDevice,
} from '../../support/browser/people.ts';
import { installed } from '../../support/product/installed.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const saved = 'Saved on this device, will be sent';
const replies = '**/api/events/*/registration';

const isReply = (request: Request) => request.method() !== 'GET' && request.url().endsWith('/registration');

/** The idempotency keys of the replies that reach the network, in order. */
function watchReplies(context: BrowserContext): string[] {
  const keys: string[] = [];
  context.on('request', (request) => {
    if (isReply(request)) keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  return keys;
}

/** The status of each answer, or why there was none. */
function watchAnswers(context: BrowserContext): string[] {
  const answers: string[] = [];
  context.on('response', (response) => {
    if (isReply(response.request())) answers.push(String(response.status()));
  });
  context.on('requestfailed', (request) => {
    if (isReply(request)) answers.push(request.failure()?.errorText ?? 'failed');
  });
  return answers;
}

/** Those that reached the server: a page may get `online` a moment before its requests succeed. */
const arrived = (answers: readonly string[]) =>
  answers.filter((answer) => answer !== 'net::ERR_INTERNET_DISCONNECTED');

/**
 * A new user with an open event on their phone that has a free place. Replies are answered by `answer`, if it is given:
 * the browser intercepts before the page opens, as it may miss the requests of a page that it begins to intercept later.
 */
async function atEvent({
  answer,
  ...options
}: Parameters<typeof openEvent>[0] & { answer?: (route: Route) => Promise<unknown> } = {}) {
  const person = await newPerson('Ines Waiting');
  const event = await openEvent(options);
  const { page, context } = await visit(browser, { serviceWorkers: 'allow' });
  onTestFinished(() => context.close());
  if (answer) await context.route(replies, answer);
  await openSession(context, person.username, password);
  await page.goto(`/my/events/${event.id}`);
  await page.getByRole('button', { name: 'Going' }).waitFor();
  await installed(page);
  return { person, event, page, context, keys: watchReplies(context), answers: watchAnswers(context) };
}

const reply = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isIn = (page: Page) => page.getByText("You're in", { exact: true }).waitFor();
/** Fires the browser's `online` event. */
const comeOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));

declare global {
  interface Window {
    /** The idempotency keys of the replies that this document has sent. */
    sentKeys: string[];
  }
}

/**
 * Makes the reply the first request of this document that reaches the API. It works in the page: Playwright reports no
 * request that is sent while its interception is being switched on.
 */
const holdReadsUntilReply = (page: Page) =>
  page.evaluate(() => {
    const { fetch } = window;
    const keys: string[] = [];
    const replied = Promise.withResolvers<void>();
    const watched: typeof fetch = async (input, init) => {
      if (init?.method === 'PUT') {
        keys.push(new Headers(init.headers).get('idempotency-key') ?? 'none');
        replied.resolve();
      } else if (input !== '/api/health') await replied.promise;
      return fetch(input, init);
    };
    window.fetch = watched;
    window.sentKeys = keys;
  });
const sentKeys = (page: Page) => page.evaluate(() => window.sentKeys);

test('an offline reply survives closing the browser, and is one row on the server afterwards', async () => {
  const person = await newPerson('Ines Waiting');
  const event = await openEvent();
  const folder = mkdtempSync(join(tmpdir(), 'sideline-phone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await openPhone(folder);
  await openSession(before.context, person.username, password);
  await before.page.goto(`/my/events/${event.id}`);
  await before.page.getByRole('button', { name: 'Going' }).waitFor();
  await installed(before.page);
  await before.context.setOffline(true);
  await reply(before.page, 'Going');
  await before.page.getByText(saved).first().waitFor();
  await before.page.getByText('Going · will be sent').waitFor();
  await before.context.close();

  const { page, context } = await openPhone(folder);
  onTestFinished(() => context.close());
  const keys = watchReplies(context);
  let isOnline = false;
  // Never taken back: Playwright reports no request that is sent while its interception is being switched off.
  await context.route('**/api/**', (route) => (isOnline ? route.continue() : route.abort()));
  await page.goto(`/my/events/${event.id}`);
  await page.getByText(saved).first().waitFor();
  isOnline = true;
  await comeOnline(page);
  await isIn(page);
  await page.getByText(saved).first().waitFor({ state: 'detached' });
  // Every try was the same write.
  expect(new Set(keys).size).toBe(1);
  const server = await elsewhere(person.username);
  expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
});

test.each([
  ['still loading', (): Promise<void> => Promise.resolve()],
  ['failing to load', (route: Route) => route.abort()],
])('a reply is stored while app chunks are %s', async (_, treat) => {
  const person = await newPerson('Ines Early');
  const event = await openEvent();
  const context = await browser.newContext({
    baseURL: (await startedProduct()).url,
    serviceWorkers: 'block',
    // Without the list beside it, which says the same.
    viewport: { width: 390, height: 844 },
  });
  onTestFinished(() => context.close());
  await openSession(context, person.username, password);
  const page = await context.newPage();
  const missing = new Set<string>();
  await page.route('**/assets/{offline-sync,outbox-button}-*.js', (route) => {
    missing.add(route.request().url());
    return treat(route);
  });
  await page.goto(`/my/events/${event.id}`);
  await reply(page, 'Going');
  await isIn(page);
  expect(missing.size).toBe(2);
  const server = await elsewhere(person.username);
  expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
});

test('two tabs send one request', async () => {
  const { page, context, event, person, keys, answers } = await atEvent();
  const other = await context.newPage();
  await other.goto(`/my/events/${event.id}`);
  await other.getByRole('button', { name: 'Going' }).waitFor();
  await context.setOffline(true);
  await reply(page, 'Going');
  // The other tab is updated too.
  await other.getByText(saved).first().waitFor();
  await context.setOffline(false);
  await Promise.all([isIn(page), isIn(other)]);
  expect([new Set(keys).size, arrived(answers)]).toEqual([1, ['200']]);
  const server = await elsewhere(person.username);
  expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
});

test('another tab sends the outbox of a tab that is closed', async () => {
  const { page, context, event, keys, answers } = await atEvent();
  const other = await context.newPage();
  await other.goto(`/my/events/${event.id}`);
  await other.getByRole('button', { name: 'Going' }).waitFor();
  await context.setOffline(true);
  await reply(page, 'Going');
  await other.getByText(saved).first().waitFor();
  await page.close();
  await context.setOffline(false);
  await isIn(other);
  expect([new Set(keys).size, arrived(answers)]).toEqual([1, ['200']]);
});

test('a lost answer causes no second reply', async () => {
  let isLost = false;
  const { page, event, person, keys } = await atEvent({
    answer: async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      // The server applies it, and the answer is lost.
      await route.fetch();
      await route.abort();
    },
  });
  await reply(page, 'Going');
  await isIn(page);
  await page.getByText(saved).first().waitFor({ state: 'detached' });
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  const server = await elsewhere(person.username);
  expect(await server.registration(event.id)).toMatchObject({ state: 'confirmed', version: 1 });
});

test('a failed request is retried with the same key', async () => {
  let failures = 2;
  const { page, keys } = await atEvent({
    answer: (route) => {
      failures -= 1;
      return failures < 0
        ? route.continue()
        : route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            body: '{"code":"unavailable"}',
          });
    },
  });
  await reply(page, 'Going');
  await page.getByText(saved).first().waitFor();
  await isIn(page);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('several replies are sent in the order they were made', async () => {
  const { page, context, event } = await atEvent();
  const second = await openEvent();
  await expect.poll(() => storedOnDevice(page)).toContain(`/api/events/${event.id}`);
  await page.goto(`/my/events/${second.id}`);
  await page.getByRole('button', { name: 'Going' }).waitFor();
  // Those that reached the server, as in `arrived`.
  const order: string[] = [];
  context.on('response', (response) => {
    if (isReply(response.request())) order.push(response.url().split('/').at(-2) ?? '');
  });
  await context.setOffline(true);
  await reply(page, 'Going');
  await page.getByText(saved).first().waitFor();
  await page.goBack();
  await reply(page, 'Going');
  await page.getByText('2 changes are waiting to be sent').waitFor();
  await context.setOffline(false);
  await isIn(page);
  expect(order).toEqual([second.id, event.id]);
});

test('an ended session pauses the outbox; it is sent after signing in again', async () => {
  const { page, context, event, person, keys } = await atEvent();
  await context.setOffline(true);
  await reply(page, 'Going');
  await page.getByText(saved).first().waitFor();
  await context.clearCookies({ name: 'sideline_access' });
  await context.clearCookies({ name: 'sideline_refresh' });
  await holdReadsUntilReply(page);
  await context.setOffline(false);
  await page.waitForURL('**/login');
  const refused = await sentKeys(page);
  // Through the screen, which waits until the ended session can no longer delete the cookies of the new one.
  await signInAs(page, person.username);
  await page.goto(`/my/events/${event.id}`);
  await isIn(page);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set([...refused, ...keys]).size).toBe(1);
});

test('an event that filled up meanwhile asks whether to wait, and one tap joins the waitlist', async () => {
  const { page, context, event, person } = await atEvent({ places: 1 });
  await context.setOffline(true);
  await reply(page, 'Going');
  await page.getByText(saved).first().waitFor();
  const guest = await newPerson('Guest Before');
  await (await elsewhere(guest.username)).reply(event.id, 'attending');
  await context.setOffline(false);
  await page.getByText("It's full now. Join the waitlist?").first().waitFor();
  const server = await elsewhere(person.username);
  expect(await server.registration(event.id)).toBeNull();
  await page.getByRole('button', { name: 'Join waitlist' }).first().click();
  await page.getByText("Waitlist, you're next", { exact: true }).waitFor();
  expect(await server.registration(event.id)).toMatchObject({ state: 'waitlisted' });
});

test('queued replies are visible on every screen, and each can be withdrawn', async () => {
  const { page, context, event, person, keys } = await atEvent();
  await context.setOffline(true);
  await reply(page, 'Going');
  await page.getByRole('button', { name: `Undo: ${event.name}` }).click();
  await page.getByRole('button', { name: 'Going', exact: true, pressed: false }).waitFor();
  await reply(page, 'Maybe');
  await page.getByText('Maybe · will be sent').waitFor();
  await page.getByRole('button', { name: '1 change is waiting to be sent' }).click();
  const list = page.getByRole('dialog', { name: 'Waiting changes' });
  await list.getByText(`Maybe: ${event.name}`).waitFor();
  await list.getByRole('button', { name: 'Cancel' }).click();
  await list.getByText('Everything has been sent').waitFor();
  await context.setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Going' }).waitFor();
  expect(keys).toEqual([]);
  const server = await elsewhere(person.username);
  expect(await server.registration(event.id)).toBeNull();
});

/** Whether the device has my events with this one among them: an answer from before the reply may be there, too. */
async function isListStored(page: Page, eventId: string): Promise<boolean> {
  const [, , ...stores]: [string[], unknown[]][] = JSON.parse(await storedOnDevice(page));
  return stores.some(([keys, rows]) =>
    keys.some(
      (key, at) => `${key}`.includes('/api/users/me/events') && JSON.stringify(rows[at]).includes(eventId),
    ),
  );
}

/** With its day where midnight has passed since. */
const savedUnreachable = /^Saved (?:\w+ \d+ \w+, )?\d\d:\d\d · Can't reach/;

test('my events and an event opened before are shown after a restart without the server, with their age', async () => {
  const { page, context, event } = await atEvent();
  const never = await openEvent();
  await reply(page, 'Going');
  await isIn(page);
  await expect.poll(() => storedOnDevice(page)).toContain('"state":"confirmed"');
  await page.goto('/my/events');
  await page.getByRole('link', { name: event.name }).waitFor();
  await expect.poll(() => isListStored(page, event.id)).toBe(true);
  await page.close();
  await context.route('**/api/**', (route) => route.abort());
  const restarted = await context.newPage();
  await restarted.goto('/my/events');
  await restarted.getByText(savedUnreachable).waitFor();
  await restarted.getByRole('link', { name: event.name }).click();
  await isIn(restarted);
  await restarted.getByText(savedUnreachable).waitFor();
  await restarted.goto(`/my/events/${never.id}`);
  await restarted.getByRole('heading', { name: 'Not saved on this device yet' }).waitFor();
});
