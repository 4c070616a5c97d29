// The payments of an event on the screen of those who run it, over the real API.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { minorOf, plainAmount } from '../../../src/app/features/events/payment/payment-sums.ts';
import { buildPayer, payAtSandbox } from '../../server/payments/paid-event.ts';
import { buildMembership, buildPayment, buildRegistration, buildUser } from '../../support/factories.ts';
import { openAsAda } from '../device.tsx';
import { openPaidEvent } from './paid-event.tsx';

/** Ada owns the club that sells; Ben has paid online, Cleo owes it in cash. */
async function openTill() {
  const shop = await openPaidEvent();
  const { server, ada, event } = shop;
  const { db } = server.database;
  const { organizer_organization_id: club } = await db
    .selectFrom('events')
    .select('organizer_organization_id')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow();
  await buildMembership(db, { person_id: ada.id, organization_id: club ?? '', role: 'owner' });
  const ben = await buildPayer(server, { name: 'Ben' });
  const cleo = await buildPayer(server, { name: 'Cleo' });
  await ben.attend(event);
  await payAtSandbox(server, (await ben.begin(event)).body.checkoutUrl);
  await cleo.attend(event);
  await cleo.begin(event, { provider: 'cash' });
  const show = async () => {
    await openAsAda(`/my/events/${event.id}`);
    return (await screen.findByRole('heading', { name: 'Payments' })).parentElement as HTMLElement;
  };
  const openSheet = async (name: string) => {
    await shop.user.click(await screen.findByRole('button', { name: `Payment of ${name}`, hidden: true }));
    return within(await screen.findByRole('dialog', { name }));
  };
  return { ...shop, ben, cleo, show, openSheet };
}

const said = () => document.getElementById('said')?.textContent;

