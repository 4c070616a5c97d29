// Typical changes of a season, on a phone and by keyboard on a desktop: one date moved, one cancelled, one at
// another place, those from a date on later and elsewhere, all renamed, one day a week instead of two, ended
// early. Each time the preview says how many dates change, no reply is lost, and in the end, on a phone each time, a
// subscribed calendar shows the same times.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { type InputMethod, keyboard, touch } from '../../support/browser/input-methods.ts';
import {
  answerSeason,
  answersOf,
  at,
  count,
  dayOf,
  expectSameCalendar,
  look,
  openGuest,
  planSeason,
  type Season,
} from '../../support/browser/season.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const sheet = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** `isFollowed`: whether the calendar is compared after every change, not only at the end. */
async function changeSeason(input: InputMethod, season: Season, { isFollowed }: { isFollowed: boolean }) {
  const { page } = input;
  const { hall, ids } = season;
  const idOf = (index: number) => ids[index] ?? '';
  const edit = async (index: number) => {
    await input.open(`/my/events/${idOf(index)}/edit`);
    await page.getByLabel('Name', { exact: true }).waitFor();
  };
  const startAt = (time: string) => page.getByLabel('Starts at').fill(time);
  const moveToHall = () =>
    input.find(page.getByRole('combobox', { name: 'Where' }), hall, new RegExp(`^${hall}`));
  /** Chooses the scope, and saves once the sheet shows what it was before (`was`) and the number of dates. */
  const save = async (choice: RegExp | null, changed: number, was: string) => {
    await input.press(button(page, 'Save'));
    if (choice !== null) await input.press(sheet(page).getByRole('radio', { name: choice }));
    await sheet(page).locator('s').filter({ hasText: was }).waitFor();
    const before = new Map((await season.dates()).map((date) => [date.id, JSON.stringify(date)]));
    const change = sheet(page).getByRole('button', {
      name: `Change ${changed} date${changed > 1 ? 's' : ''}`,
    });
    await change.waitFor();
    await look(page, `change-${changed}`);
    await input.press(change);
    await page.getByText(changed > 1 ? `${changed} dates were changed.` : 'Saved.').waitFor();
    if (isFollowed) await expectSameCalendar(season);
    return (await season.dates()).filter((date) => before.get(date.id) !== JSON.stringify(date));
  };
  const following = /^This and following/;
  const all = /^All/;

  await edit(3);
  await look(page, 'edit');
  await startAt('20:00');
  await save(null, 1, '18:00–19:30');
  expect(await season.event(idOf(3))).toMatchObject({ startsAt: at(3, '20:00'), endsAt: at(3, '21:30') });

  await input.open(`/my/events/${idOf(5)}`);
  await input.press(button(page, 'More actions'));
  await input.press(button(page, 'Cancel this event'));
  await sheet(page).waitFor();
  await look(page, 'cancel');
  await input.press(button(page, 'Cancel the event'));
  await page.locator('strong', { hasText: 'Cancelled' }).waitFor();
  if (isFollowed) await expectSameCalendar(season);

  await edit(4);
  await moveToHall();
  await save(null, 1, 'Season hall');

  await edit(8);
  await startAt('18:30');
  await moveToHall();
  await save(following, count - 8, '18:00–19:30');
  expect((await season.dates()).map(({ startsAt }) => startsAt)).toEqual(
    ids.map((_, index) => at(index, index === 3 ? '20:00' : index >= 8 ? '18:30' : '18:00')).toSorted(),
  );
  expect((await season.event(idOf(9))).place?.name).toBe(hall);

  await edit(1);
  await input.write(page.getByLabel('Name', { exact: true }), 'Winter training');
  // The cancelled one stays unchanged.
  await save(all, count - 1, 'Season training');
  expect((await season.dates()).filter(({ name }) => name === 'Winter training')).toHaveLength(count - 1);
  expect(await season.event(idOf(3))).toMatchObject({ startsAt: at(3, '20:00'), name: 'Winter training' });

  // From the tenth on only Tuesdays: the Thursdays have replies, so they become single events.
  await edit(10);
  await page.getByText(/^(Tuesdays and Thursdays|Every dinsdag en donderdag) until/).waitFor();
  await input.press(page.locator('[data-group=repeat] > summary'));
  await input.press(page.getByRole('checkbox', { name: /^(Thursday|donderdag)$/ }));
  await look(page, 'repeat');
  await input.press(button(page, 'Save'));
  await sheet(page)
    .locator('s')
    .filter({ hasText: /(Tuesdays and Thursdays|Every dinsdag en donderdag) until/ })
    .waitFor();
  await sheet(page).getByText('2 dates become events of their own, with their answers.').waitFor();
  await look(page, 'fewer-days');
  await input.press(sheet(page).getByRole('button', { name: /^Change 2 dates$/ }));
  await page.getByText('2 dates were changed.').waitFor();
  expect((await season.dates()).map(({ id }) => id)).not.toContain(idOf(11));
  expect(await season.event(idOf(11))).toMatchObject({ series: null, registration: { state: 'confirmed' } });

  // Ended early: the last Tuesday has a reply, and is cancelled.
  await edit(10);
  await page.locator('[data-group=repeat] > summary').waitFor();
  await input.press(page.locator('[data-group=repeat] > summary'));
  await input.setDay(page.getByLabel('Last day', { exact: true }), dayOf(10).add({ days: 1 }).toString());
  await input.press(button(page, 'Save'));
  await input.press(sheet(page).getByRole('radio', { name: 'Cancel them' }));
  await sheet(page).getByText('One date is cancelled.').waitFor();
  await look(page, 'ended-early');
  await input.press(sheet(page).getByRole('button', { name: 'Change 1 date' }));
  await page.getByText('Saved.').waitFor();
  await look(page, 'saved');
  expect(await season.event(idOf(12))).toMatchObject({ series: null, eventStatus: 'EventCancelled' });
  await expectSameCalendar(season);
}

for (const [where, hall, size, handOf] of [
  ['on a phone', 'Phone hall', { width: 390, height: 844 }, touch],
  ['by keyboard on a desk', 'Desk hall', { width: 1280, height: 900 }, keyboard],
] as const)
  test(`a season is changed ${where}: each preview is right, no reply is lost, and the calendar feed follows`, {
    timeout: 180_000,
  }, async () => {
    const coach = await visit(browser, { as: 'coach', ...size, hasTouch: where === 'on a phone' });
    const trainee = await visit(browser, { as: 'trainee', hasTouch: true });
    const guest = await openGuest(browser);
    const season = await planSeason(coach.page, trainee.page, guest.page, hall);
    await answerSeason(trainee.page, guest.page, season);
    const answers = () => Promise.all([trainee, guest].map(({ page }) => answersOf(page, season)));
    const before = await answers();
    // The feed of a change does not depend on how it was made.
    await changeSeason(handOf(coach.page), season, { isFollowed: handOf === touch });
    // Every reply is still there, except those to cancelled dates.
    const isCancelled = (index: number) => index === 5 || index === 12;
    expect(await answers()).toEqual(
      before.map((states) =>
        states.map((state, index) =>
          isCancelled(index) && state === 'confirmed' ? 'cancelledByOrganizer' : state,
        ),
      ),
    );
    for (const { context, faults } of [coach, trainee, guest]) {
      expect(faults).toEqual([]);
      await context.close();
    }
  });
