// The path of a new user: home → explore → filter → public event → sign in → back on that event → Back to the
// list → profile → logout.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/**
 * A free event that takes replies, and the day its list starts with: the events that are open today depend on
 * the hour.
 */
async function openEvent(): Promise<{ id: string; name: string; day: string }> {
  const { url } = await startedProduct();
  const ask = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const { items } = await ask<{ items: { id: string; name: string }[] }>(
    `/api/explore/events?price=free&hasPlaces=true&from=${day}`,
  );
  for (const { id, name } of items)
    if ((await ask<{ can: { register: boolean } }>(`/api/events/public/${id}`)).can.register)
      return { id, name, day };
  throw new Error('The demo data has no free event to register for.');
}

test('a visitor explores, signs in, returns to the event, sees the profile and signs out', async () => {
  const { page, context, faults } = await visit(browser);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await page.waitForURL('**/explore');
  const { id, name, day } = await openEvent();
  await page.goto(`/explore/events?price=free&hasPlaces=true&from=${day}`);
  // Until then a link loads a document, and Back leaves the router's own history.
  await page.locator('html[data-started]').waitFor();
  await page.locator(`a[href="/events/public/${id}"]`).click();
  await page.waitForURL(`**/events/public/${id}`);
  await page.getByRole('link', { name: 'Sign in to register' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByLabel('Username or e-mail').fill('trainee@sideline.example');
  await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/events/${id}`);
  // Its reply bar replaces the tabs; Back skips the sign-in and leads to the list.
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL(
    (url) => url.pathname === '/explore/events' && url.searchParams.get('price') === 'free',
  );

  const stored = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? 'null') as Record<string, unknown>,
  );
  expect(Object.keys(stored).sort()).toEqual(['avatarSrc', 'email', 'id', 'name', 'type', 'username']);
  expect(stored).toMatchObject({ username: 'trainee', type: 'trainee', email: 'trainee@sideline.example' });
  const cookies = await context.cookies();
  expect(
    cookies.map(({ name, httpOnly, secure, sameSite, path }) => ({ name, httpOnly, secure, sameSite, path })),
  ).toEqual(
    expect.arrayContaining([
      { name: 'sideline_access', httpOnly: true, secure: true, sameSite: 'None', path: '/' },
      { name: 'sideline_refresh', httpOnly: true, secure: true, sameSite: 'None', path: '/' },
      { name: 'sideline_hint', httpOnly: false, secure: true, sameSite: 'None', path: '/' },
    ]),
  );

  await page.getByRole('link', { name: /^My profile/ }).click();
  await page.waitForURL('**/my/profile');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  // The page already shows the sign-in while the server is notified.
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .toEqual(['sideline_device']);
  expect(faults).toEqual([]);
  await context.close();
});

test('signing in from a shared link offers a way on, and never the previous page', async () => {
  const { page, context } = await visit(browser);
  const { id } = await openEvent();
  await page.goto(`/events/public/${id}`);
  await page.locator('html[data-started]').waitFor();
  await page.getByRole('link', { name: 'Sign in to register' }).click();
  await page.getByLabel('Username or e-mail').fill('trainee');
  await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/events/${id}`);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/explore');
  await context.close();
});

test('Back leads to the previous page after full loads, and never to another site', async () => {
  const { page, context } = await visit(browser);
  const { url: origin } = await startedProduct();
  const { items } = (await (await fetch(`${origin}/api/explore/organizations`)).json()) as {
    items: { id: string }[];
  };
  const path = `/organizations/${items[0]?.id}`;
  await page.goto('/explore/teams');
  await page.goto(path);
  await page.locator('html[data-started]').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/explore/teams');

  const other = await context.newPage();
  await other.goto(origin.replace('localhost', '127.0.0.1'));
  await other.goto(path);
  await other.locator('html[data-started]').waitFor();
  await other.getByRole('button', { name: 'Back' }).click();
  await other.waitForURL(`${origin}/explore`);
  await context.close();
});

test('a session is restored from its cookie without a stored user, and ends everywhere when the server says so', async () => {
  const { page, context } = await visit(browser, { as: 'coach' });
  await page.goto('/my/profile');
  await page.getByRole('heading', { level: 1, name: 'My Profile' }).waitFor();
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').type)).toBe('coach');

  // Without its access token the session is refreshed once, in the background.
  const held = await context.cookies();
  await context.clearCookies({ name: 'sideline_access' });
  await page.goto('/my/settings');
  await page.getByRole('heading', { level: 1, name: 'My Settings' }).waitFor();
  await expect
    .poll(async () => (await context.cookies()).map(({ name }) => name))
    .toContain('sideline_access');

  // Signed out on the server by another device: the page follows and saves the current path.
  const refresh = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(held.length).toBe(4);
  await fetch(`${(await startedProduct()).url}/api/auth/logout`, {
    method: 'POST',
    headers: { cookie: refresh },
  });
  await page.goto('/my/calendar');
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await context.close();
});
