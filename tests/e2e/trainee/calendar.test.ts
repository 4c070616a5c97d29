// My calendar in a real browser: by keyboard, across clock changes and zones, with cancelled, moved and
// overlapping events, and on a phone that goes offline before it was ever opened.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser } from '../../support/browser/browser.ts';
import { storedOnDevice } from '../../support/browser/people.ts';
import {
  buildEvent,
  buildMembership,
  buildPlace,
  buildRegistration,
  buildTeam,
} from '../../support/factories.ts';
import { installed } from '../../support/product/installed.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const brussels = 'Europe/Brussels';
const wide = { viewport: { width: 1280, height: 800 } };
const today = () => Temporal.Now.plainDateISO(brussels);
const dateOf = (date: Temporal.PlainDate) => date.toString();
/** The calendar's name of a day: `Saturday 28 November`. */
const named = (date: Temporal.PlainDate) =>
  date.toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '');

/** The stored instant of a local time in a zone. */
const at = (date: Temporal.PlainDate, time: string, timeZone = brussels) =>
  date.toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString({ fractionalSecondDigits: 3 });

async function openClub() {
  const product = await openProduct();
  onTestFinished(product.close);
  const { db, ada } = product;
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  await buildMembership(db, { team_id: team.id, person_id: ada.id });
  const place = await buildPlace(db, { name: 'Blaarmeersen' });
  const going = async (name: string, startsAt: string, given: Parameters<typeof buildEvent>[1] = {}) => {
    const event = await buildEvent(db, {
      name,
      starts_at: startsAt,
      place_id: place.id,
      teams: [team.id],
      ...given,
    });
    await buildRegistration(db, { event_id: event.id, person_id: ada.id });
    return event;
  };
  return { ...product, team, going };
}

/** Signed in with the calendar open; the context ends with the test. */
async function openCalendar(
  product: OwnProduct,
  search: string,
  options?: Parameters<OwnProduct['openAsAda']>[1],
) {
  const { page, context } = await product.openAsAda(browser, options);
  onTestFinished(() => context.close());
  await page.goto(`/my/calendar?${search}`);
  await page.getByRole('heading', { level: 1, name: 'My Calendar' }).waitFor();
  return { page, context };
}

/** Two that overlap, one moved, one cancelled and one without a reply, all on this day. */
async function fillDay({ going, db, team }: Awaited<ReturnType<typeof openClub>>, day: Temporal.PlainDate) {
  await going('Winter training', at(day, '09:30'));
  await going('Open court', at(day, '10:00'), {
    event_status: 'EventRescheduled',
    previous_start_dates: JSON.stringify([at(day, '08:00')]),
  });
  await going('Snow camp', at(day, '15:00'), { event_status: 'EventCancelled' });
  await buildEvent(db, { name: 'Sunday cup', starts_at: at(day, '18:00'), teams: [team.id] });
}

const focusedDay = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? null);

test('the month is a keyboard grid with one tab stop, and Enter opens the chosen day', async () => {
  const club = await openClub();
  const start = today().with({ day: 11 });
  await club.going('Winter training', at(start, '09:30'));
  const { page } = await openCalendar(club, `view=month&date=${dateOf(start)}`, wide);
  const grid = page.getByRole('grid');
  await grid.getByText('Winter training').waitFor();
  const ways = grid.locator('[tabindex="0"]');
  await ways.focus();
  const monday = start.subtract({ days: start.dayOfWeek - 1 });
  const walk: [string, Temporal.PlainDate][] = [
    ['Home', monday],
    ['End', monday.add({ days: 6 })],
    ['ArrowRight', monday.add({ days: 7 })],
    ['ArrowUp', monday],
    ['ArrowLeft', monday.subtract({ days: 1 })],
    ['ArrowDown', monday.add({ days: 6 })],
    ['PageDown', monday.add({ days: 6 }).add({ months: 1 })],
    ['PageUp', monday.add({ days: 6 })],
    ['Shift+PageDown', monday.add({ days: 6 }).add({ years: 1 })],
    ['Shift+PageUp', monday.add({ days: 6 })],
  ];
  for (const [key, day] of walk) {
    await page.keyboard.press(key);
    await expect.poll(() => focusedDay(page), { message: key }).toBe(dateOf(day));
    expect(await ways.count(), key).toBe(1);
    expect(await ways.getAttribute('aria-selected')).toBe('true');
  }
  expect(await ways.evaluate((cell) => getComputedStyle(cell).outlineStyle)).not.toBe('none');
  for (let left = monday.add({ days: 6 }).since(start).days; left > 0; left -= 1)
    await page.keyboard.press('ArrowLeft');
  await expect.poll(() => focusedDay(page)).toBe(dateOf(start));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Winter training' }).waitFor();
  await page.goBack();
  await page
    .getByRole('gridcell', { selected: true, name: new RegExp(`^${named(start)}.*1 event`) })
    .waitFor();
});

