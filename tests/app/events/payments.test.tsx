// Paying for an event, as the payer sees it: every status over the real API, with the sandbox as the
// provider.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { maySave } from '../../../src/offline/saved-answers.ts';
import { payAtSandbox } from '../../server/payments/paid-event.ts';
import { signIn } from '../../support/client.ts';
import { buildMembership, buildOffer, buildUser } from '../../support/factories.ts';
import { runJob } from '../../support/server.ts';
import { openAsAda } from '../device.tsx';
import { minuteMs, openPaidEvent } from './paid-event.tsx';

/** Like a browser when the person returns to the page. */
const comeBack = () => fireEvent(window, new Event('pageshow'));
const title = (name: string | RegExp) => screen.findByRole('heading', { name });

it('paying shows amount and deadline, opens one checkout for several taps, and then shows the receipt', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  await shop.open();
  await title('Pay to keep your place');
  expect(screen.getByText('€12.50')).toBeDefined();
  expect(screen.getByRole('timer').textContent).toBe('35 minutes left to pay');
  expect(screen.getByText(/^Full refund if you cancel by Thu, Nov 26/)).toBeDefined();
  const button = screen.getByRole('button', { name: 'Pay €12.50' });
  await shop.user.dblClick(button);
  await waitFor(() => expect(shop.leave).toHaveBeenCalled());
  expect(shop.leave.mock.calls).toEqual([[expect.stringContaining('/sandbox/checkout/sbx_')]]);
  await shop.user.click(button);
  expect(shop.asked.filter((one) => one === `POST /api/events/${shop.event.id}/payment`)).toHaveLength(1);
  await payAtSandbox(shop.server, shop.leave.mock.calls[0]?.[0]);
  comeBack();
  await title("Paid. You're in.");
  const receipt = within(await screen.findByRole('region', { name: 'Receipt' }));
  for (const part of ['S-2026-000001', 'Ada Mertens', 'Slab school', 'Adult', 'Online'])
    expect(receipt.getByText(part)).toBeDefined();
  // The year, also in the year itself: it is read years later.
  expect(receipt.getByText(/^Saturday, November 21, 2026/)).toBeDefined();
  expect(receipt.getByRole('button', { name: 'Print' })).toBeDefined();
});

it('paying returns to an event with the new status, also when event and payment were read at the same time', async () => {
  const shop = await openPaidEvent();
  const { checkoutUrl } = await shop.begin();
  const online = globalThis.fetch;
  // The event's answer is from before the payment succeeded, the payment's from after it.
  const { promise: eventAnswered, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const isPayment = url.endsWith('/payment');
    if (isPayment) await eventAnswered.then(() => payAtSandbox(shop.server, checkoutUrl));
    const answer = await online(url, init);
    if (url.endsWith(shop.event.id)) resolve();
    return answer;
  });
  await shop.open();
  await title("Paid. You're in.");
  await shop.user.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByRole('button', { name: 'Give up my place' });
});

it("paying shows the server's status and ignores the return address", async () => {
  const shop = await openPaidEvent();
  await shop.begin();
  await openAsAda(`/my/events/${shop.event.id}/payment?redirect_status=succeeded&paid=1`);
  await title('Pay to keep your place');
  expect(screen.getByText('Nothing has been charged yet. Pick up where you left off.')).toBeDefined();
});

it('paying retries on the same payment after a decline, and continues at the bank', async () => {
  const shop = await openPaidEvent();
  const { id, checkoutUrl } = await shop.pay('4000000000000002');
  await shop.open();
  await title('The payment did not go through');
  await shop.user.click(screen.getByRole('button', { name: 'Try again · €12.50' }));
  await waitFor(() => expect(shop.leave).toHaveBeenCalledWith(checkoutUrl));
  await payAtSandbox(shop.server, checkoutUrl, '4000000000003220');
  comeBack();
  await title('Your bank is waiting for your OK');
  expect(screen.getByRole('button', { name: 'Continue to your bank' })).toBeDefined();
  expect((await shop.call('GET /api/events/{id}/payment')).body.id).toBe(id);
});

