// Runs a change in a transaction and rolls it back, so that a preview and the real change are the same code.
import type { Db } from './open.ts';

export async function withRollback<T>(db: Db, run: (transaction: Db) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().execute();
  try {
    return await run(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}
