// Server processes on one PostgreSQL behind pgbouncer in transaction mode, in a database with its own time
// zone.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { openPostgres } from '../../src/server/db/postgres/postgres.ts';
import { adminJson } from '../support/admin.ts';
import { type Pgbouncer, startPgbouncer } from '../support/databases/pgbouncer.ts';
import { type Postgres, runSql, startPostgres } from '../support/databases/postgres.ts';
import { buildEvent } from '../support/factories.ts';
import { freePort } from '../support/product/free-port.ts';
import { authSecret, fillDatabase } from '../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

const startsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 20 * 86_400_000).toISOString();
let postgres: Postgres;
let pgbouncer: Pgbouncer;
/** Knows no named statements in any version. */
let nameless: Pgbouncer;
let databases = 0;
let url: string;
let eventId: string;
let cookies: string[];

beforeAll(async () => {
  postgres = await startPostgres();
  pgbouncer = await startPgbouncer(postgres.url);
  nameless = await startPgbouncer(postgres.url, { maxPreparedStatements: 0 });
}, 120_000);
afterAll(async () => {
  await pgbouncer.remove();
  await nameless.remove();
  postgres.remove();
});

beforeEach(async () => {
  databases += 1;
  const name = `pooled_${databases}`;
  await runSql(postgres.url, `create database ${name}`);
  await runSql(postgres.url, `alter database ${name} set timezone = 'Asia/Kolkata'`);
  url = new URL(`/${name}`, postgres.url).href;
  const database = openPostgres(url);
  const { made, cookies: given } = await fillDatabase(database, 6, ({ db }) =>
    buildEvent(db, { name: 'First', starts_at: startsAt }),
  );
  await database.close();
  eventId = made.id;
  cookies = given;
});
afterEach(endAll);

async function serve(env: Record<string, string>) {
  const port = await freePort();
  const server = await start({
    PORT: String(port),
    DATA_DIR: newFolder(),
    AUTH_SECRET: authSecret,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  });
  expect(server.outcome, server.said()).toBe('ready');
  const get = async (path: string) => {
    const response = await fetch(`http://localhost:${port}${path}`);
    return { status: response.status, body: (await response.json()) as { name?: string; items?: unknown[] } };
  };
  let keys = 0;
  const reply = async (cookie: string) => {
    keys += 1;
    const response = await fetch(`http://localhost:${port}/api/events/${eventId}/registration`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': `${port}-${keys}` },
      body: JSON.stringify({ response: keys % 2 === 0 ? 'declined' : 'attending' }),
    });
    await response.text();
    return response.status;
  };
  const name = async () => (await get(`/api/events/public/${eventId}`)).body.name;
  return { ...server, get, reply, name };
}

const pooled = (): Record<string, string> => ({
  DATABASE_URL: pgbouncer.urlOf(url),
  DATABASE_DIRECT_URL: url,
  DATABASE_NAMED_STATEMENTS: pgbouncer.knowsNamedStatements ? 'on' : 'off',
});

/** The server's LISTEN statement, as PostgreSQL shows it. */
const listeners = "from pg_stat_activity where datname = current_database() and query like 'listen %'";

test('a server behind pgbouncer answers many reads and writes at once, with instants in UTC', async () => {
  // On a busy machine the last of the writes waits longer than usual; what happens then has a test of its own.
  const patient = {
    DATABASE_CONNECT_TIMEOUT: '15000',
    DATABASE_LOCK_TIMEOUT: '15000',
    DATABASE_STATEMENT_TIMEOUT: '20000',
  };
  const server = await serve({ ...pooled(), ...patient });
  const writes = cookies.flatMap((cookie) => Array.from({ length: 5 }, () => () => server.reply(cookie)));
  const reads = Array.from(
    { length: 60 },
    (_, at) => async () => (await server.get(`/api/explore/events?limit=${(at % 30) + 1}`)).status,
  );
  const statuses = await Promise.all([...writes, ...reads].map((request) => request()));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await server.get('/api/explore/events')).body.items).toMatchObject([{ startsAt }]);
  expect(server.said()).not.toContain('"level":');
});

test('servers that migrate an empty database behind pgbouncer at once apply it once, and leave no lock', async () => {
  await runSql(postgres.url, `create database empty_${databases}`);
  const empty = pgbouncer.urlOf(new URL(`/empty_${databases}`, postgres.url).href);
  const servers = Array.from({ length: 6 }, () =>
    openPostgres(empty, { hasNamedStatements: pgbouncer.knowsNamedStatements }),
  );
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))));
  const applied = await Promise.all(servers.map((server) => migrate(server)));
  expect(applied.filter(({ length }) => length > 0)).toHaveLength(1);
  for (let round = 0; round < 5; round += 1)
    expect((await Promise.all(servers.map((server) => migrate(server)))).flat()).toEqual([]);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query("select pid from pg_locks where locktype = 'advisory'");
  expect(rows).toEqual([]);
});

