// Opens the database for a verb: as the server does, but beside one that runs.
import { statSync } from 'node:fs';
import { type Config, readConfig } from '../../config.ts';
import { migrationState } from '../../db/database-facts.ts';
import { migrate } from '../../db/migrate.ts';
import { type Database, databaseFile, openSqlite } from '../../db/open.ts';
import { openPostgres } from '../../db/postgres/postgres.ts';
import { migrateUrl } from '../../db/transfer/restore-into-postgres.ts';
import { Refusal } from '../../db/transfer/store.ts';
import { withDataDir } from '../../db/transfer/whole-file.ts';
import { createPrivateFile } from '../../private-files.ts';
import { type Io, UsageError } from './verb.ts';

/** The settings, as the server reads them. */
export function readSettings({ env }: Io): Config {
  try {
    return readConfig(env);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Runs `task` on the database. `isMade`: one that is new is made first. One that another version made is refused, as its
 * server may run.
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
  // No server may start on a database that is being made.
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
    const { isEmpty, missing, unknown } = await migrationState(database);
    if (isEmpty && isMade) await migrateOver(config, database);
    else if (isEmpty) throw new Refusal('The database is empty: the first start of the server fills it.');
    else if (unknown.length > 0)
      throw new Refusal('The database is newer than this program. Use the newer version of Sideline.');
    else if (missing.length > 0)
      throw new Refusal(
        'The database is from an older version: start the server of this version once, which migrates it.',
      );
    return await task(database);
  } finally {
    await database.close();
  }
}

/** Over the connection without a pooler, where there is one. */
const migrateOver = ({ databaseDirectUrl }: Config, database: Database) =>
  databaseDirectUrl === null ? migrate(database) : migrateUrl(databaseDirectUrl);
