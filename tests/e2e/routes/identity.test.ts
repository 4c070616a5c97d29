// docs/quality.md, "The installed app" 9 and 10: whose phone this is. What is left after signing out, who sees what on a phone that
// is passed on, and what stands when the server cannot be asked.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, openSession, visit } from '../../support/browser/browser.ts';
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

/** A new user, signed in, with an event saved on the phone. */
async function phoneOf(name: string) {
  const person = await newPerson(name);
  const event = await openEvent();
  const { page, context } = await visit(browser, { serviceWorkers: 'allow' });
  onTestFinished(() => context.close());
  await openSession(context, person.username, password);
  await (await elsewhere(person.username)).reply(event.id, 'attending');
  await page.goto(`/my/events/${event.id}`);
  await page.getByText("You're in", { exact: true }).waitFor();
  await expect.poll(() => storedOnDevice(page)).toContain(event.name);
  await installed(page);
  const { id } = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? 'null') as { id: string },
  );
  return { person: { ...person, id }, event, page, context };
}

async function signOut(page: Page) {
  await page.goto('/my/profile');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
}

/** Waits until the device stores none of these: /login shows while it still deletes. */
const expectForgotten = (page: Page, ...traces: string[]) =>
  expect
    .poll(async () => {
      const kept = await storedOnDevice(page);
      return traces.filter((trace) => kept.includes(trace));
    })
    .toEqual([]);

const blockApi = (context: BrowserContext) => context.route('**/api/**', (route) => route.abort());

/** The age of the page, and why. From before midnight it has its day, too. */
const saved = (why: string) => new RegExp(`^Saved (\\w+,? \\d+ \\w+, )?\\d\\d:\\d\\d · ${why}`);

/** The status of GET /api/auth/session with these cookies. */
async function sessionStatus(cookies: Awaited<ReturnType<BrowserContext['cookies']>>): Promise<number> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { url } = await startedProduct();
  return (await fetch(`${url}/api/auth/session`, { headers: { cookie } })).status;
}

test('after signing out no trace of the user is on the phone, and other tabs follow', async () => {
  const { page, context, person, event } = await phoneOf('Odile Leaving');
  const other = await context.newPage();
  await other.goto('/my/events');
  await other.getByRole('link', { name: event.name }).waitFor();
  await signOut(page);
  await other.waitForURL('**/login');
  for (const tab of [page, other]) {
    await expectForgotten(tab, person.id, person.username, 'Odile', event.name);
    expect(await tab.locator('body').innerText()).not.toContain('Odile');
  }
  // Only the cookie of the known device stays, which names no user.
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .toEqual(['sideline_device']);
  // The public app still works.
  await page.goto('/explore/events');
  await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor();
});

test("signing out asks before it deletes the user's outbox", async () => {
  const { page, context, person } = await phoneOf('Odile Leaving');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Give up my place' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up my place' }).click();
  await page.getByText('Not going any more · will be sent').waitFor();
  expect(await storedOnDevice(page)).toContain('Not going any more');
  await page
    .getByRole('button', { name: 'Back' })
    .or(page.getByRole('link', { name: 'Back' }))
    .first()
    .waitFor();
  await blockApi(context);
  await context.setOffline(false);
  await page.goto('/my/profile');
  const button = page.getByRole('button', { name: 'Sign out', exact: true });
  await button.click();
  const question = page.getByRole('dialog', { name: 'Sign out and lose one change?' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await storedOnDevice(page)).toContain('Not going any more');
  await button.click();
  await question.getByRole('button', { name: 'Sign out and lose it' }).click();
  await page.waitForURL('**/login');
  await expectForgotten(page, person.id, 'Not going any more');
});

test('a user signed out offline stays signed out after a restart, and the session ends on the server', async () => {
  const { page, context, person } = await phoneOf('Odile Leaving');
  const held = await context.cookies();
  await page.goto('/my/profile');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await blockApi(context);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await sessionStatus(held)).toBe(200);
  await page.close();

  await context.unroute('**/api/**');
  const restarted = await context.newPage();
  await restarted.goto('/my/events');
  await restarted.waitForURL('**/login');
  await expect.poll(() => sessionStatus(held)).toBe(401);
  await expectForgotten(restarted, person.id);
  await restarted.goto('/my/events');
  await restarted.waitForURL('**/login');
});

