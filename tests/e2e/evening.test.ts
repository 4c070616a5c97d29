// The evening of a new coach, by thumb on a phone: from a public page to a team with members, a season of events, and a
// first answer. Planning by keyboard, and with the network gone in the middle of the form, is in planning.test.ts.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { confirmationLink, newPerson, password, signInAs } from '../support/people.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const sheet = (page: Page) => page.getByRole('dialog');
const button = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text, exact: true });
const group = (page: Page, name: string) => page.locator(`[data-group=${name}]`);

/** Fills in a place that is new. */
async function addPlace(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Where' }).fill(name);
  await page
    .getByRole('listbox')
    .getByRole('option', { name: `Add “${name}”` })
    .click();
  await page.getByLabel('Street and number').fill('Kaai 12');
  await page.getByLabel('Town', { exact: true }).fill('Ghent');
}

/** Publishes what the form or the draft shows; its path. */
async function publish(page: Page): Promise<string> {
  await button(page, 'Publish').click();
  await sheet(page).getByRole('button', { name: 'Publish' }).click();
  await page.getByText(/^Published\./).waitFor();
  return new URL(page.url()).pathname;
}

type Plan = { kind: string; name: string; place: string; isNew?: boolean; more?: () => Promise<void> };

/** Plans an event from "+" in the team's own list; its path. */
async function plan(page: Page, days: number, { kind, name, place, isNew, more }: Plan): Promise<string> {
  await page.goto('/my/events?tab=coaching');
  await page.getByRole('link', { name: 'New event' }).click();
  await page.getByLabel('Kind').selectOption(kind);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Day', { exact: true }).fill(day(days));
  const where = page.getByRole('combobox', { name: 'Where' });
  if (isNew) await addPlace(page, place);
  // Where the last one was, it is there already.
  else if ((await where.inputValue()) !== place) {
    await where.fill(place);
    await page.getByRole('listbox').getByRole('option', { name: place }).click();
  }
  await more?.();
  return publish(page);
}

/** Publishes a copy of the event that is open. */
async function duplicate(page: Page, days: number): Promise<void> {
  await button(page, 'Duplicate').click();
  await sheet(page).getByLabel('Day').fill(day(days));
  await sheet(page).getByRole('button', { name: 'Make a draft' }).click();
  await page.getByText('This is the copy.').waitFor();
  await publish(page);
}

