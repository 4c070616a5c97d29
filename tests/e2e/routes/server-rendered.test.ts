// Server-rendered public pages: readable before and without scripts, and hydrated without a change.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { settled } from '../../support/browser/settled.ts';
import { exampleIds } from '../../support/examples.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
let ids: Awaited<ReturnType<typeof exampleIds>>;
let origin = '';
const html = { accept: 'text/html', 'accept-language': 'en-GB' };

beforeAll(async () => {
  browser = await openBrowser();
  ({ url: origin } = await startedProduct());
  ids = await exampleIds(origin);
});
afterAll(() => browser.close());

const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);

const drawn = [
  '/',
  '/explore',
  '/explore?q=football',
  // Longer than any search.
  `/explore?q=${'football'.repeat(20)}`,
  '/explore/events',
  '/explore/events?activity=football&price=free',
  // Rejected.
  '/explore/events?cursor=abc',
  '/explore/members',
  '/explore/organizations',
  '/explore/organizers',
  '/explore/teams',
  '/events/public/{event}',
  '/events/public/{seriesDate}',
  '/series/{series}',
  '/organizations/{organization}',
  '/users/{user}',
];

describe('a server-rendered page', () => {
  test('prints black on white, without controls, also in dark mode', async () => {
    const { page, context } = await visit(browser, { colorScheme: 'dark' });
    await page.goto(fill('/events/public/{event}'));
    await page.locator('html[data-started]').waitFor();
    const look = () =>
      page.evaluate(() => ({
        bg: getComputedStyle(document.documentElement).backgroundColor,
        text: getComputedStyle(document.body).color,
        shown: [...document.querySelectorAll<HTMLElement>('nav, button, [data-action-bar]')].filter(
          (control) => control.checkVisibility(),
        ).length,
      }));
    const onScreen = await look();
    expect(onScreen).toMatchObject({ bg: 'rgb(3, 7, 18)', text: 'rgb(249, 250, 251)' });
    expect(onScreen.shown).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'print' });
    expect(await look()).toEqual({ bg: 'rgb(255, 255, 255)', text: 'rgb(17, 24, 39)', shown: 0 });
    await context.close();
  });

  test('is hydrated without a mismatch, a violation or an unexpected request', async () => {
    const { page, context, faults } = await visit(browser);
    for (const path of drawn) {
      const response = await page.goto(fill(path));
      expect(await response?.text(), path).toContain('data-sideline-note');
      await settled(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(faults, path).toEqual([]);
    }
    await context.close();
  });

  test.each([390, 1280])('does not move on hydration, also in another zone, at %i px', async (width) => {
    const given = {
      baseURL: origin,
      viewport: { width, height: 844 },
      isMobile: width < 500,
      locale: 'en-GB',
      // No event is here: without scripts its zone would be named, which moves what follows.
      timezoneId: 'America/Chicago',
      // A page from the worker's cache is not rendered by this server.
      serviceWorkers: 'block' as const,
    };
    const still = await browser.newContext({ ...given, javaScriptEnabled: false });
    const alive = await browser.newContext(given);
    const [stillPage, hydratedPage] = await Promise.all([still.newPage(), alive.newPage()]);
    for (const path of drawn) {
      const places: string[][] = [];
      for (const page of [stillPage, hydratedPage]) {
        await page.goto(fill(path));
        if (page === hydratedPage) await settled(page);
        places.push(await placesOn(page));
      }
      // Beside a list, a wide page adds client-only parts; no server-rendered element moves.
      const [before = [], after = []] = places;
      expect([path, before.length]).not.toEqual([path, 0]);
      expect([path, before.filter((place) => !after.includes(place))]).toEqual([path, []]);
    }
    await still.close();
    await alive.close();
  });
});

/** The positions of all readable elements in the first two screens. */
function placesOn(page: Page): Promise<string[]> {
  return page.locator('#main').evaluate((main) =>
    [...main.querySelectorAll('h1, h2, h3, p, [data-row]')]
      .map((part) => part.getBoundingClientRect())
      .filter(({ top, width }) => top < 1688 && width > 1)
      .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(' ')),
  );
}

test('a control pressed before any script works, or is not there', async () => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/explore/events?cursor=abc');
  await page.getByRole('alert').getByText("That didn't work").waitFor();
  await page.getByRole('link', { name: 'Start over' }).click();
  await page.waitForURL('**/explore/events');
  expect(await page.locator('[data-row]').count()).toBe(20);
  await page.goto(fill('/organizations/{organization}'));
  expect(await page.getByLabel('Share').count()).toBe(1);
  expect(await page.getByLabel('Share').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/explore?');
  await context.close();
});

