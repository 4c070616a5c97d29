// The prices and the payment of an event on its page, as a participant sees them, over the real API.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { notifyWriteAcknowledged } from '../../../src/app/data/resources/notify-acknowledged.ts';
import { buildOffer, buildRegistration } from '../../support/factories.ts';
import { openAsAda } from '../device.tsx';
import { openPaidEvent } from './paid-event.tsx';

type Shop = Awaited<ReturnType<typeof openPaidEvent>>;

/** Another price of the event. */
const addOffer = ({ server, event }: Shop, name: string, price_minor: number) =>
  buildOffer(server.database.db, { event_id: event.id, name, price_minor });
const withdraw = ({ server }: Shop, id: string) =>
  server.database.db
    .updateTable('offers')
    .set({ withdrawn_at: '2026-11-21T10:00:00.000Z' })
    .where('id', '=', id)
    .execute();
const openEvent = ({ event }: Shop) => openAsAda(`/my/events/${event.id}`);
const isChosen = async (name: RegExp) =>
  (await screen.findByRole<HTMLInputElement>('radio', { name })).checked;
const dueOf = async ({ call }: Shop) => (await call('GET /api/events/{id}')).body.due?.amount.amountMinor;

it('an event that was made free keeps the link to my payment, and giving up first says what is refunded', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  await withdraw(shop, shop.event.offer);
  await openEvent(shop);
  const link = await screen.findByRole('link', { name: 'Payment and receipt' });
  expect(link.getAttribute('href')).toBe(`/my/events/${shop.event.id}/payment`);
  await shop.user.click(screen.getByRole('button', { name: 'Give up my place' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Give up your place?' }));
  await sheet.findByText('You get €12.50 back.');
});

it('a place at a postponed event is given up for a full refund, without a deadline', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  const { db } = shop.server.database;
  await db.updateTable('offers').set({ refund_until: 'P2D' }).execute();
  await db
    .updateTable('events')
    .set({ event_status: 'EventPostponed' })
    .where('id', '=', shop.event.id)
    .execute();
  await openEvent(shop);
  await shop.user.click(await screen.findByRole('button', { name: 'Give up my place' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Give up your place?' }));
  await sheet.findByText('You get €12.50 back.');
  expect(sheet.queryByText(/applies until|was possible until/)).toBeNull();
});

it.each(['tentative', 'declined'] as const)(
  'the link to my payment stays after the reply %s',
  async (response) => {
    const shop = await openPaidEvent();
    await shop.pay();
    await shop.call('PUT /api/events/{id}/registration', { body: { response } });
    await openEvent(shop);
    await screen.findByRole('link', { name: 'Payment and receipt' });
  },
);

it('a free place of a paid event has no link to a payment', async () => {
  const shop = await openPaidEvent();
  const { id: offerId } = await addOffer(shop, 'Helper', 0);
  await shop.call('PUT /api/events/{id}/registration', { body: { response: 'attending', offerId } });
  await openEvent(shop);
  await screen.findByText("You're in");
  expect(screen.queryByRole('link', { name: 'Payment and receipt' })).toBeNull();
});

it('an event of an older version, which does not tell about payments, links to mine where it has a price', async () => {
  const shop = await openPaidEvent();
  await shop.pay();
  const through = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = await through(url, init);
    if (url !== `/api/events/${shop.event.id}` || !answer.ok) return answer;
    const { hasPayment, hasPayments, heldOffer, ...event } = await answer.json();
    expect([hasPayment, hasPayments, heldOffer?.name]).toEqual([true, false, 'Adult']);
    return Response.json(event);
  });
  await openEvent(shop);
  await screen.findByRole('link', { name: 'Payment and receipt' });
});

/** Ada asked for a place at this price, and is offered one now; there is a cheaper price, too. */
async function openOffered() {
  const shop = await openPaidEvent();
  const child = await addOffer(shop, 'Child', 500);
  await buildRegistration(shop.server.database.db, {
    event_id: shop.event.id,
    person_id: shop.ada.id,
    state: 'offered',
    offer_id: shop.event.offer,
    hold_expires_at: '2026-11-22T10:00:00.000Z',
  });
  const accept = async () => {
    await shop.user.click(await screen.findByRole('button', { name: /^Accept place/ }));
    await screen.findByRole('button', { name: /^Pay €/ });
    return dueOf(shop);
  };
  return { ...shop, child: child.id, accept };
}

it('accepting an offered place keeps the price that it was asked for with', async () => {
  const shop = await openOffered();
  await openEvent(shop);
  expect(await isChosen(/Adult/)).toBe(true);
  expect(await shop.accept()).toBe(1250);
});

it('accepting an offered place keeps its price when that was withdrawn meanwhile', async () => {
  const shop = await openOffered();
  await withdraw(shop, shop.event.offer);
  await openEvent(shop);
  expect(await isChosen(/Adult/)).toBe(true);
  expect(await isChosen(/Child/)).toBe(false);
  expect(await shop.accept()).toBe(1250);
});

it('accepting an offered place at another price takes that price', async () => {
  const shop = await openOffered();
  await openEvent(shop);
  await shop.user.click(await screen.findByRole('radio', { name: /Child/ }));
  expect(await shop.accept()).toBe(500);
});

it('taking a place uses a current price when the chosen one was withdrawn on the open page', async () => {
  const shop = await openPaidEvent();
  await addOffer(shop, 'Student', 2000);
  const family = await addOffer(shop, 'Family', 3000);
  await openEvent(shop);
  await shop.user.click(await screen.findByRole('radio', { name: /Family/ }));
  await screen.findByRole('button', { name: 'Take a place · €30' });
  await withdraw(shop, family.id);
  // Like an edit of the event by someone else, which the live stream reports.
  notifyWriteAcknowledged('PATCH /api/events/{id}');
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Family/ })).toBeNull());
  await shop.user.click(await screen.findByRole('button', { name: 'Take a place · €12.50' }));
  await screen.findByRole('button', { name: 'Pay €12.50' });
  expect(await dueOf(shop)).toBe(1250);
});

