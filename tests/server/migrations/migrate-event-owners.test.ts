// Migration 0012 on a database of the version before it: each event gets its one owner by the documented
// rule, and nothing is lost.
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildOrganization, buildTeam, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';
import { insertOldEvent, type OldEvent } from './old-event.ts';

type Row = Record<string, unknown>;

/** Ids in the order of their last digit. */
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
const early = '2026-11-01T10:00:00.000Z';
const late = '2026-11-01T10:00:00.001Z';

let database: Database;
let before: Map<string, Row[]>;
/** The id of each event, and of the team that becomes its owner. */
const events: Record<string, { id: string; owner: string | null }> = {};

const read = async (query: RawBuilder<Row>) => (await query.execute(database.db)).rows;
const moved = ['events', 'event_teams', 'event_leaders', 'teams', 'organizations'] as const;
const readAll = async () => {
  const rows = new Map<string, Row[]>();
  for (const table of moved)
    rows.set(table, await read(sql`select * from ${sql.table(table)} order by 1, 2`));
  return rows;
};

const oldEvent = (given: OldEvent) => insertOldEvent(database, given);

beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0012');
  await migrate(database, Object.fromEntries(old));
  const { db } = database;
  const person = await buildUser(db);
  const [club, other] = [await buildOrganization(db), await buildOrganization(db)];
  const team = async (digit: number, created_at: string, organization_id: string | null) =>
    (await buildTeam(db, { id: idOf(digit), created_at, organization_id })).id;
  const ofOther = await team(1, early, other.id);
  const lateOfClub = await team(2, late, club.id);
  const secondOfClub = await team(4, early, club.id);
  const firstOfClub = await team(3, early, club.id);
  const independent = await team(5, early, null);
  const [byPerson, byClub] = [{ organizer_user_id: person.id }, { organizer_organization_id: club.id }];
  const add = async (name: string, event: OldEvent, owner: string | null) => {
    events[name] = { id: await oldEvent(event), owner };
  };
  await add('no team, a person', byPerson, null);
  await add('no team, an organization', byClub, null);
  await add('one team, a person', { ...byPerson, teams: [ofOther] }, ofOther);
  await add('one team, its organization', { ...byClub, teams: [lateOfClub] }, lateOfClub);
  await add('one team, another organization', { ...byClub, teams: [independent] }, independent);
  await add(
    'two teams of one organization, the older first',
    { ...byClub, teams: [lateOfClub, secondOfClub] },
    secondOfClub,
  );
  await add(
    'two teams of one organization of the same age, the lower id first',
    { ...byClub, teams: [secondOfClub, firstOfClub] },
    firstOfClub,
  );
  await add(
    'two teams of different organizations, the organizer one of them',
    { ...byClub, teams: [ofOther, lateOfClub] },
    lateOfClub,
  );
  await add(
    'two teams of different organizations, a person',
    { ...byPerson, teams: [lateOfClub, ofOther, independent] },
    ofOther,
  );
  before = await readAll();
  const upTo = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0013');
  await migrate(database, Object.fromEntries(upTo));
});
afterAll(() => database.close());

test('migration 0012 gives each event its owner by the documented rule', async () => {
  const rows = await read(sql`select id, owner_team_id from events`);
  const owners = new Map(rows.map(({ id, owner_team_id }) => [id, owner_team_id]));
  const found = Object.entries(events).map(([name, { id }]) => [name, owners.get(id)]);
  expect(found).toEqual(Object.entries(events).map(([name, { owner }]) => [name, owner]));
});

test('migration 0012 makes a team owner only of events in which it takes part', async () => {
  const owned = await read(
    sql`select e.id from events e where e.owner_team_id is not null and not exists (select 1 from event_teams et where et.event_id = e.id and et.team_id = e.owner_team_id)`,
  );
  expect(owned).toEqual([]);
});

test('migration 0012 leaves every other column and row unchanged', async () => {
  const after = await readAll();
  expect(after.get('events')).toHaveLength(Object.keys(events).length);
  const withoutOwner = after.get('events')?.map(({ owner_team_id: _, ...event }) => event);
  expect(withoutOwner).toEqual(before.get('events'));
  for (const table of moved)
    if (table !== 'events') expect([table, after.get(table)]).toEqual([table, before.get(table)]);
});

test('a team that owns an event cannot be deleted', async () => {
  const deleted = sql`delete from teams where id = ${idOf(3)}`.execute(database.db);
  await expect(deleted).rejects.toThrow(/foreign key/i);
});

test('migration 0012 produces the columns and indexes of a new database', async () => {
  await migrate(database);
  const fresh = await openNewDatabase();
  await migrate(fresh);
  const shapeOf = async ({ db, dialect }: Database) => {
    const texts =
      dialect.name === 'sqlite'
        ? sql<{ text: string }>`select coalesce(sql, name) as text from sqlite_schema`
        : sql<{
            text: string;
          }>`select indexdef as text from pg_indexes where schemaname = 'public' union all select table_name || ' ' || column_name || ' ' || ordinal_position || ' ' || data_type || ' ' || is_nullable from information_schema.columns where table_schema = 'public'`;
    return (await texts.execute(db)).rows.map(({ text }) => text).toSorted();
  };
  expect(await shapeOf(database)).toEqual(await shapeOf(fresh));
  await fresh.close();
});
