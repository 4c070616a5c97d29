// After a start, checks of pending payments are moved forward in batches, and not all at once.
import { expect, onTestFinished, test } from 'vitest';
import { spreadChecks } from '../../../src/server/payments/jobs.ts';
import { buildEvent, buildPayment, buildRegistration, buildUser } from '../../support/factories.ts';
import { startTestServer } from '../../support/server.ts';

test('a start spreads the checks of 60 payments over batches of 25, those whose hold ends soonest first', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { db } = server.database;
  const from = server.now().getTime();
  const after = (ms: number) => new Date(from + ms).toISOString();
  const { id } = await buildEvent(db);
  for (let count = 0; count < 60; count += 1) {
    const place = await buildRegistration(db, {
      event_id: id,
      person_id: (await buildUser(db)).id,
      state: 'pendingPayment',
      hold_expires_at: after((120 - count) * 60_000),
    });
    await buildPayment(db, { registration_id: place.id, check_after: after(600_000) });
  }
  await spreadChecks(server);
  const rows = await db
    .selectFrom('payments as y')
    .innerJoin('registrations as m', 'm.id', 'y.registration_id')
    .select('y.check_after')
    .orderBy('m.hold_expires_at')
    .execute();
  const expected = rows.map((_, index) => after(Math.floor(index / 25) * 5_000));
  expect(rows.map(({ check_after }) => check_after)).toEqual(expected);
});
