// Home and the page of an event on a phone: what to do now, reasons and the past tense, and times of another zone.
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
  buildOffer,
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

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** An event in three days, with a registration of the person where a state is given. */
async function eventFor(
  personId: string,
  given: NonNullable<Parameters<typeof buildEvent>[1]>,
  registration?: Omit<Parameters<typeof buildRegistration>[1], 'event_id' | 'person_id'>,
) {
  const event = await buildEvent(product.db, { starts_at: inHours(72), ...given });
  if (registration)
    await buildRegistration(product.db, { event_id: event.id, person_id: personId, ...registration });
  return event;
}

test('Home lists what to pay, to accept and what was cancelled first, and the bell counts beside it', async () => {
  const { db, ada } = product;
  const paid = await eventFor(
    ada.id,
    { name: 'Clinic' },
    { state: 'pendingPayment', hold_expires_at: inHours(36.5) },
  );
  await buildOffer(db, { event_id: paid.id });
  await eventFor(ada.id, { name: 'Yoga' }, { state: 'offered', hold_expires_at: inHours(20) });
  await eventFor(
    ada.id,
    { name: 'Derby', event_status: 'EventCancelled' },
    { state: 'cancelledByOrganizer' },
  );
  await eventFor(ada.id, { name: 'Next week' }, { state: 'confirmed' });
  const { page, context } = await product.openAsAda(browser);
  await page.goto('/');
  const now = page.getByRole('region', { name: 'Do now' });
  await now.getByRole('link', { name: /^Pay .*: Clinic, / }).waitFor();
  expect(await now.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    expect.stringMatching(/^Clinic/),
    expect.stringMatching(/^Yoga/),
    expect.stringMatching(/^Derby/),
  ]);
  await page.getByRole('heading', { level: 2, name: 'Next week' }).waitFor();
  const tabs = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await tabs.allTextContents()).toEqual(['Home', 'Calendar', 'Events', 'Teams', 'Explore']);
  expect(await tabs.first().getAttribute('aria-current')).toBe('page');
  await expectNoViolations(page);
  await keepsFocus(page);
  await button(page, /^Accept place before .*: Yoga, /).click();
  await now.getByText('Yoga').waitFor({ state: 'detached' });
  // What is left to do keeps the focus.
  await expect.poll(() => now.evaluate((region) => region.contains(document.activeElement))).toBe(true);

  await page.goto(`/my/events/${paid.id}`);
  await page.getByText('1 day 12 h left.').waitFor();
  for (const path of ['/my/calendar', '/my/events', '/my/teams', '/explore', '/explore/events']) {
    await page.goto(path);
    await page.getByRole('link', { name: /^Notifications/ }).waitFor();
    await page.getByRole('link', { name: 'My profile: Ada Mertens' }).waitFor();
  }
  await context.close();
});

test('the unread badge is on the bell, and is gone once the request was decided elsewhere', async () => {
  const { db, ada } = product;
  const team = await buildTeam(db, { name: 'Rowers' });
  await buildMembership(db, { person_id: ada.id, team_id: team.id, role: 'coach' });
  const asking = await buildUser(db, { name: 'Bert Baert', username: 'bert' });
  await buildMembership(db, { person_id: asking.id, team_id: team.id, status: 'requested' });
  const at = inHours(-1);
  await db
    .insertInto('notifications')
    .values({
      id: crypto.randomUUID(),
      user_id: ada.id,
      kind: 'membershipRequested',
      team_id: team.id,
      created_at: at,
    })
    .execute();
  const { page, context } = await product.openAsAda(browser);
  await page.goto('/');
  const bell = page.getByRole('link', { name: 'Notifications, 1 new' });
  await bell.waitFor();
  // In one call: the header may still move.
  const offset = await bell.evaluate((frame) => {
    const mark = frame.querySelector('.count')?.getBoundingClientRect();
    return mark && Math.abs(mark.x + mark.width / 2 - frame.getBoundingClientRect().right);
  });
  // Over a corner of the bell, and not at the edge of the page.
  expect(offset).toBeLessThan(12);
  await page.getByRole('region', { name: 'Do now' }).getByText('Bert Baert wants to join Rowers').waitFor();
  await db.updateTable('memberships').set({ status: 'active' }).where('person_id', '=', asking.id).execute();
  await page.reload();
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  await page.getByText('Bert Baert wants to join Rowers').waitFor({ state: 'detached' });
  await context.close();
});

