// Notifications of a place that is held until payment: when it is offered, once before the hold expires, and
// while the payment is due.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payReminderAt } from '../../../src/server/registrations/rules.ts';
import { signIn } from '../../support/client.ts';
import { buildCoachedEvent, buildOffer } from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { buildPaidEvent, buildPayer, minuteMs, payAtSandbox } from '../payments/paid-event.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const dues = async (person: { id: string }) =>
  (
    await db()
      .selectFrom('notifications')
      .select('changes')
      .where('user_id', '=', person.id)
      .where('kind', '=', 'paymentDue')
      .orderBy('created_at')
      .execute()
  ).map(({ changes }) => JSON.parse(changes) as { field: string; after: string }[]);
const kinds = async (person: { id: string }) =>
  (await db().selectFrom('notifications').select('kind').where('user_id', '=', person.id).execute()).map(
    ({ kind }) => kind,
  );
const remind = () => runJob(server, 'remindOfPayments');
const shown = async (person: Awaited<ReturnType<typeof buildPayer>>) =>
  (await person.call('GET /api/users/me/notifications')).body.items.map(({ kind }) => kind);

/** Ben waits for the one place, which Ann has; paid or not. */
async function openFullEvent(given: Parameters<typeof buildPaidEvent>[1] = {}) {
  const event = await buildPaidEvent(server, { maximum_attendee_capacity: 1, waitlist_enabled: 1, ...given });
  const [ann, ben] = [await buildPayer(server), await buildPayer(server)];
  await ann.attend(event);
  await ben.attend(event);
  return { event, ann, ben };
}

describe('the notification of a place that has to be paid', () => {
  it('contains price and deadline for a person from the waitlist', async () => {
    const { event, ann, ben } = await openFullEvent();
    await ann.cancel(event);
    expect(await kinds(ben)).toEqual(['paymentDue']);
    const { body } = await ben.call('GET /api/events/{id}', { params: { id: event.id } });
    expect((await dues(ben))[0]).toEqual([
      { field: 'amountDue', before: null, after: '1250 EUR' },
      { field: 'holdExpiresAt', before: null, after: body.registration?.holdExpiresAt },
    ]);
  });

  it('contains the requested price for a person whom the coach approves', async () => {
    const { coach, event } = await coached();
    const family = await buildOffer(db(), { event_id: event.id, name: 'Family', price_minor: 3000 });
    const ann = await buildPayer(server);
    const params = { id: event.id };
    await ann.call('PUT /api/events/{id}/registration', {
      params,
      body: { response: 'attending', offerId: family.id },
    });
    await approve(coach, event.id, ann.id);
    expect((await dues(ann)).map((changes) => changes[0]?.after)).toEqual(['3000 EUR']);
  });

  it('offers a free place without a payment', async () => {
    const { coach, event } = await coached(0);
    const ann = await buildPayer(server);
    await ann.attend(event);
    await approve(coach, event.id, ann.id);
    expect(await kinds(ann)).toEqual(['placeConfirmed']);
  });

  it('is not sent again to someone who has just accepted it to pay', async () => {
    const { ann } = await openFullEvent();
    expect(await kinds(ann)).toEqual([]);
  });
});

