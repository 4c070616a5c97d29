// Servers that are restarted one after the other behind a reverse proxy, under load: no request fails.
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/server/db/open.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { type Postgres, startPostgres } from '../../support/databases/postgres.ts';
import { buildEvent } from '../../support/factories.ts';
import { freePort } from '../../support/product/free-port.ts';
import { authSecret, fillDatabase, prepareData } from '../../support/product/prepared-data.ts';
import { type ReverseProxy, startProxy } from '../../support/product/proxy.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';

afterEach(endAll);

const people = 10;
const requestsInAll = 1000;
const addEvent = ({ db }: Database) =>
  buildEvent(db, { starts_at: new Date(Date.now() + 20 * 86_400_000).toISOString() });

async function startServer(port: number, env: Record<string, string>) {
  const settings = { PORT: String(port), AUTH_SECRET: authSecret, RATE_LIMIT: 'off', DRAIN_DELAY: '500' };
  const server = await start({ ...settings, ...env });
  expect(server.outcome).toBe('ready');
  return server;
}
type Server = Awaited<ReturnType<typeof startServer>>;

async function proxyTo(ports: readonly number[]) {
  const proxy = await startProxy(ports);
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** Reads and writes of people, each over keep-alive connections; `onCount` gets the number of answers. */
async function load(
  { port }: ReverseProxy,
  { eventId, cookies }: { eventId: string; cookies: readonly string[] },
  onCount: (count: number) => void,
): Promise<string[]> {
  let sent = 0;
  let answered = 0;
  const failures: string[] = [];
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init).then(
      async (response) => {
        const text = await response.text();
        if (response.status !== 200) failures.push(`${path}: ${response.status} ${text}`);
      },
      (error: unknown) => void failures.push(`${path}: ${String(error)}`),
    );
  const reply = (cookie: string, key: number) =>
    send(`/api/events/${eventId}/registration`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': `key-${key}` },
      body: JSON.stringify({ response: key % 2 === 0 ? 'declined' : 'attending' }),
    });
  const person = async (cookie: string) => {
    while (sent < requestsInAll) {
      sent += 1;
      if (sent % 3 === 0) await reply(cookie, sent);
      else if (sent % 3 === 1) await send('/api/explore/events');
      else await send(`/api/events/${eventId}`, { headers: { cookie } });
      answered += 1;
      onCount(answered);
    }
  };
  await Promise.all(cookies.map(person));
  expect(answered).toBeGreaterThanOrEqual(requestsInAll);
  return failures;
}

/** Ends a server like a deploy, and starts another on its port. */
async function restart(server: Server, port: number, env: Record<string, string>): Promise<Server> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return startServer(port, env);
}

describe('with the embedded database', () => {
  test('no request of 1,000 fails while the one server is restarted', async () => {
    const dataDir = newFolder();
    const { made, cookies } = await prepareData(dataDir, people, addEvent);
    const port = await freePort();
    const env = { DATA_DIR: dataDir };
    const server = await startServer(port, env);
    const proxy = await proxyTo([port]);
    let restarting: Promise<Server> | null = null;
    const failures = await load(proxy, { eventId: made.id, cookies }, (count) => {
      if (count >= 300) restarting ??= restart(server, port, env);
    });
    await restarting;
    expect(failures).toEqual([]);
  });
});

describe('with PostgreSQL', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 120_000);
  afterAll(() => postgres.remove());

  test('no request of 1,000 fails while two servers are restarted one after the other', async () => {
    const database = openPostgres(postgres.url);
    const { made, cookies } = await fillDatabase(database, people, addEvent);
    await database.close();
    const env = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url };
    const ports = [await freePort(), await freePort()] as const;
    const servers = [await startServer(ports[0], env), await startServer(ports[1], env)] as const;
    const proxy = await proxyTo(ports);
    const restartBoth = async () => {
      await restart(servers[0], ports[0], env);
      await restart(servers[1], ports[1], env);
    };
    let restarting: Promise<void> | null = null;
    const failures = await load(proxy, { eventId: made.id, cookies }, (count) => {
      if (count >= 200) restarting ??= restartBoth();
    });
    await restarting;
    expect(failures).toEqual([]);
  });
});