/** The value of a named sum. */
const sum = (till: HTMLElement, name: string) =>
  [...till.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling?.textContent;

/** The connection breaks for one write; reads succeed meanwhile. */
function failNextPost(): void {
  const through = fetch;
  let hasFailed = false;
  vi.stubGlobal('fetch', (...[address, init]: Parameters<typeof fetch>) => {
    if (hasFailed || init?.method !== 'POST') return through(address, init);
    hasFailed = true;
    return Promise.reject(new TypeError('Failed to fetch'));
  });
}

it('the payments screen shows received and due sums, and records received cash', async () => {
  const { user, event, cleo, show, openSheet } = await openTill();
  const till = await show();
  await waitFor(() => expect(sum(till, 'Received')).toBe('€12.50'));
  expect(sum(till, 'Due')).toBe('€12.50');
  const sheet = await openSheet('Cleo');
  await user.click(sheet.getByRole('button', { name: 'I have received €12.50' }));
  await waitFor(() => expect(sum(till, 'Received')).toBe('€25.00'));
  await waitFor(() => expect(said()).toBe('Received €12.50 from Cleo'));
  expect(await cleo.payment(event)).toMatchObject({ state: 'offlineReceived' });
});

it('the payments screen waives a due cash payment', async () => {
  const { user, event, cleo, show, openSheet } = await openTill();
  const till = await show();
  const sheet = await openSheet('Cleo');
  await user.click(sheet.getByRole('button', { name: "They don't have to pay" }));
  await waitFor(() => expect(sum(till, 'Due')).toBe('€0.00'));
  await waitFor(() => expect(said()).toBe("Cleo doesn't have to pay"));
  expect(await cleo.payment(event)).toMatchObject({ state: 'waived' });
});

it('the payments screen refunds a part with a reason, at most the rest, and updates the rest', async () => {
  const { user, event, ben, show, openSheet } = await openTill();
  const till = await show();
  const sheet = await openSheet('Ben');
  const amount = sheet.getByLabelText('Refund (EUR, €12.50 at most)');
  await user.clear(amount);
  await user.type(amount, '12.51');
  expect(sheet.getByText('Between €0.01 and €12.50')).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Refund the amount' }));
  await waitFor(() => expect(document.activeElement).toBe(amount));
  await user.clear(amount);
  await user.type(amount, '5,00');
  await user.type(sheet.getByLabelText('Reason (optional)'), 'Half of it was rained off');
  await user.click(sheet.getByRole('button', { name: 'Refund €5.00' }));
  await waitFor(() => expect(sum(till, 'Refunded')).toBe('€5.00'));
  await waitFor(() => expect(said()).toBe('Refund of €5.00 to Ben begun'));
  expect((await ben.payment(event)).refunds).toMatchObject([
    { amountMinor: 500, reason: 'Half of it was rained off', isAsked: false },
  ]);
  await openSheet('Ben');
  expect(screen.getByLabelText('Refund (EUR, €7.50 at most)')).toBeDefined();
});

it('the payments screen declines a requested refund', async () => {
  const { user, event, ben, show, openSheet } = await openTill();
  const { id } = await ben.payment(event);
  await ben.call('POST /api/payments/{id}/refund', { params: { id: id ?? '' }, body: { reason: 'Ill' } });
  const till = await show();
  await waitFor(() => expect(till.textContent).toContain('wants a refund'));
  const sheet = await openSheet('Ben');
  expect(sheet.getByText('€12.50 refund requested: “Ill”')).toBeDefined();
  await user.click(sheet.getByRole('button', { name: 'Decline the request' }));
  await waitFor(() => expect(till.textContent).not.toContain('wants a refund'));
  await waitFor(() => expect(said()).toBe('The request is declined'));
  expect((await ben.payment(event)).refunds).toMatchObject([{ state: 'declined' }]);
});

it('the payments screen reports a concurrent decision, and shows the current state', async () => {
  const { user, event, ben, show, openSheet } = await openTill();
  const till = await show();
  const sheet = await openSheet('Ben');
  const { id } = await ben.payment(event);
  await ben.call('POST /api/payments/{id}/refund', { params: { id: id ?? '' }, body: { reason: 'Ill' } });
  await user.click(sheet.getByRole('button', { name: 'Refund €12.50' }));
  await sheet.findByText('Someone changed this in the meantime. Have a look, then decide.');
  await sheet.findByText('€12.50 refund requested: “Ill”');
  expect(sum(till, 'Refunded')).toBe('€0.00');
  await user.click(sheet.getByRole('button', { name: 'Refund €12.50' }));
  await waitFor(() => expect(sum(till, 'Refunded')).toBe('€12.50'));
});

it('the payments screen records a cash refund', async () => {
  const { user, event, cleo, server, show, openSheet } = await openTill();
  const { db } = server.database;
  await db
    .updateTable('payments')
    .set({ state: 'offlineReceived', paid_at: '2026-11-21T10:00:00.000Z' })
    .where('provider', '=', 'offline')
    .execute();
  await cleo.cancel(event);
  const till = await show();
  const sheet = await openSheet('Cleo');
  await user.click(sheet.getByRole('button', { name: "I've paid back €12.50" }));
  await waitFor(() => expect(till.textContent).not.toContain('For you to settle'));
  await waitFor(() => expect(said()).toBe('Paid back €12.50 to Cleo'));
  expect((await cleo.payment(event)).refunds).toMatchObject([{ state: 'succeeded' }]);
});

it('cancelling the event previews the refunds, and shows the result afterwards', async () => {
  const { user, event, ben, cleo, show } = await openTill();
  const till = await show();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel this event' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Cancel this event?' }));
  await sheet.findByText('Everyone who paid gets all of it back: €12.50.');
  expect(sheet.getByText(/^2 people have a place/)).toBeDefined();
  await user.type(sheet.getByLabelText('Reason (optional)'), ' The hall is flooded ');
  failNextPost();
  await user.click(sheet.getByRole('button', { name: 'Cancel the event' }));
  await sheet.findByText(
    "We didn't get an answer. Once you're back online, you'll see here whether it worked.",
  );
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  failNextPost();
  await user.click(sheet.getByRole('button', { name: 'Cancel the event' }));
  await sheet.findByText("This needs a connection, and you don't have one right now. Nothing was changed.");
  network.mockRestore();
  await user.click(sheet.getByRole('button', { name: 'Cancel the event' }));
  await screen.findByText('The hall is flooded');
  await waitFor(() => expect(sum(till, 'Refunded')).toBe('€12.50'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  expect(screen.queryByRole('button', { name: 'Cancel this event' })).toBeNull();
  expect(await ben.payment(event)).toMatchObject({ refunds: [{ amountMinor: 1250 }] });
  expect(await cleo.payment(event)).toMatchObject({ state: 'canceled' });
  expect([await ben.state(event), await cleo.state(event)]).toEqual([
    'cancelledByOrganizer',
    'cancelledByOrganizer',
  ]);
});