test.each(drawn)('requests only its icon and pictures before the first paint: %s', async (path) => {
  const text = await (await fetch(origin + fill(path), { headers: html })).text();
  const [held = ''] = /<template data-sideline-deferred="scripts">.*?<\/template>/.exec(text) ?? [];
  const asked = [
    ...text
      .replace(/<template.*?<\/template>/g, '')
      .matchAll(/<(script|link|use|img)\b[^>]*?\s(?:src|href)="[^"]*"[^>]*>/g),
  ]
    .map(([tag]) => tag)
    // A picture of the page's content, such as a logo, does not hold up the paint.
    .filter(
      (tag) =>
        !/ rel="(icon|apple-touch-icon|canonical|alternate)"| loading="lazy"|="\/api\/pictures\//.test(tag),
    );
  expect(asked).toEqual([]);
  expect(held).toMatch(/<script type="module"[^>]* src="\/assets\//);
});

test.each([
  ['light', null, 'light'],
  ['dark', null, 'dark'],
  ['light', 'system', 'light'],
  ['light', 'dark', 'dark'],
  ['dark', 'light', 'light'],
] as const)(
  'on a %s device with %s chosen a page is %s before its scripts',
  async (colorScheme, chosen, shown) => {
    const context = await browser.newContext({ baseURL: origin, colorScheme, serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.addInitScript((mode) => mode && localStorage.setItem('colorMode', mode), chosen);
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto('/explore/events');
    const look = await page.evaluate(() => {
      const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
      return { backgroundColor, colorScheme };
    });
    expect(look).toEqual({
      backgroundColor: shown === 'dark' ? 'rgb(3, 7, 18)' : 'rgb(249, 250, 251)',
      // The browser uses it for form fields and scroll bars.
      colorScheme: shown === colorScheme && shown === 'light' ? 'light dark' : shown,
    });
    await context.close();
  },
);

describe('without scripts', () => {
  test('a list is readable, filtered by its form and paged, and an event is readable', async () => {
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto('/explore/events');
    const cards = page.locator('a[href^="/events/public/"]');
    expect(await cards.count()).toBe(20);
    const first = await cards.first().getAttribute('href');
    // Not a click: without scripts nothing sees where it lands while the cards above get their heights.
    await page.getByRole('link', { name: /show more/i }).press('Enter');
    await expect.poll(() => cards.first().getAttribute('href')).not.toBe(first);
    await page.goto('/explore/events');
    await page.getByRole('searchbox').fill('football');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explore/events?*q=football*');
    expect(await cards.count()).toBeGreaterThan(0);
    const found = await cards.first().getAttribute('href');
    await cards.first().click();
    // The list has a title, and places left, too.
    await page.waitForURL(`**${found}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Which one is next depends on the hour: it may have no limit, or be cancelled.
    await page
      .getByText(/places|coming|said yes/)
      .first()
      .waitFor();
    for (const path of ['/organizations/{organization}', '/users/{user}']) {
      await page.goto(fill(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await context.close();
  });
});

describe('the metadata of a server-rendered page', () => {
  test('of an event has name, time, place, canonical address, Open Graph and JSON-LD', async () => {
    const event = (await (await fetch(`${origin}/api/events/public/${ids.event}`)).json()) as {
      startsAt: string;
      place: { name: string };
    };
    const text = await (await fetch(`${origin}/events/public/${ids.event}`, { headers: html })).text();
    expect(text).toContain(`<title>${ids.eventName} · Sideline</title>`);
    expect(text).toContain(`<link rel="canonical" href="${origin}/events/public/${ids.event}">`);
    expect(text).toContain(`<meta property="og:title" content="${ids.eventName}">`);
    const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    );
    expect(blocks).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@type': 'SportsEvent',
        name: ids.eventName,
        startDate: expect.stringMatching(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
        location: { '@type': 'Place', name: event.place.name },
      },
      { '@type': 'BreadcrumbList' },
    ]);
  });

  test('names a picture that can be loaded', async () => {
    const text = await (await fetch(`${origin}/events/public/${ids.event}`, { headers: html })).text();
    const [, address = ''] = /<meta property="og:image" content="([^"]*)">/.exec(text) ?? [];
    const picture = await fetch(address);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(picture.headers.get('cache-control')).toContain('immutable');
    expect(text).toContain('<meta property="og:image:width" content="1200">');
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  test('the sitemap leads to pages that open, each server-rendered and indexable', async () => {
    const locationsAt = async (address: string) =>
      [...(await (await fetch(address)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
        ([, found = '']) => found,
      );
    const parts = await locationsAt(`${origin}/sitemap.xml`);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts)
      for (const address of (await locationsAt(part)).slice(0, 3)) {
        const page = await fetch(address, { headers: html });
        expect([address, page.status, (await page.text()).includes('content="noindex"')]).toEqual([
          address,
          200,
          false,
        ]);
      }
  });

  test.each([
    ['/events/public/01a128a3-a960-773c-9019-000000000000', 404],
    ['/organizations/not-an-id', 404],
    ['/users/01a128a3-a960-773c-9019-000000000000', 404],
    ['/explore/events', 200],
  ])('the status of %s is %i', async (path, status) => {
    const response = await fetch(origin + path, { headers: html });
    expect(response.status).toBe(status);
    expect((await response.text()).includes('<meta name="robots" content="noindex">')).toBe(status !== 200);
  });

  test('a request with a session gets the app shell, with no personal data and no shared caching', async () => {
    const asVisitor = await fetch(`${origin}/explore/events`, { headers: html });
    const asUser = await fetch(`${origin}/explore/events`, {
      headers: { ...html, cookie: 'sideline_hint=1' },
    });
    expect(asVisitor.headers.get('vary')).toContain('Cookie');
    expect(asUser.headers.get('vary')).toContain('Cookie');
    expect(await asVisitor.text()).toContain('data-sideline-note');
    expect(await asUser.text()).toContain('<div id="root"></div>');
  });
});
