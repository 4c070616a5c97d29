import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appliedMigrations, migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database, Db } from '../../../src/server/db/open.ts';
import { findValidInvitation } from '../../../src/server/groups/invitations/valid-invitation-queries.ts';
import { buildInvitation, buildTeam, buildUser } from '../../support/factories.ts';
import { openNewDatabase } from '../../support/server.ts';

const added = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { up: async () => {} }]));

const then = '2026-11-01T10:00:00.000Z';

/** Every migration has its own file. */
const all = readdirSync('src/server/db/migrations')
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

let database: Database;
beforeEach(async () => {
  database = await openNewDatabase();
});
afterEach(() => database.close());

test('two concurrent starts migrate a new database once', async () => {
  const applied = await Promise.all([migrate(database), migrate(database)]);
  expect(applied.flat()).toEqual(all);
  await buildUser(database.db);
  expect(await migrate(database)).toEqual([]);
});

test('a database from before invitations keeps pending ones, and gives teams of one name distinct addresses', async () => {
  const before = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0003');
  await migrate(database, Object.fromEntries(before));
  const { db } = database;
  const team = await buildTeam(db, { slug: 'first' });
  await buildTeam(db, { slug: 'first' });
  const user = await oldUser(db);
  await oldMembership(db, team, user, 'invited');
  const until3 = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0004');
  await migrate(database, Object.fromEntries(until3));
  expect(await db.selectFrom('invitations').select(['team_id', 'invited_as', 'role']).execute()).toEqual([
    { team_id: team.id, invited_as: user.username, role: 'coach' },
  ]);
  const slugs = await db.selectFrom('teams').select('slug').orderBy('slug').execute();
  expect(slugs).toEqual([{ slug: 'first' }, { slug: expect.stringMatching(/^first-[0-9a-f]{12}$/) }]);
});

/** Rows of the version in which the account held its person's name. */
async function oldUser(db: Db) {
  const [id, username] = [uuid(), `person-${uuid()}`];
  await sql`insert into users (id, created_at, updated_at, username, name, sort_name, email, email_verified_at, phone, country_code, password_hash)
    values (${id}, ${then}, ${then}, ${username}, 'Åsa Berg', 'asa berg', ${`${username}@example.com`}, ${then}, '', 'BE', 'none')`.execute(
    db,
  );
  return { id, username };
}

async function oldMembership(db: Db, team: { id: string }, user: { id: string }, status: string) {
  await sql`insert into memberships (id, created_at, updated_at, team_id, user_id, role, status)
    values (${uuid()}, ${then}, ${then}, ${team.id}, ${user.id}, 'coach', ${status})`.execute(db);
}

test('migration 0008 keeps invitations with an inviter and ends those without one', async () => {
  const before = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0008');
  await migrate(database, Object.fromEntries(before));
  const { db } = database;
  const team = await buildTeam(db);
  const [owner, kept, ended] = [await oldUser(db), await oldUser(db), await oldUser(db)];
  await oldMembership(db, team, owner, 'active');
  await sql`update memberships set role = 'owner'`.execute(db);
  for (const user of [kept, ended]) await oldMembership(db, team, user, 'invited');
  await buildInvitation(db, { team_id: team.id, user_id: kept.id, role: 'coach', invited_by: owner.id });
  await buildInvitation(db, { team_id: team.id, user_id: ended.id, role: 'coach', invited_by: null });
  await migrate(database);
  const at = '2026-11-21T10:00:00.000Z';
  expect(await findValidInvitation(db, 'team', team.id, kept.id, at)).toMatchObject({ role: 'coach' });
  expect(await findValidInvitation(db, 'team', team.id, ended.id, at)).toBeNull();
  expect(await db.selectFrom('memberships').select('status').execute()).toEqual([{ status: 'active' }]);
});

test('a database with older search markers finds its rows, and none by a marker', async () => {
  const before = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0009');
  await migrate(database, Object.fromEntries(before));
  const { db, dialect } = database;
  const objects = ['event', 'team'].map((kind) => ({ kind, object_id: uuid() }));
  await db
    .insertInto('search_documents')
    .values(objects.map((object) => ({ ...object, body: `kind${object.kind} agueda kindness` })))
    .execute();
  await migrate(database);
  const found = async (text: string) =>
    (await dialect.countMatches('event', dialect.searchQuery('event', text), 10).execute(db)).rows[0]?.count;
  for (const [text, count] of [
    ['agueda', 1],
    ['kindn', 1],
    ['kinde', 0],
    ['kindevent', 0],
    ['event', 0],
  ] as const)
    expect([text, await found(text)]).toEqual([text, count]);
  await db.deleteFrom('search_documents').execute();
  expect(await found('agueda')).toBe(0);
});

test('migration 0007 sets ended_at for memberships that were left or removed', async () => {
  const before = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0007');
  await migrate(database, Object.fromEntries(before));
  const { db } = database;
  const team = await buildTeam(db);
  for (const status of ['active', 'invited', 'left', 'removed', 'rejected'] as const) {
    await oldMembership(db, team, await oldUser(db), status);
  }
  await migrate(database);
  const ended = await db
    .selectFrom('memberships')
    .select('status')
    .where('ended_at', 'is not', null)
    .execute();
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['left', 'removed']);
});

test('a failing migration is rolled back', async () => {
  const broken = {
    '0001-broken': {
      up: async (db: Database['db']) => {
        await sql`create table half_done (id text)`.execute(db);
        throw new Error('halfway');
      },
    },
  };
  await expect(migrate(database, broken)).rejects.toThrow('halfway');
  await expect(sql`select * from half_done`.execute(database.db)).rejects.toThrow(/half_done/);
  expect(await migrate(database)).toEqual(all);
});

test('a database that lacks a migration before its last one is rejected with what to do, and left unchanged', async () => {
  const { 'gap-2': _, ...before } = { ...migrations(database.dialect), ...added('gap-1', 'gap-2', 'gap-3') };
  await migrate(database, before);
  await expect(migrate(database, { ...before, ...added('gap-2') })).rejects.toThrow(
    /lacks the migration gap-2 and has later ones.*restore a backup/,
  );
  expect(await appliedMigrations(database.db)).toEqual(Object.keys(before));
});

test('a database with unknown migrations is rejected and left unchanged', async () => {
  await migrate(database);
  await buildUser(database.db);
  await expect(migrate(database, {})).rejects.toThrow('newer than this program');
  expect(await database.db.selectFrom('users').select('id').execute()).toHaveLength(1);
});
