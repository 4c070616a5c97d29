// axe on every screen, light and dark, on a phone and a desktop: no violations.
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, type Role, type Visit, visit } from '../support/browser.ts';
import { exampleIds } from '../support/examples.ts';

let browser: Browser;
let ids: Awaited<ReturnType<typeof exampleIds>>;
beforeAll(async () => {
  browser = await openBrowser();
  ids = await exampleIds(inject('productUrl'));
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
    '/my/calendar',
    '/my/events',
    '/my/events?tab=needsReply',
    '/my/events/{event}/payment',
    '/my/profile',
    '/my/profile/edit',
    '/my/settings',
    '/my/teams',
    '/teams/{team}',
  ],
};

const views = [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1280, height: 800 },
  { colorScheme: 'dark', width: 320, height: 640 },
] as const;

async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished),
    ),
  );
}

describe.each(views)('$colorScheme at $width px', (view) => {
  describe.each(['visitor', 'trainee'] as const)('the screens of a %s', (as) => {
    let guest: Visit;
    beforeAll(async () => {
      guest = await visit(browser, { as, ...view });
    });
    afterAll(() => guest.context.close());

    test.each(screens[as])('%s: axe finds nothing, and nothing is wider than the window', async (path) => {
      const { page, faults } = guest;
      await page.goto(path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]));
      await settled(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`),
      ).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      expect(faults.splice(0)).toEqual([]);
    });
  });
});
