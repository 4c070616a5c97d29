// Opens the database: an embedded SQLite file in DATA_DIR, or PostgreSQL when DATABASE_URL is set.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { createPrivateFile, makeDataDir } from '../private-files.ts';
import type { Dialect } from './dialect.ts';
import { openPostgres, type PoolState, type PostgresSettings } from './postgres/postgres.ts';
import type { Tables } from './schema.ts';
import { sqlite } from './sqlite/dialect.ts';
import { lockFile } from './sqlite/file-lock.ts';
import { openLongReads } from './sqlite/long-reads.ts';
import { embeddedSqlite } from './sqlite/sqlite-driver.ts';
import { explainSqliteFailure, type SqliteFailure } from './sqlite/sqlite-failures.ts';

export type Db = Kysely<Tables>;

export type Database = {
  /** For the operator: its file, or its name and address in PostgreSQL. */
  name: string;
  db: Db;
  /** For reads that may scan very many rows, without blocking other requests. Not for use in a transaction. */
  longReads: Db;
  dialect: Dialect;
  /** Changes with every write; null while writes may be missed. */
  version(): string | null;
  /** Changes with every new row of the change log of live updates; null while some may be missed. */
  liveVersion(): string | null;
  /** Whether a query has found the file damaged since it was opened. */
  isDamaged(): boolean;
  /** Resolves when the database answers, without waiting for writes; rejects like a query. */
  ping(): Promise<void>;
  /** The connection pools; none for an embedded database. */
  pools(): PoolState[];
  close(): Promise<void>;
};

/**
 * Opens an embedded database file; `:memory:` for one in memory, which may start as a copy of another (`image`, as SQLite
 * serializes it).
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
  // A thread cannot read a database in memory.
  const longReads = file === ':memory:' ? db : openLongReads(file, noteFailure);
  const ownWrites = connection.prepare('select total_changes() as count');
  // Writes of other connections, such as the admin command's.
  const otherWrites = connection.prepare('pragma data_version');
  const version = () => `${ownWrites.get()?.count} ${otherWrites.get()?.data_version}`;
  // Reads the file, unlike `select 1`. Not through Kysely, where it would wait for a running transaction.
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
    name: file,
    db,
    longReads,
    dialect: sqlite,
    version,
    liveVersion: version,
    isDamaged: () => isDamaged,
    ping,
    pools: () => [],
    close: async () => {
      // Close this connection last: it is writable, so it checkpoints the write-ahead log into the file.
      if (longReads !== db) await longReads.destroy();
      await db.destroy();
    },
  };
}

/** Throws an error that names the file when it is no database or cannot be used. */
function openFile(file: string, image: Uint8Array | undefined): DatabaseSync {
  try {
    const connection = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
    if (image) connection.deserialize(image);
    connection.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory',
    );
    // From here on the driver itself waits for other processes, without blocking the event loop.
    connection.exec('pragma busy_timeout = 0');
    return connection;
  } catch (error) {
    explainSqliteFailure(error, file);
    throw error;
  }
}

/** Path of the embedded database. */
export const databaseFile = ({ dataDir }: { dataDir: string }) => join(dataDir, 'sideline.db');

/**
 * Opens the configured database. The embedded one is locked for this process; see `lockDataDir`. With `warn`, writes of other
 * processes to PostgreSQL are watched.
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
  makeDataDir(settings.dataDir);
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

/** Prevents a second server on the same embedded database. The lock is the operating system's, so it ends with the process. */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'server.lock');
  createPrivateFile(file);
  try {
    return lockFile(file, { timeoutMs: 0 });
  } catch (error) {
    if (explainSqliteFailure(error, file) !== 'busy') throw error;
    throw new Error(`Another server is using ${dataDir}. Stop it first, or set DATA_DIR or DATABASE_URL.`, {
      cause: error,
    });
  }
}
