// A coach plans on a phone: publishes, changes, and loses the network meanwhile. The evening tests cover a
// whole season, by touch and by keyboard.
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { dayAhead } from '../../support/browser/evening.ts';
import { installed, storedAnswers } from '../../support/product/installed.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const name = (page: Page) => page.getByLabel('Name', { exact: true });
const sheet = (page: Page) => page.getByRole('dialog');
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
/** A place in the open list; the options of selects have the same role. */
const option = (page: Page, text: string | RegExp) =>
  page.getByRole('listbox').getByRole('option', { name: text });

test('from + to a published event with a new name takes at most 6 taps, without the typing', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach' });
  await page.goto('/my/events?tab=coaching');
  let taps = 0;
  const tap = async (target: ReturnType<Page['getByRole']>) => {
    taps += 1;
    await target.click();
  };
  await tap(page.getByRole('link', { name: 'New event' }));
  await tap(name(page));
  await name(page).fill('Penalty evening');
  await tap(page.getByRole('combobox', { name: 'Where' }));
  await page.getByRole('combobox', { name: 'Where' }).fill('blaar');
  await expectNoViolations(page);
  await tap(option(page, /^Blaarmeersen, pitch 3/));
  await expectNoViolations(page);
  await tap(publish(page));
  await sheet(page).waitFor();
  await expectNoViolations(page);
  await tap(sheet(page).getByRole('button', { name: 'Publish' }));
  await page
    .getByRole('main')
    .getByText(/^Published\./)
    .waitFor();
  await page.getByRole('heading', { level: 1, name: 'Penalty evening' }).waitFor();
  expect(taps).toBeLessThanOrEqual(6);
  expect(faults).toEqual([]);
  await context.close();
});

test('form input survives a reload, and the loss of the network during it', async () => {
  const { page, context } = await visit(browser, {
    as: 'coach',
    colorScheme: 'dark',
    serviceWorkers: 'allow',
  });
  await page.goto('/my/events/new');
  await name(page).fill('Training from the bus');
  await page.getByLabel('Starts at').fill('20:15');
  await page.getByText('Draft saved').waitFor();
  await page.reload();
  await page.getByText('is still here').waitFor();
  expect(await name(page).inputValue()).toBe('Training from the bus');
  await installed(page);
  await storedAnswers(page, '/api/places?limit=100');
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Where' }).fill('strop');
  await option(page, /^Strop swimming pool/).click();
  await publish(page).click();
  await sheet(page).getByText("We'll publish it as soon as possible").waitFor();
  await sheet(page).getByRole('button', { name: 'Publish' }).click();
  // The sheet said the same.
  await sheet(page).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'My Events' }).waitFor();
  const waiting = page.getByRole('main').getByText("We'll publish it as soon as possible");
  await waiting.waitFor();
  await expectNoViolations(page);
  await context.setOffline(false);
  await waiting.waitFor({ state: 'detached' });
  // Far in the future, and so not on the list's first page.
  const planned = await page.evaluate(async () => {
    const answer = await fetch('/api/users/me/events?tab=coaching&limit=100');
    return ((await answer.json()) as { items: { name: string }[] }).items.map((event) => event.name);
  });
  expect(planned.filter((one) => one === 'Training from the bus')).toHaveLength(1);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft'))),
  ).toEqual([]);
  await context.close();
});

test('an event is duplicated to another day, as a draft that can be published or deleted', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach' });
  await page.goto('/my/events?tab=coaching');
  await page.getByRole('link', { name: 'Monday night futsal' }).first().click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await sheet(page).getByLabel('Day').fill(dayAhead(90));
  await expectNoViolations(page);
  await sheet(page).getByRole('button', { name: 'Create draft' }).click();
  await page.getByText('This is the copy.').waitFor();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await sheet(page).getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await sheet(page).getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/my/events?tab=coaching');
  expect(faults).toEqual([]);
  await context.close();
});

