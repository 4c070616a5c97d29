// A client that disconnects in the middle of its request, on a real socket of a server process.
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { signIn } from '../../support/client.ts';
import { buildUser } from '../../support/factories.ts';
import { freePort } from '../../support/product/free-port.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';
import { openProcessDatabase, startTestServer, type TestServer, testSecret } from '../../support/server.ts';

let server: TestServer;
afterEach(async () => {
  await endAll();
  await server.close();
});

type Line = { level: number; route?: string; status?: number; aborted?: boolean; msg: string };

/** A server process, the cookies of a signed-in user, and the log lines. */
async function startProcess() {
  const { database, env } = await openProcessDatabase(newFolder());
  server = await startTestServer({ database, at: new Date().toISOString() });
  const member = await signIn(server, await buildUser(database.db));
  const port = await freePort();
  const child = await start({ ...env, PORT: String(port), LOG_LEVEL: 'info', AUTH_SECRET: testSecret });
  expect(child.outcome).toBe('ready');
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const lines = () =>
    child
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
  return { port, cookie, lines };
}

/** Sends the beginning of a request and closes the connection once the server has begun to read it. */
function cutOff(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    setTimeout(() => {
      socket.destroy();
      resolve();
    }, 200);
  });
}

test('a request whose client disconnects is logged as 499 at level info, and not as a database outage', {
  timeout: 30_000,
}, async () => {
  const { port, cookie, lines } = await startProcess();
  const json = 'Content-Type: application/json';
  await cutOff(
    port,
    `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\n${json}\r\nContent-Length: 100\r\n\r\n{"user`,
  );
  await cutOff(
    port,
    `PUT /api/users/me/avatar HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n`,
  );
  await expect
    .poll(() => lines().filter(({ status }) => status === 499), { timeout: 10_000 })
    .toMatchObject([
      { route: '/api/auth/login', aborted: true, level: 30 },
      { route: '/api/users/me/avatar', aborted: true, level: 30 },
    ]);
  expect(lines().filter(({ level, status = 0 }) => level > 30 || status >= 500)).toEqual([]);
  expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
});
