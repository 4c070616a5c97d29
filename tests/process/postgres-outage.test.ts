// PostgreSQL restarts, crashes or ends single connections: the server keeps running, answers 503 and
// recovers.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/server/accounts/passwords.ts';
import type { Database } from '../../src/server/db/open.ts';
import { isOutage } from '../../src/server/db/outages.ts';
import { openPostgres } from '../../src/server/db/postgres/postgres.ts';
import { writingTo } from '../../src/server/db/postgres/request-kind.ts';
import { type Postgres, startPostgres } from '../support/databases/postgres.ts';
import { buildEvent, buildUser } from '../support/factories.ts';
import { freePort } from '../support/product/free-port.ts';
import { authSecret, fillDatabase } from '../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

let postgres: Postgres;
let url: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
}, 120_000);
afterAll(() => postgres.remove());

/** A separate database, so that no test terminates connections of another. */
beforeEach(async () => {
  // A failed test may have left it stopped.
  postgres.start();
  databases += 1;
  await admin(`create database outage_${databases}`, postgres.url);
  url = new URL(`/outage_${databases}`, postgres.url).href;
});
afterEach(endAll);

async function admin(text: string, at = url): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

const starts_at = new Date(Date.now() + 20 * 86_400_000).toISOString();
/** For `signIn`; a test adds it. */
const account = { username: 'ida', password: 'long enough for anyone' };

async function addToDatabase<T>(add: (db: Database['db']) => Promise<T>): Promise<T> {
  const database = openPostgres(url, { poolSize: 1 });
  const added = await add(database.db);
  await database.close();
  return added;
}

type Sent = { status: number; retryAfter: string | null; code: string | undefined; key: string | null };

async function startServer(env: Record<string, string> = {}) {
  const database = openPostgres(url);
  const { made, cookies } = await fillDatabase(database, 4, ({ db }) => buildEvent(db, { starts_at }));
  await database.close();
  return serve(made.id, cookies, env);
}

/** A server on the existing database. */
const restartServer = () => serve('', []);

