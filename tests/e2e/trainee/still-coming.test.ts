// "Still coming?" on a phone: a player is asked after the coach has moved a training, replies offline by
// keys, and the reply is sent.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, openSession } from '../../support/browser/browser.ts';
import { password } from '../../support/browser/people.ts';
import { keepsFocus } from '../../support/browser/settled.ts';
import {
  buildEvent,
  buildMembership,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { installed } from '../../support/product/installed.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

let browser: Browser;
let product: OwnProduct;
beforeAll(async () => {
  browser = await openBrowser();
  product = await openProduct();
});
afterAll(async () => {
  await browser.close();
  await product.close();
});

const timeZone = 'Europe/Brussels';
const day = Temporal.Now.plainDateISO(timeZone).add({ days: 3 });
const at = (plainTime: string) =>
  day.toZonedDateTime({ timeZone, plainTime }).toInstant().toString({ fractionalSecondDigits: 3 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Ada attends a training in three days that Cleo coaches. */
async function buildTraining() {
  const { db, ada } = product;
  const team = await buildTeam(db, { name: 'KV Rooigem U12' });
  const cleo = await buildUser(db, {
    username: 'cleo',
    is_coach: 1,
    locale: 'en-GB',
    password_hash: await hashPassword(password),
  });
  await buildMembership(db, { person_id: cleo.id, team_id: team.id, role: 'coach' });
  await buildMembership(db, { person_id: ada.id, team_id: team.id });
  const training = await buildEvent(db, {
    name: 'Training',
    owner_team_id: team.id,
    teams: [team.id],
    time_zone: timeZone,
    starts_at: at('18:00'),
    ends_at: at('19:30'),
  });
  await buildRegistration(db, { event_id: training.id, person_id: ada.id });
  return training;
}

test('a player is asked after the coach moved a training, replies offline by keys, and the reply is sent', async () => {
  const training = await buildTraining();
  const { page, context } = await product.openAsAda(browser, { serviceWorkers: 'allow' });
  await page.setViewportSize({ width: 390, height: 844 });

  const coach = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  const board = await coach.newPage();
  await openSession(coach, 'cleo', password);
  await board.goto(`/my/events/${training.id}/edit`);
  await board.getByLabel('Starts').fill('18:30');
  await button(board, 'Save').click();
  const sheet = board.getByRole('dialog', { name: 'Save these changes?' });
  await sheet.getByText("One person keeps their answer. We'll ask if they're still coming.").waitFor();
  await expectNoViolations(board);
  await button(board, 'Save changes').click();
  await board.getByText('Asked again', { exact: true }).first().waitFor();
  await expectNoViolations(board);

  await page.goto('/');
  await installed(page);
  const owed = page.getByRole('region', { name: 'Do now' });
  await owed.getByText('Moved: 18:00 → 18:30. Still coming?').waitFor();
  await expectNoViolations(page);
  await context.setOffline(true);
  await owed.getByRole('button', { name: 'Going: Training' }).focus();
  await page.keyboard.press('Enter');
  await owed.getByText('Going · will be sent').waitFor();
  await expectNoViolations(page);
  expect(await rowOf(training.id)).toMatchObject({ reconfirm_asked_at: expect.any(String) });
  await context.setOffline(false);
  await expect.poll(() => rowOf(training.id)).toEqual({ state: 'confirmed', reconfirm_asked_at: null });
  // The row stays until the list is opened again.
  await owed.getByRole('button', { name: 'Change: Training' }).waitFor();

  // Moved once more, and answered on its page: the focus stays nearby.
  await board.goto(`/my/events/${training.id}/edit`);
  await board.getByLabel('Starts').fill('19:00');
  await button(board, 'Save').click();
  await button(board, 'Save changes').click();
  await board.getByText('Asked again', { exact: true }).first().waitFor();
  // The status region may still have the earlier message.
  await expect
    .poll(() => rowOf(training.id))
    .toEqual({ state: 'confirmed', reconfirm_asked_at: expect.any(String) });
  await page.goto(`/my/events/${training.id}`);
  await page.getByText('Moved: 18:30 → 19:00.').waitFor();
  await expectNoViolations(page);
  await keepsFocus(page);
  await button(page, "I'm still coming").focus();
  await page.keyboard.press('Enter');
  await button(page, 'Give up my place').waitFor();
  await page.getByText("You're in", { exact: true }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-action]') !== null))
    .toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectNoViolations(page);
  await board.reload();
  await board.locator('summary', { hasText: 'Going' }).waitFor();
  // The device's saved data is shown until the server has answered.
  await board.getByText('Asked again', { exact: true }).first().waitFor({ state: 'detached' });
  await context.close();
  await coach.close();
});

const rowOf = (eventId: string) =>
  product.db
    .selectFrom('registrations')
    .select(['state', 'reconfirm_asked_at'])
    .where('event_id', '=', eventId)
    .executeTakeFirst();
