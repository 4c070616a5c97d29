// Browser-only features of people and groups: cropping a picture, an invite link, signing out another device,
// drafts and settings over a reload, and axe in the states between.
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, type Visit, visit } from '../../support/browser/browser.ts';
import { installed } from '../../support/product/installed.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/**
 * A photo of a phone held upright: stored in landscape, with an EXIF orientation. Its top is red, the rest
 * blue.
 */
async function uprightPhoto(): Promise<Buffer> {
  const red = { create: { width: 600, height: 300, channels: 3 as const, background: '#e00000' } };
  const upright = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#0000e0' } })
    .composite([{ input: await sharp(red).png().toBuffer(), top: 0, left: 0 }])
    .png()
    .toBuffer();
  return sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

test('a photo is rotated upright, cropped with the keyboard, and sent as a small square', async () => {
  const { page, context, faults } = await visit(browser, { as: 'trainee' });
  await page.goto('/my/profile');
  await page
    .getByLabel(/^(Add a|Change the) picture$/)
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await uprightPhoto() });
  const stage = page.getByRole('application');
  await stage.focus();
  // To the red top: the picture moves down under the frame.
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowDown');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('+');
  await expectNoViolations(page);
  const sent = page.waitForResponse((response) => response.url().endsWith('/api/users/me/avatar'));
  await page.getByRole('button', { name: 'Use this picture' }).click();
  const { filePath } = (await (await sent).json()) as { filePath: string };
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const stored = await (await fetch((await startedProduct()).url + filePath)).arrayBuffer();
  const { width, height } = await sharp(Buffer.from(stored)).metadata();
  expect([width, height]).toEqual([512, 512]);
  const [r = 0, , b = 0] = await sharp(Buffer.from(stored)).resize(1, 1).raw().toBuffer();
  const top = await sharp(Buffer.from(stored))
    .extract({ left: 200, top: 4, width: 8, height: 8 })
    .resize(1, 1)
    .raw()
    .toBuffer();
  expect(top[0]).toBeGreaterThan(180);
  expect(r).toBeGreaterThan(40);
  expect(b).toBeGreaterThan(40);
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').avatarSrc))
    .toBe(filePath);
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByLabel('Add a picture').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('offline input survives a reload, is shown as queued, and is saved once online', async () => {
  const { page, context } = await visit(browser, { as: 'trainee', serviceWorkers: 'allow' });
  await page.goto('/my/profile/edit');
  const town = page.getByLabel('Town or region', { exact: true });
  await town.fill('Drafted');
  await page.reload();
  await page.getByText('are still here, but not saved yet').waitFor();
  expect(await town.inputValue()).toBe('Drafted');
  await installed(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText("The changes to your profile are saved on this device. We'll send them as soon as possible.")
    .waitFor();
  await context.setOffline(false);
  await page.getByText("We'll send them as soon as possible").waitFor({ state: 'detached' });
  await page.getByText('Drafted').first().waitFor();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft'))))
    .toEqual([]);
  await context.close();
});

test('the profile preview shows the view of others, without axe violations', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach', colorScheme: 'dark' });
  await page.goto('/my/profile');
  for (const looker of ['A visitor', 'A teammate', 'Your coach']) {
    await page.getByRole('link', { name: looker }).click();
    // The view before has the name, too.
    await page.locator('[aria-current=page]', { hasText: looker }).waitFor();
    await page.getByRole('heading', { level: 3, name: 'Nora Claes' }).waitFor();
    await expectNoViolations(page);
  }
  expect(faults).toEqual([]);
  await context.close();
});

test('an invite link leads a visitor to sign in, back, and into the team', async () => {
  const coach = await visit(browser, { as: 'coach' });
  await coach.page.goto('/my/teams');
  const owned = await coach.page.evaluate(async () => {
    const { items } = await (await fetch('/api/users/me/teams')).json();
    for (const { id } of items) {
      const team = await (await fetch(`/api/teams/${id}`)).json();
      if (team.inviteCode) return { id, code: team.inviteCode as string };
    }
    throw new Error('The coach runs no team.');
  });
  await coach.page.goto(`/teams/${owned.id}`);
  await coach.page.getByRole('button', { name: 'More actions' }).click();
  await coach.page.getByRole('button', { name: 'Invite' }).click();
  await coach.page.getByRole('img', { name: /^QR code/ }).waitFor();
  await expectNoViolations(coach.page);
  await coach.page.getByRole('button', { name: 'Close' }).click();
  await coach.page.getByRole('link', { name: 'Members', exact: true }).click();
  await coach.page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await coach.page.getByRole('dialog').waitFor();
  await expectNoViolations(coach.page);
  expect(coach.faults).toEqual([]);
  await coach.context.close();

  const { page, context, faults } = await visit(browser);
  await page.goto(`/teams/join/${owned.code}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Sign in to join' }).click();
  await page.getByLabel('Username or e-mail').fill('trainee');
  await page.getByLabel('Password', { exact: true }).fill('sideline-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/teams/join/${owned.code}`);
  await page.getByRole('button', { name: 'Join the team' }).click();
  await page.waitForURL(`**/teams/${owned.id}`);
  await page.getByText("You're in this team").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('another device is signed out from the settings', async () => {
  const phone = await visit(browser, { as: 'trainee' });
  const laptop = await visit(browser, { as: 'trainee', width: 1280, height: 800 });
  // The button is for two others or more.
  const tablet = await visit(browser, { as: 'trainee' });
  await laptop.page.goto('/my/settings');
  const devices = laptop.page.getByRole('region', { name: 'Devices' });
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await laptop.page.getByRole('dialog', { name: 'Sign out everywhere else?' }).waitFor();
  await expectNoViolations(laptop.page);
  await laptop.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await laptop.page.getByRole('dialog').waitFor({ state: 'detached' });
  const statusOn = async ({ page }: Visit) => (await page.request.get('/api/users/me/profile')).status();
  expect([await statusOn(phone), await statusOn(laptop)]).toEqual([401, 200]);
  await phone.page.goto('/my/profile');
  await phone.page.waitForURL('**/login');
  expect(laptop.faults).toEqual([]);
  await phone.context.close();
  await tablet.context.close();
  await laptop.context.close();
});

test('my data are downloaded as a file', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach' });
  await page.goto('/my/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('sideline-my-data.json');
  expect(faults).toEqual([]);
  await context.close();
});
