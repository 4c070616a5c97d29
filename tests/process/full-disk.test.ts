// A disk that is really full, if this account may mount one: a server's answers then and afterwards, and a restore.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { migrate, migrations } from '../../src/server/db/migrate.ts';
import { openSqlite } from '../../src/server/db/open.ts';
import { admin } from '../support/admin.ts';
import { buildEvent } from '../support/factories.ts';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

/**
 * A disk of 8 MB; null if this account may not mount one. tests/server/sqlite/failures.test.ts needs none.
 */
function mountDisk(megabytes = 8): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-disk-'));
  const { status } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=700`,
    'tmpfs',
    folder,
  ]);
  if (status === 0) return folder;
  rmdirSync(folder);
  return null;
}

function unmount(disk: string): void {
  spawnSync('umount', [disk]);
  rmdirSync(disk);
}

/** Fills all remaining space. */
function fill(disk: string): void {
  const file = openSync(join(disk, 'filler'), 'w');
  try {
    for (let megabytes = 0; megabytes < 16 * 256; megabytes++) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}

const account = (name: string) => ({
  username: name,
  password: 'a bicycle, a kettle and the sea',
  email: `${name}@example.com`,
  name,
  phone: '+32470000000',
  countryCode: 'BE',
});

/** A backup from before migration 0039, which copies its 5 MB of pictures. */
async function oldBackup(): Promise<string> {
  const file = join(newFolder(), 'old.db');
  const database = openSqlite(file);
  const known = Object.entries(migrations(database.dialect)).filter(([name]) => name < '0039');
  await migrate(database, Object.fromEntries(known));
  for (let picture = 0; picture < 20; picture += 1) {
    const { id } = await buildEvent(database.db);
    await sql`insert into event_pictures (event_id, hash, bytes, created_at)
      values (${id}, ${`hash ${picture}`}, ${randomBytes(250_000)}, '2026-11-01T10:00:00.000Z')`.execute(
      database.db,
    );
  }
  await database.close();
  return file;
}

const disk = mountDisk();
if (disk !== null) {
  test('on a full disk reads succeed, writes are answered 503 and logged, and work again without a restart', async () => {
    onTestFinished(async () => {
      await endAll();
      unmount(disk);
    });
    const port = await freePort();
    const server = await start({
      PORT: String(port),
      DATA_DIR: disk,
      SMTP_URL: 'smtp://127.0.0.1:1',
      RATE_LIMIT: 'off',
    });
    expect(server.outcome).toBe('ready');
    const ask = (path: string, body?: object) =>
      fetch(`http://localhost:${port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    expect((await ask('/api/auth/register', account('ida'))).status).toBe(201);
    fill(disk);
    let refused: Response | null = null;
    for (let count = 0; refused === null && count < 100; count++) {
      const answer = await ask('/api/auth/register', account(`person${count}`));
      if (answer.status !== 201) refused = answer;
    }
    expect(await refused?.json()).toMatchObject({ code: 'unavailable' });
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '2']);
    const statuses = ['/api/health', '/api/explore/events', '/api/explore/members', '/explore'];
    for (const path of statuses) expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect(server.said()).toContain('no space left for');
    rmSync(join(disk, 'filler'));
    expect((await ask('/api/auth/register', account('ana'))).status).toBe(201);
    server.child.kill('SIGTERM');
    await server.ended;
    const connection = new DatabaseSync(join(disk, 'sideline.db'));
    expect(connection.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    const { people } = connection.prepare('select count(*) as people from users').get() ?? {};
    expect(people).toBeGreaterThanOrEqual(2);
    connection.close();
  });

  test('on a full disk a stopped server and the doctor name the disk, and no other server or damage', async () => {
    const full = mountDisk();
    if (full === null) throw new Error('A second disk could not be mounted.');
    onTestFinished(async () => {
      await endAll();
      unmount(full);
    });
    const env = { PORT: String(await freePort()), DATA_DIR: full };
    const first = await start(env);
    expect(first.outcome).toBe('ready');
    first.child.kill('SIGTERM');
    await first.ended;
    fill(full);
    const refused = await start(env);
    expect(refused.outcome).toBe(1);
    expect(refused.said()).toContain('there is no space left for');
    expect(refused.said()).not.toContain('Another server');
    const { out } = await admin(['doctor', '--json'], { env });
    const { findings } = JSON.parse(out) as { findings: { check: string; message: string; fix: string }[] };
    expect(findings.find(({ check }) => check === 'integrity')).toBeUndefined();
    expect(findings.find(({ check }) => check === 'file')).toMatchObject({
      level: 'wrong',
      message: expect.stringContaining('there is no space left for'),
      fix: expect.stringContaining('Make room'),
    });
    rmSync(join(full, 'filler'));
    expect((await start(env)).outcome).toBe('ready');
  });

  test.each([12, 14])(
    'a restore on a disk of %i MB, too small for its journal, fails and names the disk',
    async (megabytes) => {
      const small = mountDisk(megabytes);
      if (small === null) throw new Error('A second disk could not be mounted.');
      onTestFinished(() => unmount(small));
      const { code, notes } = await admin(['restore', await oldBackup()], { env: { DATA_DIR: small } });
      expect([code, notes]).toEqual([1, expect.stringContaining('here is no space left for')]);
      expect(readdirSync(small)).toEqual(['server.lock']);
    },
  );
} else
  test('an account that may not mount a disk is detected', () => {
    expect(mountDisk()).toBeNull();
  });
