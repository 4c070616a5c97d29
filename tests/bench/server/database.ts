// The filled database of the bench: made by the demo generator and reused, never a person's own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openSqlite } from '../../../src/server/db/open.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';

const marker = 'benchFill';

export type Filled = { dataDir: string; events: number; people: number; registrations: number };

/** Opens the server's database; for reading ids and words. */
export function openFilled(dataDir: string): Database {
  const url = process.env.DATABASE_URL;
  return url ? openPostgres(url, { poolSize: 2 }) : openSqlite(join(dataDir, 'sideline.db'));
}

/**
 * Fills an empty database with demo data of this size, or reuses the one of an earlier run. DATABASE_URL must
 * name an empty database or one of an earlier run: any other is a person's own, and is left alone.
 */
export async function fill(folder: string, events: number, people: number): Promise<Filled> {
  const dataDir = join(folder, `${events}-${people}`);
  const isNew = !process.env.DATABASE_URL && !existsSync(join(dataDir, 'sideline.db'));
  if (isNew || !(await filledSize(dataDir))) {
    mkdirSync(dataDir, { recursive: true });
    runDemo(dataDir, events, people);
    await mark(dataDir, `${events}-${people}`);
  }
  const size = await filledSize(dataDir);
  if (size !== `${events}-${people}`)
    throw new Error(
      `DATABASE_URL holds a bench of ${size} events and people. Empty it, or ask for that size.`,
    );
  const database = openFilled(dataDir);
  try {
    return { dataDir, ...(await countsIn(database)) };
  } finally {
    await database.close();
  }
}

function runDemo(dataDir: string, events: number, people: number) {
  console.log(`Filling a database with ${events} events and ${people} people …`);
  const size = ['--events', String(events), '--people', String(people)];
  const place = process.env.DATABASE_URL ? [] : ['--data-dir', dataDir];
  const { status } = spawnSync(process.execPath, ['src/demo/main.ts', ...size, ...place], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The database could not be filled.');
}

/** The marker that an earlier run wrote beside its data; null without one. */
async function filledSize(dataDir: string): Promise<string | null> {
  const database = openFilled(dataDir);
  try {
    const row = await database.db
      .selectFrom('instance_settings')
      .select('value')
      .where('name', '=', marker)
      .executeTakeFirst();
    return row?.value ?? null;
  } catch {
    // No tables yet: an empty PostgreSQL database.
    return null;
  } finally {
    await database.close();
  }
}

async function mark(dataDir: string, size: string) {
  const database = openFilled(dataDir);
  try {
    await database.db.insertInto('instance_settings').values({ name: marker, value: size }).execute();
  } finally {
    await database.close();
  }
}

async function countsIn({ db }: Database) {
  const { rows } = await sql<{ events: number; people: number; registrations: number }>`
    select (select count(*) from events) as events, (select count(*) from users) as people,
      (select count(*) from registrations) as registrations`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The database does not count.');
  return counts;
}
