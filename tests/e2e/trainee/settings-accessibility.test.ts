// axe on the settings with every part and sheet open. routes-*.test.ts check each screen in its initial
// state.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
  // Another device of each, which the settings can sign out.
  for (const { as } of views) await visit(browser, { as });
});
afterAll(() => browser.close());

const views = [
  // A coach's settings have all parts of a trainee's.
  { as: 'coach', colorScheme: 'light', width: 390, height: 844 },
  { as: 'trainee', colorScheme: 'dark', width: 1280, height: 800 },
] as const;
/** Each sheet opens in the settings by its button; `next`: a button in it, and the field that it leads to. */
const settingsSheets = [
  {
    button: 'Add to a calendar',
    title: 'Add to a calendar',
    next: { button: 'Create calendar link', field: 'Link' },
  },
  { button: /^Sign out Chrome/, title: /^Sign out Chrome/ },
  { button: 'Delete…', title: 'Delete your account?' },
];

describe.each(views)('as $as, $colorScheme at $width px', (view) => {
  test('the settings have no axe violations with every part open, and in their sheets', async () => {
    const { page, context, faults } = await visit(browser, view);
    onTestFinished(() => context.close());
    await page.goto('/my/settings');
    await settled(page);
    await page.getByRole('heading', { name: 'Account and data' }).waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectNoViolations(page);
    for (const { button, title, next } of settingsSheets) {
      const opener = page.getByRole('button', { name: button }).first();
      await opener.click();
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.waitFor();
      await settled(page);
      await expectNoViolations(page);
      if (next) {
        await sheet.getByRole('button', { name: next.button }).click();
        await page.getByLabel(next.field, { exact: true }).waitFor();
        await settled(page);
        await expectNoViolations(page);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
  });
});
