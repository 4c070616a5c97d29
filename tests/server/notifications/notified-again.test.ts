// Organizers get one notification while requests are open, and another one for the first request after those.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { organizersToNotify } from '../../../src/server/registrations/recipient-queries.ts';
import { signIn } from '../../support/client.ts';
import { buildCoachedEvent, buildPayment, buildRegistration, buildUser } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Id = { id: string };
const attend = async (event: Id) => {
  const user = await buildUser(db());
  await (await signIn(server, user)).call('PUT /api/events/{id}/registration', {
    params: { id: event.id },
    body: { response: 'attending' },
  });
  return user;
};
const cancel = async (event: Id, user: Id) =>
  (await signIn(server, user)).call('DELETE /api/events/{id}/registration', { params: { id: event.id } });
const stored = async (user: Id) =>
  (
    await db()
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', user.id)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);
/** The notifications in the app, as kinds, and the number of unread ones. */
const shown = async (user: Id) => {
  const { body } = await (await signIn(server, user)).call('GET /api/users/me/notifications');
  return [body.items.map(({ kind }) => kind), body.unreadCount];
};

it('a request after all earlier ones were decided or withdrawn notifies, though the first notification is unread', async () => {
  const { coach, event } = await buildCoachedEvent(db(), { join_policy: 'approval' });
  const [ann, bo] = [await attend(event), await attend(event)];
  await cancel(event, ann);
  await attend(event);
  expect(await stored(coach)).toEqual(['approvalOwed']);
  const approve = async ({ id: userId }: Id) =>
    (await signIn(server, coach)).call('PATCH /api/events/{id}/registrations/{userId}', {
      params: { id: event.id, userId },
      body: { action: 'approve', version: 1 },
    });
  expect((await approve(bo)).status).toBe(200);
  await db()
    .updateTable('registrations')
    .set({ state: 'rejected' })
    .where('state', '=', 'pendingApproval')
    .execute();
  expect(await shown(coach)).toEqual([[], 0]);
  server.advance(60_000);
  await attend(event);
  expect(await stored(coach)).toEqual(['approvalOwed', 'approvalOwed']);
  expect(await shown(coach)).toEqual([['approvalOwed'], 1]);
  // A second request while the first is open does not.
  await attend(event);
  expect(await stored(coach)).toHaveLength(2);
});

it('an event that becomes full again notifies, and only the newer notification is visible', async () => {
  const { coach, event } = await buildCoachedEvent(db(), {
    maximum_attendee_capacity: 1,
    waitlist_enabled: 0,
  });
  await cancel(event, await attend(event));
  expect(await shown(coach)).toEqual([[], 0]);
  await attend(event);
  expect(await stored(coach)).toEqual(['eventFull', 'eventFull']);
  expect(await shown(coach)).toEqual([['eventFull'], 1]);
});

it('an unread notification about a decided refund request does not stand for a new one', async () => {
  const { coach, event } = await buildCoachedEvent(db());
  const askRefund = async (state: 'requested' | 'declined') => {
    const { id } = await buildRegistration(db(), {
      event_id: event.id,
      person_id: (await buildUser(db())).id,
    });
    const payment = await buildPayment(db(), { registration_id: id });
    const at = '2026-11-20T10:00:00.000Z';
    await db()
      .insertInto('refunds')
      .values({
        id: crypto.randomUUID(),
        version: 1,
        created_at: at,
        updated_at: at,
        payment_id: payment.id,
        amount_minor: 100,
        state,
        reason: null,
        provider_ref: null,
      })
      .execute();
  };
  const toNotify = () => organizersToNotify(db(), event.id, 'refundAsked');
  await askRefund('declined');
  await buildNotification(db(), { user_id: coach.id, kind: 'refundAsked', event_id: event.id });
  await askRefund('requested');
  expect(await toNotify()).toEqual([coach.id]);
  await askRefund('requested');
  expect(await toNotify()).toEqual([]);
});
