// Migration 0016 on a database of the version before it: groups stay unchanged and can have a look.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildOrganization, buildTeam } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

let database: Database;
let team: { id: string };
let club: { id: string };
beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0016');
  await migrate(database, Object.fromEntries(old));
  club = await buildOrganization(database.db, { name: 'Harbour', logo: '/old.webp' });
  team = await buildTeam(database.db, { organization_id: club.id, season: '2025/26' });
  await migrate(database);
});
afterAll(() => database.close());

test('migration 0016 keeps every group, without colour, logo or previous season', async () => {
  const { db } = database;
  expect(
    await db.selectFrom('teams').select(['id', 'season', 'color', 'logo', 'previous_team_id']).execute(),
  ).toEqual([{ id: team.id, season: '2025/26', color: null, logo: null, previous_team_id: null }]);
  expect(await db.selectFrom('organizations').select(['id', 'logo', 'color']).execute()).toEqual([
    { id: club.id, logo: '/old.webp', color: null },
  ]);
});

test('migration 0016 lets a team have one next season, and a logo belong to one group', async () => {
  const { db } = database;
  await buildTeam(db, { previous_team_id: team.id });
  await expect(buildTeam(db, { previous_team_id: team.id })).rejects.toThrow(/unique/i);
  const logo = (name: string, team_id: string | null, organization_id: string | null) =>
    db
      .insertInto('logos')
      .values({
        name,
        team_id,
        organization_id,
        bytes: Buffer.from('x'),
        created_at: '2026-11-01T10:00:00.000Z',
      })
      .execute();
  await logo('a', team.id, null);
  await expect(logo('b', team.id, club.id)).rejects.toThrow(/check/i);
  await expect(logo('c', null, null)).rejects.toThrow(/check/i);
  await expect(logo('d', team.id, null)).rejects.toThrow(/unique/i);
  const rows = await sql<{ name: string }>`select name from logos`.execute(db);
  expect(rows.rows).toEqual([{ name: 'a' }]);
});
