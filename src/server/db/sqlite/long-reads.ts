// Runs reads that may scan very many rows of the embedded database in a worker thread with its own connection, so that they do
// not block the event loop. The thread sees everything committed before the query.
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import type { Tables } from '../schema.ts';
import { StablePlanCompiler } from './sqlite-compiler.ts';
import { explainSqliteFailure, type SqliteFailure } from './sqlite-failures.ts';

/** The messages to and from the thread. `rows` are JSON, which costs a third of a structured clone. */
export type LongRead = { id: number; sql: string; parameters: readonly unknown[] };
export type LongReadAnswer = { id: number; rows: string } | { id: number; error: SqliteErrorParts };
type SqliteErrorParts = { message: string; code?: string; errcode?: number };

/** A client gives up before a longer queue reaches its query. */
const maxWaiting = 200;

/** Counts as `busy` of sqlite-failures.ts: it is answered with 503. */
class TooManyLongReads extends Error {
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = 5;
  constructor() {
    super('Too many long reads wait.');
  }
}

/** A read-only database in a worker thread, which starts with the first query. */
export function openLongReads(file: string, onFailure: (failure: SqliteFailure) => void): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new LongReadsDriver(file, onFailure),
      createQueryCompiler: () => new StablePlanCompiler(),
      createAdapter: () => new ManyAtOnceAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });
}

class ManyAtOnceAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

class LongReadsDriver implements Driver {
  readonly #thread: LongReadsThread;
  constructor(file: string, onFailure: (failure: SqliteFailure) => void) {
    this.#thread = new LongReadsThread(file, onFailure);
  }
  async init() {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#thread;
  }
  async releaseConnection() {}
  async beginTransaction() {
    throw new Error('Long reads have no transactions.');
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async destroy() {
    await this.#thread.end();
  }
}

type Waiting = { resolve(rows: string): void; reject(error: Error): void };

class LongReadsThread implements DatabaseConnection {
  readonly #file: string;
  readonly #onFailure: (failure: SqliteFailure) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor(file: string, onFailure: (failure: SqliteFailure) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#waiting.size >= maxWaiting) throw new TooManyLongReads();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    const rows = await new Promise<string>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, sql, parameters } satisfies LongRead);
    });
    return { rows: JSON.parse(rows) as Row[] };
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface requires it, and nothing streams
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries are not streamed here.');
  }

  #start(): Worker {
    const worker = new Worker(new URL('./long-reads-worker.ts', import.meta.url), { workerData: this.#file });
    worker.unref();
    worker.on('message', (answer: LongReadAnswer) => {
      const { resolve, reject } = this.#waiting.get(answer.id) ?? {};
      this.#waiting.delete(answer.id);
      if ('rows' in answer) resolve?.(answer.rows);
      else reject?.(this.#errorOf(answer.error));
    });
    worker.on('error', (error) => this.#fail(worker, error as Error));
    worker.on('exit', () => this.#fail(worker, new Error('The thread of long reads has ended.')));
    return worker;
  }

  /** Ends the thread; the next query starts a new one. */
  #fail(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** The error as node:sqlite throws it: a message to another thread loses its properties. */
  #errorOf({ message, ...parts }: SqliteErrorParts): Error {
    const error = Object.assign(new Error(message), parts);
    const failure = explainSqliteFailure(error, this.#file);
    if (failure !== null) this.#onFailure(failure);
    return error;
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }
}
