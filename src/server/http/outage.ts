// What answers say while the database cannot be reached, written or read.
import { isOutage } from '../db/dialect.ts';
import { type SqliteFailure, sqliteFailureOf } from '../db/sqlite/sqlite-failures.ts';
import { t } from '../words/t.ts';
import { type Problem, unavailable } from './problem.ts';

/** A damaged file is repaired by a person: asking again soon cannot help. */
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

/** The 503 for an error of a database that is away; null for any other error. */
export function outageProblem(error: unknown): Problem | null {
  if (!isOutage(error)) return null;
  return problems[sqliteFailureOf(error) ?? 'busy']?.() ?? unavailable();
}
