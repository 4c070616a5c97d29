// Migration 0011 on a database of the version before it, with 100,000 registrations: nothing is lost, every
// reference is valid, and people without an account can be members, attend and be marked.
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { buildOrganization, buildPayment, buildTeam } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

const at = '2026-11-01T10:00:00.000Z';
const userCount = 500;
const eventCount = 200;

type Row = Record<string, unknown>;

let database: Database;
let users: Row[];
let registrations: Row[];
let before: Map<string, Row[]>;
let after: Map<string, Row[]>;
let event: { id: string };
let team: { id: string };

/** Several rows of one table as one statement, for any version of the table. */
async function insert(table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  for (let from = 0; from < rows.length; from += 1000) {
    const values = rows
      .slice(from, from + 1000)
      .map((row) => sql`(${sql.join(columns.map((name) => row[name]))})`);
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))}) values ${sql.join(values)}`.execute(
      database.db,
    );
  }
}

const read = async (query: RawBuilder<Row>) => (await query.execute(database.db)).rows;
const moved = ['users', 'memberships', 'registrations', 'attendance', 'event_leaders', 'payments'] as const;
const readAll = async () => {
  const rows = moved.map(async (table) => [
    table,
    await read(sql`select * from ${sql.table(table)} order by 1, 2`),
  ]);
  return new Map((await Promise.all(rows)) as [string, Row[]][]);
};

const stamp = () => ({ id: uuid(), created_at: at, updated_at: at });

beforeAll(async () => {
  database = await openNewDatabase();
  const old = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0011');
  await migrate(database, Object.fromEntries(old));
  const { db } = database;
  users = Array.from({ length: userCount }, (_, index) => ({
    ...stamp(),
    username: `person${index}`,
    name: `Åsa ${index}`,
    sort_name: `asa ${index}`,
    email: `person${index}@example.com`,
    phone: '',
    country_code: 'BE',
    password_hash: 'none',
  }));
  await insert('users', users);
  await insert(
    'profiles',
    users.map(({ id }) => ({ user_id: id })),
  );
  team = await buildTeam(db);
  const organizer = await buildOrganization(db);
  const events = Array.from({ length: eventCount }, (_, index) => ({
    ...stamp(),
    name: `Training ${index}`,
    slug: `training-${index}`,
    kind: 'training',
    organizer_organization_id: organizer.id,
    starts_at: '2026-11-28T10:00:00.000Z',
    ends_at: '2026-11-28T11:30:00.000Z',
    starts_on: '2026-11-28',
    time_zone: 'Europe/Brussels',
    attendance_mode: 'offline',
    visibility: 'public',
    join_policy: 'open',
    roster_visibility: 'participants',
    publication: 'published',
    event_status: 'EventScheduled',
  }));
  await insert('events', events);
  event = events[0] ?? { id: '' };
  const inTeam = { team_id: team.id, role: 'trainee', status: 'active', ended_at: null };
  await insert(
    'memberships',
    users.map(({ id }) => ({ ...stamp(), ...inTeam, user_id: id })),
  );
  registrations = events.flatMap(({ id: event_id }) =>
    users.map(({ id }) => ({
      ...stamp(),
      event_id,
      user_id: id,
      responded_by: id,
      state: 'confirmed',
      responded_at: at,
    })),
  );
  await insert('registrations', registrations);
  await insert(
    'attendance',
    users.map(({ id }) => ({
      id: uuid(),
      event_id: event.id,
      user_id: id,
      status: 'present',
      occurred_at: at,
      received_at: at,
      source: 'coach',
    })),
  );
  await insert('event_leaders', [{ event_id: event.id, user_id: users[0]?.id, position: 0 }]);
  await buildPayment(db, { registration_id: String(registrations[0]?.id) });
  before = await readAll();
  const upTo = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0012');
  await migrate(database, Object.fromEntries(upTo));
  after = await readAll();
  await migrate(database);
}, 120_000);
afterAll(() => database.close());

test('migration 0011 keeps every row, under the new name of its person', async () => {
  expect(before.get('registrations')).toHaveLength(userCount * eventCount);
  const accounts = before.get('users')?.map(({ name: _, sort_name: __, ...account }) => account);
  expect(after.get('users')).toEqual(accounts);
  for (const table of ['memberships', 'registrations', 'attendance', 'event_leaders']) {
    const renamed = before.get(table)?.map(({ user_id, ...row }) => ({ ...row, person_id: user_id }));
    expect([table, after.get(table)]).toEqual([table, renamed]);
  }
  expect(after.get('payments')).toEqual(before.get('payments'));
  const people = await read(sql`select id, name, sort_name from people order by id`);
  expect(people).toEqual(before.get('users')?.map(({ id, name, sort_name }) => ({ id, name, sort_name })));
});

test('migration 0011 lets people without an account be members, attend and be marked', async () => {
  const person = stamp();
  await insert('people', [{ ...person, name: 'Kim', sort_name: 'kim' }]);
  const of = { person_id: person.id };
  await insert('memberships', [{ ...stamp(), ...of, team_id: team.id, role: 'trainee', status: 'active' }]);
  await insert('registrations', [
    { ...stamp(), ...of, event_id: event.id, state: 'confirmed', responded_at: at },
  ]);
  const mark = {
    id: uuid(),
    event_id: event.id,
    status: 'late',
    occurred_at: at,
    received_at: at,
    source: 'coach',
  };
  await insert('attendance', [{ ...mark, ...of }]);
  await sql`delete from people where id = ${person.id}`.execute(database.db);
  for (const table of ['memberships', 'registrations', 'attendance'])
    expect(await read(sql`select 1 from ${sql.table(table)} where person_id = ${person.id}`)).toEqual([]);
});

test('migration 0011 keeps foreign keys and unique constraints', async () => {
  const [first] = registrations;
  const reply = { event_id: event.id, state: 'confirmed', responded_at: at };
  await expect(insert('registrations', [{ ...stamp(), ...reply, person_id: uuid() }])).rejects.toThrow(
    /foreign key/i,
  );
  await expect(
    insert('registrations', [{ ...stamp(), ...reply, person_id: first?.user_id }]),
  ).rejects.toThrow(/unique/i);
  const again = { ...stamp(), team_id: team.id, role: 'coach', status: 'active', person_id: first?.user_id };
  await expect(insert('memberships', [again])).rejects.toThrow(/unique/i);
  const paid = sql`delete from registrations where id = ${first?.id}`.execute(database.db);
  await expect(paid).rejects.toThrow(/foreign key/i);
});

test('migration 0011 produces the indexes of a new database', async () => {
  const fresh = await openNewDatabase();
  await migrate(fresh);
  const indexesOf = async ({ db, dialect }: Database) => {
    const names =
      dialect.name === 'sqlite'
        ? sql<{ text: string }>`select coalesce(sql, name) as text from sqlite_schema where type = 'index'`
        : sql<{ text: string }>`select indexdef as text from pg_indexes where schemaname = 'public'`;
    return (await names.execute(db)).rows.map(({ text }) => text).toSorted();
  };
  expect(await indexesOf(database)).toEqual(await indexesOf(fresh));
  await fresh.close();
});
