// axe on every screen, light and dark, on a phone and a desktop: no violations. The calendar's are in calendar.test.ts.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { overflowOn, violationsOn } from '../support/axe.ts';
import { openBrowser, type Role, type Visit, visit } from '../support/browser.ts';
import { exampleIds } from '../support/examples.ts';
import { product } from '../support/product.ts';
import { settled } from '../support/settled.ts';

let browser: Browser;
let ids: Awaited<ReturnType<typeof exampleIds>>;
beforeAll(async () => {
  browser = await openBrowser();
  ids = await exampleIds(product.url);
});
afterAll(() => browser.close());

const screens: Record<Exclude<Role, 'coach'>, string[]> = {
  visitor: [
    '/',
    '/login',
    '/register',
    '/checkEmail',
    '/forgetPassword',
    '/resetPassword',
    '/explore',
    '/explore?q=football',
    '/explore/events',
    '/explore/events?q=zzzz',
    '/explore/members',
    '/explore/organizations',
    '/explore/organizers',
    '/explore/teams',
    '/events/public/{event}',
    '/organizations/{organization}',
    '/users/{user}',
    '/events',
    '/nowhere',
  ],
  trainee: [
    '/',
    '/events/{event}',
    '/my/events',
    '/my/events?tab=needsReply',
    '/my/events?tab=waitlisted',
    '/my/events?tab=past',
    '/my/places',
    '/my/events/{event}',
    '/my/events/{event}/payment',
    '/my/notifications',
    '/my/profile',
    '/my/profile?as=visitor',
    '/my/profile/edit',
    '/my/settings',
    '/my/teams',
    '/my/teams/new',
    '/my/organizations/new',
    '/organizations/{organization}/edit',
    '/teams/{team}/edit',
    '/organizations/{organization}',
    '/teams/{team}',
    '/teams/join/no-such-code',
    '/users/{user}',
  ],
};

const views = [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1280, height: 800 },
] as const;
/** The width of WCAG 1.4.10, Reflow: 1280 px at 400 %. */
const narrowest = { width: 320, height: 640 };

async function openScreen(page: Page, path: string) {
  await page.goto(path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]));
  await settled(page);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Each opens in the settings at a press on its button. */
const settingsSheets = [
  { button: 'Add to a calendar', title: 'Add to a calendar' },
  { button: /^Sign out Chrome/, title: /^Sign out Chrome/ },
  { button: 'Delete…', title: 'Delete your account?' },
];

describe.each(['visitor', 'trainee'] as const)('the screens of a %s', (as) => {
  let guest: Visit;
  beforeAll(async () => {
    guest = await visit(browser, { as });
  });
  afterAll(() => guest.context.close());

  test.each(screens[as])(
    '%s: axe finds nothing, and nothing is wider than the window, at 320 px neither',
    async (path) => {
      const { page, faults } = guest;
      for (const { colorScheme, ...size } of views) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(size);
        await openScreen(page, path);
        expect(await violationsOn(page)).toEqual([]);
      }
      await page.setViewportSize(narrowest);
      await settled(page);
      expect(await overflowOn(page)).toEqual([]);
      expect(faults.splice(0)).toEqual([]);
    },
  );
});

describe.each(views)('$colorScheme at $width px', (view) => {
  test('the settings with every part open, and their sheets', async () => {
    const { page, context, faults } = await visit(browser, { as: 'trainee', ...view });
    onTestFinished(() => context.close());
    await page.goto('/my/settings');
    await settled(page);
    await page.getByRole('heading', { name: 'Account and data' }).waitFor();
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await violationsOn(page)).toEqual([]);
    for (const { button, title } of settingsSheets) {
      const opener = page.getByRole('button', { name: button }).first();
      await opener.click();
      const sheet = page.getByRole('dialog', { name: title });
      await sheet.waitFor();
      await settled(page);
      expect(await violationsOn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }
    expect(faults).toEqual([]);
  });
});
