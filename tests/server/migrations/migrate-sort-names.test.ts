// Migration 0041 on a database of the version before it: sort keys of names have the bound that new ones have.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations, onlyMigrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { fold, sortName } from '../../../src/server/db/search-words.ts';
import { buildOrganization, buildPerson, buildTeam } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
beforeAll(async () => {
  database = await openNewDatabase();
  const known = migrations(database.dialect);
  const names = Object.keys(known).filter((name) => name < '0041');
  await migrate(database, onlyMigrations(known, names));
});
afterAll(() => database.close());

test('migration 0041 bounds the sort keys of names, and leaves the others', async () => {
  const { db } = database;
  const name = '\ufdfa'.repeat(80);
  const long = { name, sort_name: fold(name) };
  await buildPerson(db, long);
  await buildPerson(db, { name: 'Ada' });
  await buildOrganization(db, long);
  await buildTeam(db, long);
  await migrate(database);
  for (const [table, others] of [
    ['people', ['ada']],
    ['organizations', []],
    ['teams', []],
  ] as const) {
    const rows = await db.selectFrom(table).select('sort_name').orderBy('sort_name').execute();
    expect(rows.map((row) => row.sort_name)).toEqual([...others, sortName(name)]);
  }
});
