// Migration 0013 on a database of the version before it: each place goes to the owner of its newest event,
// and nothing is lost.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';
import { insertOldEvent, type OldEvent } from './old-event.ts';

type Row = Record<string, unknown>;

let database: Database;
const read = async (query: RawBuilder<Row>) => (await query.execute(database.db)).rows;
/** The place of each case, and the column and id of its expected owner. */
const places: Record<string, { id: string; owner: [string, string] | null }> = {};

async function oldPlace(name: string): Promise<string> {
  const id = uuid();
  await sql`insert into places (id, created_at, updated_at, name, address, region, sort_region, country_code, time_zone)
    values (${id}, '2026-11-01T10:00:00.000Z', '2026-11-01T10:00:00.000Z', ${name}, 'Street 1', 'Ghent', 'ghent', 'BE', 'Europe/Brussels')`.execute(
    database.db,
  );
  return id;
}

beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0013');
  await migrate(database, Object.fromEntries(old));
  const { db } = database;
  const person = await buildUser(db);
  const club = await buildOrganization(db);
  const ofClub = await buildTeam(db, { organization_id: club.id });
  const alone = await buildTeam(db);
  const byClub = { organizer_organization_id: club.id };
  const add = async (name: string, events: OldEvent[], owner: [string, string] | null) => {
    const id = await oldPlace(name);
    places[name] = { id, owner };
    for (const given of events) await insertOldEvent(database, { place_id: id, ...given });
  };
  const [organization, team, user]: [string, string][] = [
    ['owner_organization_id', club.id],
    ['owner_team_id', alone.id],
    ['owner_user_id', person.id],
  ];
  await add(
    'of a team of a club',
    [{ ...byClub, owner_team_id: ofClub.id, teams: [ofClub.id] }],
    organization ?? null,
  );
  await add('of a club', [byClub], organization ?? null);
  await add(
    'of a team of its own',
    [{ ...byClub, owner_team_id: alone.id, teams: [alone.id] }],
    team ?? null,
  );
  await add('of a person', [{ organizer_user_id: person.id }], user ?? null);
  await add('without events', [], null);
  await add(
    'of a club, and later of a person',
    [{ organizer_user_id: person.id, starts_at: '2026-12-01T10:00:00.000Z' }, byClub],
    user ?? null,
  );
  await sql`insert into offers (id, created_at, updated_at, event_id, name, price_minor, currency)
    select id, created_at, created_at, id, 'Adult', 1250, 'EUR' from events`.execute(db);
  await migrate(database);
});
afterAll(() => database.close());

test('migration 0013 gives each place its owner by the documented rule, and none to a place without events', async () => {
  const columns = ['owner_team_id', 'owner_organization_id', 'owner_user_id'];
  const rows = await read(sql`select * from places`);
  const ownersOf = (id: string) => {
    const row = rows.find((one) => one.id === id) ?? {};
    return columns.filter((column) => row[column] !== null).map((column) => [column, row[column]]);
  };
  const found = Object.entries(places).map(([name, { id }]) => [name, ownersOf(id)]);
  expect(found).toEqual(Object.entries(places).map(([name, { owner }]) => [name, owner ? [owner] : []]));
});

test('migration 0013 leaves every offer unchanged and usable for replies', async () => {
  const offers = await read(sql`select name, price_minor, withdrawn_at from offers`);
  expect(offers).toHaveLength(6);
  expect(new Set(offers.map((offer) => JSON.stringify(Object.values(offer))))).toEqual(
    new Set([JSON.stringify(['Adult', 1250, null])]),
  );
});
