// The link of the welcome mail, opened on a phone: it works only for the account it was sent to.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import {
  confirmationLink,
  newPerson,
  password,
  signInAs,
  storedOnDevice,
} from '../../support/browser/people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function phone(): Promise<Page> {
  const { page, context, faults } = await visit(browser);
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  return page;
}

/** The time zone of the signed-in user, as the server has it. */
const savedZone = (page: Page) =>
  page.evaluate(async () => {
    const settings = await fetch('/api/users/me/settings');
    return ((await settings.json()) as { timeZone: string }).timeZone;
  });

test('the welcome link opened signed out asks to sign in and then confirms the address automatically', async () => {
  const { username } = await newPerson('Lena Confirming');
  const page = await phone();
  await page.goto(await confirmationLink(username));
  const notice = page.getByRole('status').filter({ hasText: 'Sign in to confirm your e-mail address.' });
  await notice.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(`${username}@sideline.example is confirmed. Thank you.`).waitFor();
  expect(new URL(page.url()).search).toBe('');
  // The first device of an account saves its zone at the same moment.
  await expect.poll(() => savedZone(page)).toBe('Europe/Brussels');
});

test("the welcome link opened in another account's session changes nothing and still works for its owner", async () => {
  const owner = await newPerson('Lena Confirming');
  const link = await confirmationLink(owner.username);
  const other = await newPerson('Otto Other');
  const page = await phone();
  await signInAs(page, other.username);
  await page.goto(link);
  await page.getByText('This link belongs to another account.').waitFor();
  const owners = await phone();
  await signInAs(owners, owner.username);
  await owners.goto(link);
  await owners.getByText(`${owner.username}@sideline.example is confirmed. Thank you.`).waitFor();
  await expect.poll(() => savedZone(owners)).toBe('Europe/Brussels');
});

test('a device that fails to save its zone queues nothing, and saves it at the next start', async () => {
  const { username } = await newPerson('Lena Confirming');
  const { page, context } = await visit(browser);
  onTestFinished(() => context.close());
  let cut = 0;
  const address = '**/api/users/me/settings';
  await page.route(address, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    cut += 1;
    await route.abort();
  });
  await signInAs(page, username);
  await expect.poll(() => cut).toBe(1);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await storedOnDevice(page)).not.toContain('PATCH /api/users/me/settings');
  await page.unroute(address);
  await page.reload();
  await expect.poll(() => savedZone(page)).toBe('Europe/Brussels');
});
