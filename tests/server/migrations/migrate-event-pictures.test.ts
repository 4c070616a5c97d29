// Migration 0017 on a database of the version before it: events stay, and can have a picture.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
let event: { id: string };
beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0017');
  await migrate(database, Object.fromEntries(old));
  const person = await buildUser(database.db);
  event = await buildEvent(database.db, { organizer_user_id: person.id });
  const upTo = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0018');
  await migrate(database, Object.fromEntries(upTo));
});
afterAll(() => database.close());

test('migration 0017 leaves events without a picture; a picture can be added, and is deleted with its event', async () => {
  const { db } = database;
  expect(await db.selectFrom('events').select(['id', 'image']).execute()).toEqual([
    { id: event.id, image: null },
  ]);
  await db
    .insertInto('event_pictures')
    .values({
      event_id: event.id,
      hash: 'a',
      bytes: new Uint8Array([1]),
      created_at: '2026-11-01T10:00:00.000Z',
    })
    .execute();
  await db.deleteFrom('events').where('id', '=', event.id).execute();
  expect(await db.selectFrom('event_pictures').select('hash').execute()).toEqual([]);
});
