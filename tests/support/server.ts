// A whole server in process, over its own database: SQLite in memory, or a fresh PostgreSQL database per
// server.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import pino from 'pino';
import { inject } from 'vitest';
import { buildApi, type Site } from '../../src/server/api.ts';
import { readConfig } from '../../src/server/config.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { type Database, openSqlite } from '../../src/server/db/open.ts';
import { openPostgres } from '../../src/server/db/postgres/postgres.ts';
import type { Deps } from '../../src/server/deps.ts';
import { inProcess } from '../../src/server/http/limits/address.ts';
import { createOutageLog } from '../../src/server/http/outage-log.ts';
import { readSiteTexts, type SiteTexts } from '../../src/server/instance/texts.ts';
import { buildJobs } from '../../src/server/jobs.ts';
import type { Metrics } from '../../src/server/metrics/metrics.ts';
import type { Mail } from '../../src/server/ports/mailer.ts';
import { choosePayments, type Payments } from '../../src/server/ports/payments/choose.ts';
import type { PublicWeb } from '../../src/server/ports/public-web/fetch.ts';
import { countObjects, runSql } from './databases/postgres.ts';
import { noWeb } from './no-web.ts';
import { testStart } from './product/test-start.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the PostgreSQL that the suite started; unset in other projects. */
    postgresUrl: string;
    /** How many objects a migrated database has; a test changed the schema if the count differs. */
    templateObjects: string;
  }
}

/** A database without any table, on the engine of this test project. */
export function openNewDatabase(): Promise<Database> | Database {
  return process.env.TEST_ENGINE === 'postgres' ? openPostgresDatabase('template0') : openSqlite(':memory:');
}

/** A migrated, empty database on the engine of this test project, and how to close it. */
export async function openTestDatabase(): Promise<Database> {
  if (process.env.TEST_ENGINE === 'postgres') return openPostgresDatabase();
  migratedImage ??= imageOfMigrated();
  return openSqlite(':memory:', await migratedImage);
}

/** A migrated, empty SQLite database. Copying it is instant; migrating thousands would take minutes. */
let migratedImage: Promise<Uint8Array> | null = null;

async function imageOfMigrated(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-image-'));
  const file = join(folder, 'migrated.db');
  const database = openSqlite(file);
  await migrate(database);
  await database.close();
  const connection = new DatabaseSync(file);
  // A database in memory has no write-ahead log.
  connection.exec('pragma journal_mode = delete');
  const image = connection.serialize();
  connection.close();
  rmSync(folder, { recursive: true });
  return image;
}

/**
 * A migrated, empty database on the engine of this test project that a server process may open with these
 * settings. `dataDir` is a temporary folder of the test.
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

/**
 * Emptied databases of this worker for reuse, with their connections: creating a database takes half a second, a connection some
 * hundredths, emptying a database some milliseconds. A test that ends connections opens its own with `openNewDatabase`.
 */
const emptied: (Database & { url: string })[] = [];

async function openPostgresDatabase(template?: 'template0'): Promise<Database & { url: string }> {
  const known = template ? undefined : emptied.pop();
  if (known) return known;
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(server, `create database ${name} template ${template ?? 'sideline_template'}`);
  const url = new URL(`/${name}`, server).href;
  const own = `${url}?application_name=${ownConnections}`;
  const database = openPostgres(own, {
    poolSize: 8,
    readPoolSize: 4,
    // On a busy machine crowds of transactions wait longer for their turn than a person would.
    connectionTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
    statementTimeoutMs: 60_000,
  });
  const cleaner = new pg.Client({ connectionString: own });
  cleaner.on('error', () => {});
  if (!template) await cleaner.connect();
  const opened = {
    ...database,
    url,
    close: async () => {
      const isIdle = database.pools().every(({ total, idle, waiting }) => total === idle && waiting === 0);
      if (!template && isIdle) {
        const objects = [await cleaner.query(`${emptyAll}; ${countObjects}`)].flat().at(-1)?.rows[0].objects;
        if (objects === inject('templateObjects')) {
          const { rows } = await cleaner.query(bloated);
          if (rows.length > 0) await cleaner.query(`vacuum ${rows.map(({ name }) => name)}`);
          return void emptied.push(opened);
        }
      }
      await database.close();
      if (!template) await cleaner.end();
      await runSql(server, `drop database ${name} with (force)`);
    },
  };
  return opened;
}

const ownConnections = 'test-server';

/** Ends connections that a server process left open, then deletes every row except the migration records. */
const emptyAll = `
  select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> '${ownConnections}';
  set session_replication_role = replica;
  do $$ declare name text; begin
    for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not like 'kysely%' and pg_relation_size(oid) > 0 loop
      execute format('delete from %I', name);
    end loop;
  end $$`;

/**
 * Tables whose deleted rows take many pages. Each check of a foreign key would read them all, where it was planned while the table was
 * small: 100,000 rows then take half a minute.
 */
const bloated = `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace
  and relkind = 'r' and pg_relation_size(oid) > 200000`;

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
  options: {
    at?: string;
    env?: Record<string, string>;
    database?: Database;
    payments?: Payments;
    publicWeb?: PublicWeb;
    /** Replaces the files that `env` names. */
    texts?: Partial<SiteTexts>;
    shutdown?: AbortSignal;
    metrics?: Metrics;
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  let now = new Date(options.at ?? testStart);
  const mails: Mail[] = [];
  const clock = () => now;
  const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...options.env });
  const log = pino({ level: 'silent' });
  const authSecret = new TextEncoder().encode(testSecret);
  const deps: Deps = {
    database,
    now: clock,
    config,
    mailer: { send: async (mail) => void mails.push(mail) },
    log,
    noteOutage: createOutageLog({ database, log }),
    payments:
      options.payments ??
      choosePayments(config, {
        database,
        now: clock,
        authSecret,
        post: (request) => app.fetch(request, inProcess),
      }),
    publicWeb: options.publicWeb ?? noWeb,
    texts: { ...(await readSiteTexts(config.textFiles)), ...options.texts },
    authSecret,
    buildId: 'test',
    shutdown: options.shutdown ?? new AbortController().signal,
    metrics: options.metrics ?? null,
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
