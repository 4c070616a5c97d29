// Opens the database for a verb like the server does, also while a server runs.
import { statSync } from 'node:fs';
import { type Config, readConfig } from '../../config.ts';
import { migrationState } from '../../db/database-facts.ts';
import { gapFault, gapRemedy } from '../../db/migrate.ts';
import { type Database, databaseFile, openSqlite } from '../../db/open.ts';
import { expectPostgres, migrateOver } from '../../db/postgres/expect.ts';
import { openPostgres } from '../../db/postgres/postgres.ts';
import { withDataDir } from '../../db/transfer/atomic-write.ts';
import { Refusal } from '../../db/transfer/store.ts';
import { createPrivateFile } from '../../private-files.ts';
import { type Io, UsageError } from './verb.ts';

/** Reads the settings like the server. */
export function readSettings({ env }: Io): Config {
  try {
    return readConfig(env);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Runs `task` on the database. `isMade`: creates a missing database first. Refuses a database of another version, as its
 * server may be running.
 */
export async function withDatabase<T>(
  config: Config,
  { isMade = false }: { isMade?: boolean },
  task: (database: Database) => Promise<T>,
): Promise<T> {
  const file = databaseFile(config);
  const isNew = config.databaseUrl === null && !statSync(file, { throwIfNoEntry: false })?.size;
  if (isNew && !isMade)
    throw new Refusal(
      `There is no database in ${config.dataDir} yet: the first start of the server makes it.`,
    );
  const run = () => withOpened(config, { isMade }, task);
  // Lock the folder, so that no server starts on a database that is being created.
  return isNew ? withDataDir(config.dataDir, run) : run();
}

async function withOpened<T>(
  config: Config,
  { isMade }: { isMade: boolean },
  task: (database: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl, postgres } = config;
  if (databaseUrl === null) createPrivateFile(databaseFile(config));
  const database =
    databaseUrl === null
      ? openSqlite(databaseFile(config))
      : openPostgres(databaseUrl, { ...postgres, poolSize: 2, readPoolSize: 1 });
  try {
    if (databaseUrl !== null) await expectPostgres(database, 'DATABASE_URL');
    const { isEmpty, missing, unknown, gap } = await migrationState(database);
    if (isEmpty && isMade) await migrateOver(config, database);
    else if (isEmpty) throw new Refusal('The database is empty: the first start of the server fills it.');
    else if (unknown.length > 0)
      throw new Refusal('The database is newer than this program. Use the newer version of Sideline.');
    else if (gap !== undefined) throw new Refusal(`${gapFault(gap)} ${gapRemedy}`);
    else if (missing.length > 0)
      throw new Refusal(
        'The database is from an older version: start the server of this version once, which migrates it.',
      );
    return await task(database);
  } finally {
    await database.close();
  }
}
