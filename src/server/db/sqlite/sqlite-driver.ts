// Kysely driver for one node:sqlite connection. A transaction has the connection exclusively, and other queries wait for it.
// While another process writes, only writes wait, and without blocking the event loop.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { rowReader } from './row-reader.ts';
import { StablePlanCompiler } from './sqlite-compiler.ts';
import { explainSqliteFailure, type SqliteFailure, sqliteFailureOf } from './sqlite-failures.ts';

/** How long a write waits for a write of another process, such as the admin command. */
const busyLimitMs = 2000;
const busyPauseMs = 20;

/** How long queries may run in one turn of the event loop: node:sqlite is synchronous. */
const turnLimitMs = 8;

type Options = {
  /** The file name for messages. */
  file: string;
  onFailure(failure: SqliteFailure): void;
};

/** The Kysely dialect for this connection. */
export function embeddedSqlite(connection: DatabaseSync, options: Options): Dialect {
  return {
    createDriver: () => new EmbeddedSqliteDriver(connection, options),
    createQueryCompiler: () => new StablePlanCompiler(),
    createAdapter: () => new EmbeddedSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class EmbeddedSqliteAdapter extends SqliteAdapter {
  /** The driver has its own lock, which is free while a write waits for another process. */
  override get supportsMultipleConnections() {
    return true;
  }
  /** SQLite supports DDL in transactions; Kysely's own adapter does not use it. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

class EmbeddedSqliteDriver implements Driver {
  readonly #statements: Statements;
  readonly #connection: DatabaseSync;
  readonly #lock = new Lock();

  constructor(connection: DatabaseSync, options: Options) {
    this.#connection = connection;
    this.#statements = new Statements(connection, options);
  }

  async init() {}

  async acquireConnection(): Promise<Session> {
    return new Session(this.#connection, this.#statements, this.#lock);
  }

  async beginTransaction(session: Session) {
    await retryWhileBusy(() => session.begin());
  }

  async commitTransaction(session: Session) {
    await session.executeQuery(commit);
  }

  /** SQLite rolls back by itself on some errors, such as a full disk: then there is no transaction to roll back. */
  async rollbackTransaction(session: Session) {
    session.rollback();
  }

  async releaseConnection(session: Session) {
    session.end();
  }

  async destroy() {
    this.#connection.close();
  }
}

const commit = { sql: 'commit', parameters: [] } as const;
type Query = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** The connection of one Kysely query or transaction. */
class Session implements DatabaseConnection {
  readonly #connection: DatabaseSync;
  readonly #statements: Statements;
  readonly #lock: Lock;
  #isInTransaction = false;
  /** Why SQLite rolled back by itself. Later queries of the transaction must fail, as its earlier writes are lost. */
  #undoneBy: unknown = null;

  constructor(connection: DatabaseSync, statements: Statements, lock: Lock) {
    this.#connection = connection;
    this.#statements = statements;
    this.#lock = lock;
  }

  async executeQuery<Row>(query: Query): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) return this.#runInTransaction(query);
    if (isTurnOver()) await setImmediate();
    if (this.#lock.isFree) {
      try {
        return this.#statements.run<Row>(query);
      } catch (error) {
        if (sqliteFailureOf(error) !== 'busy') throw error;
      }
    }
    return retryWhileBusy(async () => {
      await this.#lock.acquire();
      try {
        return this.#statements.run<Row>(query);
      } finally {
        this.#lock.release();
      }
    });
  }

  #runInTransaction<Row>(query: Query): QueryResult<Row> {
    if (this.#undoneBy !== null) throw this.#undoneBy;
    try {
      return this.#statements.run<Row>(query);
    } catch (error) {
      if (!this.#connection.isTransaction) this.#undoneBy = error;
      throw error;
    }
  }

  /** Takes the write lock before the first read, so that no other process can make it fail halfway. */
  async begin(): Promise<void> {
    if (isTurnOver()) await setImmediate();
    await this.#lock.acquire();
    try {
      this.#connection.exec('begin immediate');
      this.#isInTransaction = true;
    } catch (error) {
      this.#lock.release();
      throw this.#statements.explained(error);
    }
  }

  rollback(): void {
    if (this.#isInTransaction && this.#connection.isTransaction) this.#connection.exec('rollback');
  }

  end(): void {
    if (!this.#isInTransaction) return;
    try {
      this.rollback();
    } finally {
      this.#isInTransaction = false;
      this.#lock.release();
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface requires it, and nothing streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed here.');
  }
}

type Parameter = string | number | bigint | null | Uint8Array;
type Statement = { prepared: StatementSync; readRows: ReturnType<typeof rowReader> | null };

/** The cache of prepared statements is bounded, as lists of values produce ever new query texts. */
const maxStatements = 500;

/** Runs queries and caches their prepared statements. */
class Statements {
  readonly #connection: DatabaseSync;
  readonly #options: Options;
  readonly #known = new Map<string, Statement>();

  constructor(connection: DatabaseSync, options: Options) {
    this.#connection = connection;
    this.#options = options;
  }

  run<Row>({ sql, parameters }: Query): QueryResult<Row> {
    const values = parameters as readonly Parameter[];
    try {
      const { prepared, readRows } = this.#known.get(sql) ?? this.#prepare(sql);
      if (readRows) return { rows: readRows(values) as Row[] };
      const { changes, lastInsertRowid } = prepared.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw this.explained(error);
    }
  }

  #prepare(sql: string): Statement {
    const prepared = this.#connection.prepare(sql);
    const statement = { prepared, readRows: prepared.columns().length > 0 ? rowReader(prepared) : null };
    if (this.#known.size >= maxStatements) this.#known.clear();
    this.#known.set(sql, statement);
    return statement;
  }

  explained(error: unknown): unknown {
    const failure = explainSqliteFailure(error, this.#options.file);
    if (failure !== null) this.#options.onFailure(failure);
    return error;
  }
}

/** A mutex that serves waiters in order. */
class Lock {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  get isFree(): boolean {
    return !this.#isHeld;
  }

  async acquire(): Promise<void> {
    if (!this.#isHeld) this.#isHeld = true;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Releases the lock to the next waiter. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}

let turnBeganAt: number | null = null;

/**
 * Whether this turn of the event loop has run queries for too long. Not called within a transaction: a transaction that yields
 * has already changed the version but not committed, so that old answers would be cached under the new version.
 */
function isTurnOver(): boolean {
  const at = performance.now();
  if (turnBeganAt !== null) return at - turnBeganAt > turnLimitMs;
  turnBeganAt = at;
  void setImmediate().then(() => {
    turnBeganAt = null;
  });
  return false;
}

async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + busyLimitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (sqliteFailureOf(error) !== 'busy' || performance.now() > until) throw error;
    }
    await setTimeout(busyPauseMs);
  }
}
