// A season of trainings from "+", on a phone: in few taps, online and offline, with the dates that the screen
// showed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { type InputMethod, touch } from '../../support/browser/input-methods.ts';
import { installed } from '../../support/product/installed.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const later = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();
const today = Temporal.Now.plainDateISO('Europe/Brussels');
/** The next Tuesday after tomorrow. */
const first = today.add({ days: ((9 - today.dayOfWeek) % 7) + 7 }).toString();
/** The end of the season, which the form suggests. */
const june = Temporal.PlainDate.from({ year: Number(first.slice(0, 4)), month: 6, day: 30 });
const last = (first.slice(5) < '05-01' ? june : june.add({ years: 1 })).toString();
const holidays = [
  { from: later(first, 27), to: later(first, 40) },
  { from: later(first, 76), to: later(first, 82) },
];

/** Computed here independently: Tuesdays and Thursdays at 18:00 in Brussels, without the holidays. */
function expectedDates(): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = later(day, 1)) {
    const isTraining = [2, 4].includes(Temporal.PlainDate.from(day).dayOfWeek);
    const isHoliday = holidays.some(({ from, to }) => from <= day && day <= to);
    if (isTraining && !isHoliday) days.push(day);
  }
  return days.map((day) =>
    new Date(Temporal.ZonedDateTime.from(`${day}T18:00[Europe/Brussels]`).epochMilliseconds).toISOString(),
  );
}

type Item = {
  name: string;
  startsAt: string;
  endsAt: string;
  publication: string;
  series: { id: string; count: number } | null;
};

/** All events that the coach runs, from the API. */
const listAll = (page: Page): Promise<Item[]> =>
  page.evaluate(async () => {
    const found: Item[] = [];
    for (let query: string | null = ''; query !== null; ) {
      const answer: Response = await fetch(`/api/users/me/events?tab=coaching&limit=100${query}`);
      const list = (await answer.json()) as { items: Item[]; nextCursor: string | null };
      found.push(...list.items);
      query = list.nextCursor === null ? null : `&cursor=${encodeURIComponent(list.nextCursor)}`;
    }
    return found;
  });

/** Published dates of 90 minutes, by their starts in order. */
const startsOf = (items: Item[]): string[] =>
  items
    .filter(({ publication }) => publication === 'published')
    .filter(({ startsAt, endsAt }) => Date.parse(endsAt) - Date.parse(startsAt) === 90 * 60_000)
    .map(({ startsAt }) => startsAt)
    .sort();

const sheet = (page: Page) => page.getByRole('dialog');
const row = (page: Page) => page.locator('[data-group=repeat]');
/** The weekday in the coach's language. */
const thursday = /^(Thursday|donderdag)$/;

/**
 * From "+" to a form with the whole season in it. The phone's "next" key moves between neighbouring fields.
 */
async function fillSeason(input: InputMethod): Promise<void> {
  const { page } = input;
  const write = async (label: string, index: number, text: string, isNext = false) => {
    const field = page.getByLabel(label, { exact: true }).nth(index);
    if (!isNext) await input.press(field);
    await field.fill(text);
  };
  await input.press(page.getByRole('link', { name: 'New event' }));
  await write('Day', 0, first);
  await write('Starts at', 0, '18:00', true);
  await write('Ends at', 0, '19:30', true);
  await input.press(row(page).locator('summary'));
  await input.press(page.getByRole('radio', { name: 'Every week' }));
  await input.press(page.getByRole('checkbox', { name: thursday }));
  for (const [index, { from, to }] of holidays.entries()) {
    await write('From', index, from, index > 0);
    await write('To', index, to, true);
  }
}

test('trainings twice a week to the end of the season without the holidays take at most 8 taps, without the typing', async () => {
  const { page, context, faults } = await visit(browser, { as: 'coach', hasTouch: true });
  const input = touch(page);
  await page.goto('/my/events?tab=coaching');
  await fillSeason(input);
  const dates = expectedDates();
  await page.getByRole('status').getByText(`${dates.length} dates, the first`).waitFor();
  await expectNoViolations(page);
  await input.press(page.getByRole('button', { name: `Publish ${dates.length} dates` }));
  await sheet(page).waitFor();
  await expectNoViolations(page);
  await input.press(sheet(page).getByRole('button', { name: `Publish ${dates.length} dates` }));
  await page.getByRole('main').getByText(`Published ${dates.length} dates.`).waitFor();
  expect(input.presses()).toBeLessThanOrEqual(8);
  const id = await seriesOf(page);
  expect(startsOf((await listAll(page)).filter(({ series }) => series?.id === id))).toEqual(dates);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await row(page).getByText(`${dates.length} dates`, { exact: true }).waitFor();
  await expectNoViolations(page);
  expect(faults).toEqual([]);
  await context.close();
});

/** The series of the event whose page is open. */
const seriesOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = await fetch(`/api/events/${location.pathname.split('/').at(-1)}`);
    return ((await answer.json()) as { series: { id: string } }).series.id;
  });

test('a season that is planned offline shows its count, is queued, and is published once when online', async () => {
  const { page, context } = await visit(browser, {
    as: 'coach',
    hasTouch: true,
    colorScheme: 'dark',
    serviceWorkers: 'allow',
  });
  await page.goto('/my/events/new');
  await page.getByLabel('Name', { exact: true }).fill('Season from the bus');
  await page.goto('/my/events?tab=coaching');
  await installed(page);
  await context.setOffline(true);
  await fillSeason(touch(page));
  const dates = expectedDates();
  await expectNoViolations(page);
  await page.getByRole('button', { name: `Publish ${dates.length} dates` }).click();
  await sheet(page).getByText("We'll publish it as soon as possible").waitFor();
  await sheet(page).getByRole('button', { name: 'Publish' }).click();
  await page.getByText('New series: Season from the bus').waitFor();
  await context.setOffline(false);
  await page.getByText('New series: Season from the bus').waitFor({ state: 'detached' });
  const items = (await listAll(page)).filter(({ name }) => name === 'Season from the bus');
  expect(startsOf(items)).toEqual(dates);
  expect(new Set(items.map(({ series }) => series?.id)).size).toBe(1);
  await context.close();
});

test("a series whose dates cannot be counted on the device is still published, with the server's count", async () => {
  const { page, context } = await visit(browser, { as: 'coach' });
  await page.route('**/repeat-dates-*', (route) => route.abort());
  await page.goto('/my/events/new');
  await page.getByLabel('Day', { exact: true }).fill(first);
  await row(page).locator('summary').click();
  await page.getByRole('radio', { name: 'Every week' }).check();
  await page.getByRole('radio', { name: 'After a number of dates' }).check();
  await page.getByLabel('How many dates').fill('3');
  await page.getByText("We can't list the dates right now.").waitFor();
  // The mouse is still over the chosen chip.
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await sheet(page).getByRole('button', { name: 'Publish 3 dates' }).click();
  await page
    .getByRole('main')
    .getByText(/^Published\./)
    .waitFor();
  const items = (await listAll(page)).filter(({ series }) => series?.count === 3);
  expect(items.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual([
    first,
    later(first, 7),
    later(first, 14),
  ]);
  await context.close();
});
