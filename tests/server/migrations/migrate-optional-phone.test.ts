// Migration 0032 on a database of the version before it: phone numbers stay, and empty ones become null.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0032');
  await migrate(database, Object.fromEntries(old));
  await buildUser(database.db, { username: 'with', phone: '+32470123456' });
  await buildUser(database.db, { username: 'without', phone: '' });
  await migrate(database);
});
afterAll(() => database.close());

test('migration 0032 keeps phone numbers and makes absent ones null', async () => {
  const { db } = database;
  await buildUser(db, { username: 'xnew', phone: null });
  const { rows } = await sql<{ username: string; phone: string | null }>`
    select username, phone from users order by username`.execute(db);
  expect(rows).toEqual([
    { username: 'with', phone: '+32470123456' },
    { username: 'without', phone: null },
    { username: 'xnew', phone: null },
  ]);
});
