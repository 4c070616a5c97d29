// Deletes rows whose retention period has passed, in small steps: requests are served between two steps, and several
// processes may prune at once.
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../db/open.ts';
import { isExpired, type RetentionRule, retentionRules } from './retention.ts';

export type Pruned = Pick<RetentionRule, 'what'> & { deleted: number };

const rowsAtOnce = 500;

/**
 * Deletes the rows that have expired at the instant `at`, and returns how many of each rule. Aborting `signal` ends it between two
 * steps.
 */
export async function prune(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  at: Date,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Pruned[]> {
  const pruned: Pruned[] = [];
  for (const rule of retentionRules) {
    let deleted = 0;
    while (!signal?.aborted) {
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
