// An absence on a phone: added, seen by the coach, ended with one tap, and added again offline.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, openSession } from '../../support/browser/browser.ts';
import { password } from '../../support/browser/people.ts';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
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

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const dayIn = (days: number) => inDays(days).slice(0, 10);

/** Ada is in a team that Cleo coaches, with a training in three days. */
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
  const training = await buildEvent(db, { name: 'Training', teams: [team.id], starts_at: inDays(3) });
  return { team, training };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('an absence is added, seen by the coach, ended with one tap, and added again offline', async () => {
  const { team, training } = await buildTraining();
  const { page, context } = await product.openAsAda(browser, { serviceWorkers: 'allow' });
  await page.goto('/my/events');
  await button(page, "I'm away…").click();
  const sheet = page.getByRole('dialog', { name: "I'm away" });
  await sheet.getByLabel('Last day').fill(dayIn(8));
  await sheet.getByLabel('Note for your coaches').fill('Skiing');
  await sheet.getByText("Answers “Can't go” to 1 event.").waitFor();
  await expectNoViolations(page);
  await button(page, 'Save').click();
  await page.getByText("Saved. 1 event answered with “Can't go”.").waitFor();
  await expectNoViolations(page);

  const coach = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  const board = await coach.newPage();
  await openSession(coach, 'cleo', password);
  await board.goto(`/my/events/${training.id}`);
  await board.locator('summary', { hasText: "Can't go" }).click();
  await board.getByText(/^Away until .+ · “Skiing”$/).waitFor();
  await expectNoViolations(board);
  await board.goto(`/teams/${team.id}`);
  const badge = board
    .getByRole('listitem')
    .filter({ hasText: 'Ada Mertens' })
    .getByText(/^Away until /);
  await badge.waitFor();
  await expectNoViolations(board);

  await page.goto('/');
  await installed(page);
  await page.getByText(/^Away until /).waitFor();
  await expectNoViolations(page);
  await button(page, /^I'm back: Away/).click();
  await page.getByText('Welcome back. 1 event needs your answer again.', { exact: false }).waitFor();
  await page.getByRole('region', { name: 'Waiting for your reply' }).getByText('Training').waitFor();
  await board.reload();
  await board.getByText('Ada Mertens').waitFor();
  // The list that the device stored is shown until the server has answered.
  await expect.poll(() => badge.count()).toBe(0);

  await page.goto('/my/calendar');
  await button(page, 'Subscribe').waitFor();
  await context.setOffline(true);
  await button(page, "I'm away…").click();
  await sheet.getByLabel('Last day').fill(dayIn(8));
  await sheet.getByText("You're offline. We'll reply to your events once this is sent.").waitFor();
  await button(page, 'Save').click();
  await page.getByText('Saved on this device, will be sent').first().waitFor();
  await expectNoViolations(page);
  await page.goto('/my/events');
  await page
    .getByText(/^Away (?!until)/)
    .first()
    .waitFor();
  await context.setOffline(false);
  await page.getByText(/^Away until /).waitFor();
  await expect
    .poll(async () =>
      product.db.selectFrom('registrations').select('state').where('event_id', '=', training.id).execute(),
    )
    .toEqual([{ state: 'declined' }]);
  await context.close();
  await coach.close();
});
