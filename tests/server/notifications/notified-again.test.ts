// Organizers get one notification while requests are open, and another one for the first request after those.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { organizersToNotify } from '../../../src/server/registrations/recipient-queries.ts';
import { signIn } from '../../support/client.ts';
import {
  buildCoachedEvent,
  buildMembership,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { runJob, startTestServer, type TestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Id = { id: string };
const attendAs = async (event: Id, user: Id) =>
  (await signIn(server, user)).call('PUT /api/events/{id}/registration', {
    params: { id: event.id },
    body: { response: 'attending' },
  });
const attend = async (event: Id) => {
  const user = await buildUser(db());
  await attendAs(event, user);
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
  expect(await stored(coach)).toEqual(['approvalOwed']);
  expect(await shown(coach)).toEqual([['approvalOwed'], 1]);
  // A second request while the first is open does not.
  await attend(event);
  expect(await stored(coach)).toHaveLength(1);
});

it('an event that becomes full again notifies, in place of the unread notification', async () => {
  const { coach, event } = await buildCoachedEvent(db(), {
    maximum_attendee_capacity: 1,
    waitlist_enabled: 0,
  });
  await cancel(event, await attend(event));
  expect(await shown(coach)).toEqual([[], 0]);
  await attend(event);
  expect(await stored(coach)).toEqual(['eventFull']);
  expect(await shown(coach)).toEqual([['eventFull'], 1]);
});

it('a read notification stays beside the next one', async () => {
  const { coach, event } = await buildCoachedEvent(db(), { join_policy: 'approval' });
  const user = await attend(event);
  await db().updateTable('notifications').set({ read_at: server.now().toISOString() }).execute();
  await cancel(event, user);
  await attend(event);
  expect(await stored(coach)).toEqual(['approvalOwed', 'approvalOwed']);
});

it('who asks for a place and withdraws, over and over, adds no rows, and one mail in 15 minutes', async () => {
  const { coach, event } = await buildCoachedEvent(db(), { join_policy: 'approval' });
  await db()
    .insertInto('notification_preferences')
    .values({ user_id: coach.id, kind: 'approvalOwed', channel: 'email', frequency: 'instant' })
    .execute();
  const deliver = () => runJob(server, 'deliverNotifications');
  const user = await attend(event);
  await deliver();
  expect(server.mails).toHaveLength(1);
  for (let minute = 1; minute < 8; minute += 1) {
    server.advance(60_000);
    await cancel(event, user);
    await attendAs(event, user);
    await deliver();
  }
  expect(await stored(coach)).toEqual(['approvalOwed']);
  expect(server.mails).toHaveLength(1);
  server.advance(15 * 60_000);
  await deliver();
  expect(server.mails).toHaveLength(2);
});

it('who asks to join a group and withdraws, over and over, adds no rows', async () => {
  const team = await buildTeam(db(), { openness: 'moderated' });
  const coach = await buildUser(db());
  await buildMembership(db(), { team_id: team.id, person_id: coach.id, role: 'coach' });
  const client = await signIn(server, await buildUser(db()));
  const params = { id: team.id };
  for (let count = 0; count < 3; count += 1) {
    expect((await client.call('PUT /api/teams/{id}/membership', { params, body: {} })).status).toBe(200);
    await client.call('DELETE /api/teams/{id}/membership', { params });
  }
  expect(await stored(coach)).toEqual(['membershipRequested']);
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
