// What verbs of the admin command say about a database that is away or damaged.
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openSqlite } from '../../../src/server/db/open.ts';
import { admin, adminJson } from '../../support/admin.ts';
import { newFolder } from '../../support/product/server-process.ts';

/** A new folder, removed after the test. */
function ownFolder(): string {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/club' }, 'list-users'],
  [
    'DATABASE_DIRECT_URL',
    {
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:2/club',
      DATABASE_DIRECT_URL: 'postgres://me:hunter2@127.0.0.1:1/club',
    },
    'backup',
  ],
])('names %s when PostgreSQL cannot be reached over it', async (setting, env, verb) => {
  const folder = ownFolder();
  const args = verb === 'backup' ? [verb, join(folder, 'backup.db')] : [verb];
  const { code, notes } = await admin(args, { env: { DATA_DIR: folder, ...env } });
  expect(code).toBe(1);
  expect(notes).toMatch(new RegExp(`as ${setting} says: connect ECONNREFUSED 127.0.0.1:1\\b`));
});

test.each(['list-users', 'backup', 'restore'])('%s names a damaged file and the doctor', async (verb) => {
  const folder = ownFolder();
  const file = join(folder, 'sideline.db');
  const made = openSqlite(file);
  await migrate(made);
  await made.close();
  const backup = join(folder, 'backup.db');
  expect((await admin(['backup', backup], { env: { DATA_DIR: folder } })).code).toBe(0);
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(statSync(file).size - 4096, 0xa5), 0, undefined, 4096);
  closeSync(descriptor);
  const args = { 'list-users': [], backup: [join(folder, 'second.db')], restore: [backup] }[verb] ?? [];
  const { code, notes } = await admin([verb, ...args], { env: { DATA_DIR: folder } });
  expect(code).toBe(1);
  expect(notes).toContain(`${file} is damaged`);
  expect(notes).toContain('npm run admin -- doctor');
});

test('a database that lacks a migration before its last one is reported as that, and not as an older one', async () => {
  const DATA_DIR = ownFolder();
  const made = openSqlite(join(DATA_DIR, 'sideline.db'));
  await migrate(made);
  await sql`delete from kysely_migration where name like '0043%'`.execute(made.db);
  await made.close();
  const gap = /lacks the migration 0043-unpaid-holds and has later ones/;
  const { code, notes } = await admin(['list-users'], { env: { DATA_DIR } });
  expect([code, notes]).toEqual([3, expect.stringMatching(gap)]);
  const { findings } = await adminJson(['doctor'], { env: { DATA_DIR } });
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'migrations', message: expect.stringMatching(gap) }),
  );
});
