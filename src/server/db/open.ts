// Opens the database: an embedded SQLite file in DATA_DIR, or PostgreSQL when DATABASE_URL is set.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { createPrivateFile, privateFolder } from '../private-files.ts';
import { type Dialect, sqlite } from './dialect.ts';
import { openPostgres, type PoolState, type PostgresSettings } from './postgres/postgres.ts';
import type { Tables } from './schema.ts';
import { openLongReads } from './sqlite/long-reads.ts';
import { embeddedSqlite } from './sqlite/sqlite-driver.ts';
import { explainSqliteFailure, type SqliteFailure } from './sqlite/sqlite-failures.ts';

export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  /** For reads that may look at very many rows: they hold up no one else. Not for use in a transaction. */
  longReads: Db;
  dialect: Dialect;
  /** Changes whenever anything is written; null where that may go unnoticed. */
  version(): string | null;
  /** Whether damage of the file was noticed since it was opened. */
  isDamaged(): boolean;
  /** Resolves when the database answers, and never waits for writes; rejects as a query does. */
  ping(): Promise<void>;
  /** The pools of connections; none of an embedded database. */
  pools(): PoolState[];
  close(): Promise<void>;
};

/**
 * Opens one embedded database file; `:memory:` for one that lives as long as the process, which may begin as a copy of
 * another (`image`, as SQLite serializes it).
 */
export function openSqlite(file: string, image?: Uint8Array): Database {
  const connection = openFile(file, image);
  let isDamaged = false;
  const noteFailure = (failure: SqliteFailure) => {
    isDamaged ||= failure === 'damaged';
  };
  const db = new Kysely<Tables>({
    dialect: embeddedSqlite(connection, { file, onFailure: noteFailure }),
  });
  // What is in memory cannot be read by a thread.
  const longReads = file === ':memory:' ? db : openLongReads(file, noteFailure);
  const ownWrites = connection.prepare('select total_changes() as count');
  // Of other connections, such as a backup's or an administrator's.
  const otherWrites = connection.prepare('pragma data_version');
  const version = () => `${ownWrites.get()?.count} ${otherWrites.get()?.data_version}`;
  // Reads the file, which `select 1` alone would not. Kysely would have it wait for the transaction that has the connection.
  const ping = async () => {
    try {
      connection.prepare('select 1 from instance_settings limit 1').get();
    } catch (error) {
      const failure = explainSqliteFailure(error, file);
      if (failure !== null) noteFailure(failure);
      throw error;
    }
  };
  return {
    db,
    longReads,
    dialect: sqlite,
    version,
    isDamaged: () => isDamaged,
    ping,
    pools: () => [],
    close: async () => {
      // The last connection that closes puts the write-ahead log into the file, and can write.
      if (longReads !== db) await longReads.destroy();
      await db.destroy();
    },
  };
}

/** Throws with words that name the file where it is no database or cannot be used. */
function openFile(file: string, image: Uint8Array | undefined): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
    if (image) connection.deserialize(image);
    connection.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory',
    );
    // From here on the driver waits for other processes, without blocking this one.
    connection.exec('pragma busy_timeout = 0');
    return connection;
  } catch (error) {
    explainSqliteFailure(error, file);
    throw error;
  }
}

/** Where the embedded database is. */
export const databaseFile = ({ dataDir }: { dataDir: string }) => join(dataDir, 'sideline.db');

/**
 * Opens what the settings name. The embedded database is locked for this process; see `lockDataDir`. With `warn` writes of
 * other processes to PostgreSQL are watched.
 */
export function openDatabase(
  settings: {
    dataDir: string;
    databaseUrl: string | null;
    databaseDirectUrl: string | null;
    postgres: PostgresSettings;
  },
  warn?: (message: string) => void,
): Database {
  const { databaseUrl, databaseDirectUrl } = settings;
  if (databaseUrl)
    return openPostgres(
      databaseUrl,
      settings.postgres,
      warn && { url: databaseDirectUrl ?? databaseUrl, warn },
    );
  mkdirSync(settings.dataDir, { recursive: true, mode: privateFolder });
  const unlock = lockDataDir(settings.dataDir);
  const file = databaseFile(settings);
  createPrivateFile(file);
  const database = openSqlite(file);
  return {
    ...database,
    close: async () => {
      await database.close();
      unlock();
    },
  };
}

/** Keeps a second server off the same embedded data. The lock is the operating system's, so it ends with the process. */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'server.lock');
  createPrivateFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    lock.close();
    throw new Error(`Another server is using ${dataDir}. Stop it first, or set DATA_DIR or DATABASE_URL.`);
  }
  return () => lock.close();
}
