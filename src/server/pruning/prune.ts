// Deletes what has reached its age, in small steps: other requests get their turn between any two of them, and any number of
// processes may do it at once.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { type Age, ages, isOld } from './ages.ts';

export type Pruned = Pick<Age, 'what' | 'table'> & { deleted: number };

const rowsAtOnce = 500;
/** What one run deletes of a kind at most, in steps: the job comes back within the hour. */
const mostSteps = 200;

/**
 * Deletes rows that have reached their age at the instant `at`, and returns how many of each kind. `isWhole` goes on until
 * nothing is left. A signal ends it between two steps.
 */
export async function prune(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  at: Date,
  { isWhole = false, signal }: { isWhole?: boolean; signal?: AbortSignal } = {},
): Promise<Pruned[]> {
  const pruned: Pruned[] = [];
  for (const age of ages) {
    let deleted = 0;
    for (let step = 0; isWhole || step < mostSteps; step += 1) {
      if (signal?.aborted) break;
      const { numAffectedRows } = await dialect
        .deleteSome(age.table, { where: isOld(age, at, dialect), limit: rowsAtOnce })
        .execute(db);
      deleted += Number(numAffectedRows ?? 0);
      if (Number(numAffectedRows ?? 0) < rowsAtOnce) break;
      await setImmediate();
    }
    pruned.push({ what: age.what, table: age.table, deleted });
  }
  return pruned;
}
