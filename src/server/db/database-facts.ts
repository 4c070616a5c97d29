// Facts about a database that may be damaged, foreign or unreachable, for the operator's checks (cli/admin/checks).
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appliedMigrations, compareMigrations, migrations } from './migrate.ts';
import { type Database, databaseFile, lockDataDir } from './open.ts';
import type { PostgresAddress } from './postgres/address.ts';
import { isNameLost } from './postgres/kysely-client.ts';
import { missingRight } from './postgres/rights.ts';
import { sqliteFailureOf } from './sqlite/sqlite-failures.ts';
import { connectPostgres } from './transfer/postgres-store.ts';
import { faultsOf, readDatabase } from './transfer/sqlite-store.ts';

/**
 * The faults that SQLite reports for the embedded database; null where there is no file yet. Throws an error that names the file
 * where SQLite cannot read it, as on a full disk.
 */
export function sqliteFaults(settings: { dataDir: string }): string[] | null {
  const file = databaseFile(settings);
  if (!existsSync(file)) return null;
  return readDatabase(file, faultsOf);
}

/** Whether a server uses the embedded database in this folder. */
export function isInUse(settings: { dataDir: string }): boolean {
  if (!existsSync(databaseFile(settings))) return false;
  try {
    lockDataDir(settings.dataDir)();
    return false;
  } catch (error) {
    return error instanceof Error && sqliteFailureOf(error.cause) === 'busy';
  }
}

export type PostgresFacts = {
  /** Such as 17. */
  version: number;
  encoding: string;
  dateStyle: string;
  jit: string;
  timeZone: string;
  maxConnections: number;
  fsync: string;
  /** The statement that lets our role create tables; empty where it may. */
  missingRight: string;
  /** The same for two addresses of one database, with and without a pooler. */
  identity: string;
};

/** Throws when the database is unreachable. */
export async function postgresFacts(address: PostgresAddress): Promise<PostgresFacts> {
  const client = await connectPostgres(address);
  try {
    const { rows } = await client.query<Record<string, string>>(`select
      current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_setting('DateStyle') as date_style, current_setting('TimeZone') as time_zone, current_setting('jit') as jit,
      current_setting('max_connections') as max_connections, current_setting('fsync') as fsync,
      ${missingRight} as missing_right,
      extract(epoch from pg_postmaster_start_time()) || ' ' || oid as identity
      from pg_database where datname = current_database()`);
    const row = rows[0] ?? {};
    return {
      version: Math.floor(Number(row.version) / 10_000),
      encoding: row.encoding ?? '',
      dateStyle: row.date_style ?? '',
      jit: row.jit ?? '',
      timeZone: row.time_zone ?? '',
      maxConnections: Number(row.max_connections),
      fsync: row.fsync ?? '',
      missingRight: row.missing_right ?? '',
      identity: row.identity ?? '',
    };
  } finally {
    await client.end();
  }
}

/**
 * Whether named statements work over this address: not behind a pooler that shares sessions between clients and knows no names.
 * Each round finds out, but for other clients of the pooler, which change sessions meanwhile.
 */
export async function knowsNamedStatements(address: PostgresAddress): Promise<boolean> {
  const one = await connectPostgres(address);
  const other = await connectPostgres(address).catch(async (error: unknown) => {
    await one.end();
    throw error;
  });
  try {
    for (let round = 0; round < 5; round += 1) {
      const query = { name: `doctor-${randomUUID()}`, text: 'select 1' };
      // The second fails where each query gets another session, the third where clients get the same one.
      for (const client of [one, one, other]) await client.query(query);
    }
    return true;
  } catch (error) {
    if (isNameLost(error)) return false;
    throw error;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/** How the migrations of the database differ from those of this program. */
export async function migrationState({ db, dialect }: Database) {
  const applied = await appliedMigrations(db);
  return {
    isEmpty: applied.length === 0,
    ...compareMigrations(applied, Object.keys(migrations(dialect))),
  };
}
