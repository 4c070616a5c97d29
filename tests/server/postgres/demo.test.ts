// The demo data on PostgreSQL. Their rules are tested on SQLite alone: tests/server/demo.test.ts and demo-days.test.ts.
import { expect, test } from 'vitest';
import { fillDemo } from '../../../src/demo/fill.ts';
import { migrate } from '../../../src/server/db/migrate.ts';
import { type Database, openSqlite } from '../../../src/server/db/open.ts';
import { openTestDatabase } from '../../support/server.ts';

/** The demo's rows, as `database` returns them. */
async function demoIn(database: Database) {
  const { db } = database;
  try {
    await fillDemo(database, { now: new Date('2026-11-21T10:20:00.000Z'), passwordHash: 'hash' });
    return {
      events: await db.selectFrom('events').selectAll().orderBy('id').execute(),
      people: await db.selectFrom('people').selectAll().orderBy('id').execute(),
      registrations: await db.selectFrom('registrations').selectAll().orderBy('id').execute(),
      attendance: await db.selectFrom('attendance').selectAll().orderBy('id').execute(),
      payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
      pictures: await db.selectFrom('pictures').select('hash').orderBy('hash').execute(),
      logos: await db.selectFrom('logos').select(['name', 'team_id']).orderBy('name').execute(),
    };
  } finally {
    await database.close();
  }
}

test('the demo is the same on PostgreSQL as on SQLite', async () => {
  const sqlite = openSqlite(':memory:');
  await migrate(sqlite);
  const here = await demoIn(await openTestDatabase());
  expect(here.pictures.length).toBeGreaterThan(0);
  expect(here).toEqual(await demoIn(sqlite));
});