describe('a payment reminder', () => {
  it('is sent once, ten minutes before a hold of 35 minutes ends', async () => {
    const { ann } = await openFullEvent();
    server.advance(24 * minuteMs);
    await remind();
    expect(await kinds(ann)).toEqual([]);
    server.advance(2 * minuteMs);
    await Promise.all([remind(), remind()]);
    server.advance(2 * minuteMs);
    await remind();
    expect(await kinds(ann)).toEqual(['paymentDue']);
  });

  it('is sent later when the checkout has renewed the hold, and still once', async () => {
    const { event, ann } = await openFullEvent();
    server.advance(20 * minuteMs);
    await ann.begin(event);
    server.advance(10 * minuteMs);
    await remind();
    expect(await kinds(ann)).toEqual([]);
    server.advance(20 * minuteMs);
    await remind();
    expect(await kinds(ann)).toEqual(['paymentDue']);
  });

  it.each(['paid', 'given up', 'being paid'])('is not sent for a place that is %s', async (what) => {
    const { event, ann } = await openFullEvent();
    if (what === 'given up') await ann.cancel(event);
    else
      await payAtSandbox(
        server,
        (await ann.begin(event)).body.checkoutUrl,
        what === 'paid' ? '4242424242424242' : '4000000000000077',
      );
    server.advance(50 * minuteMs);
    await remind();
    expect(await kinds(ann)).not.toContain('paymentDue');
  });

  it("is sent again for the same person's next hold", async () => {
    const { event, ann, ben } = await openFullEvent();
    await ben.cancel(event);
    server.advance(26 * minuteMs);
    await remind();
    await ann.cancel(event);
    await ann.attend(event);
    server.advance(26 * minuteMs);
    await remind();
    expect(await kinds(ann)).toEqual(['paymentDue', 'paymentDue']);
  });

  it('is not sent while the event is postponed', async () => {
    const { event, ann } = await openFullEvent();
    await db()
      .updateTable('events')
      .set({ event_status: 'EventPostponed' })
      .where('id', '=', event.id)
      .execute();
    server.advance(30 * minuteMs);
    await remind();
    expect(await kinds(ann)).toEqual([]);
  });

  it('disappears from the list, and is not mailed, once the place is paid', async () => {
    const { event, ann } = await openFullEvent();
    const { checkoutUrl } = (await ann.begin(event)).body;
    server.advance(28 * minuteMs);
    await remind();
    expect(await shown(ann)).toEqual(['paymentDue']);
    await payAtSandbox(server, checkoutUrl);
    expect(await shown(ann)).not.toContain('paymentDue');
    await runJob(server, 'deliverNotifications');
    expect(server.mails.some(({ text }) => text.includes('Pay to keep your place'))).toBe(false);
  });

  it('is readable as a mail', async () => {
    const { event, ann } = await openFullEvent({ name: 'Derby' });
    await db().updateTable('users').set({ locale: 'en-GB' }).where('id', '=', ann.id).execute();
    server.advance(26 * minuteMs);
    await remind();
    await runJob(server, 'deliverNotifications');
    const mail = server.mails.find(({ to }) => to === ann.email);
    expect(mail?.subject).toBe('Pay to keep your place: Derby');
    expect(mail?.text).toContain(`Pay to keep your place: Derby
When: Sat, 28 Nov 2026, 11:00 CET
To pay: €12.50
Held until: Sat, 21 Nov 2026, 11:35 CET
`);
    expect(mail?.text).toContain(`/my/events/${event.id}\n`);
  });
});

describe('the due time of a reminder', () => {
  const now = '2026-11-21T10:00:00.000Z';
  const zone = { now, timeZone: 'Europe/Brussels' };
  it.each([
    ['pendingPayment', '2026-11-21T10:35:00.000Z', '2026-11-21T10:25:00.000Z'],
    ['offered', '2026-11-21T10:10:00.000Z', null],
    ['offered', '2026-11-21T14:00:00.000Z', '2026-11-21T13:00:00.000Z'],
    ['offered', '2026-11-22T10:00:00.000Z', '2026-11-22T08:00:00.000Z'],
    // Two hours before would be at night.
    ['offered', '2026-11-22T08:30:00.000Z', '2026-11-22T07:00:00.000Z'],
  ] as const)('%s until %s: %s', (state, until, expected) => {
    expect(payReminderAt(state, until, zone)).toBe(expected);
  });
});

/** An event by approval that costs 12.50 EUR, or `price`, and its coach. */
async function coached(price_minor = 1250) {
  const { coach, event } = await buildCoachedEvent(db(), { join_policy: 'approval' });
  await buildOffer(db(), { event_id: event.id, price_minor });
  return { coach, event };
}

async function approve(coach: { id: string }, id: string, userId: string): Promise<void> {
  const client = await signIn(server, coach);
  const { status } = await client.call('PATCH /api/events/{id}/registrations/{userId}', {
    params: { id, userId },
    body: { action: 'approve', version: 1 },
  });
  expect(status).toBe(200);
}
