// Live streams of two server processes on one PostgreSQL, over real sockets.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSession } from '../../src/server/accounts/session/sessions.ts';
import { migrate, migrations, onlyMigrations } from '../../src/server/db/migrate.ts';
import { openPostgres } from '../../src/server/db/postgres/postgres.ts';
import { listen } from '../server/live/listen.ts';
import { type Pgbouncer, startPgbouncer } from '../support/databases/pgbouncer.ts';
import { type Postgres, runSql, startPostgres } from '../support/databases/postgres.ts';
import { buildEvent, buildMembership, buildTeam, buildUser } from '../support/factories.ts';
import { freePort } from '../support/product/free-port.ts';
import { authSecret, fillDatabase } from '../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';
import { startTestServer } from '../support/server.ts';

let postgres: Postgres;
let pgbouncer: Pgbouncer;
beforeAll(async () => {
  postgres = await startPostgres();
  pgbouncer = await startPgbouncer(postgres.url);
}, 120_000);
afterAll(async () => {
  await pgbouncer.remove();
  postgres.remove();
});
afterEach(endAll);

/** A team of two people and an event of it, which two processes serve. */
async function openClub(url = postgres.url): Promise<{
  event: string;
  cookies: string[];
  ports: number[];
  stop(at: number): Promise<number | null>;
}> {
  const database = openPostgres(postgres.url);
  const { made, cookies } = await fillDatabase(database, 2, async ({ db }) => {
    const team = await buildTeam(db);
    const event = await buildEvent(db, {
      owner_team_id: team.id,
      teams: [team.id],
      visibility: 'team',
      starts_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
    });
    return { event: event.id, team: team.id };
  });
  const people = await database.db.selectFrom('users').select('id').orderBy('id', 'desc').limit(2).execute();
  for (const { id } of people) await buildMembership(database.db, { team_id: made.team, person_id: id });
  await database.close();
  const ports = [await freePort(), await freePort()];
  const servers = await Promise.all(
    ports.map((port) =>
      start({
        PORT: String(port),
        DATA_DIR: newFolder(),
        DATABASE_URL: url,
        DATABASE_NAMED_STATEMENTS: url === postgres.url || pgbouncer.knowsNamedStatements ? 'on' : 'off',
        AUTH_SECRET: authSecret,
        RATE_LIMIT: 'off',
      }),
    ),
  );
  for (const { outcome, said } of servers) expect(outcome, said()).toBe('ready');
  return {
    event: made.event,
    cookies,
    ports,
    stop: async (at) => {
      servers[at]?.child.kill('SIGTERM');
      return (await servers[at]?.ended) ?? null;
    },
  };
}

const device = (port: number | undefined, cookie = '') => ({
  request: (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...init.headers, cookie } }),
});

async function reply(
  port: number | undefined,
  event: string,
  cookie: string | undefined,
  response = 'attending',
) {
  const { status } = await device(port, cookie).request(`/api/events/${event}/registration`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response }),
  });
  expect(status).toBe(200);
}

describe('two processes on one PostgreSQL', () => {
  test('tell a device of the one of a reply at the other', async () => {
    const { event, cookies, ports } = await openClub();
    const stream = await listen(device(ports[0], cookies[0]));
    await expect.poll(stream.types).toContain('ready');
    await reply(ports[1], event, cookies[1]);
    await expect.poll(stream.addresses, { interval: 10 }).toContain(`/api/events/${event}`);
  });

  test('still tell it behind a pooler, where no notification arrives', async () => {
    const { event, cookies, ports } = await openClub(pgbouncer.urlOf(postgres.url));
    const stream = await listen(device(ports[0], cookies[0]));
    await expect.poll(stream.types).toContain('ready');
    await reply(ports[1], event, cookies[1]);
    await expect.poll(stream.addresses, { interval: 10 }).toContain(`/api/events/${event}`);
  });

  test('go on with an open stream after PostgreSQL was restarted', async () => {
    const { event, cookies, ports } = await openClub();
    const stream = await listen(device(ports[0], cookies[0]));
    await expect.poll(stream.types).toContain('ready');
    postgres.stop('fast');
    postgres.start();
    const answered = () =>
      device(ports[1])
        .request('/api/ready')
        .then(({ status }) => status);
    await expect.poll(answered).toBe(200);
    await reply(ports[1], event, cookies[1]);
    await expect.poll(stream.addresses).toContain(`/api/events/${event}`);
    expect(stream.isOver()).toBe(false);
  });

  test('let a device resume at the one what it missed when the other was restarted', async () => {
    const { event, cookies, ports, stop } = await openClub();
    const first = await listen(device(ports[0], cookies[0]));
    await expect.poll(first.types).toContain('ready');
    expect(await stop(0)).toBe(0);
    await expect.poll(first.isOver).toBe(true);
    await reply(ports[1], event, cookies[1]);
    const second = await listen(device(ports[1], cookies[0]), {
      'last-event-id': first.received.at(-1)?.id ?? '',
    });
    await expect.poll(second.addresses).toContain(`/api/events/${event}`);
  });
});

test('a process that goes on while another one migrates sends a reset to its open streams', async () => {
  await runSql(postgres.url, 'create database upgraded');
  const url = new URL('/upgraded', postgres.url).href;
  const database = openPostgres(url);
  const known = migrations(database.dialect);
  await migrate(database, onlyMigrations(known, Object.keys(known).slice(0, -1)));
  const stopping = new AbortController();
  const older = await startTestServer({ database, shutdown: stopping.signal });
  onTestFinished(async () => {
    stopping.abort();
    // A poll of the change log may be in progress.
    await pause(50);
    await older.close();
  });
  const { cookies } = await startSession(older, (await buildUser(database.db)).id, 'test');
  const cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  const stream = await listen({
    request: async (path) => older.app.request(path, { headers: { cookie } }),
  });
  await expect.poll(stream.types).toEqual(['ready']);
  const settings = { PORT: String(await freePort()), DATA_DIR: newFolder(), DATABASE_URL: url };
  expect((await start(settings)).outcome).toBe('ready');
  await expect.poll(stream.types).toContain('reset');
});
