/** Whether this is `npm run test:long`, which runs thousands of random histories; the gate runs some. */
export const isLong = import.meta.env.MODE === 'long';

/**
 * How many random cases a test runs. On PostgreSQL, where each takes several times as long, the gate runs as many as its SQL needs.
 * CASES sets another number.
 */
export function caseCount({ sqlite, postgres, long }: { sqlite: number; postgres: number; long: number }) {
  if (process.env.CASES) return Number(process.env.CASES);
  if (isLong) return long;
  return process.env.TEST_ENGINE === 'postgres' ? postgres : sqlite;
}