it('the payments of an event that was made free stay, also when it is cancelled', async () => {
  const { user, server, event, show } = await openTill();
  await server.database.db
    .updateTable('offers')
    .set({ withdrawn_at: '2026-11-21T10:00:00.000Z' })
    .where('event_id', '=', event.id)
    .execute();
  const till = await show();
  await waitFor(() => expect(sum(till, 'Received')).toBe('€12.50'));
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel this event' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Cancel this event?' }));
  await sheet.findByText('Everyone who paid gets all of it back: €12.50.');
});

/** The second page of a list fails until `repair`. */
function failSecondPage(list: string): { repair: () => void } {
  const through = fetch;
  let isBroken = true;
  vi.stubGlobal('fetch', (...[address, init]: Parameters<typeof fetch>) =>
    isBroken && String(address).includes(`/${list}?`) && String(address).includes('cursor=')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : through(address, init),
  );
  return { repair: () => (isBroken = false) };
}

it('the payments screen shows no sums while a later page of payments is missing', async () => {
  const { user, server, event, show } = await openTill();
  const { db } = server.database;
  for (let at = 0; at < 99; at++) {
    const { id: person_id } = await buildUser(db);
    const { id } = await buildRegistration(db, { event_id: event.id, person_id });
    await buildPayment(db, { registration_id: id, state: 'succeeded', paid_at: '2026-11-21T10:00:00.000Z' });
  }
  const page = failSecondPage('payments');
  const till = await show();
  const again = await within(till).findByRole('button', { name: 'Try again' });
  expect(sum(till, 'Received')).toBeUndefined();
  expect(within(till).queryByText('For you to settle')).toBeNull();
  page.repair();
  await user.click(again);
  await waitFor(() => expect(sum(till, 'Received')).toBe('€1,250.00'));
  expect(sum(till, 'Due')).toBe('€12.50');
});

it('the replies of an event show no counts while a later page of replies is missing', async () => {
  const { user, server, event, show } = await openTill();
  const { db } = server.database;
  for (let at = 0; at < 99; at++) {
    const { id: person_id } = await buildUser(db);
    await buildRegistration(db, { event_id: event.id, person_id, state: 'declined' });
  }
  const page = failSecondPage('registrations');
  const till = await show();
  const replies = within(till.parentElement as HTMLElement);
  const again = await replies.findByRole('button', { name: 'Try again' });
  expect(replies.queryByText('Going')).toBeNull();
  page.repair();
  await user.click(again);
  const declined = await replies.findByText("Can't go", { selector: 'summary' });
  expect(declined.textContent).toContain('99');
});

it('the payments screen is hidden from participants', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  await openAsAda(`/my/events/${shop.event.id}`);
  await screen.findByText("You're in");
  expect(shop.asked.filter((one) => one.includes('/payments'))).toEqual([]);
});

it.each([
  ['12,50', 'EUR', 1250],
  ['12.5', 'EUR', 1250],
  ['12', 'EUR', 1200],
  ['3.5', 'KWD', 3500],
  ['500', 'JPY', 500],
  ['5.5', 'JPY', null],
  ['12.505', 'EUR', null],
  ['-1', 'EUR', null],
  ['1e3', 'EUR', null],
  ['', 'EUR', null],
])('the amount %j of %s is read as %j minor units', (text, currency, minor) => {
  expect(minorOf(text, currency)).toBe(minor);
  if (minor !== null) expect(minorOf(plainAmount({ amountMinor: minor, currency }), currency)).toBe(minor);
});
