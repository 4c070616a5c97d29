// A whole server in process, over a database of its own: SQLite in memory, or a fresh PostgreSQL database per server.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pino from 'pino';
import { inject } from 'vitest';
import { buildApi, type Site } from '../../src/server/api.ts';
import { readConfig } from '../../src/server/config.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type Database, openPostgres, openSqlite } from '../../src/server/db/open.ts';
import type { Deps } from '../../src/server/deps.ts';
import { inProcess } from '../../src/server/http/address.ts';
import { buildJobs } from '../../src/server/jobs.ts';
import type { Mail } from '../../src/server/ports/mailer.ts';
import { choosePayments, type Payments } from '../../src/server/ports/payments/choose.ts';
import { countObjects, runSql } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the PostgreSQL that the suite started; unset in other projects. */
    postgresUrl: string;
    /** How many objects a migrated database has: one with others was changed by its test. */
    templateObjects: string;
  }
}

/** A database without any table, on the engine of this test project. */
export function openNewDatabase(): Promise<Database> | Database {
  return process.env.TEST_ENGINE === 'postgres' ? openPostgresDatabase('template0') : openSqlite(':memory:');
}

/** A migrated, empty database on the engine of this test project, and how to end it. */
export async function openTestDatabase(): Promise<Database> {
  const database =
    process.env.TEST_ENGINE === 'postgres' ? await openPostgresDatabase() : openSqlite(':memory:');
  await migrate(database);
  return database;
}

/**
 * A migrated, empty database on the engine of this test project that a server process may open too, by these settings.
 * `dataDir` is a folder of the test's own.
 */
export async function openProcessDatabase(
  dataDir: string,
): Promise<{ database: Database; env: Record<string, string> }> {
  if (process.env.TEST_ENGINE === 'postgres') {
    const { url, ...database } = await openPostgresDatabase();
    return { database, env: { DATA_DIR: dataDir, DATABASE_URL: url } };
  }
  const database = openSqlite(join(dataDir, 'sideline.db'));
  await migrate(database);
  return { database, env: { DATA_DIR: dataDir } };
}

/** Databases of this worker that were emptied: making one takes half a second, emptying one some milliseconds. */
const emptied: string[] = [];

async function openPostgresDatabase(template?: 'template0'): Promise<Database & { url: string }> {
  const server = inject('postgresUrl');
  const known = template ? undefined : emptied.pop();
  const name = known ?? `test_${randomUUID().replaceAll('-', '')}`;
  if (!known) await runSql(server, `create database ${name} template ${template ?? 'sideline_template'}`);
  const url = new URL(`/${name}`, server).href;
  const database = openPostgres(url, {
    poolSize: 8,
    // A busy machine makes crowds of transactions wait longer for their turn than a person would.
    connectionTimeoutMs: 60_000,
  });
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      const [{ objects } = {}] = template ? [] : await runSql(url, countObjects);
      if (objects !== inject('templateObjects')) await runSql(server, `drop database ${name} with (force)`);
      else {
        await runSql(url, emptyAll);
        emptied.push(name);
      }
    },
  };
}

/** Ends what a server process left connected, then deletes every row but the notes of the migrations. */
const emptyAll = `
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' loop
      execute format('delete from %I', name);
    end loop;
  end $$`;

/** AUTH_SECRET of every test server. */
export const testSecret = 'a-secret-for-tests-of-32-bytes-or-more';

export type TestServer = Deps & {
  app: Site;
  mails: Mail[];
  /** Moves the server's clock. */
  advance(ms: number): void;
  close(): Promise<void>;
};

/** Runs one of the server's jobs once, by its name. */
export async function runJob(server: TestServer, name: string): Promise<void> {
  const job = buildJobs(server).find((one) => one.name === name);
  if (!job) throw new Error(`There is no job ${name}.`);
  await job.run();
}

/** Starts a server whose clock stands at `at` until it is moved. Close it when the test ends. */
export async function startTestServer(
  options: { at?: string; env?: Record<string, string>; database?: Database; payments?: Payments } = {},
): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  let now = new Date(options.at ?? '2026-11-21T10:00:00.000Z');
  const mails: Mail[] = [];
  const clock = () => now;
  const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...options.env });
  const authSecret = new TextEncoder().encode(testSecret);
  const deps: Deps = {
    database,
    now: clock,
    config,
    mailer: { send: async (mail) => void mails.push(mail) },
    log: pino({ level: 'silent' }),
    payments:
      options.payments ??
      choosePayments(config, {
        database,
        now: clock,
        authSecret,
        post: (request) => app.fetch(request, inProcess),
      }),
    authSecret,
    buildId: 'test',
  };
  const app: Site = buildApi(deps, { verifyAnswers: true });
  return {
    ...deps,
    app,
    mails,
    advance: (ms) => {
      now = new Date(now.getTime() + ms);
    },
    close: () => database.close(),
  };
}
