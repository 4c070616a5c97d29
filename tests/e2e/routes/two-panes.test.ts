// On a wide screen a list stays beside what was opened from it: the address, the focus, the title of the document and the
// row of the list say the same.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { overflowOn } from '../../support/browser/axe.ts';
import { openBrowser, openSession } from '../../support/browser/browser.ts';
import { password, storedOnDevice } from '../../support/browser/people.ts';
import { settled } from '../../support/browser/settled.ts';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

let browser: Browser;
let product: OwnProduct;
let world: Awaited<ReturnType<typeof buildWorld>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await openProduct();
  world = await buildWorld(product);
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

const dayMs = 86_400_000;
const at = (days: number) =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T17:00:00.000Z`;

/** Ada goes to two trainings and owes an answer to three. */
async function buildWorld({ db, ada }: OwnProduct) {
  const owner = await buildUser(db);
  const [team, other] = [
    await buildTeam(db, { name: 'KV Rooigem U12' }),
    await buildTeam(db, { name: 'Lys Masters' }),
  ];
  for (const { id: team_id } of [team, other]) {
    await buildMembership(db, { person_id: owner.id, team_id, role: 'owner' });
    await buildMembership(db, { person_id: ada.id, team_id });
  }
  const event = (name: string, days: number) =>
    buildEvent(db, {
      name,
      starts_at: at(days),
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
    });
  const going = [await event('First training', 20), await event('Second training', 21)];
  for (const { id: event_id } of going) await buildRegistration(db, { event_id, person_id: ada.id });
  const owed = [await event('Cup match', 30), await event('Friendly', 31), await event('Final', 32)];
  return { team, other, going, owed };
}

async function open(path: string, width = 1280) {
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: { width, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    serviceWorkers: 'block',
  });
  onTestFinished(() => context.close());
  await openSession(context, 'ada', password);
  const page = await context.newPage();
  await page.goto(path);
  await settled(page);
  return page;
}

const list = (page: Page) => page.locator('#list');
const chosen = (page: Page) => list(page).locator('[aria-current=true]');
const pageTitle = (page: Page) => page.getByRole('heading', { level: 1 });
const hasFocus = (page: Page, selector: string) =>
  page.evaluate((inside) => Boolean(document.activeElement?.closest(inside)), selector);
/** Which of these events are in the list of replies due as the device has saved it. */
async function savedDue(page: Page, names: readonly string[]): Promise<string[]> {
  type Store = [keys: string[], rows: unknown[]];
  const [, , ...stores] = JSON.parse(await storedOnDevice(page)) as [unknown, unknown, ...Store[]];
  const lists = stores.flatMap(([keys, rows]) =>
    rows.filter((_, index) => keys[index]?.includes('tab=needsReply')),
  );
  return names.filter((name) => JSON.stringify(lists).includes(name));
}
const press = async (page: Page, name: string) => {
  await list(page).getByRole('link', { name }).focus();
  await page.keyboard.press('Enter');
};

test('/my/events/{id} that is loaded by its address has the list beside it, and is the page', async () => {
  const [, second] = world.going;
  const page = await open(`/my/events/${second?.id}`);
  await expect.poll(() => chosen(page).allInnerTexts()).toEqual([expect.stringContaining('Second training')]);
  expect(await pageTitle(page).allInnerTexts()).toEqual(['Second training']);
  expect(await page.title()).toMatch(/^Second training/);
  expect(await list(page).getByRole('heading', { level: 2, name: 'My Events' }).count()).toBe(1);
});

test('on a phone /my/events/{id} is alone', async () => {
  const page = await open(`/my/events/${world.going[0]?.id}`, 390);
  expect(await list(page).locator('*').count()).toBe(0);
});

test('two panes become one when the window gets narrow, also while something new is rendered', async () => {
  const page = await open('/');
  // Whether the window changes before the next frame is chance.
  for (let turn = 0; turn < 4; turn += 1) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await settled(page);
    // What rendering a component for the first time does. Until the next frame Chromium ignores a new width.
    await page.evaluate(() => {
      for (const sheet of document.styleSheets) sheet.insertRule('.new { color: red }');
    });
    await page.setViewportSize({ width: 390, height: 800 });
    await settled(page);
    expect(await overflowOn(page)).toEqual([]);
  }
});

describe.each([
  {
    where: 'my events',
    path: '/my/events',
    title: 'My Events',
    first: 'First training',
    next: 'Second training',
  },
  { where: 'my teams', path: '/my/teams', title: 'My Teams', first: 'KV Rooigem U12', next: 'Lys Masters' },
  { where: 'home', path: '/', title: /Ada/, first: 'First training', next: 'Second training' },
])('$where', ({ path, title, first, next }) => {
  test('shows what is first on the right, while the list is the page', async () => {
    const page = await open(path);
    await page.locator('#beside').getByRole('heading', { level: 2, name: first }).waitFor();
    expect(await pageTitle(page).allInnerTexts()).toEqual([expect.stringMatching(title)]);
    await expect.poll(() => chosen(page).allInnerTexts()).toEqual([expect.stringContaining(first)]);
  });

  test('opens a row beside the list with the focus on its title, and Back returns the focus to the row', async () => {
    const page = await open(path);
    await press(page, next);
    await expect.poll(() => pageTitle(page).allInnerTexts()).toEqual([next]);
    await expect.poll(() => hasFocus(page, '#beside h1')).toBe(true);
    expect(await list(page).locator('header h2').allInnerTexts()).toEqual([expect.stringMatching(title)]);
    const row = new URL(page.url()).pathname;
    await page.goBack();
    await expect.poll(() => hasFocus(page, `#list a[href="${row}"]`)).toBe(true);
    expect(new URL(page.url()).pathname).toBe(path);
  });
});