test('the week is one scrollable tab stop, then its entries; the agenda is its entries', async () => {
  const club = await openClub();
  const day = today().add({ days: 1 });
  await club.going('Winter training', at(day, '18:00'));
  const { page } = await openCalendar(club, `view=week&date=${dateOf(day)}`);
  const week = page.getByRole('region', { name: 'Hours of the week' });
  await week.getByText('Winter training').waitFor();
  await week.focus();
  // A key press during smooth scrolling is lost.
  const after = async (key: string) => {
    await page.keyboard.press(key);
    return week.evaluate((box) => ({
      above: box.scrollTop,
      below: box.scrollHeight - box.clientHeight - box.scrollTop,
    }));
  };
  await expect.poll(async () => (await after('Home')).above).toBe(0);
  await expect.poll(async () => (await after('ArrowDown')).above).toBeGreaterThan(0);
  await expect.poll(async () => (await after('End')).below).toBeLessThan(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Winter training' }).waitFor();
  await page.goto('/my/calendar?view=agenda');
  // The button is there before the entries.
  await page.getByRole('link', { name: 'Winter training' }).waitFor();
  await page.getByRole('button', { name: 'Earlier' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Winter training' }).waitFor();
});

test('the arrow keys move through the entries of a week, from day to day at about the same hour', async () => {
  const club = await openClub();
  const now = today();
  const monday = now.add({ days: 8 - now.dayOfWeek });
  const runs = [
    ['Early run', 0, '07:00'],
    ['Late run', 0, '19:00'],
    ['Morning swim', 2, '08:00'],
    ['Evening swim', 2, '20:00'],
  ] as const;
  for (const [name, days, time] of runs) await club.going(name, at(monday.add({ days }), time));
  const { page } = await openCalendar(club, `view=week&date=${dateOf(monday)}`, wide);
  const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
  // A week of two months has two answers.
  for (const [name] of runs) await link(name).waitFor();
  await link('Early run').focus();
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('b')?.textContent);
  for (const [key, name] of [
    ['ArrowDown', 'Late run'],
    ['ArrowRight', 'Evening swim'],
    ['ArrowRight', 'Evening swim'],
    ['Home', 'Morning swim'],
    ['ArrowLeft', 'Early run'],
    ['End', 'Late run'],
    ['ArrowUp', 'Early run'],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await focused()]).toEqual([key, name]);
  }
});

test.each(['Europe/Berlin', 'America/New_York'])(
  'a series at 18:00 in %s stays at 18:00 over the next clock change, and on the same line of the week',
  async (timeZone) => {
    const club = await openClub();
    const change = Temporal.Now.zonedDateTimeISO(timeZone).getTimeZoneTransition('next');
    if (!change) throw new Error(`The clocks of ${timeZone} do not change any more.`);
    const first = change.toPlainDate().subtract({ days: 1 });
    const days = [first, first.add({ days: 1 }), first.add({ days: 2 })];
    for (const [index, day] of days.entries())
      await club.going(`Evening ${index}`, at(day, '18:00', timeZone), { time_zone: timeZone });
    const { page } = await openCalendar(club, `view=week&date=${dateOf(first)}`, { timezoneId: timeZone });
    const links = days.map((day, index) =>
      page.getByRole('list', { name: named(day) }).getByRole('link', { name: `Evening ${index}` }),
    );
    for (const link of links) {
      await link.waitFor();
      expect(await link.textContent()).toContain('18:00–19:30');
    }
    const hour = page.locator('.hours > span').nth(18);
    // The week scrolls once its entries are there, perhaps between two measurements.
    const places = async () => {
      const boxes = await Promise.all([hour, ...links].map((one) => one.boundingBox()));
      const [line = Number.NaN, ...tops] = boxes.map((box) => box?.y ?? Number.NaN);
      const isOnLine = tops.every((top) => Math.abs(top - line) < 12);
      return { isOnLine, heights: new Set(tops.map(Math.round)).size };
    };
    await expect.poll(places).toEqual({ isOnLine: true, heights: 1 });
    await page.getByText(/^Clocks go (forward|back)$/).waitFor();
    await page.getByRole('link', { name: 'Agenda' }).click();
    await expect.poll(() => page.locator('.start').allTextContents()).toEqual(['18:00', '18:00', '18:00']);
  },
);

test('an event in another zone shows its own time and mine', async () => {
  const club = await openClub();
  const day = today().add({ days: 5 });
  await club.going('Run at the lake', at(day, '10:00', 'America/New_York'), {
    time_zone: 'America/New_York',
  });
  const mine = day
    .toZonedDateTime({ timeZone: 'America/New_York', plainTime: '10:00' })
    .withTimeZone(brussels)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
  const { page } = await openCalendar(club, `view=agenda&date=${dateOf(day)}`);
  const row = page.getByRole('listitem').filter({ hasText: 'Run at the lake' });
  await row.waitFor();
  expect(await row.locator('.start').textContent()).toBe(mine);
  expect(await row.textContent()).toContain('10:00 New York time');
  await row.getByRole('link').click();
  await page.getByText(`New York time. ${mine} your time.`).waitFor();
});

test('cancelled, moved and overlapping events are marked in every view', async () => {
  const club = await openClub();
  const day = today().add({ days: 2 });
  await fillDay(club, day);
  const { page } = await openCalendar(club, `view=agenda&date=${dateOf(day)}`);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('Snow camp').getByText('Cancelled').waitFor();
  await row('Open court').getByText('Moved').waitFor();
  expect(await row('Open court').locator('s').textContent()).toBe('Was 08:00');
  await row('Open court').getByText('Overlaps another event').waitFor();
  await row('Winter training').getByText('Overlaps another event').waitFor();
  await row('Sunday cup').getByText('Needs your reply').waitFor();
  await page.getByRole('link', { name: 'Week' }).click();
  const column = page.getByRole('list', { name: named(day) });
  await column.getByRole('link', { name: /^Open court.*Moved.*Overlaps another event$/ }).waitFor();
  await column.getByRole('link', { name: /^Snow camp.*Cancelled$/ }).waitFor();
  await page.getByRole('link', { name: 'Month' }).click();
  await page.getByRole('gridcell', { name: /3 events, 1 called off, some overlap/ }).waitFor();
});

const looks = [
  { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 844 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
] as const;

test.each(looks)(
  'every view has no axe violations and fits, $colorScheme at $viewport.width px',
  async (look) => {
    const club = await openClub();
    const day = today().add({ days: 2 });
    await fillDay(club, day);
    await club.going('Camp of three days', at(day, '12:00'), { durationMinutes: 3 * 24 * 60 });
    const { page } = await openCalendar(club, `view=agenda&date=${dateOf(day)}`, look);
    const parts = {
      Agenda: page.getByRole('button', { name: 'Earlier' }),
      Week: page.getByRole('region', { name: 'Hours of the week' }),
      Month: page.getByRole('grid'),
    };
    for (const [view, part] of Object.entries(parts)) {
      await page.getByRole('link', { name: view, exact: true }).click();
      // The view before has the training, too.
      await part.waitFor();
      await page.getByText('Winter training').first().waitFor({ state: 'attached' });
      await expectNoViolations(page, view);
    }
  },
);

test('a trainee who never opened the calendar finds the coming weeks and the teams offline', async () => {
  const club = await openClub();
  const late = today().add({ days: 60 });
  const soon = await club.going('Winter training', at(today().add({ days: 3 }), '18:00'));
  await club.going('Spring match', at(late, '14:00'));
  const { page, context } = await club.openAsAda(browser, { serviceWorkers: 'allow' });
  onTestFinished(() => context.close());
  await page.goto('/');
  await installed(page);
  const wanted = [
    '/api/users/me/calendar?',
    '/api/users/me/teams',
    `/api/teams/${club.team.id}`,
    `/api/events/${soon.id}`,
  ];
  await expect
    .poll(
      async () => {
        const kept = await storedOnDevice(page);
        return wanted.filter((address) => !kept.includes(address));
      },
      { timeout: 30_000 },
    )
    .toEqual([]);
  await context.setOffline(true);
  await page.goto('/my/calendar');
  await page.getByRole('link', { name: 'Winter training' }).waitFor();
  await page
    // With its day where midnight has passed since.
    .getByText(/^Saved (\w+ \d+ \w+, )?\d\d:\d\d · offline/)
    .first()
    .waitFor();
  await page.goto(`/my/calendar?view=agenda&date=${dateOf(late)}`);
  await page.getByRole('link', { name: 'Spring match' }).waitFor();
  await page.goto('/my/teams');
  await page.getByRole('link', { name: 'KV Rooigem U12' }).click();
  await page.getByRole('heading', { level: 1, name: 'KV Rooigem U12' }).waitFor();
  await page.goto(`/my/events/${soon.id}`);
  await page.getByText("You're in", { exact: true }).waitFor();
});
