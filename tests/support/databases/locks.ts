// Two transactions at once on PostgreSQL: holds locks, and waits until others wait for them.
import { sql } from 'kysely';
import type { Db } from '../../../src/server/db/open.ts';

/** Holds what `lock` locks until the returned function is called. */
export async function hold(
  db: Db,
  lock: (transaction: Db) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (transaction) => {
    await lock(transaction);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return () => {
    released.resolve();
    return holding;
  };
}

/** Resolves when this many connections wait for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    if (Number(rows[0]?.count) >= count) return;
  }
  throw new Error(`Fewer than ${count} connections came to wait.`);
}
