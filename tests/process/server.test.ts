// The server as a process: start, refused start, and shutdown.
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { migrate } from '../../src/server/db/migrate.ts';
import { freePort } from '../support/product/free-port.ts';
import { authSecret, withData } from '../support/product/prepared-data.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

describe('a server', () => {
  test('whose data is in use exits with one line, while the first keeps running', async () => {
    const dataDir = newFolder();
    const port = await freePort();
    const first = await start({ PORT: String(port), DATA_DIR: dataDir });
    const second = await start({ PORT: String(await freePort()), DATA_DIR: dataDir });
    expect([first.outcome, second.outcome]).toEqual(['ready', 1]);
    expect(second.said().trim().split('\n')).toHaveLength(1);
    expect(second.said()).toContain('Another server is using');
    expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
  });

  test('that was killed leaves its data free for the next', async () => {
    const dataDir = newFolder();
    const first = await start({ PORT: String(await freePort()), DATA_DIR: dataDir });
    first.child.kill('SIGKILL');
    await first.ended;
    const next = await start({ PORT: String(await freePort()), DATA_DIR: dataDir });
    expect(next.outcome).toBe('ready');
  });

  test('finishes requests in flight on SIGTERM, accepts no new ones, and exits with 0', async () => {
    const port = await freePort();
    const server = await start({ PORT: String(port), DATA_DIR: newFolder() });
    const body = JSON.stringify({ username: 'nobody', password: 'nothing at all' });
    const socket = connect(port, 'localhost');
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString();
    });
    const isClosed = new Promise((resolve) => socket.once('close', resolve));
    // Half a request is there when the signal arrives, sent before the next one; the rest follows.
    const half = `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`;
    await new Promise((resolve) => socket.write(half, resolve));
    await fetch(`http://localhost:${port}/api/health`);
    server.child.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`http://localhost:${port}/api/health`).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    socket.write(body.slice(10));
    expect(await server.ended).toBe(0);
    await isClosed;
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.each([
    ['PORT', 'many'],
    ['PUBLIC_ORIGIN', 'club.example/path'],
    ['DATABASE_URL', 'mysql://x'],
    ['RATE_LIMIT', 'maybe'],
    ['AUTH_SECRET', 'short'],
    ['SMTP_URL', 'mail'],
    ['COOKIE_ACCESS', 'a b'],
    ['DATA_DIR', 'package.json'],
    ['HOST', '192.0.2.1'],
    ['HOST', 'host.invalid'],
  ])('does not start with an invalid %s, and reports it in one clear line', async (name, value) => {
    const server = await start({ DATA_DIR: newFolder(), [name]: value });
    expect(server.outcome).toBe(1);
    expect(server.said().trim().split('\n')).toHaveLength(1);
    expect(server.said()).toContain(`${name} is wrong`);
  });

  test('does not start with DATABASE_DIRECT_URL alone, and reports it in one clear line', async () => {
    const server = await start({
      DATA_DIR: newFolder(),
      DATABASE_DIRECT_URL: 'postgres://me:hunter2@127.0.0.1:1/club',
    });
    expect(server.outcome).toBe(1);
    expect(server.said().trim().split('\n')).toHaveLength(1);
    expect(server.said()).toContain('DATABASE_URL is missing: DATABASE_DIRECT_URL needs it.');
  });

  test('starts with a misspelt setting, and warns in one line that names the one that was meant', async () => {
    const server = await start({ PORT: '0', DATA_DIR: newFolder(), REGISTRATON: 'closed', CI: 'true' });
    expect(server.outcome).toBe('ready');
    const warnings = server
      .said()
      .split('\n')
      .filter((line) => line.includes('not a setting'));
    expect(warnings).toEqual([
      '!! REGISTRATON is not a setting and has no effect. Was REGISTRATION meant? !!',
    ]);
  });

  test('warns of a misspelt setting also where it ends because of it', async () => {
    const server = await start({
      DATA_DIR: newFolder(),
      DATABSE_URL: 'postgres://me@127.0.0.1/club',
      DATABASE_PASSWORD_FILE: '/dev/null',
    });
    expect(server.outcome).toBe(1);
    expect(server.said().trim().split('\n')).toEqual([
      expect.stringContaining('Was DATABASE_URL meant?'),
      expect.stringContaining('DATABASE_URL is missing'),
    ]);
  });

  test('does not start on a database of a newer version', async () => {
    const dataDir = newFolder();
    const first = await start({ PORT: String(await freePort()), DATA_DIR: dataDir });
    first.child.kill('SIGTERM');
    await first.ended;
    const file = new DatabaseSync(join(dataDir, 'sideline.db'));
    file.exec("insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2030-01-01')");
    file.close();
    const second = await start({ PORT: String(await freePort()), DATA_DIR: dataDir });
    expect(second.outcome).toBe(1);
    expect(second.said()).toContain('newer than this program');
  });

  test('reports which port is taken', async () => {
    const port = await freePort();
    await start({ PORT: String(port), DATA_DIR: newFolder() });
    const second = await start({ PORT: String(port), DATA_DIR: newFolder() });
    expect([second.outcome, second.said()]).toEqual([1, expect.stringContaining(`Port ${port} is taken`)]);
  });

  test('fills a new database with demo data, prints the accounts, and is then reachable from this machine alone', async () => {
    const port = await freePort();
    const server = await start({ PORT: String(port), DATA_DIR: newFolder(), DEMO_DATA: 'on' });
    expect(server.said()).toContain('Demo accounts: coach and trainee');
    const answer = (await (await fetch(`http://localhost:${port}/api/explore`)).json()) as {
      counts: { events: number };
    };
    expect(answer.counts.events).toBeGreaterThan(50);
  });

  test('warns where anyone can sign in to a server that is not for a trial', async () => {
    const dataDir = newFolder();
    const settings = { DATA_DIR: dataDir, DEMO_DATA: 'on' };
    const first = await start({ PORT: String(await freePort()), ...settings });
    expect(first.said()).not.toContain('!!');
    first.child.kill('SIGTERM');
    await first.ended;
    for (const env of [{ DEMO_DATA: 'off' }, { PUBLIC_ORIGIN: 'https://club.example' }]) {
      const next = await start({ PORT: String(await freePort()), ...settings, ...env });
      expect(next.said()).toContain('!! Anyone can sign in as coach and trainee');
      expect(next.said()).toContain('!! SMTP_URL is not set');
      next.child.kill('SIGTERM');
      await next.ended;
    }
  });

  test('fills a database with demo data whose first start was killed after its migration', async () => {
    const dataDir = newFolder();
    await withData(dataDir, (database) => migrate(database));
    const server = await start({ PORT: String(await freePort()), DATA_DIR: dataDir, DEMO_DATA: 'on' });
    expect(server.said()).toContain('Demo accounts: coach and trainee');
  });

  test.each([
    ['AUTH_SECRET', { AUTH_SECRET: authSecret }],
    ['a generated secret', {}],
  ])('does not fill a database that it has started on without demo data, with %s', async (_, env) => {
    const dataDir = newFolder();
    const settings = { DATA_DIR: dataDir, ...env };
    const first = await start({ PORT: String(await freePort()), ...settings });
    first.child.kill('SIGTERM');
    await first.ended;
    const next = await start({ PORT: String(await freePort()), ...settings, DEMO_DATA: 'on' });
    expect(next.outcome).toBe('ready');
    expect(next.said()).not.toContain('Demo accounts');
  });

  test('warns when rate limits are off', async () => {
    const server = await start({ PORT: String(await freePort()), DATA_DIR: newFolder(), RATE_LIMIT: 'off' });
    await expect.poll(() => server.said()).toContain('!! RATE_LIMIT=off');
  });

  test('warns without SMTP_URL that mails go to a folder, but not with demo data', async () => {
    const said = async (env: Record<string, string>) =>
      (await start({ PORT: String(await freePort()), DATA_DIR: newFolder(), ...env })).said();
    expect(await said({})).toContain('!! SMTP_URL is not set: mails are not sent');
    expect(await said({ SMTP_URL: 'smtp://127.0.0.1:1' })).not.toContain('SMTP_URL');
    expect(await said({ DEMO_DATA: 'on' })).not.toContain('SMTP_URL');
  });

  test('creates its data folder', async () => {
    const dataDir = join(newFolder(), 'a', 'b');
    mkdirSync(join(dataDir, '..'), { recursive: true });
    expect((await start({ PORT: String(await freePort()), DATA_DIR: dataDir })).outcome).toBe('ready');
  });
});
