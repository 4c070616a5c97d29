// Migration 0042 on a database of the version before it: matches that were never changed keep the place that they were given.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations, onlyMigrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildEvent, buildPlace, buildTeam } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
beforeAll(async () => {
  database = await openNewDatabase();
  const known = migrations(database.dialect);
  const names = Object.keys(known).filter((name) => name < '0042');
  await migrate(database, onlyMigrations(known, names));
});
afterAll(() => database.close());

test('migration 0042 stores the place of matches whose event was never changed, and of no others', async () => {
  const { db } = database;
  const team = await buildTeam(db);
  const place = await buildPlace(db, { owner_team_id: team.id });
  const fixtureOf = async (uid: string, given: object | null) => {
    const event = given && (await buildEvent(db, { place_id: place.id, teams: [team.id], ...given }));
    const at = '2026-11-21T10:00:00.000Z';
    const fixture = { id: uuid(), created_at: at, updated_at: at, team_id: team.id, uid, name: uid };
    const times = { starts_at: '2026-12-12T13:30:00.000Z', ends_at: '2026-12-12T15:30:00.000Z' };
    await db
      .insertInto('fixtures')
      .values({ ...fixture, ...times, event_id: event?.id ?? null })
      .execute();
  };
  await fixtureOf('a-untouched', {});
  await fixtureOf('b-edited', { version: 2 });
  await fixtureOf('c-left-out', null);
  await migrate(database);
  const rows = await db.selectFrom('fixtures').select(['uid', 'given_place_id']).orderBy('uid').execute();
  expect(rows).toEqual([
    { uid: 'a-untouched', given_place_id: place.id },
    { uid: 'b-edited', given_place_id: null },
    { uid: 'c-left-out', given_place_id: null },
  ]);
});
