// Public pages as the server draws them: to be read before and without scripts, and brought to life without a change.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, visit } from '../support/browser.ts';
import { exampleIds } from '../support/examples.ts';

let browser: Browser;
let ids: Awaited<ReturnType<typeof exampleIds>>;
const origin = inject('productUrl');
const html = { accept: 'text/html', 'accept-language': 'en-GB' };

beforeAll(async () => {
  browser = await openBrowser();
  ids = await exampleIds(origin);
});
afterAll(() => browser.close());

const fill = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => ids[name]);

const drawn = [
  '/',
  '/explore',
  '/explore?q=football',
  '/explore/events',
  '/explore/events?activity=football&price=free',
  '/explore/members',
  '/explore/organizations',
  '/explore/organizers',
  '/explore/teams',
  '/events/public/{event}',
  '/organizations/{organization}',
  '/users/{user}',
];

describe('a drawn page', () => {
  test.each(drawn)(
    'comes alive without a difference, a violation or a request more than its own: %s',
    async (path) => {
      const { page, context, faults } = await visit(browser);
      const response = await page.goto(fill(path));
      expect(await response?.text()).toContain('id="drawn"');
      await page.waitForLoadState('networkidle');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
    },
  );

  test.each(['light', 'dark'] as const)(
    'does not move in %s for someone in another zone',
    async (colorScheme) => {
      const context = await browser.newContext({
        baseURL: origin,
        colorScheme,
        viewport: { width: 390, height: 844 },
        isMobile: true,
        locale: 'en-GB',
        timezoneId: 'America/New_York',
      });
      for (const path of drawn) {
        const page = await context.newPage();
        await page.addInitScript(() => {
          const seen = { moved: 0 };
          Object.assign(window, { seen });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              seen.moved += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(fill(path));
        await page.waitForLoadState('networkidle');
        const moved = await page.evaluate(
          () => (window as unknown as { seen: { moved: number } }).seen.moved,
        );
        expect([path, moved]).toEqual([path, 0]);
        await page.close();
      }
      await context.close();
    },
  );
});

describe('without scripts', () => {
  test('a list is read, filtered as a form and paged, and an event is read', async () => {
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto('/explore/events');
    const cards = page.locator('a[href^="/events/public/"]');
    expect(await cards.count()).toBe(20);
    const first = await cards.first().getAttribute('href');
    await page.getByRole('link', { name: /show more/i }).click();
    expect(await cards.first().getAttribute('href')).not.toBe(first);
    await page.goto('/explore/events');
    await page.getByRole('searchbox').fill('football');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/explore/events?*q=football*');
    expect(await cards.count()).toBeGreaterThan(0);
    await cards.first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByText(/places|Unlimited/)
      .first()
      .waitFor();
    for (const path of ['/organizations/{organization}', '/users/{user}']) {
      await page.goto(fill(path));
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await context.close();
  });
});

describe('what a drawn page says of itself', () => {
  test('an event: name, time, place, canonical address, Open Graph and JSON-LD', async () => {
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
        startDate: event.startsAt,
        location: { '@type': 'Place', name: event.place.name },
      },
      { '@type': 'BreadcrumbList' },
    ]);
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

  test('nothing of one person is drawn: whoever holds a session gets the shell, and caches are told', async () => {
    const asVisitor = await fetch(`${origin}/explore/events`, { headers: html });
    const asUser = await fetch(`${origin}/explore/events`, {
      headers: { ...html, cookie: 'sideline_hint=1' },
    });
    expect(asVisitor.headers.get('vary')).toContain('Cookie');
    expect(asUser.headers.get('vary')).toContain('Cookie');
    expect(await asVisitor.text()).toContain('id="drawn"');
    expect(await asUser.text()).toContain('<div id="root"></div>');
  });
});
