// A coach founds their first team on a phone, from the settings on, and edits an organization during a
// concurrent change.
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoViolations, inBothSchemes, overflowOn } from '../../support/browser/axe.ts';
import { openBrowser, openSession, visit } from '../../support/browser/browser.ts';
import { confirmationLink, newPerson, password } from '../../support/browser/people.ts';
import { settled } from '../../support/browser/settled.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** No element is wider than a narrow window with text twice as large. */
async function expectNoOverflow(page: Page) {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await settled(page);
  expect(await overflowOn(page)).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 390, height: 844 });
}

const name = (page: Page) => page.getByLabel('Name', { exact: true });

test('turning coaching on leads to a founded team with a colour and a logo', async () => {
  const { username } = await newPerson('Fien Founding');
  const { page, context, faults } = await visit(browser);
  await openSession(context, username, password);
  await page.goto(await confirmationLink(username));
  await page.getByText('is confirmed. Thank you.').waitFor();
  await page.goto('/my/settings');
  await page.getByLabel('I coach').click();
  await page.getByText('Coaching is on. Create your first team.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/my/teams/new');
  await name(page).fill('Fien’s Rowers');
  await page.getByLabel('Activity', { exact: true }).selectOption('rowing');
  await page.getByRole('radio', { name: 'Purple' }).click();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.getByLabel('Description').fill('We **row** on Tuesdays.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('strong', { hasText: 'row' }).waitFor();
  await inBothSchemes(page, () => expectNoViolations(page));
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Create the team' }).click();
  await page.getByRole('heading', { level: 1, name: 'Fien’s Rowers' }).waitFor();
  await page.getByRole('button', { name: 'Invite people' }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Add a logo' }).click();
  await page.getByLabel('Add a logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 80, height: 60, channels: 3, background: '#facc15' } })
      .png()
      .toBuffer(),
  });
  const crop = page.getByRole('dialog', { name: 'The logo' });
  await crop.waitFor();
  await expectNoViolations(page);
  await crop.getByRole('button', { name: 'Use this picture' }).click();
  await page.getByLabel('Change the logo').waitFor();
  await expectNoViolations(page);
  await expectNoOverflow(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('img', { name: /^Logo of/ }).waitFor();
  await page.goto('/my/teams');
  const shown = page.locator('.face img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  expect(faults).toEqual([]);
  await context.close();
});

test('an organization that two people change at once shows both versions, and saves the chosen one', async () => {
  const { username } = await newPerson('Olli Organizing');
  const { page, context, faults } = await visit(browser);
  await openSession(context, username, password);
  await page.goto(await confirmationLink(username));
  await page.getByText('is confirmed. Thank you.').waitFor();
  await page.goto('/my/settings');
  await page.getByLabel('I coach').click();
  await page.getByText('Coaching is on. Create your first team.').waitFor();
  await page.goto('/my/organizations/new');
  await name(page).fill('Harbour Club');
  await page.getByRole('button', { name: 'Create the organization' }).click();
  await page.getByRole('link', { name: 'New team' }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await name(page).fill('Harbour Rowing Club');
  await page.locator('[data-group=contact] > summary').click();
  await page.getByLabel('Phone').fill('+32 9 111 11 11');
  await expectNoViolations(page);
  await expectNoOverflow(page);
  // Like the same person on another device.
  const status = await page.evaluate(async () => {
    const id = location.pathname.split('/')[2];
    const answer = await fetch(`/api/organizations/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 1, telephone: '+32 9 222 22 22', region: 'Ghent' }),
    });
    return answer.status;
  });
  expect(status).toBe(200);
  await page.reload();
  await page.getByText('are still here, but not saved yet').waitFor();
  const take = page.getByRole('button', { name: 'Use the saved one: Phone' });
  await take.waitFor();
  await inBothSchemes(page, () => expectNoViolations(page));
  await take.click();
  // Not "Use the saved one", where it is still there.
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Harbour Rowing Club' }).waitFor();
  await page.getByText('+32 9 222 22 22').waitFor();
  await page.getByText('Ghent').first().waitFor();
  // A visitor finds it under its new name.
  const list = await page.evaluate(async () => (await fetch('/api/explore/organizations?q=harbour')).text());
  expect(list).toContain('Harbour Rowing Club');
  expect(faults.filter((fault) => !fault.endsWith('status of 409 (Conflict)'))).toEqual([]);
  await context.close();
});