test("the next user on this phone neither sees nor sends the first one's data", async () => {
  const { page, context, person, event } = await phoneOf('Anna First');
  const keys: string[] = [];
  context.on('request', (request) => {
    if (request.method() === 'PUT') keys.push(request.headers()['idempotency-key'] ?? 'none');
  });
  // The session ends while a change is queued.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Give up my place' }).click();
  await page.getByRole('button', { name: 'Give it up, but I might come' }).click();
  await page.getByText('Maybe · will be sent').waitFor();
  await context.clearCookies();
  await context.setOffline(false);
  await page.waitForURL('**/login');
  const tried = keys.length;

  const second = await newPerson('Berta Second');
  await signInAs(page, second.username);
  await page.goto('/my/events');
  await page.getByRole('heading', { name: 'Nothing planned yet' }).waitFor();
  await page.goto(`/my/events/${event.id}`);
  await page.getByRole('button', { name: 'Maybe' }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Anna|will be sent|waiting to be sent/);
  expect(keys).toHaveLength(tried);
  expect(await (await elsewhere(second.username)).registration(event.id)).toBeNull();
  expect(await (await elsewhere(person.username)).registration(event.id)).toMatchObject({
    state: 'confirmed',
  });

  // The first user's unsent writes are stored for their return.
  await signOut(page);
  await signInAs(page, person.username);
  await page.goto(`/my/events/${event.id}`);
  await page.getByText('You said maybe', { exact: true }).waitFor();
  expect(await storedOnDevice(page)).not.toContain('Berta');
});

test("a start without the server shows the saved data of the session's user, and says so", async () => {
  const { page, context, event, person } = await phoneOf('Mara Offline');
  await page.close();
  await blockApi(context);
  const restarted = await context.newPage();
  await restarted.goto(`/my/events/${event.id}`);
  await restarted.getByText("You're in", { exact: true }).waitFor();
  await restarted.getByText(saved("Can't reach")).waitFor();
  expect(await restarted.evaluate(() => localStorage.getItem('user'))).toContain(person.id);
});

test('a start without the server shows the saved data also with a slow storage', async () => {
  const { page, context, event } = await phoneOf('Mara Slow');
  await page.close();
  await blockApi(context);
  const restarted = await context.newPage();
  await restarted.addInitScript(() => {
    const open = indexedDB.open.bind(indexedDB);
    // Far longer than the first paint waits.
    const late = (then: (event: Event) => void) => (event: Event) => void setTimeout(then, 1500, event);
    IDBFactory.prototype.open = (...given) => {
      const request = open(...given);
      return new Proxy(request, {
        get: (target, name) => Reflect.get(target, name, target),
        set: (target, name, value) =>
          Reflect.set(target, name, name === 'onsuccess' ? late(value) : value, target),
      });
    };
  });
  await restarted.goto(`/my/events/${event.id}`);
  await restarted.getByText("You're in", { exact: true }).waitFor();
});

test.each([500, 503])('a server that answers %i keeps the session and the saved data', async (status) => {
  const { page, context, event } = await phoneOf('Mara Patient');
  await page.close();
  await context.route('**/api/**', (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: '{"code":"unavailable"}' }),
  );
  const restarted = await context.newPage();
  await restarted.goto(`/my/events/${event.id}`);
  await restarted.getByText("You're in", { exact: true }).waitFor();
  await restarted.getByText(saved("couldn't be refreshed")).waitFor();
  await context.unroute('**/api/**');
  await restarted.goto('/my/profile');
  await restarted.getByRole('heading', { level: 2, name: 'Mara Patient' }).waitFor();
});

test('a session that the server has ended ends here', async () => {
  const { page: before, context, event } = await phoneOf('Mara Ended');
  // A background request would detect the end first: the next start would be a visitor's.
  await before.close();
  await context.clearCookies({ name: 'sideline_access' });
  await context.clearCookies({ name: 'sideline_refresh' });
  const page = await context.newPage();
  await page.goto(`/my/events/${event.id}`);
  await page.waitForURL('**/login');
  await page.getByText('Your session has ended. Sign in to continue.').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});