it('a pending payment can be left, and its success appears by itself', async () => {
  const shop = await openPaidEvent();
  await shop.pay('4000000000000077');
  await shop.open();
  await title('Your payment is on its way');
  expect(screen.getByText(/You can close this page/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  shop.pass(13 * minuteMs);
  await shop.server.payments.sandbox?.work();
  // No user action.
  await title("Paid. You're in.");
});

it('an expired hold is reported, and a place can be taken again', async () => {
  const shop = await openPaidEvent();
  await shop.begin();
  shop.pass(60 * minuteMs);
  await runJob(shop.server, 'endDueHolds');
  await shop.open();
  await title('The time to pay ran out');
  await shop.user.click(await screen.findByRole('button', { name: 'Take a place again' }));
  expect(await screen.findByRole('button', { name: 'Pay €12.50' })).toBeDefined();
  expect(screen.getByText("It's yours once you've paid.")).toBeDefined();
});

it('an expired hold is reported when paying was never started', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  shop.pass(60 * minuteMs);
  await runJob(shop.server, 'endDueHolds');
  await shop.open();
  await title('The time to pay ran out');
  expect(screen.getByRole('link', { name: 'Reply again' }).getAttribute('href')).toBe(
    `/my/events/${shop.event.id}`,
  );
});

it('an expired hold offers the waitlist when the place was given to another person', async () => {
  const shop = await openPaidEvent({ maximum_attendee_capacity: 1, waitlist_enabled: 1 });
  await shop.begin();
  shop.pass(60 * minuteMs);
  await runJob(shop.server, 'endDueHolds');
  const other = await signIn(shop.server, await buildUser(shop.server.database.db));
  const to = { params: { id: shop.event.id } };
  await other.call('PUT /api/events/{id}/registration', { ...to, body: { response: 'attending' } });
  await shop.open();
  await title('The time to pay ran out');
  await shop.user.click(await screen.findByRole('button', { name: 'Join the waitlist' }));
  expect(await screen.findByText('You are on the waitlist.')).toBeDefined();
});

it('an expiring hold hides the payment at once, and reloads the status', async () => {
  const shop = await openPaidEvent();
  await shop.begin();
  shop.pass(34 * minuteMs + 59_000);
  await shop.open();
  await screen.findByText(/^0:0\d left to pay$/);
  shop.pass(2000);
  fireEvent(document, new Event('visibilitychange'));
  await title('The time to pay is over');
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  await runJob(shop.server, 'endDueHolds');
  await title('The time to pay ran out');
});

it('paying another matching price is possible', async () => {
  const shop = await openPaidEvent();
  await buildOffer(shop.server.database.db, { event_id: shop.event.id, name: 'Family', price_minor: 3000 });
  await buildOffer(shop.server.database.db, { event_id: shop.event.id, name: 'Helper', price_minor: 0 });
  await shop.attend();
  await shop.open();
  await shop.user.click(await screen.findByRole('radio', { name: /Family/ }));
  expect(screen.queryByRole('radio', { name: /Helper/ })).toBeNull();
  await shop.user.click(screen.getByRole('button', { name: 'Pay €30.00' }));
  await waitFor(() => expect(shop.leave).toHaveBeenCalled());
  const { body } = await shop.call('GET /api/events/{id}/payment');
  expect(body).toMatchObject({ offer: 'Family', amount: { amountMinor: 3000 } });
});

it('paying does not open a checkout with another amount than shown', async () => {
  const shop = await openPaidEvent();
  const family = await buildOffer(shop.server.database.db, {
    event_id: shop.event.id,
    name: 'Family',
    price_minor: 3000,
  });
  await shop.attend();
  await shop.open();
  const button = await screen.findByRole('button', { name: 'Pay €12.50' });
  // Meanwhile in another tab.
  await shop.call('POST /api/events/{id}/payment', { body: { offerId: family.id } });
  await shop.user.click(button);
  await screen.findByText(/The price has changed/);
  expect(shop.leave).not.toHaveBeenCalled();
  expect(await screen.findByRole('button', { name: 'Pay €30.00' })).toBeDefined();
});

it.each([
  [500, 'JPY', '¥500'],
  [3500, 'KWD', 'KWD 3.500'],
  [1200, 'EUR', '€12.00'],
])('%i minor units of %s are written as %s', async (price_minor, currency, text) => {
  const shop = await openPaidEvent({}, { price_minor, currency, accepts_offline: 0 });
  await shop.attend();
  await shop.open();
  const button = await screen.findByRole('button', { name: /^Pay / });
  expect(button.textContent?.replace(/\u00a0/g, ' ')).toBe(`Pay ${text}`);
});

it('cash is available when the offer accepts it, with a receipt once the coach has it', async () => {
  const shop = await openPaidEvent();
  const { db } = shop.server.database;
  const coach = await buildUser(db);
  const { organizer_organization_id: club } = await db
    .selectFrom('events')
    .select('organizer_organization_id')
    .where('id', '=', shop.event.id)
    .executeTakeFirstOrThrow();
  await buildMembership(db, { organization_id: club ?? '', person_id: coach.id, role: 'coach' });
  await shop.attend();
  await shop.open();
  await shop.user.click(await screen.findByRole('button', { name: 'Pay in cash instead' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Pay in cash?' }));
  await shop.user.click(sheet.getByRole('button', { name: 'Pay €12.50 in cash' }));
  await title("You're in. Pay on the spot.");
  const { id } = (await shop.call('GET /api/events/{id}/payment')).body;
  const cash = (await signIn(shop.server, coach)).call('POST /api/payments/{id}/cash', {
    params: { id },
    body: { outcome: 'received' },
  });
  expect((await cash).status).toBe(200);
  comeBack();
  await title("Paid. You're in.");
  expect(await screen.findByText('In cash')).toBeDefined();
});

it('a waived price is shown as waived', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  const { id } = (await shop.call('POST /api/events/{id}/payment', { body: { provider: 'cash' } })).body;
  await shop.server.database.db
    .updateTable('payments')
    .set({ state: 'waived' })
    .where('id', '=', id)
    .execute();
  await shop.open();
  await title("You're in, for free");
});

it('a refund can be requested, and its result is shown', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  await shop.open();
  await shop.user.click(await screen.findByRole('button', { name: 'Ask for your money back' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ask for €12.50 back?' }));
  await shop.user.type(sheet.getByLabelText('Reason (optional)'), 'A broken arm');
  await shop.user.click(sheet.getByRole('button', { name: 'Ask for €12.50' }));
  await screen.findByText(/You asked for €12.50 back/);
  expect(screen.queryByRole('button', { name: 'Ask for your money back' })).toBeNull();
  const { db } = shop.server.database;
  await db.updateTable('refunds').set({ state: 'declined', reason: 'Too late' }).execute();
  comeBack();
  await screen.findByText(/the organizer said no: “Too late”/);
  await db
    .updateTable('refunds')
    .set({ state: 'succeeded', amount_minor: 500, approved_at: '2026-11-21T10:00:00.000Z' })
    .execute();
  shop.pass(minuteMs);
  comeBack();
  await screen.findByText('You got €5.00 back.');
  expect(await screen.findByText('Total after refunds')).toBeDefined();
  expect(screen.getByText('€7.50')).toBeDefined();
});

it('a full refund is shown as pending, and then as done', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  await shop.call('DELETE /api/events/{id}/registration', { body: {} });
  await shop.open();
  await title('Your money is on its way back');
  await runJob(shop.server, 'carryOutRefunds');
  await title('You got your money back');
});

it('a person who paid and gave up the place is not shown as attending', async () => {
  const shop = await openPaidEvent({}, { refund_until: null });
  await shop.pay();
  await shop.call('DELETE /api/events/{id}/registration', { body: {} });
  await shop.open();
  await title('Paid, but without a place');
  expect(screen.getByRole('button', { name: 'Ask for your money back' })).toBeDefined();
});

it('paying again is possible for a person who gave up the place, was refunded and comes back', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  await shop.call('DELETE /api/events/{id}/registration', { body: {} });
  await runJob(shop.server, 'carryOutRefunds');
  const family = await buildOffer(shop.server.database.db, {
    event_id: shop.event.id,
    name: 'Family',
    price_minor: 3000,
    refund_until: null,
  });
  await shop.call('PUT /api/events/{id}/registration', {
    body: { response: 'attending', offerId: family.id },
  });
  await shop.open();
  await title('Pay to keep your place');
  expect(screen.getByRole('timer').textContent).toBe('35 minutes left to pay');
  // The price and the refund promise of the new place, not of the refunded payment.
  const priceRow = screen.getAllByText('Price').map(({ nextSibling }) => nextSibling?.textContent);
  expect(priceRow).toContain('Family');
  expect(screen.getByText(/^No guarantee if you cancel/)).toBeDefined();
  await shop.user.click(screen.getByRole('button', { name: 'Pay €30.00' }));
  await waitFor(() => expect(shop.leave).toHaveBeenCalled());
  await payAtSandbox(shop.server, shop.leave.mock.calls[0]?.[0]);
  comeBack();
  await title("Paid. You're in.");
});

it('a person who gave up the place without a refund and comes back keeps it without paying again', async () => {
  const shop = await openPaidEvent({}, { refund_until: null });
  await shop.pay();
  await shop.call('DELETE /api/events/{id}/registration', { body: {} });
  await shop.attend();
  await shop.open();
  await title("You've already paid");
  expect(screen.queryByRole('button', { name: 'Pay in cash instead' })).toBeNull();
  await shop.user.click(screen.getByRole('button', { name: 'Keep my place' }));
  await title("Paid. You're in.");
  expect(shop.leave).not.toHaveBeenCalled();
  expect((await shop.call('GET /api/events/{id}')).body.registration?.state).toBe('confirmed');
});

it('a person whose price was waived and who comes back can pay for the new place', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  const { id } = (await shop.call('POST /api/events/{id}/payment', { body: { provider: 'cash' } })).body;
  await shop.server.database.db
    .updateTable('payments')
    .set({ state: 'waived' })
    .where('id', '=', id)
    .execute();
  await shop.call('DELETE /api/events/{id}/registration', { body: {} });
  await shop.attend();
  await shop.open();
  await title('Pay to keep your place');
  expect(screen.getByRole('button', { name: 'Pay €12.50' })).toBeDefined();
});

it.each([
  ['before paying was started', false],
  ['after paying was started', true],
])('a place of a postponed event waits for its new date, %s', async (_when, isStarted) => {
  const shop = await openPaidEvent();
  await (isStarted ? shop.begin() : shop.attend());
  const { db } = shop.server.database;
  await db.updateTable('events').set({ event_status: 'EventPostponed' }).execute();
  await db.updateTable('registrations').set({ hold_expires_at: '9999-12-31T23:59:59.999Z' }).execute();
  await shop.open();
  await title('You asked for a place');
  expect(screen.getByText('You can pay once there is a new date.')).toBeDefined();
  expect(screen.queryByRole('timer')).toBeNull();
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
});

it('a paid place at a postponed event has no time, and its full refund no limit', async () => {
  // The last day of the refund was yesterday.
  const shop = await openPaidEvent({
    starts_at: '2026-11-22T10:00:00.000Z',
    ends_at: '2026-11-22T12:00:00.000Z',
  });
  await shop.pay();
  await shop.server.database.db.updateTable('events').set({ event_status: 'EventPostponed' }).execute();
  await shop.open();
  await title("Paid. You're in.");
  expect(screen.getByText('When').nextSibling?.textContent).toBe('Postponed. A new time will follow.');
  expect(screen.getByText('Refund').nextSibling?.textContent).toBe(
    'Full refund if you cancel before there is a new date.',
  );
});

it('a cancelled payment is shown as cancelled, without a place', async () => {
  const shop = await openPaidEvent();
  await shop.begin();
  await shop.call('DELETE /api/events/{id}/registration', { body: {} });
  await shop.open();
  await title("There's nothing left to pay");
});

it('the payment of an event that cannot be found leads to others, without anything to try again', async () => {
  await openPaidEvent();
  for (const id of ['01a1fd8c-0000-7000-8000-000000000000', 'no-id']) {
    cleanup();
    await openAsAda(`/my/events/${id}/payment`);
    await title("We can't find this event");
    expect(screen.getByRole('link', { name: 'Explore others' })).toBeDefined();
    expect(screen.queryByText('Try again')).toBeNull();
  }
});

it('an event without a payment says so', async () => {
  const shop = await openPaidEvent();
  await shop.open();
  await title('Nothing to pay here');
});

it('paying needs a connection, shows the deadline of the hold, and queues nothing', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  const online = globalThis.fetch;
  let isCut = false;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    isCut || /\/payment$/.test(url) ? Promise.reject(new TypeError('cut')) : online(url, init),
  );
  await shop.open();
  await title('You need a connection to pay');
  expect(
    await screen.findByText(
      /nothing was charged\. As far as this device knows, your place is held until .*\./,
    ),
  ).toBeDefined();
  isCut = true;
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  const { body } = await shop.call('GET /api/events/{id}');
  expect(body.registration?.state).toBe('pendingPayment');
});

