// Works something out by doing it: in a transaction that is undone, so that a preview and its effect are the same code.
import type { Db } from './open.ts';

export async function undone<T>(db: Db, workOut: (transaction: Db) => Promise<T>): Promise<T> {
  const transaction = await db.startTransaction().execute();
  try {
    return await workOut(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}
