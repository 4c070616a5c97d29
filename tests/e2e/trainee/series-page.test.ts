// The page of a series on a phone: readable before scripts, opened from a date and from Explore, and answered
// online and offline.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, openSession, visit } from '../../support/browser/browser.ts';
import { newPerson, password } from '../../support/browser/people.ts';
import { settled } from '../../support/browser/settled.ts';
import { installed } from '../../support/product/installed.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

type Listed = {
  id: string;
  name: string;
  endsAt: string;
  price: object | null;
  furtherDates?: { seriesId: string; count: number };
};

/** A date that ends during the test would be counted at its start alone. */
const testMs = 10 * 60_000;

/** The first free public series of the demo data in a list, by its next date. */
async function freeSeries(filters = '') {
  const { url } = await startedProduct();
  const address = `${url}/api/explore/events?oncePerSeries=true&price=free${filters}`;
  const { items } = (await (await fetch(address)).json()) as { items: Listed[] };
  const found = items.find(
    ({ furtherDates, endsAt }) => furtherDates && Date.parse(endsAt) > Date.now() + testMs,
  );
  if (!found?.furtherDates) throw new Error('The demo data has no free series.');
  return { ...found, ...found.furtherDates };
}

test('a visitor finds a series once in Explore, reads its dates, and is asked to sign in, also before scripts', async () => {
  // In the first part of the list, which the page shows.
  const { name, seriesId, count } = await freeSeries();
  const { page, context, faults } = await visit(browser);
  onTestFinished(() => context.close());
  await page.goto('/explore/events?oncePerSeries=true&price=free');
  await page.getByRole('link', { name: `and ${count} more dates of ${name}` }).click();
  await page.waitForURL(`**/series/${seriesId}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(await page.locator('[data-row]').count()).toBe(count + 1);
  expect(faults).toEqual([]);
  const bare = await browser.newContext({ javaScriptEnabled: false, baseURL: (await startedProduct()).url });
  onTestFinished(() => bare.close());
  const plain = await bare.newPage();
  await plain.goto(`/series/${seriesId}`);
  expect(await plain.locator('[data-row]').count()).toBe(count + 1);
  const signIn = plain.getByRole('link', { name: 'Sign in to answer' });
  expect(await signIn.getAttribute('href')).toBe(`/login?from=${encodeURIComponent(`/series/${seriesId}`)}`);
});

test('a member replies to all dates from one of them, to some days, and offline, with the focus on the result', async () => {
  const { id, seriesId, count } = await freeSeries('&hasPlaces=true&limit=100');
  const { username } = await newPerson('Ines Serial');
  const { page, context, faults } = await visit(browser, { serviceWorkers: 'allow' });
  onTestFinished(() => context.close());
  await openSession(context, username, password);
  // Old enough for the series: it has an age limit.
  const { ageMin } = (await (await context.request.get(`/api/events/public/${id}`)).json()) as {
    ageMin: number;
  };
  const { version } = (await (await context.request.get('/api/users/me/profile')).json()) as {
    version: number;
  };
  const birthDate = `${new Date().getFullYear() - ageMin - 1}-01-01`;
  await context.request.patch('/api/users/me/profile', { data: { version, birthDate } });
  await page.goto(`/events/${id}`);
  await page.getByRole('link', { name: /^One of \d+ dates/ }).click();
  await page.waitForURL(`**/series/${seriesId}`);
  await page.getByRole('button', { name: 'Going to all' }).click();
  const said = page.getByRole('status').filter({ hasText: /^Going to \d+ dates?\./ });
  await said.waitFor();
  await expect.poll(() => said.evaluate((line) => line === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByText("You're in", { exact: true }).count()).toBeGreaterThan(count / 2);
  await settled(page);
  await expectNoViolations(page);

  await page.getByLabel('Which dates').selectOption('days');
  await page.getByRole('button', { name: /^Can't make it/ }).click();
  await page.getByText('Choose the first or the last day').waitFor();
  await expectNoViolations(page);
  await page.getByLabel('Which dates').selectOption('all');

  await installed(page);
  expect(faults.splice(0)).toEqual([]);
  await context.setOffline(true);
  await page.getByRole('button', { name: "Can't make it: all" }).click();
  await page.getByText("Saved on this device for all dates. We'll send it as soon as possible.").waitFor();
  await page.getByRole('link', { name: /^Can't make all dates/ }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: /^Can't make all dates/ }).waitFor();
  await context.setOffline(false);
  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect
    .poll(() => page.getByText("You can't come", { exact: true }).count())
    .toBeGreaterThan(count / 2);
  await expect.poll(() => page.getByRole('link', { name: /^Can't make all dates/ }).count()).toBe(0);
  expect(faults.filter((fault) => !fault.includes('net::ERR_'))).toEqual([]);
});
