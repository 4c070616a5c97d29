// Opens a backup for reading after checks: undamaged, of Sideline, and not newer than this program.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { migrate, migrations, onlyMigrations } from '../migrate.ts';
import { openSqlite } from '../open.ts';
import { sqlite } from '../sqlite/dialect.ts';
import { explainSqliteFailure } from '../sqlite/sqlite-failures.ts';
import { faultsOf, openForReading } from './sqlite-store.ts';
import { Refusal } from './store.ts';

export type OpenBackup = {
  connection: DatabaseSync;
  /** Whether it has every migration that this program knows. */
  isCurrent: boolean;
};

/** Opens a backup or an embedded database. Throws `Refusal` with the fault. The caller closes the connection. */
export async function openBackup(file: string): Promise<OpenBackup> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Refusal(`There is no file ${file}.`);
  if (!isSqlite(file)) throw new Refusal(`${file} is not a backup of Sideline.`);
  const connection = openForReading(file);
  try {
    refuseDamage(connection, file);
    const names = appliedIn(connection);
    if (names.length === 0) throw new Refusal(`${file} is not a backup of Sideline.`);
    const known = migrations(sqlite);
    const unknown = names.find((name) => !Object.hasOwn(known, name));
    if (unknown !== undefined)
      throw new Refusal(
        `${file} was made by a newer version of Sideline (it has the migration ${unknown}). Use that version.`,
      );
    const expected = await expectedShape(names);
    const lone = [...expected.symmetricDifference(shapeOf(connection))];
    if (lone.length > 0)
      throw new Refusal(
        `${file} is not a whole backup of Sideline: it differs in ${lone.slice(0, 3).join(', ')}.`,
      );
    return { connection, isCurrent: names.length === Object.keys(known).length };
  } catch (error) {
    connection.close();
    explainSqliteFailure(error, file);
    throw error;
  }
}

function isSqlite(file: string): boolean {
  const start = Buffer.alloc(16);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, start);
  } finally {
    closeSync(opened);
  }
  return start.toString('latin1') === 'SQLite format 3\0';
}

function refuseDamage(connection: DatabaseSync, file: string): void {
  const found = faultsOf(connection);
  if (found.length > 0) throw new Refusal(`${file} is damaged: ${found.slice(0, 3).join('; ')}.`);
}

function appliedIn(connection: DatabaseSync): string[] {
  const isNoted = connection.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  if (!isNoted) return [];
  return connection
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => String(name));
}

// Live triggers are left out: the program that made the backup had its own list, and each start makes them again.
const shapeQuery = `
  select o.type || ' ' || o.name || coalesce('.' || c.name, '') as part
  from sqlite_schema o left join pragma_table_xinfo(o.name) c on o.type = 'table'
  where o.name not like 'sqlite_%' and not (o.type = 'trigger' and substr(o.name, 1, 5) = 'live_')`;

const shapeOf = (connection: DatabaseSync) =>
  new Set(
    connection
      .prepare(shapeQuery)
      .all()
      .map(({ part }) => String(part)),
  );

/** Every table, column, index and trigger that these migrations make, without live triggers. */
async function expectedShape(names: readonly string[]): Promise<Set<string>> {
  const made = openSqlite(':memory:');
  try {
    await migrate(made, onlyMigrations(migrations(sqlite), names));
    const { rows } = await sql<{ part: string }>`${sql.raw(shapeQuery)}`.execute(made.db);
    return new Set(rows.map(({ part }) => part));
  } finally {
    await made.close();
  }
}

/** Migrates an embedded database that no other process uses. */
export async function migrateFile(file: string): Promise<void> {
  const database = openSqlite(file);
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}
