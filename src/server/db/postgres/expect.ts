// Checks of a PostgreSQL database before its use, whose errors name the wrong setting.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { hideCredentials } from '../../credentials.ts';
import { migrate } from '../migrate.ts';
import type { Database } from '../open.ts';
import { mayEnd } from '../outages.ts';
import type { PostgresAddress, PostgresSetting } from './address.ts';
import type { Waiting } from './migration-locks.ts';
import { openPostgres } from './postgres.ts';

const pauseMs = 500;

/** Runs a first query and throws an error that names the setting, as for a wrong host, user, password or database. */
export async function expectPostgres({ db }: Pick<Database, 'db'>, setting: PostgresSetting): Promise<void> {
  const refuse = (reason: unknown, cause?: Error): never => {
    throw new Error(`PostgreSQL cannot be used as ${setting} says: ${reason}.`, { cause });
  };
  const { rows } = await sql<{
    style: string;
    encoding: string;
  }>`select current_setting('DateStyle') as style,
    current_setting('server_encoding') as encoding`
    .execute(db)
    // An error for several addresses of one host has a code and no message.
    .catch((error: Error & { code?: unknown }) => refuse(error.message || error.code, error));
  const { style = '', encoding = '' } = rows[0] ?? {};
  // Any other that PostgreSQL knows lacks characters of ours, so that the first migration fails. `doctor` finds SQL_ASCII.
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    refuse(`its encoding is ${encoding}, and has to be UTF8`);
  if (!style.startsWith('ISO')) refuse(`its DateStyle is "${style}", and has to be ISO`);
}

/** Does the same, and waits for one that starts later than this process, as when the machine restarts. */
export async function awaitPostgres(
  database: Pick<Database, 'db'>,
  setting: PostgresSetting,
  { note, forMs = 30_000 }: { note(line: string): void; forMs?: number },
): Promise<void> {
  const until = performance.now() + forMs;
  for (let isNoted = false; ; isNoted = true) {
    try {
      return await expectPostgres(database, setting);
    } catch (error) {
      if (!(error instanceof Error) || !mayEnd(error.cause) || performance.now() >= until) throw error;
      if (!isNoted) note(`${hideCredentials(error.message)} Trying again for ${forMs / 1000} s.`);
      await pause(pauseMs);
    }
  }
}

/** Migrates over DATABASE_DIRECT_URL where it is set, past a pooler. */
export async function migrateOver(
  { databaseDirectUrl }: { databaseDirectUrl: string | null },
  database: Database,
  waiting?: Waiting,
): Promise<void> {
  if (databaseDirectUrl === null) await migrate(database, undefined, waiting);
  else await migrateAddress({ url: databaseDirectUrl, setting: 'DATABASE_DIRECT_URL' }, waiting);
}

export async function migrateAddress({ url, setting }: PostgresAddress, waiting?: Waiting): Promise<void> {
  const database = openPostgres(url, { poolSize: 1, readPoolSize: 1 });
  try {
    await expectPostgres(database, setting);
    await migrate(database, undefined, waiting);
  } finally {
    await database.close();
  }
}
