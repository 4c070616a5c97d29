// A network that answers instead of the server (a captive portal, a proxy, a misconfigured server) while
// replies and drafts are queued on the phone: no one is signed out, and nothing is lost. Also the effects of
// the API's own 401 and 403.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { openBrowser, openSession, timersTake } from '../../support/browser/browser.ts';
import { password, signInAs, storedOnDevice } from '../../support/browser/people.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { installed } from '../../support/product/installed.ts';
import { type Fault, openPwaServer, type PwaServer } from '../../support/product/pwa-server.ts';

let browser: Browser;
let pwa: PwaServer;
let contexts: BrowserContext[] = [];
let passwordHash = '';

beforeAll(async () => {
  [browser, pwa, passwordHash] = await Promise.all([openBrowser(), openPwaServer(), hashPassword(password)]);
}, 240_000);
afterAll(async () => {
  await browser.close();
  await pwa.close();
});
afterEach(async () => {
  pwa.clearFaults();
  for (const context of contexts) await context.close();
  contexts = [];
  await pwa.reset();
});

const html = '<!doctype html><title>Free Wi-Fi</title><h1>Accept our terms</h1>';
const waits = 'Saved on this device, will be sent';
const portal = 'This network wants you to sign in first';
const api = /^\/api\//;

const person = () =>
  buildUser(pwa.deps.database.db, {
    username: `foreign-${Math.random().toString(36).slice(2, 10)}`,
    name: 'Ines Foreign',
    locale: 'en-GB',
    password_hash: passwordHash,
  });

/** A public event in three days with free places. */
const event = () =>
  buildEvent(pwa.deps.database.db, { starts_at: new Date(Date.now() + 3 * 86_400_000).toISOString() });

async function openPhone(): Promise<{ page: Page; context: BrowserContext; faults: string[] }> {
  const context = await browser.newContext({
    baseURL: pwa.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  contexts.push(context);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, context, faults };
}

/**
 * A new user with saved screens, a draft of their profile, and an open event with a free place. `waitMs`: how long the page waits for
 * an answer.
 */
async function atEvent({ waitMs = 4000 } = {}) {
  const who = await person();
  const training = await event();
  const phone = await openPhone();
  const { page, context } = phone;
  await context.addInitScript(timersTake(4000, waitMs));
  await openSession(context, who.username, password);
  await page.goto('/');
  await installed(page);
  await page.goto('/explore/events');
  await page.locator('[data-row]').first().waitFor();
  await page.goto('/my/calendar');
  await page.getByRole('heading', { name: 'My Calendar' }).waitFor();
  await page.goto('/my/profile/edit');
  await region(page).fill('Ghent');
  await page.goto(`/my/events/${training.id}`);
  await page.getByRole('button', { name: 'Going', exact: true }).waitFor();
  await expect.poll(() => storedOnDevice(page)).toContain(`/api/events/${training.id}`);
  return { ...phone, who, training };
}

const reply = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const region = (page: Page) => page.getByRole('textbox', { name: 'Town or region' });

const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('user') !== null);

const registrations = (eventId: string) =>
  pwa.deps.database.db
    .selectFrom('registrations')
    .select(['state', 'version'])
    .where('event_id', '=', eventId)
    .execute();

const sessionsOf = (userId: string) =>
  pwa.deps.database.db.selectFrom('sessions').select('revoked_at').where('user_id', '=', userId).execute();

/** Names of the session's cookies: the cookie of the known device stays. */
const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name).filter((name) => name !== 'sideline_device');

/** Fires the browser's `online` event. */
const comeOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')));

const problem = (status: number, code: string): Fault => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ status, code, title: code, detail: code }),
});
const suspended = problem(403, 'account_suspended');

