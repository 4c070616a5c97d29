// Paying on a phone, from the event to the receipt, with the sandbox's own pages: after every interruption
// the screen shows the true status, and no payment data stays on the phone.
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { expectNoViolations } from '../../support/browser/axe.ts';
import { openBrowser, openSession, visit } from '../../support/browser/browser.ts';
import { elsewhere, newPerson, paidEvent, password, storedOnDevice } from '../../support/browser/people.ts';
import { installed } from '../../support/product/installed.ts';
import { startedProduct } from '../../support/product/product.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The payment screen of a new user on their phone, whose place at a paid event is held. */
async function atPayment({ serviceWorkers = 'block' }: Parameters<typeof visit>[1] = {}) {
  const person = await newPerson('Ines Paying');
  const event = await paidEvent();
  const { page, context, faults } = await visit(browser, { serviceWorkers });
  onTestFinished(() => context.close());
  await openSession(context, person.username, password);
  await page.goto(`/my/events/${event.id}`);
  await page.getByRole('button', { name: /^Take a place/ }).click();
  await page.waitForURL('**/payment');
  await says(page, 'Pay to keep your place');
  return { person, event, page, context, faults, server: await elsewhere(person.username) };
}

const says = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor();

/** The button with the amount: when cash is accepted, another button leads to it. */
async function toCheckout(page: Page, button = /^Pay .*\d/): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL('**/sandbox/checkout/**');
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${card}`) }).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
}

const leave = (page: Page) => page.getByRole('link', { name: 'Back to Sideline' }).click();

/** Ends the hold at this time, as if it had expired. */
async function holdUntil(eventId: string, username: string, at: Date): Promise<void> {
  const database = new DatabaseSync((await startedProduct()).database);
  database.exec('pragma busy_timeout = 5000');
  const held = database.prepare(
    `update registrations set hold_expires_at = ? where event_id = ? and state = 'pendingPayment'
     and person_id = (select id from users where username = ?)`,
  );
  expect(held.run(at.toISOString(), eventId, username).changes).toBe(1);
  database.close();
}

/** The answer of an address that the device stores, as text. */
async function storedAnswer(page: Page, address: string): Promise<string> {
  const [, , ...stores] = JSON.parse(await storedOnDevice(page)) as [unknown[], unknown[]][];
  const rows = stores.flatMap(([keys, values]) => keys.map((key, at) => [key, values[at]] as const));
  return JSON.stringify(rows.find(([key]) => String(key).endsWith(` ${address}`))?.[1] ?? null);
}

test('a payment confirms the place, gives a receipt, and is not stored on the device', async () => {
  const { page, event, server, faults } = await atPayment({ serviceWorkers: 'allow' });
  await installed(page);
  await toCheckout(page);
  await Promise.all([
    // Before the return: what is said is there for five seconds.
    page.locator('#said', { hasText: "You're in" }).waitFor({ state: 'attached' }),
    payWith(page, 'Is accepted'),
  ]);
  await page.waitForURL(`**/my/events/${event.id}/payment`);
  await says(page, "Paid. You're in.");
  const result = page.getByRole('status').filter({ has: page.getByRole('heading', { name: "You're in" }) });
  await expect.poll(() => result.evaluate((one) => one === document.activeElement)).toBe(true);
  const { id, receipt } = await server.payment(event.id);
  await page
    .getByRole('region', { name: 'Receipt' })
    .getByText(receipt?.number ?? 'none')
    .waitFor();
  // With the worker in control, and after the screen's data was stored.
  await page.reload();
  await says(page, "Paid. You're in.");
  await expect.poll(() => storedOnDevice(page)).toContain(event.id);
  const kept = await storedOnDevice(page);
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  for (const trace of [id, receipt?.number ?? '', 'sbx_', 'checkoutUrl', '/payment'])
    expect(kept).not.toContain(trace);
  expect(cached.filter((url) => /\/payments?$|sandbox/.test(new URL(url).pathname))).toEqual([]);
  expect(faults).toEqual([]);
});

test('no screen from paying to the receipt has axe violations, or is wider than a small phone', async () => {
  const { page, event } = await atPayment();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoViolations(page);
  await toCheckout(page);
  await expectNoViolations(page);
  await payWith(page, 'Is declined');
  await page.getByRole('link', { name: 'Back to Sideline' }).waitFor();
  await expectNoViolations(page);
  await leave(page);
  await page.waitForURL(`**/my/events/${event.id}/payment`);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await expectNoViolations(page);
  await toCheckout(page, /^Try again/);
  await payWith(page, 'Is accepted');
  await says(page, "Paid. You're in.");
  await page.getByRole('region', { name: 'Receipt' }).waitFor();
  await expectNoViolations(page);
});

test('printing prints the receipt alone, black on white', async () => {
  const { page } = await atPayment();
  await toCheckout(page);
  await payWith(page, 'Is accepted');
  await page.getByRole('region', { name: 'Receipt' }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const printed = () =>
    page.evaluate(() => {
      const receipt = document.querySelector('[data-receipt]');
      const shown = [...document.body.querySelectorAll('*')].filter(
        (one) => one.checkVisibility() && !one.contains(receipt) && !receipt?.contains(one),
      );
      const value = receipt?.querySelector('dd');
      return {
        others: shown.map((one) => one.outerHTML.slice(0, 80)),
        button: receipt?.querySelector('button')?.checkVisibility(),
        color: value && getComputedStyle(value).color,
        paper: getComputedStyle(document.documentElement).backgroundColor,
      };
    });
  // The styles for paper follow the receipt.
  await expect
    .poll(printed)
    .toEqual({ others: [], button: false, color: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)' });
});

test('a declined card is retried on the same payment, and a second step can be continued', async () => {
  const { page, event, server } = await atPayment();
  await toCheckout(page);
  await payWith(page, 'Is declined');
  await page.getByText('The card was declined').waitFor();
  await leave(page);
  await says(page, 'The payment did not go through');
  const { id } = await server.payment(event.id);
  await toCheckout(page, /^Try again/);
  await payWith(page, 'Needs a second step at the bank');
  await page.getByText('Your bank asks').waitFor();
  await leave(page);
  await says(page, 'Your bank is waiting for your OK');
  await toCheckout(page, /bank/);
  await page.getByRole('button', { name: 'Yes, pay' }).click();
  await says(page, "Paid. You're in.");
  expect(await server.payment(event.id)).toMatchObject({ id, state: 'succeeded' });
});

test('a checkout closed in one tab continues in another, and both show the same in the end', async () => {
  const { page, event, context } = await atPayment();
  const other = await context.newPage();
  await other.goto(`/my/events/${event.id}/payment`);
  await says(other, 'Pay to keep your place');
  await toCheckout(page);
  const checkout = page.url();
  await page.close();
  const third = await context.newPage();
  await third.goto(`/my/events/${event.id}/payment`);
  await third.getByText('Nothing has been charged yet. Pick up where you left off.').waitFor();
  await toCheckout(third);
  expect(third.url()).toBe(checkout);
  await payWith(third, 'Is accepted');
  await says(third, "Paid. You're in.");
  await other.bringToFront();
  await other.evaluate(() => void dispatchEvent(new Event('focus')));
  await says(other, "Paid. You're in.");
});

test('Back leads from the checkout to the event, and the checkout can be opened again', async () => {
  const { page } = await atPayment();
  await toCheckout(page);
  await page.goBack();
  // The live region says it, too.
  await page
    .getByRole('main')
    .getByText('Nothing has been charged yet. Pick up where you left off.')
    .waitFor();
  await toCheckout(page);
});

test('a pending payment can be left, and late webhook events are applied', async () => {
  const { page, event } = await atPayment();
  await toCheckout(page);
  await payWith(page, 'Hangs for twelve minutes, then is accepted');
  await says(page, 'Your payment is on its way');
  await page.goto(`/my/events/${event.id}`);
  await page.getByText('Your payment is on its way').waitFor();
  const database = new DatabaseSync((await startedProduct()).database);
  database.exec('pragma busy_timeout = 5000');
  database
    .prepare(
      `update sandbox_checkouts set settles_at = created_at where state = 'processing' and return_path like ?`,
    )
    .run(`%${event.id}%`);
  database.close();
  await page.getByRole('link', { name: 'See your payment' }).click();
  await says(page, "Paid. You're in.");
});

test('an expired hold is reported, and can no longer be paid', async () => {
  const { page, event, person, server } = await atPayment();
  await toCheckout(page);
  const checkout = page.url();
  await page.clock.install();
  // Before the time runs: loading the page may take most of it.
  await page.goto(`/my/events/${event.id}/payment`);
  await says(page, 'Pay to keep your place');
  await holdUntil(event.id, person.username, new Date(Date.now() + 9000));
  await page.evaluate(() => void dispatchEvent(new Event('focus')));
  await page.getByText(/^0:0\d left to pay$/).waitFor();
  // By the clocks of the server and of the page.
  await holdUntil(event.id, person.username, new Date());
  await page.clock.fastForward(9000);
  await says(page, 'The time to pay ran out');
  await page.getByRole('button', { name: 'Take a place again' }).waitFor();
  expect(await server.payment(event.id)).toMatchObject({ state: 'expired', receipt: null });
  await expect
    .poll(async () => (await page.request.get(checkout)).text())
    .toContain('This checkout is closed');
});

test('giving up a place in time first shows the refund, and then refunds it', async () => {
  const { page, event } = await atPayment();
  await toCheckout(page);
  await payWith(page, 'Is accepted');
  await says(page, "Paid. You're in.");
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Give up my place' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText(/^You get .* back\.$/).waitFor();
  await sheet.getByRole('button', { name: 'Give up my place' }).click();
  await page.getByText('You cancelled', { exact: true }).waitFor();
  await page.goto(`/my/events/${event.id}/payment`);
  await says(page, 'You got your money back');
  await page.getByRole('region', { name: 'Receipt' }).getByText('Refunded').waitFor();
});

test('paying offline says so with the deadline of the hold, and sends nothing', async () => {
  const { page, event, context } = await atPayment({ serviceWorkers: 'allow' });
  await installed(page);
  await page.goto(`/my/events/${event.id}`);
  await page.getByRole('link', { name: /^Pay / }).waitFor();
  // Not the answer from before the place was taken.
  await expect.poll(() => storedAnswer(page, `/api/events/${event.id}`)).toContain('pendingPayment');
  await page.close();
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await context.setOffline(true);
  const restarted = await context.newPage();
  await restarted.goto(`/my/events/${event.id}/payment`);
  await says(restarted, 'You need a connection to pay');
  await restarted.getByText(/your place is held until \S/).waitFor();
  await context.setOffline(false);
  await restarted.evaluate(() => void dispatchEvent(new Event('online')));
  await says(restarted, 'Pay to keep your place');
  expect(sent).toEqual([]);
});
