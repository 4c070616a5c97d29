// Kysely's driver for one connection of node:sqlite. A transaction keeps the connection to itself, and everything else waits
// for it. Where another process writes, only who wants to write waits, and never by blocking this process.
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
import { StablePlanCompiler } from './sqlite-compiler.ts';
import { explainSqliteFailure, type SqliteFailure, sqliteFailureOf } from './sqlite-failures.ts';

/** How long a write waits for another process, such as an administrator's, to end its own. */
const busyLimitMs = 2000;
const busyPauseMs = 20;

/** How long queries may follow each other before the process serves others: SQLite answers without giving way. */
const turnLimitMs = 8;

type Options = {
  /** Names the file in messages. */
  file: string;
  onFailure(failure: SqliteFailure): void;
};

/** How Kysely speaks to SQLite over this connection. */
export function embeddedSqlite(connection: DatabaseSync, options: Options): Dialect {
  return {
    createDriver: () => new EmbeddedSqliteDriver(connection, options),
    createQueryCompiler: () => new StablePlanCompiler(),
    createAdapter: () => new EmbeddedSqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class EmbeddedSqliteAdapter extends SqliteAdapter {
  /** The driver has its own lock, which no one holds while waiting for another process. */
  override get supportsMultipleConnections() {
    return true;
  }
  /** SQLite can change tables inside a transaction; Kysely's own adapter does not use it. */
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

  /** SQLite undoes a transaction by itself on some failures, a full disk among them: then there is nothing left to undo. */
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

/** What one query or one transaction of Kysely's runs on. */
class Session implements DatabaseConnection {
  readonly #connection: DatabaseSync;
  readonly #statements: Statements;
  readonly #lock: Lock;
  #isInTransaction = false;
  /** Why SQLite ended the transaction by itself: what followed would be stored without what came before. */
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
      await this.#lock.take();
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
    await this.#lock.take();
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

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it, and nothing streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed here.');
  }
}

type Parameter = string | number | bigint | null | Uint8Array;
type Statement = { prepared: StatementSync; hasRows: boolean };

/** Lists of values vary the text of a query, so what is kept needs a bound. */
const mostStatements = 500;

/** Runs queries; statements that come again are prepared once. */
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
      const { prepared, hasRows } = this.#known.get(sql) ?? this.#prepare(sql);
      if (hasRows) return { rows: prepared.all(...values) as Row[] };
      const { changes, lastInsertRowid } = prepared.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw this.explained(error);
    }
  }

  #prepare(sql: string): Statement {
    const prepared = this.#connection.prepare(sql);
    const statement = { prepared, hasRows: prepared.columns().length > 0 };
    if (this.#known.size >= mostStatements) this.#known.clear();
    this.#known.set(sql, statement);
    return statement;
  }

  explained(error: unknown): unknown {
    const failure = explainSqliteFailure(error, this.#options.file);
    if (failure !== null) this.#options.onFailure(failure);
    return error;
  }
}

/** One at a time, in the order of asking. */
class Lock {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  get isFree(): boolean {
    return !this.#isHeld;
  }

  async take(): Promise<void> {
    if (!this.#isHeld) this.#isHeld = true;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands it to the next who waits. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}

let turnBeganAt: number | null = null;

/**
 * Whether this turn of the event loop has run queries for long. Not called within a transaction: while one waits, its writes
 * are counted and no one can read them, so that answers from before it would be cached as newer ones.
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
