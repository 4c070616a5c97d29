// Backups, restores and the move to PostgreSQL, with every table of the database and real processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fillDemo } from '../../src/demo/fill.ts';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import { liveTriggers } from '../../src/server/db/live-changes.ts';
import { migrate, migrations, onlyMigrations } from '../../src/server/db/migrate.ts';
import { openSqlite } from '../../src/server/db/open.ts';
import { openPostgres } from '../../src/server/db/postgres/postgres.ts';
import { connectPostgres, postgresStore } from '../../src/server/db/transfer/postgres-store.ts';
import { countRows, openForReading, sqliteTables } from '../../src/server/db/transfer/sqlite-store.ts';
import type { Table } from '../../src/server/db/transfer/store.ts';
import { type AdminRun, admin } from '../support/admin.ts';
import { fillEmptyTables } from '../support/databases/fill-tables.ts';
import { type Postgres, runSql, startPostgres } from '../support/databases/postgres.ts';
import { buildUser } from '../support/factories.ts';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

const password = 'long walks in the woods';

let postgres: Postgres;
let databases = 0;
/** A database with rows in every table, made once and copied for each test. */
let image: Uint8Array;
let tables: Table[];
beforeAll(async () => {
  postgres = await startPostgres();
  tables = await tablesOfPostgres();
  image = await makeImage();
}, 120_000);
afterAll(() => postgres.remove());
afterEach(endAll);

async function newDatabase(): Promise<string> {
  databases += 1;
  const name = `transfer_${databases}`;
  await runSql(postgres.url, `create database ${name}`);
  return new URL(`/${name}`, postgres.url).href;
}

async function tablesOfPostgres(): Promise<Table[]> {
  const url = await newDatabase();
  const database = openPostgres(url, { poolSize: 1 });
  await migrate(database);
  await database.close();
  const client = await connectPostgres({ url, setting: 'DATABASE_URL' });
  const found = await postgresStore(client).tables();
  await client.end();
  return found;
}

async function makeImage(): Promise<Uint8Array> {
  const file = join(newFolder(), 'image.db');
  const database = openSqlite(file);
  await migrate(database);
  await fillDemo(database, { now: new Date(), passwordHash: await hashPassword(password) });
  await database.close();
  const connection = new DatabaseSync(file);
  fillEmptyTables(connection, tables);
  connection.exec('pragma journal_mode = delete');
  const made = connection.serialize();
  connection.close();
  return made;
}

/** A folder whose embedded database has rows in every table. */
function fullFolder(): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'sideline.db'), image, { mode: 0o600 });
  return folder;
}

/** Every row of every table as one string, in a stable order. */
function contentOf(file: string): Record<string, string[]> {
  const connection = openForReading(file);
  const content = Object.fromEntries(
    sqliteTables(connection).map(({ name, columns }) => {
      const names = columns.map((column) => `"${column.name}"`).join(', ');
      const rows = connection.prepare(`select ${names} from "${name}"`).all();
      return [name, rows.map((row) => JSON.stringify(row)).sort()];
    }),
  );
  connection.close();
  return content;
}

function liveTriggersOf(file: string): string[] {
  const connection = openForReading(file);
  const names = connection
    .prepare("select name from sqlite_schema where type = 'trigger' and substr(name, 1, 5) = 'live_'")
    .all()
    .map(({ name }) => String(name));
  connection.close();
  return names.sort();
}

const run = (args: string[], env: Record<string, string>): Promise<AdminRun> => admin(args, { env });

async function expectDone(args: string[], env: Record<string, string>): Promise<void> {
  const { code, notes } = await run(args, env);
  expect([code, code === 0 ? '' : notes]).toEqual([0, '']);
}