test('a locked row makes a write behind pgbouncer answer 503, and reads succeed', async () => {
  const server = await serve(pooled());
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from events where id = $1 for update', [eventId]);
  const writing = server.reply(cookies[0] ?? '');
  expect((await server.get('/api/health')).status).toBe(200);
  expect((await server.get('/api/explore/events')).status).toBe(200);
  expect(await writing).toBe(503);
  await holder.query('rollback');
  await holder.end();
  expect(await server.reply(cookies[0] ?? '')).toBe(200);
});

test('reads of a locked table that are given up behind pgbouncer end in PostgreSQL too', async () => {
  const server = await serve(pooled());
  const holder = new pg.Client({ connectionString: url });
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('begin; lock table events in access exclusive mode');
  const reads = [1, 2, 3, 4].map((limit) => server.get(`/api/explore/events?limit=${limit}`));
  for (const { status } of await Promise.all(reads)) expect(status).toBe(503);
  // The statement of these reads: jobs wait for the table, too, one after the other, and longer.
  const waiting = `from pg_locks join pg_stat_activity using (pid) where not granted and relation is not null and query like '%place_region%'`;
  await expect.poll(async () => (await runSql(url, `select pid ${waiting}`)).length).toBe(0);
  await holder.query('rollback');
  await holder.end();
});

test('a server behind a pooler without named statements goes on without them, and reports once what to set', async () => {
  const server = await serve({
    ...pooled(),
    DATABASE_URL: nameless.urlOf(url),
    DATABASE_NAMED_STATEMENTS: 'on',
  });
  await expect
    .poll(async () => {
      await Promise.all(cookies.map(server.reply));
      return server.said();
    })
    .toContain('DATABASE_NAMED_STATEMENTS=off');
  const statuses = [];
  for (let round = 0; round < 5; round += 1) statuses.push(...(await Promise.all(cookies.map(server.reply))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const reports = server
    .said()
    .split('\n')
    .filter((line) => line.includes('DATABASE_NAMED_STATEMENTS=off'));
  expect(reports).toHaveLength(1);
  expect(reports[0]).toContain('max_prepared_statements');
});

test('the doctor reports a pooler without named statements, and none where they work or are off', async () => {
  const isWarned = async (env: Record<string, string>) => {
    const { findings } = await adminJson(['doctor'], {
      env: { DATA_DIR: newFolder(), AUTH_SECRET: authSecret, ...env },
    });
    return (findings as { check: string; level: string; fix: string | null }[]).filter(
      ({ check }) => check === 'named statements',
    );
  };
  const DATABASE_URL = nameless.urlOf(url);
  expect(await isWarned({ DATABASE_URL, DATABASE_DIRECT_URL: url })).toMatchObject([
    { level: 'warning', fix: expect.stringContaining('DATABASE_NAMED_STATEMENTS=off') },
  ]);
  expect(
    await isWarned({ DATABASE_URL, DATABASE_DIRECT_URL: url, DATABASE_NAMED_STATEMENTS: 'off' }),
  ).toEqual([]);
  expect(await isWarned({ DATABASE_URL: url })).toEqual([]);
  expect(await isWarned(pooled())).toEqual([]);
});

test("of two servers, one through pgbouncer, each shows the other's writes, also after its listener was cut", async () => {
  const here = await serve(pooled());
  const there = await serve({ DATABASE_URL: url });
  const listening = async () => (await runSql(url, `select pid ${listeners}`)).length;
  await expect.poll(listening).toBe(2);
  for (const name of ['Second', 'Third']) {
    expect(await there.name()).toBe(await here.name());
    await runSql(url, `update events set name = '${name}'`);
    await expect.poll(here.name).toBe(name);
    await expect.poll(there.name).toBe(name);
    await runSql(url, `select pg_terminate_backend(pid) ${listeners}`);
    await expect.poll(listening).toBe(2);
  }
});

test('a server that can only listen through the pooler reports it, and shows every write', async () => {
  const server = await serve({ ...pooled(), DATABASE_DIRECT_URL: '' });
  await expect.poll(server.said).toContain('set DATABASE_DIRECT_URL');
  expect(await server.name()).toBe('First');
  await runSql(url, "update events set name = 'Second'");
  expect(await server.name()).toBe('Second');
});
