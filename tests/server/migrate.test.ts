import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Database } from '../../src/server/db/open.ts';
import { buildUser } from '../support/factories.ts';
import { openNewDatabase } from '../support/server.ts';

let database: Database;
beforeEach(async () => {
  database = await openNewDatabase();
});
afterEach(() => database.close());

test('two that start at once migrate a new database once', async () => {
  const applied = await Promise.all([migrate(database), migrate(database)]);
  expect(applied.flat()).toContain('0001-foundation');
  expect(new Set(applied.flat()).size).toBe(applied.flat().length);
  await buildUser(database.db);
  expect(await migrate(database)).toEqual([]);
});

test('a migration that fails leaves nothing behind', async () => {
  const broken = {
    '0001-broken': {
      up: async (db: Database['db']) => {
        await sql`create table half_done (id text)`.execute(db);
        throw new Error('halfway');
      },
    },
  };
  await expect(migrate(database, broken)).rejects.toThrow('halfway');
  await expect(sql`select * from half_done`.execute(database.db)).rejects.toThrow(/half_done/);
  expect(await migrate(database)).toContain('0001-foundation');
});

test('a database that knows more than the program is refused and left as it is', async () => {
  await migrate(database);
  await buildUser(database.db);
  await expect(migrate(database, {})).rejects.toThrow('newer than this program');
  expect(await database.db.selectFrom('users').select('id').execute()).toHaveLength(1);
});
