// A coach without signal publishes a training that begins now, and takes attendance at it before the server knows of it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { dayAhead } from '../../support/browser/evening.ts';
import { installed, storedAnswers, storedKeys } from '../../support/product/installed.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const name = 'Dunes instead';

/** The server's answer to a read of the signed-in user. */
const read = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(async (address) => (await fetch(address)).json(), path);

/** The first two people of the list, by id. */
const firstTwo = (page: Page) =>
  page
    .locator('[data-person]')
    .evaluateAll((rows) => rows.slice(0, 2).map((row) => (row as HTMLElement).dataset.person ?? ''));
const row = (page: Page, id: string) => page.locator(`[data-person="${id}"]`);

test('an event that was created offline is attended offline, also after a reload, and all of it is sent', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach', serviceWorkers: 'allow' });
  await page.goto('/my/events/new');
  const teams = await read<{ items: { id: string }[] }>(page, '/api/users/me/teams');
  await installed(page);
  await storedAnswers(page, ...teams.items.map(({ id }) => `/api/teams/${id}`));
  await context.setOffline(true);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Day').fill(dayAhead(0));
  const now = Temporal.Now.plainTimeISO('Europe/Brussels').toString({ smallestUnit: 'minute' });
  await page.getByLabel('Starts at').fill(now);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: `Attendance · ${name}` }).click();
  await page.getByText(/ [1-9]\d* expected$/).waitFor();
  const ids = await firstTwo(page);
  expect(ids).toHaveLength(2);
  for (const id of ids) await row(page, id).locator('[data-mark]').click();
  await page.getByText('2 to be sent').waitFor();

  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('link', { name: 'Attendance', exact: true }).click();
  await page.getByText('2 to be sent').waitFor();

  await page.reload();
  await page.getByText('2 to be sent').waitFor();
  for (const id of ids) await row(page, id).getByText('Here').waitFor();
  await page.goto('/my/calendar?view=agenda');
  const entry = page.locator('[data-row]').filter({ has: page.getByRole('link', { name, exact: true }) });
  await entry.getByText('Not sent yet').waitFor();
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Do now' })
    .getByRole('link', { name: `Attendance · ${name}` })
    .click();
  for (const id of ids) await row(page, id).getByText('Here').waitFor();
  const [, eventId = ''] = /\/my\/events\/([^/]+)\/attendance$/.exec(page.url()) ?? [];

  // The row of the outbox is what the device keeps of it.
  const saved = await storedKeys(page, 'answers');
  expect(saved.filter((key) => key.includes(eventId))).toEqual([]);

  const focused = row(page, ids[1] ?? '').locator('[data-mark]');
  await focused.focus();
  await context.setOffline(false);
  // They are sent one after the other.
  await page.getByText(/^\d+ to be sent$/).waitFor({ state: 'detached' });
  expect(await read(page, `/api/events/${eventId}`)).toMatchObject({ name, publication: 'published' });
  const { items } = await read<{ items: { user: { id: string }; status: string | null }[] }>(
    page,
    `/api/events/${eventId}/attendance`,
  );
  const present = items.filter(({ status }) => status === 'present').map(({ user }) => user.id);
  expect(present.toSorted()).toEqual(ids.toSorted());
  for (const id of ids) await row(page, id).getByText('Here').waitFor();
  expect(await focused.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.goto('/my/calendar?view=agenda');
  await entry.getByText('Coaching').waitFor();
  expect(await entry.count()).toBe(1);
  expect(faults.filter((fault) => !fault.includes('net::ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  await context.close();
});
