// Migration 0015 on a database of the version before it: people stay unchanged, with only their names.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
let before: unknown[];
const people = async () => (await sql<object>`select * from people order by id`.execute(database.db)).rows;

beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0015');
  await migrate(database, Object.fromEntries(old));
  for (const name of ['Ann', 'Bo']) await buildUser(database.db, { name });
  before = await people();
  await migrate(database);
});
afterAll(() => database.close());

test('migration 0015 leaves people unchanged, without birth year and guardian address', async () => {
  expect(before).toHaveLength(2);
  expect(await people()).toEqual(
    before.map((person) => ({ ...(person as object), birth_year: null, guardian_email: null })),
  );
});