test('a new coach founds a team and a club, plans a season, adds people, and knows who comes', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await visit(browser);
  await page.goto('/explore');
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await page.getByRole('link', { name: /Create an account|Register/ }).click();
  const username = `evening-${Date.now().toString(36)}`;
  await page.getByLabel('Name', { exact: true }).fill('Eva Evening');
  await page.getByLabel('Username', { exact: true }).fill(username);
  await page.getByLabel('E-mail').fill(`${username}@sideline.example`);
  await page.getByLabel('Phone').fill('0470 12 34 56');
  await page.getByLabel('Country').selectOption('BE');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL((url) => url.pathname !== '/register');
  await signInAs(page, username);
  await page.goto(await confirmationLink(username));
  await page.getByText('is confirmed. Thank you.').waitFor();

  await page.goto('/my/settings');
  await page.getByLabel('I coach').click();
  await page.getByText('Coaching is on. Create your first team.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Canal Rowers');
  await page.getByLabel('Activity', { exact: true }).selectOption('rowing');
  await page.getByRole('radio', { name: 'Teal' }).click();
  await button(page, 'Create the team').click();
  await page.getByRole('heading', { level: 1, name: 'Canal Rowers' }).waitFor();
  const team = new URL(page.url()).pathname;
  await page.goto('/my/teams');
  await page.getByRole('link', { name: 'New organization' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Canal Club');
  await button(page, 'Create the organization').click();
  await page.getByRole('heading', { level: 1, name: 'Canal Club' }).waitFor();

  // Five people without an account, and one who comes by the link.
  await page.goto(`${team}?members=active`);
  await button(page, 'Add people').click();
  for (const [index, name] of ['Ada Roos', 'Bas Claes', 'Cas Maes', 'Dana Wouters', 'Elif Kaya'].entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await page.getByPlaceholder('Name').nth(index).fill(name);
  }
  await button(page, 'Add 5 people').click();
  await page.getByText('5 people added.').waitFor();
  await page.goto(team);
  await button(page, 'Invite').click();
  const link = await sheet(page).getByLabel('Link', { exact: true }).inputValue();
  const guest = await newPerson('Fons Invited');
  const other = await visit(browser);
  await signInAs(other.page, guest.username);
  await other.page.goto(new URL(link).pathname);
  await other.page.getByRole('button', { name: /^Join/ }).click();
  await other.page.getByRole('heading', { level: 1, name: 'Canal Rowers' }).waitFor();

  // Ten trainings and matches at three places.
  const training = await plan(page, 7, {
    kind: 'training',
    name: 'Training',
    place: 'Boathouse',
    isNew: true,
  });
  for (const days of [14, 21, 28]) await duplicate(page, days);
  const match = await plan(page, 9, { kind: 'match', name: 'Home match', place: 'Canal basin', isNew: true });
  for (const days of [16, 23]) await duplicate(page, days);
  await plan(page, 12, { kind: 'match', name: 'Away match', place: 'Watersportbaan', isNew: true });
  for (const days of [19, 26]) await duplicate(page, days);
  await plan(page, 40, {
    kind: 'camp',
    name: 'Spring camp',
    place: 'Boathouse',
    more: async () => {
      await group(page, 'price').locator('summary').click();
      for (const [index, [who, amount]] of [
        ['Members', '60'] as const,
        ['Guests', '75'] as const,
      ].entries()) {
        await button(page, index === 0 ? 'Add a price' : 'Add another price').click();
        const price = page.getByRole('group', { name: `Price ${index + 1}` });
        await price.getByLabel('Who pays it').fill(who);
        await price.getByLabel('Price', { exact: true }).fill(amount);
        await price.getByText('7 days before').click();
      }
    },
  });
  await page.getByText('Members €60 · Guests €75').waitFor();
  await plan(page, 30, {
    kind: 'social',
    name: 'Supper',
    place: 'Boathouse',
    more: async () => {
      await group(page, 'places').locator('summary').click();
      await page.getByLabel('How many can come').fill('40');
      await page.getByLabel('Waitlist').check();
    },
  });
  await page
    .getByText(/of 40 places/)
    .first()
    .waitFor();

  // One is moved to another day and place, one postponed, one cancelled: who comes by the link hears of each.
  await page.goto(training);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Day', { exact: true }).fill(day(8));
  await page.getByRole('combobox', { name: 'Where' }).fill('Canal');
  await page.getByRole('listbox').getByRole('option', { name: 'Canal basin' }).click();
  await button(page, 'Save').click();
  await sheet(page).getByText('One person is notified now.').waitFor();
  await button(page, 'Save changes').click();
  await page.getByText('Saved.').waitFor();
  await page.goto(match);
  await button(page, 'Postpone').click();
  await sheet(page).getByRole('button', { name: 'Postpone' }).click();
  await page.getByRole('link', { name: 'Set a new date' }).waitFor();
  await page.goto('/my/events?tab=coaching');
  await page.getByRole('link', { name: 'Away match' }).first().click();
  await button(page, 'Cancel this event').click();
  await button(page, 'Cancel the event').click();
  await page
    .getByText(/is cancelled|was cancelled|Cancelled/)
    .first()
    .waitFor();
  await other.page.goto('/my/notifications');
  await other.page.getByText('Training has changed').first().waitFor();
  await other.page.getByText('Home match has changed').first().waitFor();
  await other.page
    .getByText(/Away match (is|was) cancelled/)
    .first()
    .waitFor();

  // Who comes: one is answered for, the one with an account is reminded, and then answers.
  await page.goto(training);
  await page.locator('summary').filter({ hasText: 'No answer' }).click();
  await button(page, 'Going: Ada Roos').click();
  await page.getByText('Ada Roos is going.').waitFor();
  await button(page, 'Remind 1').click();
  await page.getByText('Reminded 1 person.').waitFor();
  await other.page.goto(training);
  await button(other.page, 'Going').click();
  await other.page.getByText("You're in", { exact: true }).waitFor();
  await page.reload();
  const counted = page.locator('.counts > div').filter({ hasText: 'Going' });
  await expect.poll(() => counted.locator('dd').textContent()).toBe('2');
  expect([...faults, ...other.faults]).toEqual([]);
  await other.context.close();
  await context.close();
});