test('a closed event says why, in the past tense when it is over, and a full one what to do', async () => {
  const { ada } = product;
  const { page, context } = await product.openAsAda(browser);
  const ages = await eventFor(ada.id, { age_min: 10, age_max: 12 });
  await page.goto(`/events/${ages.id}`);
  await page.getByText('For ages 10 to 12.').waitFor();
  await page.getByText("You're older than that on the day.").waitFor();
  expect(await button(page, 'Maybe').count()).toBe(0);
  await expectNoViolations(page);

  const full = await eventFor(ada.id, { maximum_attendee_capacity: 0 });
  await page.goto(`/events/${full.id}`);
  await page.getByText('There is no waitlist.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'See similar events with places' }).click();
  await page.waitForURL('**/explore/events?activity=football&hasPlaces=true');

  const postponed = await eventFor(ada.id, { event_status: 'EventPostponed' });
  await buildOffer(product.db, { event_id: postponed.id });
  await page.goto(`/events/${postponed.id}`);
  await page.getByText('You can register and pay once there is a new date.').waitFor();
  expect(await page.getByText('€12.50').count()).toBe(0);

  const past = { starts_at: inHours(-50) };
  const declined = await eventFor(ada.id, { ...past, name: 'Missed' }, { state: 'declined' });
  await eventFor(ada.id, { ...past, name: 'Attended' }, { state: 'confirmed' });
  await page.goto(`/my/events/${declined.id}`);
  await page.getByText('You said no', { exact: true }).waitFor();
  await page.goto('/my/events?tab=past');
  const rows = page.getByRole('article');
  await rows.filter({ hasText: 'Attended' }).getByText('You were there').waitFor();
  await rows.filter({ hasText: 'Missed' }).getByText('You said no').waitFor();
  await context.close();
});

test('an account without a birth date gives it before a place, and a reply that was refused offline says so', async () => {
  const { db } = product;
  const kim = await buildUser(db, {
    username: 'kim',
    birth_date: null,
    locale: 'en-GB',
    password_hash: await hashPassword(password),
  });
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  const page = await context.newPage();
  await openSession(context, 'kim', password);
  const open = await eventFor(kim.id, { name: 'Open gym' });
  await page.goto(`/my/events/${open.id}`);
  await installed(page);
  await button(page, 'Going').waitFor();
  await context.setOffline(true);
  await button(page, 'Going').click();
  await page.getByText('Going · will be sent').waitFor();
  await db.updateTable('events').set({ age_min: 16 }).where('id', '=', open.id).execute();
  await context.setOffline(false);
  const refused = page.getByText('This event has an age limit. Add your birth date, then answer again.');
  await refused.first().waitFor();
  await page.getByText('For ages 16 and up.').waitFor();
  await expectNoViolations(page);

  await button(page, 'Save').click();
  await page.getByText('Enter your birth date').waitFor();
  await page.getByLabel('Your birth date').fill('1994-02-03');
  await button(page, 'Save').click();
  await button(page, 'Going').click();
  await page.getByText("You're in", { exact: true }).waitFor();
  await context.close();
});

test('a list names the zone of its times on the first load, unless it is the zone of the viewer', async () => {
  const event = await eventFor(product.ada.id, { name: 'Zoned', time_zone: 'Europe/Brussels' });
  for (const [timezoneId, isNamed] of [
    ['America/New_York', true],
    ['Europe/Brussels', false],
  ] as const) {
    const context = await browser.newContext({ baseURL: product.origin, locale: 'en-GB', timezoneId });
    const page = await context.newPage();
    await page.goto('/explore/events?q=Zoned');
    const name = page.locator(`[data-row]:has(a[href="/events/public/${event.id}"]) [data-zone]`);
    expect([timezoneId, await name.isVisible()]).toEqual([timezoneId, isNamed]);
    await page.locator('html[data-started]').waitFor();
    expect([timezoneId, await name.isVisible()]).toEqual([timezoneId, isNamed]);
    await context.close();
  }
});
