// Deletes rows whose retention period has passed, in small steps: requests are served between two steps, and several
// processes may prune at once.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { isExpired, type RetentionRule, retentionRules } from './retention.ts';

export type Pruned = Pick<RetentionRule, 'what'> & { deleted: number };

const rowsAtOnce = 500;
/** The most steps per rule in one run; the job runs again within the hour. */
const maxSteps = 200;

/**
 * Deletes rows that have expired at the instant `at`, and returns how many of each rule. `isWhole` continues until none is
 * left. Aborting `signal` ends it between two steps.
 */
export async function prune(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  at: Date,
  { isWhole = false, signal }: { isWhole?: boolean; signal?: AbortSignal } = {},
): Promise<Pruned[]> {
  const pruned: Pruned[] = [];
  for (const rule of retentionRules) {
    let deleted = 0;
    for (let step = 0; isWhole || step < maxSteps; step += 1) {
      if (signal?.aborted) break;
      const { numAffectedRows } = await dialect
        .deleteSome(rule.table, { where: isExpired(rule, at, dialect), limit: rowsAtOnce })
        .execute(db);
      deleted += Number(numAffectedRows ?? 0);
      if (Number(numAffectedRows ?? 0) < rowsAtOnce) break;
      await setImmediate();
    }
    pruned.push({ what: rule.what, deleted });
  }
  return pruned;
}
