// Opens the database: an embedded SQLite file in DATA_DIR, or PostgreSQL when DATABASE_URL is set.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { createPrivateFile, privateFolder } from '../private-files.ts';
import { type Dialect, sqlite } from './dialect.ts';
import { openPostgres, type PostgresSettings } from './postgres.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  dialect: Dialect;
  /** Changes whenever anything is written; null where that may go unnoticed. */
  version(): string | null;
  close(): Promise<void>;
};

/**
 * Opens one embedded database file; `:memory:` for one that lives as long as the process, which may begin as a copy of
 * another (`image`, as SQLite serializes it).
 */
export function openSqlite(file: string, image?: Uint8Array): Database {
  const connection = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  if (image) connection.deserialize(image);
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory',
  );
  const prepared = new Map<string, SqliteStatement>();
  const db = new Kysely<Tables>({
    dialect: new TransactionalSqlite({
      database: {
        prepare: (text) => {
          let statement = prepared.get(text);
          if (!statement) {
            statement = asKyselyStatement(connection.prepare(text));
            // List lengths vary the text of a query, so the cache needs a bound.
            if (prepared.size >= 500) prepared.clear();
            prepared.set(text, statement);
          }
          return statement;
        },
        close: () => connection.close(),
      },
    }),
  });
  const ownWrites = connection.prepare('select total_changes() as count');
  // Of other connections, such as a backup's or an administrator's.
  const otherWrites = connection.prepare('pragma data_version');
  const version = () => `${ownWrites.get()?.count} ${otherWrites.get()?.data_version}`;
  return { db, dialect: sqlite, version, close: () => db.destroy() };
}

/**
 * SQLite can change tables inside a transaction; Kysely's own adapter does not use it. There is one connection, which a
 * transaction keeps to itself: those of this process run one after another. `immediate` takes the lock before the first
 * read, so that another process (a backup, an administrator) makes it wait, and not fail halfway.
 */
class TransactionalSqlite extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver() {
    return new (class extends SqliteDriver {
      override async beginTransaction(connection: DatabaseConnection) {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      }
    })(this.#config);
  }
  override createAdapter() {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl() {
        return true;
      }
    })();
  }
}

type Parameter = string | number | bigint | null | Uint8Array;

function asKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as Parameter[])),
    run: (parameters) => statement.run(...(parameters as Parameter[])),
    iterate: (parameters) => statement.iterate(...(parameters as Parameter[])),
  };
}

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
  const file = join(settings.dataDir, 'sideline.db');
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
function lockDataDir(dataDir: string): () => void {
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
