// Migrations beside running servers. A statement that waits for the lock of a table makes all later ones of that table wait
// behind it, also reads: a migration waits briefly, gives all of its locks up, and tries again.
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';

export type Waiting = {
  /** Called once, when the migration has to wait. */
  warn?: (message: string) => void;
  /** For how long it tries. */
  patienceMs?: number;
};

/** Shorter than the timeouts of requests (postgres.ts) and than PostgreSQL's `deadlock_timeout`. */
const lockTimeoutMs = 500;
/** For the lock of migrations, which blocks no request: long enough for what most starts at once do under it. */
const ownLockTimeoutMs = 5000;
/** In which the requests that had to wait are answered. */
const pauseMs = 1500;
const defaultPatienceMs = 5 * 60_000;

/**
 * Runs `migrateAll` in a transaction with a lock, so that processes starting at once wait for each other: as briefly at a time, so
 * that a start beside one that never ends says so, and ends.
 */
export async function migratingPostgres<DB, T>(
  db: Kysely<DB>,
  migrateAll: (db: Kysely<DB>) => Promise<T>,
  { warn = () => {}, patienceMs = defaultPatienceMs }: Waiting,
): Promise<T> {
  const until = performance.now() + patienceMs;
  // 0 would wait without end.
  const ownMs = Math.max(1, Math.min(ownLockTimeoutMs, patienceMs));
  for (let tries = 1; ; tries += 1) {
    let hasOwnLock = false;
    try {
      return await db.transaction().execute(async (transaction) => {
        // Only here, and for this transaction: a pooler shares one session between many clients.
        await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', ${`${ownMs}ms`}, true)`.execute(
          transaction,
        );
        await sql`select pg_advisory_xact_lock(hashtext('sideline migrations'))`.execute(transaction);
        hasOwnLock = true;
        await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(transaction);
        return migrateAll(transaction);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const reason = hasOwnLock
        ? `The migration waits for a transaction that uses the same tables${await oldestTransaction(db)}.`
        : `The migration waits for another process that migrates this database${await oldestTransaction(db, holdsAdvisoryLock)}.`;
      if (performance.now() + pauseMs > until)
        throw new Error(`${reason} It gave up, and changed nothing: start again once that one has ended.`, {
          cause: error,
        });
      if (tries === 1)
        warn(`${reason} It tries for ${Math.round(patienceMs / 60_000)} minutes; other servers go on.`);
    }
    await pause(pauseMs);
  }
}

const isLockTimeout = (error: unknown) =>
  error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '');

const holdsAdvisoryLock = sql`exists (
  select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory' and l.granted)`;

/** Names the transaction of this database, of those in `which`, that has been open for longest, as that of a backup. */
async function oldestTransaction<DB>(db: Kysely<DB>, which = sql`true`): Promise<string> {
  const { rows } = await sql<{ pid: number; program: string; seconds: number }>`
    select pid, application_name as program, floor(extract(epoch from clock_timestamp() - xact_start)) as seconds
    from pg_stat_activity a
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and ${which}
    order by xact_start limit 1`.execute(db);
  const [oldest] = rows;
  if (!oldest) return '';
  const { pid, program, seconds } = oldest;
  return `; the oldest is of process ${pid}${program && ` (${program})`}, open for ${seconds} s`;
}