test('an event with a picture and another team is published, and shows both', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach' });
  await page.goto('/my/events/new');
  await name(page).fill('Club tournament');
  const group = (key: string) => page.locator(`[data-group=${key}]`);
  await group('teams').locator('summary').click();
  const other = group('teams').getByRole('checkbox').first();
  await other.check();
  const team = (await group('teams').locator('.value').textContent()) ?? '';
  await group('replies').locator('summary').click();
  await group('replies').getByText('The evening before').first().click();
  await group('picture').locator('summary').click();
  const picture = page.getByLabel('Choose a picture');
  await picture.setInputFiles({
    name: 'pitch.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(10_000_000, 7),
  });
  await page.getByText("We can't open this file").waitFor();
  await expectNoViolations(page);
  const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#0a7f3f' } });
  await picture.setInputFiles({
    name: 'pitch.jpg',
    mimeType: 'image/jpeg',
    buffer: await photo.jpeg().toBuffer(),
  });
  await page.getByAltText('How it looks in the event').waitFor();
  await expectNoViolations(page);
  await publish(page).click();
  await sheet(page)
    .getByText(/We'll ask \d+ people if they're coming/)
    .waitFor();
  await sheet(page).getByRole('button', { name: 'Publish' }).click();
  await page
    .getByRole('main')
    .getByText(/^Published\./)
    .waitFor();
  await page.getByRole('link', { name: team }).waitFor();
  const shown = page.locator('img[src^="/api/pictures/"]');
  await expect
    .poll(() => shown.first().evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]))
    .toEqual([1280, 720]);
  await expectNoViolations(page);
  expect(faults).toEqual([]);
  await context.close();
});

test("a postponed event keeps a trainee's interest; once cancelled, it is archived", async () => {
  const coach = await visit(browser, { as: 'coach' });
  await coach.page.goto('/my/events?tab=coaching');
  const id = await coach.page.evaluate(async () => {
    const at = (hours: number) => new Date(Date.now() + (21 * 24 + hours) * 3_600_000).toISOString();
    const answer = await fetch('/api/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        name: 'Open evening',
        kind: 'social',
        startsAt: at(0),
        endsAt: at(2),
        timeZone: 'Europe/Brussels',
        visibility: 'public',
        publication: 'published',
      }),
    });
    return ((await answer.json()) as { id: string }).id;
  });
  await coach.page.goto(`/my/events/${id}`);
  await coach.page.getByRole('button', { name: 'More actions' }).click();
  await coach.page.getByRole('button', { name: 'Postpone' }).click();
  await sheet(coach.page).getByText('No one is notified.').waitFor();
  await expectNoViolations(coach.page);
  await sheet(coach.page).getByRole('button', { name: 'Postpone' }).click();
  await coach.page.getByRole('link', { name: 'Set a new date' }).waitFor();

  const trainee = await visit(browser, { as: 'trainee', colorScheme: 'dark' });
  await trainee.page.goto(`/my/events/${id}`);
  await trainee.page.getByRole('button', { name: 'Tell me the new date' }).click();
  await trainee.page.getByText("We'll let you know the new date", { exact: true }).waitFor();
  await expectNoViolations(trainee.page);

  await coach.page.getByRole('link', { name: 'Set a new date' }).click();
  await coach.page.getByLabel('Day', { exact: true }).fill(dayAhead(60));
  await coach.page.getByRole('button', { name: 'Save' }).click();
  await sheet(coach.page).getByText('One person is notified now.').waitFor();
  await sheet(coach.page).getByRole('button', { name: 'Save changes' }).click();
  await coach.page.getByText('Saved.').waitFor();
  await trainee.page.goto('/my/notifications');
  await trainee.page.getByText('Open evening has changed').waitFor();

  await coach.page.getByRole('button', { name: 'More actions' }).click();
  await coach.page.getByRole('button', { name: 'Cancel this event' }).click();
  await sheet(coach.page).getByRole('button', { name: 'Cancel the event' }).click();
  await coach.page.locator('strong', { hasText: 'Cancelled' }).waitFor();
  await coach.page.getByRole('button', { name: 'More actions' }).click();
  await coach.page.getByRole('button', { name: 'Archive', exact: true }).click();
  await coach.page.getByText('Archived', { exact: true }).waitFor();
  // The dialog gives the focus back to its button.
  await expect
    .poll(() => coach.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('More actions');
  await expectNoViolations(coach.page);
  await coach.page.goto('/my/events?tab=past');
  await coach.page.getByRole('link', { name: 'Open evening' }).waitFor();
  expect([...coach.faults, ...trainee.faults]).toEqual([]);
  await coach.context.close();
  await trainee.context.close();
});
