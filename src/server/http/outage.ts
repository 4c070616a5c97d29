// Maps database outages to 503 problems.
import { isOutage } from '../db/outages.ts';
import { type SqliteFailure, sqliteFailureOf } from '../db/sqlite/sqlite-failures.ts';
import { t } from '../words/t.ts';
import { type Problem, unavailable } from './problem.ts';

/** An operator must repair a damaged file, so an early retry is useless. */
const damagedRetrySeconds = 60;

export const databaseDamaged = (): Problem =>
  unavailable(
    t('The database file is damaged. The people who run this server must repair it.'),
    damagedRetrySeconds,
  );

const problems: Partial<Record<SqliteFailure, () => Problem>> = {
  full: () => unavailable(t('The disk of this server is full, so nothing can be saved. Try again later.')),
  readOnly: () => unavailable(t('This server cannot save anything right now. Try again later.')),
  damaged: databaseDamaged,
};

/** The 503 for a database outage; null for any other error. */
export function outageProblem(error: unknown): Problem | null {
  if (!isOutage(error)) return null;
  return problems[sqliteFailureOf(error) ?? 'busy']?.() ?? unavailable();
}
