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
  // Another device, which the settings can sign out.
  await visit(browser, { as: 'trainee' });
});
afterAll(() => browser.close());

const views = [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1280, height: 800 },
] as const;
/** Each sheet opens in the settings by its button. */
const settingsSheets = [
  { button: 'Add to a calendar', title: 'Add to a calendar' },
  { button: /^Sign out Chrome/, title: /^Sign out Chrome/ },
  { button: 'Delete…', title: 'Delete your account?' },
];

describe.each(views)('$colorScheme at $width px', (view) => {
  test('the settings have no axe violations with every part open, and in their sheets', async () => {
    const { page, context, faults } = await visit(browser, { as: 'trainee', ...view });
    onTestFinished(() => context.close());
    await page.goto('/my/settings');
    await settled(page);
    await page.getByRole('heading', { name: 'Account and data' }).waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    await expectNoViolations(page);
    for (const { button, title } of settingsSheets) {
      const opener = page.getByRole('button', { name: button }).first();
      await opener.click();
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.waitFor();
      await settled(page);
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
  });
});