it('an event with a free and a paid price shows both with the refund promise, and says what each leads to', async () => {
  const shop = await openPaidEvent();
  await addOffer(shop, 'Helper', 0);
  await openEvent(shop);
  await screen.findByText('Helper Free · Adult €12.50');
  screen.getByText('Free · €12.50');
  expect(screen.getByText(/^Full refund if you cancel by/)).toBeDefined();
  // Beside its radio button only.
  expect(screen.getAllByText('Free')).toHaveLength(1);
  expect(await isChosen(/Helper/)).toBe(true);
  expect(screen.getByRole('button', { name: 'Going' })).toBeDefined();
  await shop.user.click(screen.getByRole('radio', { name: /Adult/ }));
  expect(screen.getByText('A place that you take is held while you pay.')).toBeDefined();
  await shop.user.click(screen.getByRole('button', { name: 'Take a place · €12.50' }));
  await screen.findByRole('button', { name: 'Pay €12.50' });
});

it("can't go at a new time first says what happens to the money, also beside a free price", async () => {
  const shop = await openPaidEvent();
  await addOffer(shop, 'Helper', 0);
  await shop.attend();
  const { id } = (await shop.call('POST /api/events/{id}/payment', { body: { provider: 'cash' } })).body;
  const { db } = shop.server.database;
  await db.updateTable('payments').set({ state: 'offlineReceived' }).where('id', '=', id).execute();
  await db.updateTable('registrations').set({ reconfirm_asked_at: '2026-11-21T10:00:00.000Z' }).execute();
  await openEvent(shop);
  await shop.user.click(await screen.findByRole('button', { name: "Can't go" }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Give up your place?' }));
  await sheet.findByText('You get €12.50 back from the organizer, in cash.');
});

it('paying a price that was withdrawn meanwhile keeps its refund promise and cash', async () => {
  const shop = await openPaidEvent();
  await shop.attend();
  await withdraw(shop, shop.event.offer);
  await shop.open();
  await screen.findByRole('button', { name: 'Pay €12.50' });
  expect(screen.getByText(/^Full refund if you cancel by Thu, Nov 26/)).toBeDefined();
  expect(screen.getByText('Adult')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Pay in cash instead' })).toBeDefined();
});

it('a withdrawn price that I hold can be paid beside the current ones', async () => {
  const shop = await openPaidEvent();
  await addOffer(shop, 'Family', 3000);
  await shop.attend();
  await withdraw(shop, shop.event.offer);
  await shop.open();
  expect(await isChosen(/Adult/)).toBe(true);
  await shop.user.click(screen.getByRole('radio', { name: /Family/ }));
  await screen.findByRole('button', { name: 'Pay €30.00' });
  await shop.user.click(screen.getByRole('radio', { name: /Adult/ }));
  await shop.user.click(screen.getByRole('button', { name: 'Pay €12.50' }));
  await waitFor(() => expect(shop.leave).toHaveBeenCalled());
  expect((await shop.call('GET /api/events/{id}/payment')).body.amount.amountMinor).toBe(1250);
});
