// Writes a backup: one SQLite file that an embedded database could be, whichever engine it comes from.
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isServerFile } from '../../private-files.ts';
import { sqlite } from '../dialect.ts';
import { migrate, migrations, onlyMigrations } from '../migrate.ts';
import { databaseFile, openSqlite } from '../open.ts';
import { copyTables, type OnProgress } from './copy.ts';
import { beginWhole, connectPostgres, postgresStore } from './postgres-store.ts';
import {
  countRows,
  danglingReferences,
  integrityFaults,
  openForReading,
  sqliteStore,
} from './sqlite-store.ts';
import { Refusal } from './store.ts';
import { writeWholeFile } from './whole-file.ts';

type Source = { dataDir: string; databaseUrl: string | null; databaseDirectUrl: string | null };
export type BackupReport = { file: string; bytes: number; tables: Record<string, number> };

/** Writes a consistent backup of the database to a new file; servers may go on writing meanwhile. */
export async function writeBackup(
  source: Source,
  file: string,
  onProgress: OnProgress,
): Promise<BackupReport> {
  const url = source.databaseDirectUrl ?? source.databaseUrl;
  const isInDataDir = url === null && resolve(dirname(file)) === resolve(source.dataDir);
  if (isInDataDir && isServerFile(file.slice(dirname(file).length + 1)))
    throw new Refusal(`${file} is a name of the database's own files. Choose another one.`);
  const tables = await writeWholeFile(file, async (partial) => {
    if (url === null) copySqlite(databaseFile(source), partial);
    else await copyPostgres(url, partial, onProgress);
    return check(partial);
  });
  return { file, bytes: statSync(file).size, tables };
}

/** One statement reads one state of the database, however long it takes. */
function copySqlite(file: string, partial: string): void {
  if (!statSync(file, { throwIfNoEntry: false })) throw new Refusal(`There is no database at ${file} yet.`);
  const connection = openForReading(file);
  try {
    connection.prepare('vacuum into ?').run(partial);
  } finally {
    connection.close();
  }
}

/** Makes an empty SQLite database as old as the one in PostgreSQL and copies all tables in one transaction of each. */
async function copyPostgres(url: string, partial: string, onProgress: OnProgress): Promise<void> {
  const client = await connectPostgres(url);
  try {
    await beginWhole(client, 'read');
    const { rows } = await client.query<{ found: string | null }>(
      "select to_regclass('kysely_migration') as found",
    );
    if (!rows[0]?.found) throw new Refusal('There is nothing in this database yet.');
    const applied = await client.query<{ name: string }>('select name from kysely_migration order by name');
    const names = applied.rows.map(({ name }) => name);
    const known = onlyMigrations(migrations(sqlite), names);
    const unknown = names.filter((name) => !Object.hasOwn(known, name));
    if (unknown.length > 0)
      throw new Refusal('The database is newer than this program. Take the backup with the newer version.');
    const made = openSqlite(partial);
    try {
      await migrate(made, known);
    } finally {
      await made.close();
    }
    const connection = new DatabaseSync(partial);
    try {
      // Nothing reads this file before it is whole and flushed.
      connection.exec(
        'pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; begin',
      );
      await copyTables(postgresStore(client), sqliteStore(connection), onProgress);
      connection.exec('commit');
    } finally {
      connection.close();
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** A backup that cannot be read is none. */
function check(partial: string): Record<string, number> {
  const connection = openForReading(partial);
  try {
    const faults = [...integrityFaults(connection), ...danglingReferences(connection)];
    if (faults.length > 0)
      throw new Error(`The database is damaged, so no backup was made: ${faults.slice(0, 3).join('; ')}.`);
    return countRows(connection);
  } finally {
    connection.close();
  }
}
