// The evening of a new coach, from a public page to a team with members, a season of events, and a first
// reply. The script runs with touch or keyboard (input-methods.ts): tests/e2e/coach/evening-touch.test.ts and
// evening-keyboard.test.ts.
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { expectNoViolations, overflowOn } from './axe.ts';
import { openSession, type Visit, visit } from './browser.ts';
import type { InputMethod, Picture } from './input-methods.ts';
import { confirmationLink, newPerson, password } from './people.ts';
import { settled } from './settled.ts';

/** In Brussels, where the browser is: its day begins before the UTC day. */
export const dayAhead = (days: number) =>
  Temporal.Now.plainDateISO('Europe/Brussels').add({ days }).toString();

export type Evening = {
  input: InputMethod;
  page: Page;
  button(name: string | RegExp): Locator;
  link(name: string | RegExp): Locator;
  field(label: string): Locator;
  group(name: string): Locator;
  sheet: Locator;
  /** Checks the page with axe, and takes a picture where EVENING_PICTURES asks for it. */
  look(name: string): Promise<void>;
};

/** Elements that are wider than the window at twice the text size (WCAG 1.4.4). */
async function overflowWithLargeText(page: Page): Promise<string[]> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await setSize('200%');
  await settled(page);
  const found = await overflowOn(page);
  const isSheetWider = await page.evaluate(() => {
    const sheet = document.querySelector('dialog[open]');
    return sheet !== null && sheet.scrollWidth > sheet.clientWidth;
  });
  await setSize('');
  return isSheetWider ? [...found, 'the sheet is wider than the window'] : found;
}

/** `EVENING_PICTURES`: the folder of the pictures that `look` takes, each under `prefix`. */
export function evening(input: InputMethod, prefix: string, { hasLargeText = false } = {}): Evening {
  const { page } = input;
  const folder = process.env.EVENING_PICTURES;
  let count = 0;
  return {
    input,
    page,
    button: (name) => page.getByRole('button', { name, exact: true }),
    link: (name) => page.getByRole('link', { name, exact: true }),
    field: (label) => page.getByLabel(label, { exact: true }),
    group: (name) => page.locator(`[data-group=${name}] > summary`),
    sheet: page.getByRole('dialog'),
    look: async (name) => {
      await settled(page);
      count += 1;
      const file = `${prefix}-${String(count).padStart(2, '0')}-${name}.png`;
      if (folder) await page.screenshot({ path: join(folder, file) });
      await expectNoViolations(page, name);
      if (hasLargeText) expect(await overflowWithLargeText(page), `${name} at 200 %`).toEqual([]);
    },
  };
}

export async function logoOf(name: string, background: string): Promise<Picture> {
  const square = sharp({ create: { width: 96, height: 80, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await square.png().toBuffer() };
}

/** Registers, confirms the address, and turns coaching on, which opens the form of a first team. */
export async function becomeCoach({ input, page, button, link, field, look }: Evening): Promise<void> {
  await input.open('/explore');
  await input.press(link('Sign in').first());
  await input.press(link(/Create an account|Register/));
  const username = `evening-${Date.now().toString(36)}`;
  await input.write(field('Name'), 'Eva Evening');
  await input.write(field('Username'), username);
  await input.write(page.getByLabel('E-mail'), `${username}@sideline.example`);
  await input.choose(field('Country'), 'Belgium (+32)');
  await input.write(field('Phone'), '0470 12 34 56');
  await input.write(field('Password'), password);
  await look('register');
  await input.press(button('Create account'));
  await page.waitForURL('**/login');
  await input.write(field('Password'), password);
  await look('sign-in');
  await input.press(button('Sign in'));
  await page.waitForURL((url) => url.pathname !== '/login');
  await input.open(await confirmationLink(username));
  await page.getByText('is confirmed. Thank you.').waitFor();
  await look('home');
  await input.press(link(/^My profile/));
  await input.press(link('My settings'));
  await input.press(page.getByLabel('I coach'));
  await page.getByText('Coaching is on. Create your first team.').waitFor();
  await look('first-team');
}

/** A club and its team, each with a colour and a logo; returns the path of the team. */
export async function foundGroups({
  input,
  page,
  button,
  link,
  field,
  sheet,
  ...eve
}: Evening): Promise<string> {
  const addLogo = async (picture: Picture) => {
    await input.attach(page.getByLabel('Add a logo'), picture);
    await sheet.waitFor();
    await eve.look('crop');
    await input.press(sheet.getByRole('button', { name: 'Use this picture' }));
    await page.getByLabel('Change the logo').waitFor();
  };
  await input.press(link('Create an organization first'));
  // The previous form has a name, too.
  await page.getByRole('heading', { level: 1, name: 'New organization' }).waitFor();
  await input.write(field('Name'), 'Canal Club');
  await input.press(page.getByRole('radio', { name: 'Teal' }));
  await addLogo(await logoOf('club.png', '#f97316'));
  await input.press(eve.group('region'));
  await input.write(field('Town or region'), 'Ghent');
  await eve.look('club-form');
  await input.press(button('Create the organization'));
  await page.getByRole('heading', { level: 1, name: 'Canal Club' }).waitFor();
  await eve.look('club');
  await input.press(link('New team'));
  await page.getByRole('heading', { level: 1, name: 'New team' }).waitFor();
  await input.write(field('Name'), 'Canal Rowers');
  await input.choose(field('Activity'), 'Rowing');
  await input.press(page.getByRole('radio', { name: 'Purple' }));
  await addLogo(await logoOf('team.png', '#0d9488'));
  await eve.look('team-form');
  await input.press(button('Create the team'));
  await page.getByRole('heading', { level: 1, name: 'Canal Rowers' }).waitFor();
  await page.getByRole('img', { name: /^Logo of/ }).waitFor();
  await eve.look('team');
  return new URL(page.url()).pathname;
}

/** Five members without an account, and one who joins by the link. */
export async function bringPeople(eve: Evening, browser: Browser): Promise<Visit> {
  const { input, page, button, link, field, sheet, look } = eve;
  await input.press(link('Members'));
  await input.press(button('Add people'));
  await sheet.waitFor();
  for (const [index, name] of ['Ada Roos', 'Bas Claes', 'Cas Maes', 'Dana Wouters', 'Elif Kaya'].entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await input.write(field(`Name ${index + 1}`), name);
  }
  await look('add-people');
  await input.press(button('Add 5 people'));
  await page.getByText('5 people added.').waitFor();
  await look('members');
  await input.press(link('Back to the team'));
  await input.press(button('More actions'));
  await input.press(sheet.getByRole('button', { name: 'Invite' }));
  const address = await sheet.getByLabel('Link', { exact: true }).inputValue();
  await look('invite');
  await input.press(sheet.getByRole('button', { name: 'Close' }));
  await sheet.waitFor({ state: 'detached' });
  const { username } = await newPerson('Fons Invited');
  const guest = await visit(browser);
  await openSession(guest.context, username, password);
  await guest.page.goto(new URL(address).pathname);
  await guest.page.getByRole('button', { name: /^Join/ }).click();
  await guest.page.getByRole('heading', { level: 1, name: 'Canal Rowers' }).waitFor();
  return guest;
}