it('a refusal of the server is reported with the current status', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  await shop.open();
  const button = await screen.findByRole('button', { name: 'Pay €12.50' });
  await shop.call('DELETE /api/events/{id}/registration', { body: {} });
  await shop.user.click(button);
  await title('Nothing to pay here');
});

it.each(['/api/events/0190a000-0000-7000-8000-000000000000/payment', '/api/events/x/payments?limit=100'])(
  '%s are not stored on the device',
  (address) => {
    expect(maySave(address)).toBe(false);
  },
);

it('the list of my events shows due payments with amount and deadline, and links to them', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  await openAsAda('/my/events');
  const shelf = within(await screen.findByRole('region', { name: 'To pay' }));
  const link = shelf.getByRole('link');
  expect(link.getAttribute('href')).toBe(`/my/events/${shop.event.id}/payment`);
  expect(link.textContent).toMatch(/^Slab school€12\.50 until /);
});

it("paying is the event's one main action, with its deadline", async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  await openAsAda(`/my/events/${shop.event.id}`);
  const link = await screen.findByRole('link', { name: /^Pay €12\.50 before / });
  expect(link.getAttribute('href')).toBe(`/my/events/${shop.event.id}/payment`);
});

async function giveUpSheet(shop: Awaited<ReturnType<typeof openPaidEvent>>) {
  await openAsAda(`/my/events/${shop.event.id}`);
  await shop.user.click(await screen.findByRole('button', { name: 'Give up my place' }));
  return within(await screen.findByRole('dialog', { name: 'Give up your place?' }));
}

it('giving up a place first says that the money is refunded, and does so', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  const sheet = await giveUpSheet(shop);
  await sheet.findByText('You get €12.50 back.');
  // No one waits for it.
  expect(sheet.queryByText('It goes to the next person waiting.')).toBeNull();
  await shop.user.click(sheet.getByRole('button', { name: 'Give up my place' }));
  await waitFor(async () =>
    expect((await shop.call('GET /api/events/{id}/payment')).body.refunds).toMatchObject([
      { amountMinor: 1250 },
    ]),
  );
});

it('giving up a place first says that the refund deadline has passed', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  shop.pass(6 * 24 * 60 * minuteMs);
  const sheet = await giveUpSheet(shop);
  await sheet.findByText(
    /^A full refund was possible until Thu, Nov 26, .* \(Brussels time\)\. You can still ask for your €12\.50\.$/,
  );
});

it('giving up a place first says that no cash is owed then', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  await shop.call('POST /api/events/{id}/payment', { body: { provider: 'cash' } });
  const sheet = await giveUpSheet(shop);
  await sheet.findByText("Then you don't owe anything.");
});
