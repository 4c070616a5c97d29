// Every screen of a coach in a language with longer texts, from right to left: nothing runs out of the page, and nothing fails.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overflowOn } from '../../support/browser/axe.ts';
import { openBrowser, type Visit, visit } from '../../support/browser/browser.ts';
import { pseudoCatalogue } from '../../support/browser/pseudo-language.ts';
import { settled } from '../../support/browser/settled.ts';
import { exampleIds } from '../../support/examples.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
let guest: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  guest = await visit(browser, { as: 'coach' });
  await guest.context.route('**/assets/de-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: pseudoCatalogue() }),
  );
  await guest.context.addInitScript(() => {
    localStorage.setItem('display', JSON.stringify({ locale: 'de-BE', timeZone: 'Europe/Brussels' }));
    document.addEventListener('readystatechange', () => {
      document.documentElement.dir = 'rtl';
    });
  });
});
afterAll(() => browser.close());

/** Texts of controls that are in no catalogue; languages are named by Intl. */
const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const languages = new Intl.DisplayNames('de', { type: 'language' });
    const ofIntl = ['ar', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'tr', 'uk'].map((tag) =>
      languages.of(tag),
    );
    return [...document.querySelectorAll<HTMLElement>('button, label, legend, th, summary, [role=tab]')]
      .filter((element) => element.offsetParent !== null)
      .map((element) => element.innerText.trim())
      .filter((text) => /\p{L}{3}/u.test(text) && !text.includes('[') && !ofIntl.includes(text));
  });

test.each([
  '/',
  '/explore',
  '/explore/events',
  '/my/calendar?view=agenda',
  '/my/calendar?view=week',
  '/my/calendar?view=month',
  '/my/events',
  '/my/events/new',
  '/my/events/{event}',
  '/my/events/{event}/edit',
  '/my/places',
  '/my/hours',
  '/my/profile',
  '/my/profile/edit',
  '/my/settings',
  '/my/notifications',
  '/my/teams',
  '/my/teams/new',
  '/my/organizations/new',
  '/series/{series}',
  '/organizations/{organization}',
  '/organizations/{organization}/edit',
  '/teams/{team}',
  '/teams/{team}/edit',
  '/teams/{team}/fixtures',
  '/users/{user}',
])('%s', async (route) => {
  const { page } = guest;
  const ids: Record<string, string> = await exampleIds((await startedProduct()).url);
  const path = route.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? '');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  await settled(page);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await page.locator('main').innerText()).toContain('[');
  expect(await overflowOn(page)).toEqual([]);
  expect(await untranslated(page)).toEqual([]);
  expect(guest.faults.splice(0)).toEqual([]);
});
