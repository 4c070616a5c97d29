// "A refund failed" resolves once the refund is made good, for the payer and for those who run the event.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RefundState } from '../../../src/contract/values/enums.ts';
import { signIn } from '../../support/client.ts';
import {
  buildCoachedEvent,
  buildMembership,
  buildPayment,
  buildRegistration,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildNotification } from './factory.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
type Id = { id: string };
const day = (date: number) => `2026-11-${date}T10:00:00.000Z`;
const addRefund = async (
  payment: Id,
  state: RefundState,
  { asked, approved, ended }: { asked: number; approved: number | null; ended: number },
) => {
  await db()
    .insertInto('refunds')
    .values({
      id: crypto.randomUUID(),
      version: 1,
      payment_id: payment.id,
      amount_minor: 1250,
      state,
      reason: null,
      provider_ref: null,
      created_at: day(asked),
      approved_at: approved === null ? null : day(approved),
      updated_at: day(ended),
    })
    .execute();
};
const fail = (payment: Id) => addRefund(payment, 'failed', { asked: 10, approved: 11, ended: 14 });
const buildPaid = async (event: Id) => {
  const payer = await buildUser(db());
  const registration = await buildRegistration(db(), { event_id: event.id, person_id: payer.id });
  return { payer, payment: await buildPayment(db(), { registration_id: registration.id }) };
};
const tell = (event: Id, ...people: Id[]) =>
  Promise.all(
    people.map(({ id }) =>
      buildNotification(db(), { user_id: id, kind: 'refundFailed', event_id: event.id }),
    ),
  );
/** What the person has to do, as kinds. */
const owed = async (who: Id) => {
  const query = { only: 'owed' };
  const { body } = await (await signIn(server, who)).call('GET /api/users/me/notifications', { query });
  return body.items.map(({ kind }) => kind);
};

it('a notification of a failed refund resolves for the payer with their own refund, for organizers with all', async () => {
  const { coach, team, event } = await buildCoachedEvent(db());
  const [ann, bo] = [await buildPaid(event), await buildPaid(event)];
  const trainee = await buildUser(db());
  await buildMembership(db(), { team_id: team.id, person_id: trainee.id });
  await fail(ann.payment);
  await fail(bo.payment);
  await tell(event, ann.payer, bo.payer, coach, trainee);
  const all = async () => [await owed(ann.payer), await owed(bo.payer), await owed(coach)];
  expect(await all()).toEqual([['refundFailed'], ['refundFailed'], ['refundFailed']]);
  expect(await owed(trainee)).toEqual([]);
  await addRefund(ann.payment, 'succeeded', { asked: 15, approved: 15, ended: 16 });
  expect(await all()).toEqual([[], ['refundFailed'], ['refundFailed']]);
  await addRefund(bo.payment, 'pending', { asked: 15, approved: 15, ended: 15 });
  expect(await all()).toEqual([[], [], []]);
});

it.each([
  ['resolves when an older request is approved', 'requested', { asked: 12, approved: 15, ended: 15 }, []],
  ['stays while a request is not approved', 'requested', { asked: 15, approved: null, ended: 15 }, [1]],
  ['stays when a request is declined', 'declined', { asked: 15, approved: null, ended: 16 }, [1]],
  ['stays when the next refund fails, too', 'failed', { asked: 15, approved: 15, ended: 16 }, [1]],
  ['stays when an earlier part arrives later', 'succeeded', { asked: 10, approved: 10, ended: 15 }, [1]],
] as const)('a notification of a failed refund %s', async (_, state, times, left) => {
  const { coach, event } = await buildCoachedEvent(db());
  const { payer, payment } = await buildPaid(event);
  await fail(payment);
  await addRefund(payment, state, times);
  await tell(event, payer, coach);
  for (const who of [payer, coach]) expect(await owed(who)).toEqual(left.map(() => 'refundFailed'));
});

it('two failed refunds of an event are shown once, as the newer notification', async () => {
  const { coach, event } = await buildCoachedEvent(db());
  await fail((await buildPaid(event)).payment);
  await tell(event, coach);
  await tell(event, coach);
  expect(await owed(coach)).toEqual(['refundFailed']);
});

it('a notification of a failed refund has no amount in the list, which devices store', async () => {
  const { event } = await buildCoachedEvent(db());
  const { payer, payment } = await buildPaid(event);
  await fail(payment);
  const changes = JSON.stringify([{ field: 'amount', before: null, after: '1250 EUR' }]);
  await buildNotification(db(), { user_id: payer.id, kind: 'refundFailed', event_id: event.id, changes });
  const { body } = await (await signIn(server, payer)).call('GET /api/users/me/notifications');
  expect(body.items.map(({ kind, changes }) => [kind, changes])).toEqual([['refundFailed', []]]);
});
