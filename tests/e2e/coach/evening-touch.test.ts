// The evening of a new coach by touch on a phone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../../support/browser/browser.ts';
import { becomeCoach, bringPeople, evening, foundGroups } from '../../support/browser/evening.ts';
import { changeSeason, planSeason, seeWhoComes } from '../../support/browser/evening-season.ts';
import { touch } from '../../support/browser/input-methods.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('a new coach founds a club and a team, plans a season and sees who attends, by touch at 390 px', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await visit(browser, { hasTouch: true });
  const eve = evening(touch(page), 'thumb', { hasLargeText: true });
  await becomeCoach(eve);
  await foundGroups(eve);
  const guest = await bringPeople(eve, browser);
  await planSeason(eve);
  await changeSeason(eve, guest);
  await seeWhoComes(eve, guest);
  expect([...faults, ...guest.faults]).toEqual([]);
  await guest.context.close();
  await context.close();
});
