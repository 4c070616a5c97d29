// What people typed about someone who has deleted the account, and what they would be notified of afterwards.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '../../../src/server/accounts/passwords.ts';
import {
  buildEvent,
  buildMembership,
  buildOrganization,
  buildRegistration,
} from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { buildPaidEvent, buildPayer, payAtSandbox, runAllJobs } from '../payments/paid-event.ts';

const password = 'a long enough passphrase';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const db = () => server.database.db;
const buildLeaver = async () => buildPayer(server, { password_hash: await hashPassword(password) });
type Person = Awaited<ReturnType<typeof buildLeaver>>;
const leave = async (person: Person) =>
  expect((await person.call('DELETE /api/users/me', { body: { password } })).status).toBe(204);
const buildClub = async () => {
  const club = await buildOrganization(db());
  const admin = await buildPayer(server);
  await buildMembership(db(), { organization_id: club.id, person_id: admin.id, role: 'admin' });
  return { admin, of: { organizer_organization_id: club.id } };
};
const auditLog = () => db().selectFrom('audit_log').select(['action', 'after']).orderBy('id').execute();

it('DELETE /api/users/me removes typed reasons from refunds, and keeps the refunds', async () => {
  const { admin, of } = await buildClub();
  const [withoutPromise, withPromise] = [
    await buildPaidEvent(server, of, { refund_until: null }),
    await buildPaidEvent(server, of),
  ];
  const [payer, other] = [await buildLeaver(), await buildPayer(server)];
  const pay = async (who: Person, event: typeof withPromise) => {
    await who.attend(event);
    const { id = '', checkoutUrl } = (await who.begin(event)).body;
    await payAtSandbox(server, checkoutUrl);
    return id;
  };
  const refund = async (who: Person, id: string, body: object) =>
    expect((await who.call('POST /api/payments/{id}/refund', { params: { id }, body })).status).toBe(200);
  const paid = await pay(payer, withoutPromise);
  await refund(payer, paid, { reason: 'Broken leg' });
  await refund(admin, paid, { decline: true });
  await refund(admin, paid, { amountMinor: 100, reason: 'For the leg' });
  await refund(payer, paid, { reason: 'Still the leg' });
  await pay(payer, withPromise);
  await refund(other, await pay(other, withoutPromise), { reason: 'Moved to Ghent' });
  await leave(payer);
  const rows = await db()
    .selectFrom('refunds')
    .select(['amount_minor', 'reason'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  expect(rows.map((row) => [row.amount_minor, row.reason])).toEqual([
    [1250, null],
    [100, null],
    [1150, null],
    [1250, 'Moved to Ghent'],
    [1250, 'Cancelled in time.'],
  ]);
  const log = await auditLog();
  expect(JSON.stringify(log)).not.toContain('leg');
  expect(log.find(({ action }) => action === 'payment.refunded')?.after).toBe('{"amountMinor":100}');
});

it('DELETE /api/users/me removes typed reasons from the audit log, and keeps its entries', async () => {
  const { admin, of } = await buildClub();
  const [leaver, other] = [await buildLeaver(), await buildPayer(server)];
  const past = await buildEvent(db(), { ...of, starts_at: '2026-11-01T10:00:00.000Z' });
  const full = await buildEvent(db(), { ...of, maximum_attendee_capacity: 0, waitlist_enabled: 1 });
  for (const [index, { id }] of [other, leaver].entries()) {
    await buildRegistration(db(), { event_id: past.id, person_id: id });
    const waits = { state: 'waitlisted', position: index + 1 } as const;
    await buildRegistration(db(), { event_id: full.id, person_id: id, ...waits });
    const marked = await admin.call('PUT /api/events/{id}/attendance/{personId}', {
      params: { id: past.id, personId: id },
      body: { status: 'absent', reason: id === leaver.id ? 'Broken leg' : 'Moved to Ghent' },
    });
    expect(marked.status).toBe(200);
  }
  const moved = await admin.call('PATCH /api/events/{id}/registrations/{userId}', {
    params: { id: full.id, userId: leaver.id },
    body: { action: 'move', position: 1, reason: 'The leg is well again', version: 1 },
  });
  expect(moved.body.outcome).toBe('applied');
  await leave(leaver);
  const log = await auditLog();
  expect(JSON.stringify(log)).not.toContain('leg');
  expect(JSON.stringify(log)).toContain('Moved to Ghent');
  expect(log.map(({ action }) => action)).toEqual([
    'attendance.marked',
    'attendance.marked',
    'registration.move',
    'account.left',
  ]);
});

it('a refund after DELETE /api/users/me adds no notification for the deleted account', async () => {
  const { admin, of } = await buildClub();
  const event = await buildPaidEvent(server, of, { refund_until: null });
  const [leaver, other] = [await buildLeaver(), await buildPayer(server)];
  const payments = [];
  for (const who of [leaver, other]) {
    await who.attend(event);
    const { id = '', checkoutUrl } = (await who.begin(event)).body;
    await payAtSandbox(server, checkoutUrl);
    payments.push(id);
  }
  await leave(leaver);
  await db().deleteFrom('notifications').execute();
  for (const id of payments) {
    const { status } = await admin.call('POST /api/payments/{id}/refund', {
      params: { id },
      body: { amountMinor: 100 },
    });
    expect(status).toBe(200);
  }
  await runAllJobs(server);
  const notices = await db().selectFrom('notifications').select(['user_id', 'kind']).execute();
  expect(notices).toEqual([{ user_id: other.id, kind: 'paymentRefunded' }]);
});