/** Starts a server and signs in to it as a person of the demo data. */
async function expectSignIn(env: Record<string, string>): Promise<void> {
  const port = await freePort();
  const server = await start({ PORT: String(port), ...env });
  expect(server.outcome).toBe('ready');
  const answer = await fetch(`http://localhost:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'coach', password }),
  });
  expect(answer.status).toBe(200);
  const found = await fetch(`http://localhost:${port}/api/explore/events?q=training`);
  expect(((await found.json()) as { items: unknown[] }).items.length).toBeGreaterThan(0);
  server.child.kill('SIGTERM');
  await server.ended;
}

const rowsIn = async (url: string): Promise<string[]> => {
  const full: string[] = [];
  for (const { name } of tables)
    if ((await runSql(url, `select 1 from ${name} limit 1`)).length > 0) full.push(name);
  return full;
};

/** Starts the command as a separate process, which a test may kill. */
function startAdmin(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/server/cli/admin/main.ts', ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  return { child, said: () => said, ended: once(child, 'exit') };
}

test('every table has a row in the copied database', () => {
  const file = join(fullFolder(), 'sideline.db');
  const connection = openForReading(file);
  expect(Object.entries(countRows(connection)).filter(([, rows]) => rows === 0)).toEqual([]);
  expect(sqliteTables(connection).map(({ name }) => name)).toEqual(tables.map(({ name }) => name));
  connection.close();
});

test('a move to PostgreSQL, a backup from there and a restore preserve every row of every table', async () => {
  const source = fullFolder();
  const DATABASE_URL = await newDatabase();
  await expectDone(['move-to-postgres'], { DATA_DIR: source, DATABASE_URL });
  const backup = join(newFolder(), 'postgres.db');
  await expectDone(['backup', backup], { DATA_DIR: newFolder(), DATABASE_URL });
  const target = newFolder();
  await expectDone(['restore', backup], { DATA_DIR: target });
  expect(contentOf(join(target, 'sideline.db'))).toEqual(contentOf(join(source, 'sideline.db')));
  // The next generated id from PostgreSQL is a new one.
  await runSql(
    DATABASE_URL,
    `insert into search_documents (kind, object_id, body) values ('event', gen_random_uuid(), 'x')`,
  );
  await expectSignIn({ DATA_DIR: newFolder(), DATABASE_URL });
  await expectSignIn({ DATA_DIR: target });
}, 120_000);

describe('a backup', () => {
  test('beside a running server is complete, private, restores into both engines, and a server starts on it', async () => {
    const folder = fullFolder();
    const server = await start({ PORT: String(await freePort()), DATA_DIR: folder });
    expect(server.outcome).toBe('ready');
    const backup = join(newFolder(), 'backup.db');
    await expectDone(['backup', backup], { DATA_DIR: folder });
    expect((statSync(backup).mode & 0o777).toString(8)).toBe('600');
    server.child.kill('SIGKILL');
    await server.ended;
    const DATA_DIR = newFolder();
    await expectDone(['restore', backup], { DATA_DIR });
    await expectSignIn({ DATA_DIR });
    const DATABASE_URL = await newDatabase();
    await expectDone(['restore', backup], { DATA_DIR: newFolder(), DATABASE_URL });
    await expectSignIn({ DATA_DIR: newFolder(), DATABASE_URL });
  }, 120_000);

  test('never overwrites a file, a link or the database itself, and requires a folder', async () => {
    const DATA_DIR = fullFolder();
    const folder = newFolder();
    writeFileSync(join(folder, 'there'), 'mine');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    const targets = [
      join(folder, 'there'),
      join(folder, 'link'),
      join(folder, 'missing', 'file'),
      join(DATA_DIR, 'sideline.db'),
      join(DATA_DIR, 'sideline.db-wal'),
    ];
    for (const target of targets) expect((await run(['backup', target], { DATA_DIR })).code).toBe(3);
    expect(readdirSync(folder).sort()).toEqual(['link', 'there']);
    expect(statSync(join(folder, 'there')).size).toBe(4);
  });

  test('may have a name that looks like an option', async () => {
    const folder = newFolder();
    const env = { DATA_DIR: fullFolder() };
    expect((await admin(['backup', '-rf'], { env, folder })).code).toBe(2);
    expect((await admin(['backup', '--', '-rf'], { env, folder })).code).toBe(0);
    expect(readdirSync(folder)).toEqual(['-rf']);
  });

  test('of a damaged database fails and leaves no file', async () => {
    const DATA_DIR = fullFolder();
    truncateSync(join(DATA_DIR, 'sideline.db'), image.length / 2);
    const folder = newFolder();
    expect((await run(['backup', join(folder, 'backup.db')], { DATA_DIR })).code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is killed halfway leaves no file under its name', async () => {
    const DATABASE_URL = await newDatabase();
    await expectDone(['move-to-postgres'], { DATA_DIR: fullFolder(), DATABASE_URL });
    const holder = new pg.Client({ connectionString: DATABASE_URL });
    await holder.connect();
    await holder.query('begin; lock table users in access exclusive mode');
    const backup = join(newFolder(), 'backup.db');
    const { child, said, ended } = startAdmin(['backup', backup], { DATABASE_URL });
    await expect.poll(said, { timeout: 20_000 }).toContain('teams: ');
    child.kill('SIGKILL');
    await ended;
    await holder.end();
    expect(existsSync(backup)).toBe(false);
    await expectDone(['backup', backup], { DATABASE_URL });
  });

  test('from PostgreSQL has no rows in the change logs, as copied rows are no changes', async () => {
    const DATABASE_URL = await newDatabase();
    await expectDone(['move-to-postgres'], { DATA_DIR: fullFolder(), DATABASE_URL });
    const backup = join(newFolder(), 'backup.db');
    await expectDone(['backup', backup], { DATABASE_URL });
    const connection = openForReading(backup);
    const logs = ['calendar_changes', 'live_changes'].map((table) =>
      connection.prepare(`select '${table}' as name, count(*) as count from ${table}`).get(),
    );
    connection.close();
    expect(logs).toEqual([
      { name: 'calendar_changes', count: 0 },
      { name: 'live_changes', count: 0 },
    ]);
    expect(liveTriggersOf(backup)).toEqual([]);
  });

  test('names the setting whose PostgreSQL is unreachable', async () => {
    const away = 'postgres://me:hunter2@127.0.0.1:1/club';
    const backup = join(newFolder(), 'backup.db');
    const namedIn = async (env: Record<string, string>) =>
      /as (\w+) says/.exec((await run(['backup', backup], env)).notes)?.[1];
    expect(await namedIn({ DATABASE_URL: away })).toBe('DATABASE_URL');
    const behindPooler = { DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: away };
    expect(await namedIn(behindPooler)).toBe('DATABASE_DIRECT_URL');
  });
});

describe('a restore', () => {
  let backup: string;
  beforeEach(() => {
    backup = join(newFolder(), 'backup.db');
    writeFileSync(backup, image);
  });

  const hostile: [string, (file: string) => void, RegExp][] = [
    ['a truncated backup', (file) => truncateSync(file, 5 * 4096 + 100), /damaged/],
    ['another SQLite file', (file) => change(file, 'drop table kysely_migration'), /not a backup/],
    ['a backup without one of its tables', (file) => change(file, 'drop table logos'), /not a whole backup/],
    [
      'a backup of a newer version',
      (file) => change(file, "insert into kysely_migration values ('9999-later', '2030-01-01')"),
      /newer version/,
    ],
    ['something that is no database', (file) => writeFileSync(file, 'hello'), /not a backup/],
    ['an empty file', (file) => writeFileSync(file, ''), /not a backup/],
  ];
  function change(file: string, text: string) {
    const connection = new DatabaseSync(file);
    connection.exec(text);
    connection.close();
  }

  test.each(hostile)('rejects %s and changes nothing on either engine', async (_, spoil, reason) => {
    writeFileSync(`${backup}-spoilt`, image);
    spoil(`${backup}-spoilt`);
    const DATA_DIR = newFolder();
    const DATABASE_URL = await newDatabase();
    for (const env of [{ DATA_DIR }, { DATA_DIR, DATABASE_URL }]) {
      const { code, notes } = await run(['restore', `${backup}-spoilt`], env);
      expect([code, notes]).toEqual([3, expect.stringMatching(reason)]);
    }
    expect(existsSync(join(DATA_DIR, 'sideline.db'))).toBe(false);
    expect(await runSql(DATABASE_URL, "select 1 from pg_class where relname = 'users'")).toEqual([]);
  });

  test('rejects a missing file and a folder', async () => {
    for (const file of ['/no/such/file', newFolder()])
      expect((await run(['restore', file], { DATA_DIR: newFolder() })).code).toBe(3);
  });

  test('rejects a database with rows, and one that a server uses', async () => {
    const DATA_DIR = fullFolder();
    expect((await run(['restore', backup], { DATA_DIR })).notes).toContain('not empty');
    const used = newFolder();
    const server = await start({ PORT: String(await freePort()), DATA_DIR: used });
    expect((await run(['restore', backup], { DATA_DIR: used })).notes).toContain('Another server');
    // The files of a first start are no user data.
    server.child.kill('SIGTERM');
    await server.ended;
    await expectDone(['restore', backup], { DATA_DIR: used });
    await expectSignIn({ DATA_DIR: used });
  });

  test('rejects a PostgreSQL database that a server uses, before any change, and so does a move', async () => {
    const DATABASE_URL = await newDatabase();
    const server = await start({ PORT: String(await freePort()), DATA_DIR: newFolder(), DATABASE_URL });
    const countsOf = () => runSql(DATABASE_URL, 'select count(*) as rows from instance_settings');
    const before = await countsOf();
    const source = fullFolder();
    for (const args of [['restore', backup], ['move-to-postgres']]) {
      const { code, notes } = await run(args, { DATA_DIR: source, DATABASE_URL });
      expect([code, notes]).toEqual([3, expect.stringContaining('A server is running on this database')]);
    }
    expect(await countsOf()).toEqual(before);
    expect(await rowsIn(DATABASE_URL)).toEqual(['instance_settings']);
    server.child.kill('SIGTERM');
    await server.ended;
    await expectDone(['restore', backup], { DATA_DIR: newFolder(), DATABASE_URL });
    await expectSignIn({ DATA_DIR: newFolder(), DATABASE_URL });
  });

  test('beside another session of PostgreSQL warns, in its data too', async () => {
    const DATABASE_URL = await newDatabase();
    const psql = new pg.Client({ connectionString: DATABASE_URL });
    await psql.connect();
    const { out, notes } = await run(['restore', backup, '--json'], { DATA_DIR: newFolder(), DATABASE_URL });
    await psql.end();
    const { warnings } = JSON.parse(out) as { warnings: string[] };
    expect(warnings).toEqual([expect.stringContaining('Others are connected to this database (1)')]);
    expect(notes).toContain(warnings[0]);
  });

  test('migrates a backup of an older version on both engines', async () => {
    const file = join(newFolder(), 'old.db');
    const old = openSqlite(file);
    const names = Object.keys(migrations(old.dialect)).filter((name) => name < '0026');
    await migrate(old, onlyMigrations(migrations(old.dialect), names));
    await buildUser(old.db, { username: 'mia' });
    await old.close();
    const DATA_DIR = newFolder();
    const DATABASE_URL = await newDatabase();
    for (const env of [{ DATA_DIR }, { DATA_DIR, DATABASE_URL }]) {
      await expectDone(['restore', file], env);
      expect((await run(['list-users'], env)).out).toContain('mia');
    }
    // And one that was taken from PostgreSQL before an upgrade.
    const older = await newDatabase();
    const database = openPostgres(older, { poolSize: 1 });
    await migrate(database, onlyMigrations(migrations(database.dialect), names));
    await buildUser(database.db, { username: 'nils' });
    await database.close();
    const backup = join(newFolder(), 'older.db');
    await expectDone(['backup', backup], { DATABASE_URL: older });
    const target = newFolder();
    await expectDone(['restore', backup], { DATA_DIR: target });
    expect((await run(['list-users'], { DATA_DIR: target })).out).toContain('nils');
  });

  test('of an older version that is killed leaves a copy, which the doctor lists and the next run or start removes', async () => {
    const file = join(newFolder(), 'old.db');
    const old = openSqlite(file);
    const names = Object.keys(migrations(old.dialect)).filter((name) => name < '0040');
    await migrate(old, onlyMigrations(migrations(old.dialect), names));
    await buildUser(old.db, { username: 'mia' });
    await old.close();
    const DATA_DIR = newFolder();
    const DATABASE_URL = await newDatabase();
    const database = openPostgres(DATABASE_URL, { poolSize: 1 });
    await migrate(database);
    await database.close();
    await runSql(
      DATABASE_URL,
      `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
       create trigger wait before insert on users for each statement execute function wait()`,
    );
    const copies = () => readdirSync(DATA_DIR).filter((name) => name.startsWith('restore-'));
    const listed = async () => {
      const { out } = await run(['doctor', '--json'], { DATA_DIR });
      const { findings } = JSON.parse(out) as { findings: { check: string }[] };
      return findings.filter(({ check }) => check === 'copies').length;
    };
    const killedRestore = async () => {
      const { child, said, ended } = startAdmin(['restore', file], { DATA_DIR, DATABASE_URL });
      await expect.poll(said, { timeout: 20_000 }).toContain('teams: ');
      const whileRunning = await listed();
      child.kill('SIGKILL');
      await ended;
      await runSql(
        DATABASE_URL,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return whileRunning;
    };
    expect(await killedRestore()).toBe(0);
    expect([copies().length, await listed()]).toEqual([1, 1]);
    // The second run removes the copy of the first.
    await killedRestore();
    expect(copies()).toHaveLength(1);
    const server = await start({ PORT: String(await freePort()), DATA_DIR });
    expect(server.outcome).toBe('ready');
    expect([copies(), await listed()]).toEqual([[], 0]);
  });

  test('migrates a backup of an older version that holds the live triggers of its program', async () => {
    const file = join(newFolder(), 'old.db');
    const old = openSqlite(file);
    const names = Object.keys(migrations(old.dialect)).filter((name) => name < '0040');
    await migrate(old, onlyMigrations(migrations(old.dialect), names));
    // This program has other statements for the first, and no trigger of the second name.
    for (const name of ['live_events_added', 'live_events_renamed'])
      await sql
        .raw(
          `create trigger ${name} after insert on events begin insert into live_changes (kind, subject) values ('event', new.id); end`,
        )
        .execute(old.db);
    await buildUser(old.db, { username: 'mia' });
    await old.close();
    const DATA_DIR = newFolder();
    const DATABASE_URL = await newDatabase();
    for (const env of [{ DATA_DIR }, { DATA_DIR, DATABASE_URL }]) {
      await expectDone(['restore', file], env);
      expect((await run(['list-users'], env)).out).toContain('mia');
    }
    const moved = await newDatabase();
    const source = newFolder();
    copyFileSync(file, join(source, 'sideline.db'));
    await expectDone(['move-to-postgres'], { DATA_DIR: source, DATABASE_URL: moved });
    expect(liveTriggersOf(join(DATA_DIR, 'sideline.db'))).toEqual(
      liveTriggers.map(({ name }) => `live_${name}`).sort(),
    );
  });
});

describe('move-to-postgres', () => {
  test('rejects a source that a server uses, a target with rows or other tables, and a missing source', async () => {
    const DATA_DIR = fullFolder();
    const DATABASE_URL = await newDatabase();
    const server = await start({ PORT: String(await freePort()), DATA_DIR });
    const move = (env: Record<string, string>) =>
      run(['move-to-postgres'], { DATA_DIR, DATABASE_URL, ...env });
    expect((await move({})).notes).toContain('Another server is using');
    server.child.kill('SIGKILL');
    await server.ended;
    const foreign = await newDatabase();
    await runSql(foreign, 'create table notes (text text)');
    expect((await move({ DATABASE_URL: foreign })).notes).toContain('something else');
    expect((await move({ DATA_DIR: newFolder() })).notes).toContain('no embedded database');
    expect((await move({})).code).toBe(0);
    expect((await move({})).notes).toContain('not empty');
  });

  test('that is killed halfway leaves an empty target, and can be repeated', async () => {
    const DATA_DIR = fullFolder();
    const DATABASE_URL = await newDatabase();
    const database = openPostgres(DATABASE_URL, { poolSize: 1 });
    await migrate(database);
    await database.close();
    // Tables are copied by name: this one stops in the middle.
    await runSql(
      DATABASE_URL,
      `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
       create trigger wait before insert on registrations for each statement execute function wait()`,
    );
    const { child, said, ended } = startAdmin(['move-to-postgres'], { DATA_DIR, DATABASE_URL });
    await expect.poll(said, { timeout: 20_000 }).toContain('people: ');
    child.kill('SIGKILL');
    await ended;
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await runSql(DATABASE_URL, `select pg_terminate_backend(pid) ${others}`);
    await expect.poll(() => runSql(DATABASE_URL, `select pid ${others}`)).toEqual([]);
    expect(await rowsIn(DATABASE_URL)).toEqual([]);
    await runSql(DATABASE_URL, 'drop function wait cascade');
    await expectDone(['move-to-postgres'], { DATA_DIR, DATABASE_URL });
    expect(await rowsIn(DATABASE_URL)).toEqual(tables.map(({ name }) => name));
  });

  const odd: [string, string, string, string, RegExp][] = [
    ['an instant that is none', 'teams', 'created_at', "'yesterday'", /not a point in time/],
    ['a zero byte', 'profiles', 'bio', "'a' || char(0) || 'b'", /invalid byte sequence/],
    ['a number that is too large', 'events', 'version', '3000000000', /out of range for type integer/],
  ];
  test.each(odd)(
    'of %s names table, column and row, leaves an empty target, and works once that is mended',
    async (...[, table, column, value, reason]) => {
      const DATA_DIR = fullFolder();
      const change = (text: string) => {
        const connection = new DatabaseSync(join(DATA_DIR, 'sideline.db'));
        connection.exec(`pragma foreign_keys = off; pragma ignore_check_constraints = on; ${text}`);
        const key = table === 'profiles' ? 'user_id' : 'id';
        // One in the middle of a batch.
        const row = connection
          .prepare(`select ${key} as id, ${column} as old from ${table} order by rowid limit 1 offset 3`)
          .get();
        connection.close();
        return { key, id: String(row?.id), old: row?.old ?? null };
      };
      const { key, id, old } = change('');
      change(`update ${table} set ${column} = ${value} where ${key} = '${id}'`);
      const DATABASE_URL = await newDatabase();
      const { code, notes } = await run(['move-to-postgres'], { DATA_DIR, DATABASE_URL });
      expect([code, notes]).toEqual([1, expect.stringMatching(reason)]);
      expect(notes).toContain(`${table}.${column}`);
      expect(notes).toContain(`the row of ${table} with ${key} ${id}`);
      expect(await rowsIn(DATABASE_URL)).toEqual([]);
      const again = old === null ? 'null' : typeof old === 'string' ? `'${old.replaceAll("'", "''")}'` : old;
      change(`update ${table} set ${column} = ${again} where ${key} = '${id}'`);
      await expectDone(['move-to-postgres'], { DATA_DIR, DATABASE_URL });
    },
  );
});

test('the command resolves a file in the folder where npm was called', async () => {
  const folder = newFolder();
  const env = { DATA_DIR: fullFolder(), npm_lifecycle_event: 'admin', INIT_CWD: folder };
  const { ended } = startAdmin(['backup', 'backup.db'], env);
  expect(await ended).toEqual([0, null]);
  copyFileSync(join(folder, 'backup.db'), join(folder, 'copy.db'));
});
