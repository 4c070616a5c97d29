// The pitch: two phones that were opened at home only, no signal, both browsers killed, one of the clocks seven minutes fast.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type Page, request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { expectNoViolations, inBothSchemes, violationsIn } from '../../support/browser/axe.ts';
import { openBrowser, openPhone, openSession, setClock } from '../../support/browser/browser.ts';
import { password } from '../../support/browser/people.ts';
import { settled } from '../../support/browser/settled.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildPerson,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { installed, storedAnswers, storedKeys } from '../../support/product/installed.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

const names = [
  'Ada Mertens',
  'Bram Yilmaz',
  'Chidi Obi',
  'Dila Kaya',
  'Eva De Smet',
  'Finn Peeters',
  'Gita Rao',
  'Hugo Maes',
  'Ines Okafor',
  'Jelle Postma',
  'Kato Willems',
  'Lena Vos',
  'Milan Claes',
  'Noor Haddad',
];
const minuteMs = 60_000;

let product: OwnProduct;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

/** A club with two teams, and a training of the first that has begun, led by a coach and an assistant. */
async function planTraining() {
  const { db } = product;
  const secret = await hashPassword(password);
  const club = await buildOrganization(db, { name: 'KV Rooigem' });
  const team = await buildTeam(db, { name: 'U12', organization_id: club.id });
  const other = await buildTeam(db, { name: 'U10', organization_id: club.id });
  const staff = async (username: string, name: string, role: 'coach' | 'assistant') => {
    const user = await buildUser(db, { username, name, is_coach: 1, locale: 'en-GB', password_hash: secret });
    for (const { id } of [team, other])
      await buildMembership(db, { team_id: id, person_id: user.id, role: id === other.id ? 'coach' : role });
    return user;
  };
  const suffix = club.id.slice(-6);
  const nora = await staff(`nora${suffix}`, 'Nora Claes', 'coach');
  const jan = await staff(`jan${suffix}`, 'Jan Baert', 'assistant');
  const admin = await buildUser(db, { username: `admin${suffix}`, password_hash: secret });
  await buildMembership(db, { organization_id: club.id, person_id: admin.id, role: 'admin' });
  const people = new Map<string, string>();
  const join = async (name: string, teamId: string) => {
    const person = await buildPerson(db, { name });
    await buildMembership(db, { team_id: teamId, person_id: person.id });
    people.set(name, person.id);
  };
  for (const name of names) await join(name, team.id);
  await join('Zita Peeters', other.id);
  const event = await buildEvent(db, {
    name: 'U12 winter training',
    owner_team_id: team.id,
    organizer_organization_id: club.id,
    teams: [team.id],
    leaders: [nora.id, jan.id],
    visibility: 'team',
    starts_at: new Date(Date.now() - 12 * minuteMs).toISOString(),
    ends_at: new Date(Date.now() + 60 * minuteMs).toISOString(),
  });
  const marks = async (name: string) => {
    const id = people.get(name) ?? (await guestId(event.id, name));
    const rows = await db
      .selectFrom('attendance')
      .innerJoin('people', 'people.id', 'attendance.marked_by')
      .select(['status', 'minutes_late', 'people.name', 'occurred_at'])
      .where('event_id', '=', event.id)
      .where('person_id', '=', id)
      .orderBy('occurred_at')
      .execute();
    return rows.map(({ status, minutes_late: late, name: by }) => `${late ?? ''}${status ?? 'back'} ${by}`);
  };
  /** By the club, from a desk. */
  const cancel = async () => {
    const desk = await request.newContext({ baseURL: product.origin });
    await openSession({ request: desk }, admin.username, password);
    const data = { version: 1, reason: 'The pitch is frozen' };
    expect((await desk.post(`/api/events/${event.id}/cancel`, { data })).status()).toBe(200);
    await desk.dispose();
  };
  return { event, nora, jan, marks, cancel };
}