test('an event that no list opened is beside Explore, which its tab and its header say', async () => {
  const page = await open(`/events/${world.going[0]?.id}`);
  await list(page).getByRole('heading', { level: 2, name: 'Explore' }).waitFor();
  expect(await page.locator('nav .tab[aria-current]').allInnerTexts()).toEqual(['Explore']);
  await list(page)
    .getByRole('link', { name: /^Notifications/ })
    .waitFor();
});

test('beside a list with nothing in it, a line says what will be there', async () => {
  const page = await open('/explore/events?q=zzzz');
  await page.locator('#beside').getByText('What you open shows up here.').waitFor();
});

test('the list that opened an event stays after a reload, and Back on the page leads to it', async () => {
  const page = await open('/');
  await press(page, 'Second training');
  await page.waitForURL('**/my/events/*');
  await page.reload();
  await settled(page);
  await list(page).getByRole('heading', { level: 2, name: /Ada/ }).waitFor();
  await page.locator('#beside').getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL(/\/$/);
});

test('beside a list, too, Back leads where the table of routes says', async () => {
  const page = await open('/');
  await page.locator('#list').locator('a[href="/my/profile"]').first().click();
  await page.waitForURL('**/my/profile');
  const back = page.getByRole('link', { name: 'Back', exact: true });
  expect(await back.getAttribute('href')).toBe('/explore/members');
});

test('one link leads past the list to the event, one back to the list', async () => {
  const page = await open('/my/events');
  await page.locator('#main').focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip the list');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await hasFocus(page, '#beside')).toBe(true);
  await page.getByRole('link', { name: 'Back to the list' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await hasFocus(page, '#list')).toBe(true);
});

test('a reply beside the list shows in its row, and the event stays open', async () => {
  const page = await open('/my/events?tab=needsReply');
  const row = list(page).locator('li', { hasText: 'Cup match' });
  const beside = page.locator('#beside');
  await beside.getByRole('heading', { level: 2, name: 'Cup match' }).waitFor();
  const before = await row.boundingBox();
  await beside.getByRole('button', { name: "Can't go", exact: true }).click();
  await row.getByText("You can't come").waitFor();
  await expect.poll(() => row.getByRole('button').count()).toBe(0);
  expect((await row.boundingBox())?.y).toBe(before?.y);
  expect(await beside.getByRole('heading', { level: 2, name: 'Cup match' }).count()).toBe(1);
  // At the next visit it is gone, which begins with what the device has saved.
  await expect.poll(() => savedDue(page, ['Cup match', 'Friendly'])).toEqual(['Friendly']);
  await page.reload();
  await settled(page);
  expect(await row.count()).toBe(0);
});

test('a reply in a row shows beside the list, and moves no other row', async () => {
  const page = await open('/my/events?tab=needsReply');
  await page.locator('#beside').getByRole('heading', { level: 2, name: 'Friendly' }).waitFor();
  const tops = () =>
    list(page)
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)));
  const before = await tops();
  await list(page).getByRole('button', { name: 'Going: Friendly' }).click();
  await page.locator('#beside').getByText("You're in", { exact: true }).waitFor();
  await list(page).getByRole('button', { name: 'Change: Friendly' }).waitFor();
  expect(await tops()).toEqual(before);
});
