// Files of `backup` and `restore` that the operator names badly: what is refused, and that no file is lost.
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openSqlite } from '../../../src/server/db/open.ts';
import { writeFileAtomically } from '../../../src/server/db/transfer/atomic-write.ts';
import { admin } from '../../support/admin.ts';
import { buildUser } from '../../support/factories.ts';

let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = newFolder();
  const database = openSqlite(join(DATA_DIR, 'sideline.db'));
  await migrate(database);
  await buildUser(database.db);
  await database.close();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-backup-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a backup into a folder that cannot be written is refused, and names one that can', async () => {
  // Root may write everywhere but in the kernel's own folders.
  const folder = process.getuid?.() === 0 ? '/sys' : newFolder();
  if (folder !== '/sys') chmodSync(folder, 0o500);
  const { code, notes } = await admin(['backup', 'before.db'], { env: { DATA_DIR }, folder });
  expect([code, notes]).toEqual([3, expect.stringContaining(`${folder} cannot be written`)]);
  expect(notes).toContain(join(DATA_DIR, 'before.db'));
});

test.each(['itself', 'a symbolic link'])(
  'a restore refuses the file that it would delete for its own copy, named by %s, and keeps it',
  async (naming) => {
    const target = newFolder();
    const backup = join(target, 'sideline.db.restored');
    const elsewhere = join(newFolder(), 'before.db');
    expect((await admin(['backup', elsewhere], { env: { DATA_DIR } })).code).toBe(0);
    renameSync(elsewhere, backup);
    symlinkSync(backup, elsewhere);
    const before = readFileSync(backup);
    const restore = (file: string) => admin(['restore', file], { env: { DATA_DIR: target } });
    const { code, notes } = await restore(naming === 'itself' ? backup : elsewhere);
    expect([code, notes]).toEqual([3, expect.stringContaining('another name')]);
    expect(readFileSync(backup).equals(before)).toBe(true);
    renameSync(backup, join(target, 'before.db'));
    expect((await restore(join(target, 'before.db'))).code).toBe(0);
  },
);

test('a backup is written beside the file that a killed run of the same process id left', async () => {
  const folder = newFolder();
  const file = join(folder, 'before.db');
  const left = `before.db.partial-${process.pid}`;
  writeFileSync(join(folder, left), 'half');
  await writeFileAtomically(file, async (partial) => writeFileSync(partial, 'whole'));
  expect(readdirSync(folder).toSorted()).toEqual(['before.db', left]);
  expect(readFileSync(file, 'utf8')).toBe('whole');
});
