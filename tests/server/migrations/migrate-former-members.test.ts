// Migration 0032 on a database of the version before it: deleted accounts lose the English text that was their name.
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
});
afterAll(() => database.close());

test('migration 0032 removes the name of deleted accounts, and not of a member who is called so', async () => {
  const { db } = database;
  const name = 'Former member';
  const deleted = await buildUser(db, { name, email: 'x@left.invalid', username: 'left-x' });
  const member = await buildUser(db, { name });
  await migrate(database);
  const names = await db.selectFrom('people').select(['id', 'name', 'sort_name']).execute();
  expect(names.find(({ id }) => id === deleted.id)).toMatchObject({ name: '', sort_name: '' });
  expect(names.find(({ id }) => id === member.id)).toMatchObject({ name });
});