/** One of each effect; tests/offline/api-answer.test.ts covers every status and type. */
const foreign: [string, Fault, RegExp][] = [
  ['a redirect', { status: 302, location: 'http://localhost:9/portal' }, /wants you to sign in first/],
  ['200 with {}', { status: 200, type: 'application/json', body: '{}' }, /Can't reach Sideline/],
  ['silence', 'hangs', /Slow connection|Can't reach Sideline/],
];

describe('a network that answers every API call with', () => {
  test.each(foreign)(
    '%s signs no one out and loses no reply, draft or saved screen',
    async (_, fault, says) => {
      const { page, who, training, faults } = await atEvent({ waitMs: fault === 'hangs' ? 500 : 4000 });
      pwa.break(api, fault);
      await reply(page, 'Going');
      await page.getByText(waits).first().waitFor();

      await page.goto('/my/calendar');
      await page.getByRole('heading', { name: 'My Calendar' }).waitFor();
      await page.getByText(says).first().waitFor();
      await page.goto('/explore/events');
      await page.locator('[data-row]').first().waitFor();
      await page.goto('/my/profile/edit');
      await expect.poll(() => region(page).inputValue()).toBe('Ghent');
      await page.goto(`/my/events/${training.id}`);
      await page.getByText(waits).first().waitFor();
      expect(await isSignedIn(page)).toBe(true);
      expect(await registrations(training.id)).toEqual([]);
      expect(await sessionsOf(who.id)).toEqual([{ revoked_at: null }]);

      pwa.clearFaults();
      await comeOnline(page);
      await page.getByText("You're in", { exact: true }).waitFor();
      await page.getByText(waits).first().waitFor({ state: 'detached' });
      expect(await registrations(training.id)).toEqual([{ state: 'confirmed', version: 1 }]);
      expect(faults).toEqual([]);
    },
  );

  test("404 HTML deletes none of the worker's cached answers and pages", async () => {
    const { page } = await openPhone();
    await page.goto('/explore/events');
    await page.locator('[data-row]').first().waitFor();
    await installed(page, ['/api/explore/events']);
    const rows = await page.locator('[data-row]').count();
    pwa.break(/^\//, { status: 404, body: html });
    for (let visit = 0; visit < 2; visit += 1) {
      await page.goto('/explore/events');
      await page.getByText(portal).first().waitFor();
      // The notice may be there before the rows: the worker's answer to another read brings it, too.
      await expect.poll(() => page.locator('[data-row]').count()).toBe(rows);
    }
  });

  test('200 with {} is not cached for the next visit', async () => {
    const { page } = await openPhone();
    pwa.break(/^\/api\/explore\/teams/, { status: 200, type: 'application/json', body: '{"items":null}' });
    await page.goto('/explore/events');
    await installed(page, ['/api/explore/events']);
    await page.goto('/explore/teams');
    await page.getByText('Not saved on this device yet').waitFor();
    pwa.clearFaults();
    await page.goto('/explore/teams');
    await page.locator('[data-row]').first().waitFor();
  });
});

describe("the API's own answer", () => {
  test('401 ends the session and deletes its cookies; the queued reply and the draft stay for the same person', async () => {
    const { page, context, who, training } = await atEvent();
    await context.setOffline(true);
    await reply(page, 'Going');
    await page.getByText(waits).first().waitFor();
    await pwa.deps.database.db
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('user_id', '=', who.id)
      .execute();
    await context.setOffline(false);
    await page.waitForURL('**/login');
    await page.getByText('Your session has ended').waitFor();
    await expect.poll(() => sessionCookies(context)).toEqual([]);
    const kept = await storedOnDevice(page);
    expect(kept).toContain('/registration');
    expect(kept).toContain('Ghent');
    // The key of an answer begins with the id of its person. The server deletes the cookies before the device has deleted this.
    await expect.poll(() => storedOnDevice(page)).not.toContain(`${who.id} /api/events/${training.id}`);

    // Another person on the same phone neither sees nor sends them.
    const other = await person();
    await signInAs(page, other.username);
    await page.goto(`/my/events/${training.id}`);
    await page.getByRole('button', { name: 'Going', exact: true }).waitFor();
    expect(await page.getByText(waits).count()).toBe(0);
    await page.goto('/my/profile/edit');
    expect(await region(page).inputValue()).toBe('');
    expect(await registrations(training.id)).toEqual([]);
    await page.goto('/my/settings');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/login');

    await signInAs(page, who.username);
    await expect.poll(() => registrations(training.id)).toEqual([{ state: 'confirmed', version: 1 }]);
    await page.goto('/my/profile/edit');
    await expect.poll(() => region(page).inputValue()).toBe('Ghent');
  });

  test('401 after a good refresh ends the session on the server, too', async () => {
    const { page, context, who } = await atEvent();
    pwa.break(/^\/api\/users\/me\/events/, problem(401, 'unauthenticated'));
    await page.goto('/my/events');
    await page.waitForURL('**/login');
    await expect.poll(async () => (await sessionsOf(who.id))[0]?.revoked_at ?? null).not.toBeNull();
    await expect.poll(() => sessionCookies(context)).toEqual([]);
  });

  test('403 to a public read that the worker has cached reaches the page, and ends the session', async () => {
    const { page, who } = await atEvent();
    pwa.break(/^\/api\/explore\/events/, suspended);
    await page.goto('/explore/events');
    await page.waitForURL('**/login');
    await expect.poll(async () => (await sessionsOf(who.id))[0]?.revoked_at ?? null).not.toBeNull();
  });

  test('a late 403 for one user does not end the session of the next on the same page', async () => {
    const { page, context, who } = await atEvent();
    const other = await person();
    await page.goto('/my/settings');
    await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
    // Leave the screen first: a read of its own that reaches the server only now would get the answer that is meant for the next.
    await page.goto('/api/docs');
    const before = pwa.asked.length;
    const release = pwa.hold('/api/users/me/settings');
    await page.goto('/my/settings');
    await expect.poll(() => pwa.asked.slice(before)).toContain('/api/users/me/settings');
    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await page.waitForURL('**/login');
    await page.getByLabel('Username or e-mail').fill(other.username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    pwa.break(/^\/api\/users\/me\/settings/, suspended, 1);
    const late = context.waitForEvent('response', (response) => response.status() === 403);
    release();
    await late;
    await page.goto('/my/teams');
    await page.getByRole('heading', { name: 'My Teams' }).waitFor();
    expect(await sessionsOf(other.id)).toEqual([{ revoked_at: null }]);
    expect(await sessionsOf(who.id)).not.toEqual([{ revoked_at: null }]);
  });
});
