// Restores a backup into the embedded database of a folder, if that is empty: all or nothing.
import { existsSync, realpathSync, renameSync, statSync } from 'node:fs';
import { createPrivateFile } from '../../private-files.ts';
import { databaseFile } from '../open.ts';
import { expectCheckpointed, flush, removeDatabase, withDataDir } from './atomic-write.ts';
import { migrateFile, openBackup } from './open-backup.ts';
import { countRows, faultsOf, quoted, readDatabase, sqliteTables } from './sqlite-store.ts';
import { Refusal, refuseFull } from './store.ts';
import { removeLeftCopies } from './working-copy.ts';

/** Copies and migrates the backup beside the embedded database of a folder, then replaces the database with it. */
export async function restoreIntoSqlite(file: string, dataDir: string): Promise<Record<string, number>> {
  removeLeftCopies(dataDir);
  const { connection } = await openBackup(file);
  try {
    return await withDataDir(dataDir, async () => {
      const target = databaseFile({ dataDir });
      refuseRows(target);
      const made = `${target}.restored`;
      refuseOwnCopy(file, made);
      removeDatabase(made);
      try {
        createPrivateFile(made);
        connection.prepare('vacuum into ?').run(made);
        const counts = countRows(connection);
        expectCounts(made, counts);
        await migrateFile(made);
        expectCheckpointed(made);
        expectSound(made);
        flush(made);
        removeDatabase(target);
        renameSync(made, target);
        flush(dataDir);
        return counts;
      } finally {
        removeDatabase(made);
      }
    });
  } finally {
    connection.close();
  }
}

function refuseRows(target: string): void {
  if (!statSync(target, { throwIfNoEntry: false })?.size) return;
  readDatabase(target, (connection) => {
    const full = sqliteTables(connection)
      .map(({ name }) => name)
      .filter((name) => connection.prepare(`select 1 from ${quoted(name)} limit 1`).get() !== undefined);
    refuseFull(full);
  });
}

/** The copy of a run that was killed is deleted, but never the backup itself. */
function refuseOwnCopy(file: string, made: string): void {
  if (!existsSync(made) || realpathSync(made) !== realpathSync(file)) return;
  throw new Refusal(`${made} is the name of the copy that restore makes. Give the backup another name.`);
}

function expectCounts(made: string, counts: Record<string, number>): void {
  for (const [table, count] of Object.entries(readDatabase(made, countRows)))
    if (count !== counts[table])
      throw new Error(`The copy of ${table} has ${count} rows and the backup ${counts[table]}.`);
}

function expectSound(made: string): void {
  const faults = readDatabase(made, faultsOf);
  if (faults.length > 0)
    throw new Error(`The copy is damaged, so nothing was restored: ${faults.slice(0, 3).join('; ')}.`);
}