async function serve(eventId: string, cookies: string[], env: Record<string, string> = {}) {
  const port = await freePort();
  const server = await start({
    PORT: String(port),
    DATA_DIR: newFolder(),
    DATABASE_URL: url,
    AUTH_SECRET: authSecret,
    RATE_LIMIT: 'off',
    ...env,
  });
  expect(server.outcome).toBe('ready');
  const send = async (path: string, init: RequestInit = {}, key: string | null = null): Promise<Sent> => {
    const response = await fetch(`http://localhost:${port}${path}`, init);
    const body = (await response.json()) as { code?: string };
    return { status: response.status, retryAfter: response.headers.get('retry-after'), code: body.code, key };
  };
  let keys = 0;
  const read = () => send('/api/explore/events');
  const readPage = (limit: number) => send(`/api/explore/events?limit=${limit}`);
  const write = (cookie = cookies[0] ?? '', id = eventId) => {
    keys += 1;
    const key = `key-${keys}`;
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': key };
    const body = JSON.stringify({ response: keys % 2 === 0 ? 'declined' : 'attending' });
    return send(`/api/events/${id}/registration`, { method: 'PUT', headers, body }, key);
  };
  const signIn = () => {
    const headers = { 'content-type': 'application/json' };
    return send('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(account) });
  };
  const health = () => send('/api/health');
  const ready = () => send('/api/ready');
  const [cookie = ''] = cookies;
  /** The same edit each time, like a device that retries. */
  const edit = () =>
    send(`/api/events/${eventId}`, {
      method: 'PATCH',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': 'edit' },
      body: JSON.stringify({ version: 1, name: 'Moved inside' }),
    });
  const profile = async () =>
    (await (
      await fetch(`http://localhost:${port}/api/users/me/profile`, { headers: { cookie } })
    ).json()) as { id: string };
  /** Opens a stream of live updates, and resolves once it is served. */
  const openStream = async () => {
    const { body } = await fetch(`http://localhost:${port}/api/live`, { headers: { cookie } });
    await body?.getReader().read();
  };
  const list = async () =>
    (await (await fetch(`http://localhost:${port}/api/explore/events`)).json()) as {
      items: { startsAt: string }[];
    };
  return {
    ...server,
    eventId,
    cookies,
    read,
    readPage,
    list,
    write,
    signIn,
    health,
    ready,
    edit,
    profile,
    openStream,
  };
}
type Server = Awaited<ReturnType<typeof startServer>>;

/** Reads and writes continuously until it is ended; then returns all answers. */
function load(server: Server): { end(): Promise<Sent[]> } {
  let isEnding = false;
  const sent: Sent[] = [];
  const repeat = async (request: () => Promise<Sent>) => {
    while (!isEnding) sent.push(await request());
  };
  const running = [
    ...server.cookies.map((cookie) => repeat(() => server.write(cookie))),
    repeat(server.read),
  ];
  return {
    async end() {
      isEnding = true;
      await Promise.all(running);
      return sent;
    },
  };
}

const away = { status: 503, retryAfter: '2', code: 'unavailable' };

/** Every answer is a success that is in the database, or 503 with Retry-After. */
async function expectNothingLost(sent: Sent[]) {
  for (const one of sent) if (one.status !== 200) expect(one).toMatchObject(away);
  const acknowledged = sent.flatMap(({ status, key }) => (status === 200 && key !== null ? [key] : []));
  const stored = (await admin('select idempotency_key as key from mutations')) as { key: string }[];
  expect(acknowledged.filter((key) => !stored.some((row) => row.key === key))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(0);
}

describe('a server', () => {
  test.each(['fast', 'immediate'] as const)(
    'answers 503 with Retry-After while PostgreSQL is down (%s stop), keeps running, and recovers',
    async (mode) => {
      const server = await startServer();
      const traffic = load(server);
      await expect.poll(() => server.write()).toMatchObject({ status: 200 });
      postgres.stop(mode);
      for (let round = 0; round < 3; round += 1)
        for (const request of [server.read, server.write, server.health, server.ready])
          expect(await request()).toMatchObject(away);
      postgres.start();
      for (const request of [server.health, server.read, server.write])
        await expect.poll(() => request(), { timeout: 10_000 }).toMatchObject({ status: 200 });
      await expectNothingLost(await traffic.end());
      expect(server.child.exitCode).toBeNull();
      expect(server.said()).not.toContain('A handler failed');
      expect(server.said()).toContain(`"outage_${databases} at 127.0.0.1:${new URL(url).port}"`);
    },
    60_000,
  );

  test.each(['fast', 'immediate'] as const)(
    'answers 503 to an edit of an event that PostgreSQL cuts off (%s stop), and saves it once on a retry',
    async (mode) => {
      const server = await startServer();
      const me = await server.profile();
      await admin(`update events set organizer_organization_id = null, organizer_user_id = '${me.id}'`);
      const holder = new pg.Client({ connectionString: url });
      holder.on('error', () => {});
      await holder.connect();
      await holder.query('begin');
      await holder.query('select 1 from events where id = $1 for update', [server.eventId]);
      const answer = server.edit();
      await expect
        .poll(async () => (await admin(`select pid ${others} and wait_event_type = 'Lock'`)).length)
        .toBe(1);
      postgres.stop(mode);
      expect(await answer).toMatchObject(away);
      expect(await server.edit()).toMatchObject(away);
      postgres.start();
      await expect.poll(server.edit, { timeout: 10_000 }).toMatchObject({ status: 200 });
      expect(await server.edit()).toMatchObject({ status: 200 });
      expect(await admin('select name, version from events')).toEqual([{ name: 'Moved inside', version: 2 }]);
      expect(await admin("select 1 as one from audit_log where action = 'event.edited'")).toHaveLength(1);
      expect(server.child.exitCode).toBeNull();
      expect(server.said()).not.toContain('A handler failed');
    },
    60_000,
  );

  test('logs an outage once with its stack, and then counts the requests, jobs and live streams that fail', async () => {
    const server = await startServer({ LOG_LEVEL: 'warn' });
    await server.openStream();
    postgres.stop('fast');
    for (let round = 0; round < 3; round += 1) await server.read();
    // Jobs run every 5 s, and live streams are polled each second.
    await expect
      .poll(server.said, { timeout: 25_000 })
      .toMatch(/"failures":\d+,"msg":"More requests and jobs/);
    const lines = server
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { err?: { code?: string }; msg: string });
    const errors = lines.filter(({ err }) => err !== undefined);
    expect(new Set(errors.map(({ msg }) => msg))).toEqual(new Set(['The database is away']));
    // Once for each kind of failure, such as a cut connection and a refused one.
    const codes = errors.map(({ err }) => err?.code);
    expect(codes).toEqual([...new Set(codes)]);
  });

  test('survives terminated single connections under load, and loses nothing it acknowledged', async () => {
    const server = await startServer();
    const traffic = load(server);
    for (let round = 0; round < 40; round += 1) {
      await expect.poll(server.read).toMatchObject({ status: 200 });
      const state = round % 2 === 0 ? "and state <> 'idle'" : '';
      await admin(`select pg_terminate_backend(pid) ${others} ${state} limit 2`);
    }
    const sent = await traffic.end();
    await expectNothingLost(sent);
    // A connection may end only now: to terminate it is to ask for it.
    for (const request of [server.health, server.ready, server.read, server.write])
      await expect.poll(() => request()).toMatchObject({ status: 200 });
    expect(server.child.exitCode).toBeNull();
    expect(server.said()).not.toContain('A handler failed');
  });

  test('answers 503 to a write whose connection is terminated inside its transaction, and rolls it back', async () => {
    const server = await startServer();
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from events where id = $1 for update', [server.eventId]);
    const answer = server.write();
    const waiting = `${others} and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await admin(`select pid ${waiting}`)).length).toBe(1);
    await admin(`select pg_terminate_backend(pid) ${waiting}`);
    expect(await answer).toMatchObject(away);
    await holder.query('rollback');
    await holder.end();
    expect(await admin('select 1 from registrations union all select 1 from mutations')).toEqual([]);
    expect(await server.write()).toMatchObject({ status: 200 });
  });
});

test('a server that starts before its PostgreSQL, as after a restart of the machine, waits for it', async () => {
  postgres.stop('fast');
  // Stands in for a PostgreSQL that is not there yet, and says when the server has asked for it.
  const closed = createServer((socket) => socket.destroy()).listen(Number(new URL(url).port), '127.0.0.1');
  await once(closed, 'listening');
  const starting = start({ PORT: '0', DATA_DIR: newFolder(), DATABASE_URL: url, LOG_LEVEL: 'warn' });
  await once(closed, 'connection');
  closed.close();
  await pause(2000);
  postgres.start();
  const { outcome, said } = await starting;
  expect(outcome).toBe('ready');
  expect(said().match(/PostgreSQL cannot be used as DATABASE_URL says.*Trying again for 30 s/g)).toHaveLength(
    1,
  );
});

describe('a server whose database is slow', () => {
  test('answers writes to a locked row with 503, and everything else as usual', async () => {
    const server = await startServer();
    const password_hash = await hashPassword(account.password);
    const free = await addToDatabase(async (db) => {
      await buildUser(db, { username: account.username, password_hash });
      return buildEvent(db, { starts_at });
    });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from events where id = $1 for update', [server.eventId]);
    let isHeld = true;
    const answers: Sent[] = [];
    // Many times the connections for writes, and each sends its next write at once.
    const writers = Array.from({ length: 60 }, async (_, at) => {
      while (isHeld) answers.push(await server.write(server.cookies[at % 4]));
    });
    try {
      await expect
        .poll(async () => (await admin(`select pid ${others} and wait_event_type = 'Lock'`)).length)
        .toBeGreaterThan(0);
      const writeToFree = () => server.write(server.cookies[1], free.id);
      for (let round = 0; round < 5; round += 1)
        for (const request of [server.health, server.read, writeToFree, server.signIn])
          expect(await request()).toMatchObject({ status: 200 });
    } finally {
      isHeld = false;
      await Promise.all(writers);
    }
    // The row was locked until all of them were answered.
    expect(answers.length).toBeGreaterThanOrEqual(60);
    for (const answer of answers) expect(answer).toMatchObject(away);
    await holder.query('rollback');
    await holder.end();
    expect(await server.write()).toMatchObject({ status: 200 });
    expect(server.said()).not.toContain('A handler failed');
  });

  test('opens no more connections than its pools hold while a locked table makes it give up reads', async () => {
    const server = await startServer();
    const holder = new pg.Client({ connectionString: url });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin; lock table events in access exclusive mode');
    for (let round = 0; round < 5; round += 1)
      for (const answer of await Promise.all(
        [1, 2, 3, 4, 5, 6].map((at) => server.readPage(10 * round + at)),
      ))
        expect(answer).toMatchObject(away);
    expect(await server.health()).toMatchObject({ status: 200 });
    const ours = await admin(
      `select pid ${others} and backend_type = 'client backend' and query not like 'begin; lock%'`,
    );
    // DATABASE_POOL, DATABASE_READ_POOL, health and the listener.
    expect(ours.length).toBeLessThanOrEqual(10 + 5 + 2);
    await holder.query('rollback');
    await holder.end();
    await expect.poll(() => server.read()).toMatchObject({ status: 200 });
  });

  test('is healthy and ready while reads of a locked table hold every connection for reads', async () => {
    const server = await startServer();
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; lock table events in access exclusive mode');
    let isHeld = true;
    const answers: Sent[] = [];
    const readers = Array.from({ length: 20 }, async (_, at) => {
      while (isHeld) answers.push(await server.readPage(at + 1));
    });
    try {
      const waiting = `${others} and wait_event_type = 'Lock' and query not like 'begin%'`;
      await expect.poll(async () => (await admin(`select pid ${waiting}`)).length).toBeGreaterThanOrEqual(5);
      for (let round = 0; round < 5; round += 1)
        for (const request of [server.health, server.ready])
          expect(await request()).toMatchObject({ status: 200 });
    } finally {
      isHeld = false;
      await Promise.all(readers);
    }
    for (const answer of answers) expect(answer).toMatchObject(away);
    await holder.query('rollback');
    await holder.end();
  });

  test('answers 503 while PostgreSQL is frozen, and recovers afterwards', async () => {
    const server = await startServer();
    expect(await server.write()).toMatchObject({ status: 200 });
    postgres.signal('SIGSTOP');
    try {
      for (const request of [server.read, server.write, server.health, server.ready])
        expect(await request()).toMatchObject(away);
    } finally {
      postgres.signal('SIGCONT');
    }
    for (const request of [server.health, server.ready, server.read, server.write])
      await expect.poll(() => request(), { timeout: 10_000 }).toMatchObject({ status: 200 });
    expect(server.said()).not.toContain('A handler failed');
  });

  test('sends the same instants in any time zone of the database', async () => {
    const startsAt = async (server: Server) => {
      const { items } = await server.list();
      return items.map((event) => event.startsAt);
    };
    const inUtc = await startServer();
    const before = await startsAt(inUtc);
    inUtc.child.kill('SIGTERM');
    await inUtc.ended;
    const name = new URL(url).pathname.slice(1);
    for (const zone of ['America/St_Johns', 'Asia/Kolkata']) {
      await admin(`alter database ${name} set timezone = '${zone}'`);
      const server = await restartServer();
      expect(await startsAt(server)).toEqual(before);
    }
  });

  test('does not start with another date style, and reports it in one line', async () => {
    await admin(`alter database ${new URL(url).pathname.slice(1)} set datestyle = 'German'`);
    const { outcome, said } = await start({
      PORT: '0',
      DATA_DIR: newFolder(),
      DATABASE_URL: url,
      AUTH_SECRET: authSecret,
    });
    expect(outcome).toBe(1);
    expect(said()).toContain('its DateStyle is "German, DMY", and has to be ISO');
  });

  test('does not start on another encoding, and reports it in one line', async () => {
    await admin("create database latin encoding 'LATIN1' locale 'C' template template0");
    const latin = new URL('/latin', url).href;
    const { outcome, said } = await start({ PORT: '0', DATA_DIR: newFolder(), DATABASE_URL: latin });
    expect(outcome).toBe(1);
    expect(said()).toContain('DATABASE_URL says: its encoding is LATIN1, and has to be UTF8.');
  });
});

describe('a database', () => {
  let database: Database;
  beforeEach(async () => {
    database = openPostgres(url, { poolSize: 1 });
    await admin('create table notes (text text)');
  });
  afterEach(() => database.close());

  const insert = (db: Database['db'], text: string) =>
    db
      .insertInto('notes' as never)
      .values({ text } as never)
      .execute();
  /** Waits until it has ended: a signalled connection may still answer the next query. */
  const terminate = () => admin(`select pg_terminate_backend(pid, 5000) ${others}`);

  test('fails a transaction whose connection is terminated between two queries, and serves the next', async () => {
    const lost = database.db.transaction().execute(async (db) => {
      await insert(db, 'lost');
      await terminate();
      // By now the connection has broken while no query ran.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await insert(db, 'lost too');
    });
    const error: unknown = await lost.catch((reason: unknown) => reason);
    expect(isOutage(error)).toBe(true);
    await insert(database.db, 'kept');
    expect(await admin('select text from notes')).toEqual([{ text: 'kept' }]);
  });

  test('fails a transaction whose connection is terminated before its commit', async () => {
    const lost = database.db.transaction().execute(async (db) => {
      await insert(db, 'lost');
      await terminate();
    });
    const error: unknown = await lost.catch((reason: unknown) => reason);
    expect(isOutage(error)).toBe(true);
    expect(await admin('select text from notes')).toEqual([]);
  });

  test('replaces a connection that is terminated while idle', async () => {
    await insert(database.db, 'one');
    await terminate();
    await expect.poll(() => insert(database.db, 'two').then(() => true, isOutage)).toBe(true);
    await insert(database.db, 'three');
  });

  test('prepares a repeated statement once, and prepares it again when a migration has changed its result', async () => {
    const find = () =>
      database.db
        .selectFrom('notes' as never)
        .selectAll()
        .where('text' as never, '=', 'one' as never)
        .execute();
    const planned = async () => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        database.db,
      );
      return rows.filter(({ statement }) => statement.includes('"notes"')).length;
    };
    await find();
    expect(await planned()).toBe(0);
    for (let round = 0; round < 3; round += 1) await find();
    expect(await planned()).toBe(1);
    await admin('alter table notes add column more text');
    const error: unknown = await find().catch((reason: unknown) => reason);
    expect(isOutage(error)).toBe(true);
    expect(await find()).toEqual([]);
    expect(await planned()).toBe(1);
  });

  test('keeps few named statements per connection, for any number of different texts', async () => {
    const ask = (at: number) => sql`select ${1}::int as ${sql.ref(`column${at}`)}`.execute(database.db);
    for (let at = 0; at < 700; at += 1) for (let round = 0; round < 2; round += 1) await ask(at);
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from pg_prepared_statements`.execute(database.db);
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect(rows[0]?.count).toBeLessThanOrEqual(500);
  });

  test('lets one of three connections write to one object at once, and gives its place on after an error', async () => {
    const three = openPostgres(url, { poolSize: 3, connectionTimeoutMs: 60_000 });
    const order: string[] = [];
    const write = (name: string) =>
      writingTo('an event', () =>
        three.db.transaction().execute(async (db) => {
          order.push(`begin ${name}`);
          await insert(db, name);
          // Inside the transaction, over another connection, which must not wait for the first.
          await insert(three.db, `${name} beside`);
          order.push(`end ${name}`);
          if (name === 'failing') throw new Error('failed');
        }),
      ).catch(() => order.push('failed'));
    const writes = ['first', 'failing', 'third', 'fourth'].map(write);
    await insert(three.db, 'another');
    await Promise.all(writes);
    const names = ['first', 'failing', 'third', 'fourth'];
    expect(order.filter((entry) => entry !== 'failed')).toEqual(
      names.flatMap((name) => [`begin ${name}`, `end ${name}`]),
    );
    expect(three.pools()).toMatchObject([
      { name: 'write', waiting: 0 },
      { name: 'read', waiting: 0 },
      { name: 'health', waiting: 0 },
    ]);
    await three.close();
  });

  test('reports that no connection became available in time', async () => {
    const withShortTimeout = openPostgres(url, { poolSize: 1, connectionTimeoutMs: 1000 });
    await withShortTimeout.db.transaction().execute(async (db) => {
      await insert(db, 'held');
      const error: unknown = await insert(withShortTimeout.db, 'late').catch((reason: unknown) => reason);
      expect(isOutage(error)).toBe(true);
    });
    await withShortTimeout.close();
  });
});
