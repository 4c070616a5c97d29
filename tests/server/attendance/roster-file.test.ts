// The roster of an event as a file: replies, notes, attendance and payments.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { approveRefund } from '../../../src/server/payments/refunds/refund-queries.ts';
import { type Client, signIn } from '../../support/client.ts';
import {
  buildAttendance,
  buildGuest,
  buildMembership,
  buildOffer,
  buildPayment,
  buildRegistration,
  buildTeam,
  buildUser,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildClub, type Club } from './club.ts';

let server: TestServer;
let world: Club;
beforeEach(async () => {
  server = await startTestServer();
  world = await buildClub(server);
});
afterEach(() => server.close());

const db = () => server.database.db;

const file = async (client: Client, eventId: string, language = 'en') => {
  const response = await client.request(`/api/events/${eventId}/roster.csv`, {
    headers: { 'Accept-Language': language },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, bytes, lines: new TextDecoder().decode(bytes).trimEnd().split('\r\n') };
};

/** A training that costs 12.50 €, with a reply, a note, a mark, a payment or a guest on each row. */
async function buildRoster() {
  const event = await world.event();
  const { ada, ben, cas, coach } = world.people;
  const offer = await buildOffer(db(), { event_id: event.id });
  const reply = (person_id: string, given: object) =>
    buildRegistration(db(), { event_id: event.id, person_id, offer_id: offer.id, ...given });
  const adaReply = await reply(ada.id, { note: '=1+1' });
  const benReply = await reply(ben.id, {});
  await reply(cas.id, { responded_by: coach.id, state: 'declined', decline_reason: 'Ill, "again"' });
  await buildGuest(db(), { event_id: event.id, name: '@Gus' });
  const mark = (person_id: string, given: object) =>
    buildAttendance(db(), { event_id: event.id, person_id, marked_by: coach.id, ...given });
  await mark(ada.id, { status: 'late', minutes_late: 12, reason: 'Forgot to mark her' });
  await mark(ben.id, { status: 'absent' });
  return { event, adaReply, benReply };
}

it('has a row for each person, escapes formulas, and is audited', async () => {
  const { event, adaReply, benReply } = await buildRoster();
  // Ada paid, and a later try of hers ended; half of Ben's money went back.
  await buildPayment(db(), {
    registration_id: adaReply.id,
    state: 'succeeded',
    created_at: '2026-11-01T10:00:00.000Z',
  });
  await buildPayment(db(), {
    registration_id: adaReply.id,
    state: 'canceled',
    created_at: '2026-11-02T10:00:00.000Z',
  });
  const paid = await buildPayment(db(), {
    registration_id: benReply.id,
    provider: 'offline',
    state: 'offlineReceived',
  });
  await approveRefund(
    db(),
    { paymentId: paid.id, provider: 'offline', amountMinor: 625, reason: null },
    '2026-11-20T10:00:00.000Z',
  );
  const { response, bytes, lines } = await file(world.coach, event.id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="roster.csv"');
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(lines).toEqual([
    'Name,Reply,Note,Attendance,Minutes late,Reason,Payment,Amount,Refunded,Currency,Guest',
    "'@Gus,,,Here,,,,,,,Yes",
    "Ada,Going,'=1+1,Late,12,Forgot to mark her,Paid,12.5,0,EUR,No",
    'Assistant,No answer,,,,,,,,,No',
    'Ben,Going,,"Absent, had said yes",,,Paid in cash,12.5,6.25,EUR,No',
    `Cas,Can't go,"Ill, ""again""",,,,,,,,No`,
  ]);
  expect(await db().selectFrom('audit_log').selectAll().execute()).toMatchObject([
    {
      action: 'roster.exported',
      actor_id: world.people.coach.id,
      object_kind: 'event',
      object_id: event.id,
    },
  ]);
});

it('has no no-shows where the event was cancelled', async () => {
  const { event } = await buildRoster();
  await db()
    .updateTable('events')
    .set({ event_status: 'EventCancelled' })
    .where('id', '=', event.id)
    .execute();
  expect((await file(world.coach, event.id)).lines.find((line) => line.startsWith('Ben'))).toBe(
    'Ben,Going,,Absent,,,,,,,No',
  );
});

it('is in the language of the reader, with the signs that spreadsheets expect there', async () => {
  const { event, adaReply } = await buildRoster();
  await buildPayment(db(), { registration_id: adaReply.id, state: 'succeeded' });
  const { lines } = await file(world.coach, event.id, 'de');
  expect(lines.find((line) => line.startsWith('Ada'))).toBe(
    "Ada;Dabei;'=1+1;Zu spät;12;Forgot to mark her;Bezahlt;12,5;0;EUR;Nein",
  );
});

it('is refused to assistants, participants and coaches of visiting teams, without an audit entry', async () => {
  const { event } = await buildRoster();
  const visiting = await buildTeam(db(), {});
  const visitor = await buildUser(db());
  await buildMembership(db(), { team_id: visiting.id, person_id: visitor.id, role: 'coach' });
  await db().insertInto('event_teams').values({ event_id: event.id, team_id: visiting.id }).execute();
  for (const client of [
    world.assistant,
    await signIn(server, world.people.ada),
    await signIn(server, visitor),
  ])
    expect((await file(client, event.id)).response.status).toBe(409);
  expect((await file(await signIn(server, await buildUser(db())), event.id)).response.status).toBe(404);
  expect(await db().selectFrom('audit_log').selectAll().execute()).toEqual([]);
});