async function guestId(eventId: string, name: string): Promise<string> {
  const { id } = await product.db
    .selectFrom('event_guests')
    .innerJoin('people', 'people.id', 'event_guests.id')
    .select('people.id')
    .where('event_guests.event_id', '=', eventId)
    .where('people.name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

type Phone = { folder: string; aheadMs: number };

async function open({ folder, aheadMs }: Phone) {
  const phone = await openPhone(folder, product.origin);
  if (aheadMs !== 0) await setClock(phone.context, aheadMs);
  return phone;
}

/** Kills the browser of a phone with SIGKILL, as when the battery is empty. */
function kill({ folder }: Phone): void {
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    let command = '';
    try {
      command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
    } catch {
      // It has ended meanwhile.
    }
    if (command.includes(`--user-data-dir=${folder}`) && !command.includes('--type='))
      process.kill(Number(id), 'SIGKILL');
  }
}

/** Signs in through the form, and waits until the device has what the pitch needs; opens nothing. */
async function signInAtHome(
  page: Page,
  username: string,
  { event }: { event: { id: string } },
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await installed(page);
  await storedAnswers(
    page,
    `/api/events/${event.id}/attendance`,
    `/api/events/${event.id}/people`,
    // Home's link to the attendance is of the first of these lists; a coach's Home waits for the second one, too.
    '/api/users/me/events?tab=doNow',
    '/api/users/me/events?tab=coaching',
  );
}

/**
 * Chrome writes new cookies after 30 s, or once 512 wait: a phone that is killed before has forgotten who is signed in. Cookies of
 * another site make it write now.
 */
async function writeCookies(context: BrowserContext, { folder }: Phone): Promise<void> {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  await context.addCookies(
    Array.from({ length: 512 }, (_, index) => ({
      name: `n${index}`,
      value: '1',
      domain: `site${index % 8}.example`,
      path: '/',
      expires,
    })),
  );
  const files = ['Default/Cookies', 'Default/Network/Cookies'].map((file) => join(folder, file));
  const hold = () => files.some((file) => existsSync(file) && readFileSync(file).includes('sideline_hint'));
  await expect.poll(hold, { timeout: 60_000 }).toBe(true);
}

/**
 * Chrome writes what localStorage holds, such as who is signed in, after 5 s, and from the second time on once a minute: a phone
 * that is killed before has forgotten it.
 */
async function waitForStoredUser(username: string, { folder }: Phone): Promise<void> {
  const storage = join(folder, 'Default/Local Storage');
  const holds = () =>
    readdirSync(storage, { recursive: true, withFileTypes: true }).some(
      (entry) =>
        entry.isFile() &&
        readFileSync(join(entry.parentPath, entry.name)).includes(`"username":"${username}"`),
    );
  await expect.poll(holds, { timeout: 70_000 }).toBe(true);
}

const rowOf = (page: Page, name: string) =>
  page.locator('[data-person]').filter({ has: page.locator('strong', { hasText: name }) });
const tap = (page: Page, name: string) => rowOf(page, name).locator('[data-mark]').click();
const choose = async (page: Page, name: string, choice: string) => {
  await rowOf(page, name).locator('[data-more]').click();
  await page.getByRole('dialog').getByRole('button', { name: choice, exact: true }).click();
};
const counts = async (page: Page) => (await page.locator('.counts').innerText()).replace(/\s+/g, ' ').trim();
const stateOf = async (page: Page, name: string) =>
  (await rowOf(page, name).locator('small').first().innerText()).trim();

/** From home, which is what the app opens with. */
async function goToPitch(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Attendance · U12 winter training' }).click();
  await page.getByText('Everyone else is here · 14').waitFor();
}

// Any order of their requests: tests/server/attendance/phone-histories.test.ts.
describe('two phones without signal that are killed, and come online one after the other', () => {
  test('agree on the newest decision of each person, and the history has all marks', {
    timeout: 180_000,
  }, async () => {
    const training = await planTraining();
    const { event, nora, jan, marks } = training;
    const phones = {
      coach: { folder: mkdtempSync(join(tmpdir(), 'sideline-coach-')), aheadMs: 0 },
      assistant: { folder: mkdtempSync(join(tmpdir(), 'sideline-assistant-')), aheadMs: 7 * minuteMs },
    };
    const first = { coach: await open(phones.coach), assistant: await open(phones.assistant) };
    try {
      await signInAtHome(first.coach.page, nora.username, training);
      await signInAtHome(first.assistant.page, jan.username, training);
      for (const which of ['assistant', 'coach'] as const)
        await writeCookies(first[which].context, phones[which]);
      for (const { context } of Object.values(first)) await context.setOffline(true);

      // The assistant marks two people, the first of them before the coach.
      const second = first.assistant.page;
      await goToPitch(second);
      // A row renders its content once it is near the window, which takes a frame.
      await expect.poll(() => second.locator('[data-person] strong').allInnerTexts()).toEqual(names);
      await choose(second, 'Ada Mertens', 'Absent');

      const { page } = first.coach;
      await goToPitch(page);
      // Ada last: a request that travels for seconds must not make the assistant's mark the newer one.
      for (const name of names.slice(0, 11).toReversed()) await tap(page, name);
      await rowOf(page, 'Lena Vos').locator('[data-more]').click();
      await page.getByLabel('Another number of minutes').fill('12');
      await page.getByRole('dialog').getByRole('button', { name: 'Late', exact: true }).click();
      await choose(page, 'Milan Claes', 'Excused');
      await page.getByRole('button', { name: 'Add someone' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Name').fill('Gus Visitor');
      await sheet.getByRole('button', { name: 'Add Gus Visitor as a guest' }).click();
      await page.getByRole('button', { name: 'Add someone' }).click();
      await sheet.getByLabel('Name').fill('zita');
      await sheet.getByRole('button', { name: /^Zita Peeters/ }).click();
      await page.getByRole('button', { name: 'Everyone else is here · 1', exact: true }).click();
      await page.getByRole('button', { name: /^Undo: One more person/ }).click();
      // A device that still stores what is undone shows it once more.
      await expect.poll(() => counts(page)).toBe('13 here 1 late 1 not yet');
      await page.getByText('15 to be sent').waitFor();
      await expectNoViolations(page);
      await page.screenshot({ path: join(tmpdir(), 'sideline-pitch-coach.png') });

      // The second of them after the coach.
      await choose(second, 'Bram Yilmaz', 'Excused');
      await second.getByText('2 to be sent').waitFor();
      await second.screenshot({ path: join(tmpdir(), 'sideline-pitch-assistant.png') });
      // A mark shows before the device has stored it.
      await expect.poll(() => storedKeys(page, 'outbox')).toHaveLength(15);
      await expect.poll(() => storedKeys(second, 'outbox')).toHaveLength(2);
      await waitForStoredUser(nora.username, phones.coach);
      await waitForStoredUser(jan.username, phones.assistant);
    } finally {
      for (const phone of Object.values(phones)) kill(phone);
      await Promise.allSettled(Object.values(first).map(({ context }) => context.close()));
    }

    // The server is down when the phones start again.
    await product.stop();
    const again = { coach: await open(phones.coach), assistant: await open(phones.assistant) };
    try {
      await again.coach.context.setOffline(true);
      for (const { page } of Object.values(again)) await page.goto(`/my/events/${event.id}/attendance`);
      await again.coach.page.getByText('15 to be sent').waitFor();
      await again.assistant.page.getByText('2 to be sent').waitFor();
      expect(await stateOf(again.coach.page, 'Ada Mertens')).toContain('Here');
      await product.start();
      // Rows are sent one after the other.
      const unsent = ({ page }: { page: Page }) => page.getByText(/^\d+ to be sent$/);
      await unsent(again.assistant).waitFor({ state: 'detached' });
      // Before the coach is back, the club cancels: the marks stand, and both are informed.
      await training.cancel();
      await again.coach.context.setOffline(false);
      await unsent(again.coach).waitFor({ state: 'detached' });
      for (const { page } of Object.values(again)) {
        await page.getByText('This event was cancelled. You can still mark who was there.').waitFor();
        // By itself, without a reload.
        await expect.poll(() => counts(page)).toBe('12 here 1 late 1 not yet');
        await page.getByText('Everyone else is here · 1').waitFor();
        expect(await stateOf(page, 'Ada Mertens')).toContain('Here');
        expect(await stateOf(page, 'Bram Yilmaz')).toContain('Excused');
        expect(await stateOf(page, 'Gus Visitor')).toContain('Here');
      }
      await expect.poll(() => stateOf(again.coach.page, 'Bram Yilmaz')).toContain('by Jan Baert');
    } finally {
      await Promise.allSettled(Object.values(again).map(({ context }) => context.close()));
      for (const { folder } of Object.values(phones)) rmSync(folder, { recursive: true, force: true });
    }
    expect(await marks('Ada Mertens')).toEqual(['absent Jan Baert', 'present Nora Claes']);
    expect(await marks('Bram Yilmaz')).toEqual(['present Nora Claes', 'excused Jan Baert']);
    expect(await marks('Chidi Obi')).toEqual(['present Nora Claes']);
    expect(await marks('Lena Vos')).toEqual(['12late Nora Claes']);
    expect(await marks('Milan Claes')).toEqual(['excused Nora Claes']);
    // Taken back before it was sent.
    expect(await marks('Noor Haddad')).toEqual([]);
    expect(await marks('Gus Visitor')).toEqual(['present Nora Claes']);
    expect(await marks('Zita Peeters')).toEqual(['present Nora Claes']);
  });
});

test('holding a row or swiping along it opens its choices, nothing moves when the network goes, and the contrast is AAA', async () => {
  const { event, nora } = await planTraining();
  const browser = await openBrowser();
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    serviceWorkers: 'block',
    hasTouch: true,
  });
  await openSession(context, nora.username, password);
  const page = await context.newPage();
  await page.goto(`/my/events/${event.id}/attendance`);
  const isOpen = page.getByRole('dialog', { name: 'Chidi Obi' });
  const close = async () => {
    await page.keyboard.press('Escape');
    await isOpen.waitFor({ state: 'detached' });
  };
  // Without a worker the page has only what it has loaded before the network goes: the sheet, too.
  await rowOf(page, 'Chidi Obi').locator('[data-more]').tap();
  await isOpen.waitFor();
  await close();
  await settled(page);
  const topOf = async () => (await rowOf(page, 'Chidi Obi').boundingBox())?.y;
  const before = await topOf();
  await context.setOffline(true);
  await page.getByText('offline').waitFor();
  expect(await topOf()).toBeCloseTo(before ?? 0, 0);
  const session = await context.newCDPSession(page);
  const box = await rowOf(page, 'Chidi Obi').boundingBox();
  const at = (x: number) => [{ x, y: (box?.y ?? 0) + 30 }];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : at(x) });
  await touch('touchStart', 120);
  await isOpen.waitFor();
  await touch('touchEnd');
  await inBothSchemes(page, async () => expect(await contrastFaults(page, 'dialog[open]')).toEqual([]));
  await close();
  await touch('touchStart', 240);
  for (const x of [220, 200, 180, 160, 140]) await touch('touchMove', x);
  await touch('touchEnd');
  await isOpen.waitFor();
  await close();
  expect(await counts(page)).toBe('0 here 0 late 14 not yet');
  await inBothSchemes(page, async () => {
    expect(await contrastFaults(page, '.counts')).toEqual([]);
    expect(await contrastFaults(page, '.people')).toEqual([]);
  });
});

/** Text below 7:1 in a part of the page, and targets below 24 px. */
const contrastFaults = (page: Page, part: string) =>
  violationsIn(page, part, {
    runOnly: { type: 'rule', values: ['color-contrast-enhanced', 'target-size'] },
    rules: { 'color-contrast-enhanced': { enabled: true }, 'target-size': { enabled: true } },
  });
