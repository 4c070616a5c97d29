// Checks of a PostgreSQL database before its use, whose errors name the wrong setting.
import { sql } from 'kysely';
import { migrate } from '../migrate.ts';
import type { Database } from '../open.ts';
import type { PostgresAddress, PostgresSetting } from './address.ts';
import { openPostgres } from './postgres.ts';

/** Runs a first query and throws an error that names the setting, as for a wrong host, user, password or database. */
export async function expectPostgres({ db }: Pick<Database, 'db'>, setting: PostgresSetting): Promise<void> {
  const refuse = (reason: unknown): never => {
    throw new Error(`PostgreSQL cannot be used as ${setting} says: ${reason}.`);
  };
  const { rows } = await sql<{ style: string }>`select current_setting('DateStyle') as style`
    .execute(db)
    // An error for several addresses of one host has a code and no message.
    .catch((error: Error & { code?: unknown }) => refuse(error.message || error.code));
  const style = rows[0]?.style ?? '';
  if (!style.startsWith('ISO')) refuse(`its DateStyle is "${style}", and has to be ISO`);
}

/** Migrates over DATABASE_DIRECT_URL where it is set, past a pooler. */
export async function migrateOver(
  { databaseDirectUrl }: { databaseDirectUrl: string | null },
  database: Database,
): Promise<void> {
  if (databaseDirectUrl === null) await migrate(database);
  else await migrateAddress({ url: databaseDirectUrl, setting: 'DATABASE_DIRECT_URL' });
}

export async function migrateAddress({ url, setting }: PostgresAddress): Promise<void> {
  const database = openPostgres(url, { poolSize: 1, readPoolSize: 1 });
  try {
    await expectPostgres(database, setting);
    await migrate(database);
  } finally {
    await database.close();
  }
}
