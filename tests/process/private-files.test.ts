// The server's files are private to its account, and its start errors contain no password.
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { restrictPermissions } from '../../src/server/private-files.ts';
import { type Postgres, startPostgres } from '../support/databases/postgres.ts';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

/** Permissions of everything in a folder and of the folder, as `ls` prints them. */
function modesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    ['.', ...names].map((name) => [name, (statSync(join(folder, name)).mode & 0o7777).toString(8)]),
  );
}

async function startAndMail(dataDir: string) {
  const port = await freePort();
  const server = await start({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  expect(server.outcome).toBe('ready');
  const person = {
    username: 'ida.maes',
    password: 'ida likes long walks',
    email: 'ida@example.com',
    name: 'Ida Maes',
    phone: '+32470000000',
    countryCode: 'BE',
  };
  const answer = await fetch(`http://localhost:${port}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  expect(answer.status).toBe(201);
  await expect.poll(() => readdirSync(dataDir)).toContain('mail');
  await expect.poll(() => readdirSync(join(dataDir, 'mail')).length).toBeGreaterThan(0);
  return server;
}

/** Every file 600 and every folder 700. */
function expectPrivate(dataDir: string) {
  const modes = modesIn(dataDir);
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['sideline.db', 'sideline.db-wal', 'sideline.db-shm', 'server.lock', 'mail']),
  );
  for (const [name, mode] of Object.entries(modes))
    expect([name, mode]).toEqual([name, name === '.' || name === 'mail' ? '700' : '600']);
}

describe('the data folder of a server', () => {
  test('is private, with every file in it', async () => {
    const dataDir = join(newFolder(), 'new', 'data');
    const server = await startAndMail(dataDir);
    expectPrivate(dataDir);
    expect(server.said()).not.toContain('Other accounts');
  });

  test('is made private at start with its files; files of other accounts stay', async () => {
    const dataDir = newFolder();
    const first = await startAndMail(dataDir);
    first.child.kill('SIGKILL');
    await first.ended;
    const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    for (const name of paths) chmodSync(join(dataDir, name), name === 'mail' ? 0o755 : 0o644);
    chmodSync(dataDir, 0o755);
    const server = await start({ PORT: String(await freePort()), DATA_DIR: dataDir });
    expect(server.outcome).toBe('ready');
    expectPrivate(dataDir);
    writeFileSync(join(dataDir, 'notes.txt'), '', { mode: 0o644 });
    expect(restrictPermissions(dataDir)).toEqual([]);
    expect(modesIn(dataDir)['notes.txt']).toBe('644');
  });

  test('that is shared, as /tmp is, stays unchanged; the server starts, warns, and its files are private', async () => {
    const dataDir = newFolder();
    chmodSync(dataDir, 0o1777);
    const server = await startAndMail(dataDir);
    const { '.': folder, ...rest } = modesIn(dataDir);
    expect([folder, rest['sideline.db'], rest.mail]).toEqual(['1777', '600', '700']);
    expect(server.said()).toContain(`Other accounts of this machine can open ${dataDir}`);
  });

  test('that belongs to another account is not changed, and is named in a warning', () => {
    const dataDir = newFolder();
    chmodSync(dataDir, 0o755);
    const account = vi.spyOn(process, 'getuid').mockReturnValue(statSync(dataDir).uid + 1);
    const left = restrictPermissions(dataDir);
    account.mockRestore();
    expect(left).toEqual([expect.stringContaining('it belongs to another account')]);
    expect(modesIn(dataDir)['.']).toBe('755');
  });
});

describe('a server whose PostgreSQL refuses it exits with one line without a password', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 120_000);
  afterAll(() => postgres.remove());

  test.each([
    [
      'a port where nothing listens',
      () => 'postgres://sideline:hunter2@127.0.0.1:1/sideline',
      'ECONNREFUSED',
      // PostgreSQL may be starting, so it is waited for.
      'late',
    ],
    [
      'an unknown database',
      () => `${postgres.url.replace('postgres@', 'postgres:hunter2@')}_gone`,
      'does not exist',
      1,
    ],
    ['an unknown user', () => postgres.url.replace('postgres@', 'ida:hunter2@'), '"ida" does not exist', 1],
  ])('%s', async (_, url, reason, outcome) => {
    const server = await start({ DATA_DIR: newFolder(), PORT: '0', DATABASE_URL: url() });
    expect([server.outcome, await server.ended]).toEqual([outcome, 1]);
    expect(server.said().trim().split('\n')).toHaveLength(1);
    expect(server.said()).toContain('DATABASE_URL');
    expect(server.said()).toContain(reason);
    expect(server.said()).not.toContain('hunter2');
  });

  test('a port of DATABASE_DIRECT_URL where nothing listens', async () => {
    const server = await start({
      DATA_DIR: newFolder(),
      PORT: '0',
      DATABASE_URL: postgres.url,
      DATABASE_DIRECT_URL: 'postgres://sideline:hunter2@127.0.0.1:1/sideline',
    });
    expect(server.outcome).toBe(1);
    expect(server.said().trim().split('\n')).toHaveLength(1);
    expect(server.said()).toContain('as DATABASE_DIRECT_URL says');
    expect(server.said()).not.toContain('hunter2');
  });
});
