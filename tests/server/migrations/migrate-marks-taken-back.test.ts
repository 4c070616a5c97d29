// Migration 0038 on a database of the version before it: marks stay, and new ones may take them back.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildAttendance, buildEvent, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
let ids: { event_id: string; person_id: string };
beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0038');
  await migrate(database, Object.fromEntries(old));
  ids = {
    event_id: (await buildEvent(database.db)).id,
    person_id: (await buildUser(database.db)).id,
  };
  for (const status of ['present', 'late', 'excused', 'absent'] as const)
    await buildAttendance(database.db, { ...ids, status, minutes_late: status === 'late' ? 12 : null });
  await migrate(database);
});
afterAll(() => database.close());

test('migration 0038 keeps every mark, and allows one without a status but none with another', async () => {
  const { db } = database;
  await buildAttendance(db, { ...ids, status: null, reason: 'Wrong child' });
  const { rows } = await sql<{ status: string | null; minutes_late: number | null; reason: string | null }>`
    select status, minutes_late, reason from attendance`.execute(db);
  expect(rows).toHaveLength(5);
  for (const status of ['present', 'excused', 'absent'])
    expect(rows).toContainEqual({ status, minutes_late: null, reason: null });
  expect(rows).toContainEqual({ status: 'late', minutes_late: 12, reason: null });
  expect(rows).toContainEqual({ status: null, minutes_late: null, reason: 'Wrong child' });
  await expect(sql`update attendance set status = 'asleep'`.execute(db)).rejects.toThrow();
});
