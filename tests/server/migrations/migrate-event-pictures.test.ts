// Migrations 0017 and 0039 on databases of the versions before them: events stay and can have a picture; then every picture
// stays, and its file is stored once.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
beforeEach(async () => {
  database = await openNewDatabase();
});
afterEach(() => database.close());

const migrateBelow = (end: string) =>
  migrate(
    database,
    Object.fromEntries(Object.entries(migrations(database.dialect)).filter(([name]) => name < end)),
  );
const hashes = () =>
  database.db.selectFrom('event_pictures').select(['event_id', 'hash']).orderBy('hash').execute();
const at = (day: number) => `2026-11-0${day}T10:00:00.000Z`;
const addOld = (eventId: string, hash: string, bytes: number, day: number) =>
  sql`insert into event_pictures (event_id, hash, bytes, created_at)
    values (${eventId}, ${hash}, ${new Uint8Array([bytes])}, ${at(day)})`.execute(database.db);

test('migration 0017 leaves events without a picture; a picture can be added, and is deleted with its event', async () => {
  await migrateBelow('0017');
  const { db } = database;
  const person = await buildUser(db);
  const event = await buildEvent(db, { organizer_user_id: person.id });
  await migrateBelow('0018');
  expect(await db.selectFrom('events').select(['id', 'image']).execute()).toEqual([
    { id: event.id, image: null },
  ]);
  await addOld(event.id, 'a', 1, 1);
  await db.deleteFrom('events').where('id', '=', event.id).execute();
  expect(await hashes()).toEqual([]);
});

test('migration 0039 keeps every picture, and stores the file that copies of an event share once', async () => {
  await migrateBelow('0039');
  const { db } = database;
  const [first, copy, other] = [await buildEvent(db), await buildEvent(db), await buildEvent(db)];
  await addOld(first.id, 'shared', 1, 1);
  await addOld(copy.id, 'shared', 1, 2);
  await addOld(other.id, 'single', 2, 3);
  await migrate(database);
  expect(await hashes()).toEqual(
    expect.arrayContaining([
      { event_id: first.id, hash: 'shared' },
      { event_id: copy.id, hash: 'shared' },
      { event_id: other.id, hash: 'single' },
    ]),
  );
  const files = await db.selectFrom('event_picture_files').selectAll().orderBy('hash').execute();
  expect(files.map((file) => [file.hash, [...file.bytes], file.created_at])).toEqual([
    ['shared', [1], at(1)],
    ['single', [2], at(3)],
  ]);
  await db.deleteFrom('events').where('id', '=', first.id).execute();
  expect(await hashes()).toHaveLength(2);
  // No event can show a file that is not there, nor can the file of one be deleted.
  await expect(
    db.updateTable('event_pictures').set({ hash: 'missing' }).where('event_id', '=', copy.id).execute(),
  ).rejects.toThrow();
  await expect(db.deleteFrom('event_picture_files').where('hash', '=', 'shared').execute()).rejects.toThrow();
});
