// Writes a backup of either engine: one SQLite file in the format of an embedded database.
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { isServerFile } from '../../private-files.ts';
import { dropSqliteLiveTriggers } from '../live-changes.ts';
import { migrate, migrations, onlyMigrations } from '../migrate.ts';
import { databaseFile, openSqlite } from '../open.ts';
import { directAddress, type PostgresAddress } from '../postgres/address.ts';
import { sqlite } from '../sqlite/dialect.ts';
import { sqliteFailureOf } from '../sqlite/sqlite-failures.ts';
import { writeFileAtomically } from './atomic-write.ts';
import { copyTables, type OnProgress } from './copy.ts';
import { beginStoreTransaction, connectPostgres, postgresStore } from './postgres-store.ts';
import { countRows, faultsOf, readDatabase, sqliteStore } from './sqlite-store.ts';
import { Refusal } from './store.ts';

type Source = { dataDir: string; databaseUrl: string | null; databaseDirectUrl: string | null };
export type BackupReport = { file: string; bytes: number; tables: Record<string, number> };

/** Writes a consistent backup of the database to a new file, while servers may write. */
export async function writeBackup(
  source: Source,
  file: string,
  onProgress: OnProgress,
): Promise<BackupReport> {
  const address = directAddress(source);
  const isInDataDir = address === null && resolve(dirname(file)) === resolve(source.dataDir);
  if (isInDataDir && isServerFile(file.slice(dirname(file).length + 1)))
    throw new Refusal(`${file} is a name of the database's own files. Choose another one.`);
  const tables = await writeFileAtomically(file, async (partial) => {
    if (address === null) copySqlite(databaseFile(source), partial);
    else await copyPostgres(address, partial, onProgress);
    return check(partial);
  });
  return { file, bytes: statSync(file).size, tables };
}

/** `vacuum into` is one statement, so it reads one snapshot of the database. */
function copySqlite(file: string, partial: string): void {
  if (!statSync(file, { throwIfNoEntry: false })) throw new Refusal(`There is no database at ${file} yet.`);
  readDatabase(file, (connection) => {
    try {
      connection.prepare('vacuum into ?').run(partial);
    } catch (error) {
      // The source is only read, so the backup is what finds no room.
      if (sqliteFailureOf(error) === 'full')
        throw new Error(`There is no space left for the backup in ${dirname(partial)}.`, { cause: error });
      throw error;
    }
  });
}

/** Makes an empty SQLite database with the same migrations and copies all tables, in one transaction on each side. */
async function copyPostgres(
  address: PostgresAddress,
  partial: string,
  onProgress: OnProgress,
): Promise<void> {
  const client = await connectPostgres(address);
  try {
    await beginStoreTransaction(client, 'read');
    const names = await appliedIn(client);
    const known = onlyMigrations(migrations(sqlite), names);
    const unknown = names.filter((name) => !Object.hasOwn(known, name));
    if (unknown.length > 0)
      throw new Refusal('The database is newer than this program. Take the backup with the newer version.');
    await makeEmpty(partial, known);
    const connection = new DatabaseSync(partial);
    try {
      // Nothing reads this file before it is whole and flushed.
      connection.exec(
        'pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; begin',
      );
      await copyTables(postgresStore(client), sqliteStore(connection), onProgress);
      emptyCalendarChanges(connection);
      connection.exec('commit');
    } finally {
      connection.close();
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function appliedIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ found: string | null }>(
    "select to_regclass('kysely_migration') as found",
  );
  if (!rows[0]?.found) throw new Refusal('There is nothing in this database yet.');
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return applied.rows.map(({ name }) => name);
}

/** Makes a database without live triggers: a copied row is no change, and each start makes them again. */
async function makeEmpty(file: string, known: ReturnType<typeof migrations>): Promise<void> {
  const made = openSqlite(file);
  try {
    await migrate(made, known);
    await dropSqliteLiveTriggers(made.db);
  } finally {
    await made.close();
  }
}

/** Removes what the triggers of calendar feeds noted about copied rows. Older databases lack the table. */
function emptyCalendarChanges(connection: DatabaseSync): void {
  const found = connection.prepare("select 1 from sqlite_schema where name = 'calendar_changes'").get();
  if (found) connection.exec('delete from calendar_changes');
}

/** Reads the backup again, to verify it. Returns its row counts. */
function check(partial: string): Record<string, number> {
  return readDatabase(partial, (connection) => {
    const faults = faultsOf(connection);
    if (faults.length > 0)
      throw new Error(`The database is damaged, so no backup was made: ${faults.slice(0, 3).join('; ')}.`);
    return countRows(connection);
  });
}
