// Migration 0018 on a database of the version before it: held places stay held, and no reminder is stored.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import { eventsWithPayReminder } from '../../../src/server/registrations/money/pay-queries.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

test('migration 0018 keeps held places without a reminder', async () => {
  const database = await openNewDatabase();
  onTestFinished(() => database.close());
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0018');
  await migrate(database, Object.fromEntries(old));
  const { db } = database;
  const person = await buildUser(db);
  const event = await buildEvent(db);
  const at = '2026-11-21T10:00:00.000Z';
  const until = '2026-11-21T10:35:00.000Z';
  await sql`insert into registrations (id, created_at, updated_at, event_id, person_id, state, hold_expires_at, responded_at)
    values (${uuid()}, ${at}, ${at}, ${event.id}, ${person.id}, 'pendingPayment', ${until}, ${at})`.execute(
    db,
  );
  await migrate(database);
  const rows = await db
    .selectFrom('registrations')
    .select(['state', 'hold_expires_at', 'pay_reminder_at'])
    .execute();
  expect(rows).toEqual([{ state: 'pendingPayment', hold_expires_at: until, pay_reminder_at: null }]);
  expect(await eventsWithPayReminder(db, until, 10)).toEqual([]);
});
