// The code at the entrance, as a camera sees it: made on a device without a connection, whose clock is wrong, and scanned by
// the phones of those who come.
import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import { openBrowser, openSession, setClock } from '../../support/browser/browser.ts';
import { password } from '../../support/browser/people.ts';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../../support/factories.ts';
import { installed, storedAnswers } from '../../support/product/installed.ts';
import { type OwnProduct, openProduct } from '../../support/product/own-product.ts';

const minuteMs = 60_000;
let browser: Browser;
let product: OwnProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), openProduct()]);
});
afterAll(() => Promise.all([browser.close(), product.close()]));

/** A fresh phone on which `username` is signed in. */
async function phoneOf(username: string, aheadMs = 0): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
  });
  onTestFinished(() => context.close());
  await setClock(context, aheadMs);
  await openSession(context, username, password);
  return context;
}

/** The text of a code in a picture of it. */
async function scan(code: Locator): Promise<string> {
  const picture = sharp(await code.screenshot())
    .removeAlpha()
    .raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

test('people check in with a code that a device without a connection and with a wrong clock shows', async () => {
  const { db } = product;
  const secret = await hashPassword(password);
  const user = (username: string, name: string, is_coach: 0 | 1 = 0) =>
    buildUser(db, { username, name, is_coach, locale: 'en-GB', password_hash: secret });
  const nora = await user('nora', 'Nora Claes', 1);
  const bram = await user('bram', 'Bram Yilmaz');
  await user('zita', 'Zita Peeters');
  const team = await buildTeam(db, { name: 'Second XI' });
  await buildMembership(db, { team_id: team.id, person_id: nora.id, role: 'coach' });
  await buildMembership(db, { team_id: team.id, person_id: bram.id });
  const event = await buildEvent(db, {
    name: 'Training in the rain',
    owner_team_id: team.id,
    teams: [team.id],
    leaders: [nora.id],
    visibility: 'public',
    starts_at: new Date(Date.now() - 5 * minuteMs).toISOString(),
    ends_at: new Date(Date.now() + 60 * minuteMs).toISOString(),
  });

  const entrance = await phoneOf('nora', 7 * minuteMs);
  const shown = await entrance.newPage();
  await shown.goto(`/my/events/${event.id}/check-in`);
  const code = shown.getByRole('img', { name: /^QR code to check in/ });
  await code.waitFor();
  await installed(shown);
  await storedAnswers(shown, `/api/events/${event.id}`, `/api/events/${event.id}/check-in-key`);
  // The device is closed, and opened at the pitch.
  await shown.close();
  await entrance.setOffline(true);
  const atPitch = await entrance.newPage();
  await atPitch.goto(`/my/events/${event.id}/check-in`);
  const codeAtPitch = atPitch.getByRole('img', { name: /^QR code to check in/ });
  await codeAtPitch.waitFor();
  // A code is accepted for half a minute: first everyone has their phone ready.
  const bramsPhone = await (await phoneOf('bram')).newPage();
  const zitasPhone = await (await phoneOf('zita')).newPage();
  const address = await scan(codeAtPitch);
  expect(address.startsWith(`${product.origin}/my/events/${event.id}/here`)).toBe(true);

  await bramsPhone.goto(address);
  await bramsPhone.getByRole('heading', { name: "You're checked in" }).waitFor();
  await zitasPhone.goto(address);
  await zitasPhone.getByText('You had no place. Your coach sees that you came.').waitFor();

  await entrance.setOffline(false);
  await atPitch.goto(`/my/events/${event.id}/attendance`);
  for (const name of ['Bram Yilmaz', 'Zita Peeters'])
    await atPitch
      .locator('[data-person].present')
      .filter({ has: atPitch.locator('strong', { hasText: name }) })
      .waitFor();
  const marks = await db.selectFrom('attendance').select(['source', 'status']).execute();
  expect(marks).toEqual([
    { source: 'selfQr', status: 'present' },
    { source: 'selfQr', status: 'present' },
  ]);
});
