// Checks of the content of a migrated PostgreSQL database: indexes, constraints and triggers.
import type { Database } from '../../../db/open.ts';
import { postgresIntegrity } from '../../../db/postgres/integrity.ts';
import { type Finding, ok, wrong } from './finding.ts';

export async function checkPostgresIntegrity({ db }: Database): Promise<Finding[]> {
  const { invalidIndexes, uncheckedConstraints, missingLiveTriggers, unannouncedTables, damagedIndexes } =
    await postgresIntegrity(db);
  const findings = [
    ...invalidIndexes.map((name) =>
      wrong(
        'index',
        `${name} is invalid, so that nothing uses it.`,
        `\`reindex index concurrently ${name}\``,
      ),
    ),
    ...(damagedIndexes ?? []).map(({ name, fault }) =>
      wrong(
        'index',
        `${name} is damaged: ${fault}.`,
        `Make a backup, \`reindex index concurrently ${name}\`, and look at the disk.`,
      ),
    ),
    ...uncheckedConstraints.map(({ name, table }) =>
      wrong(
        'constraint',
        `${name} of ${table} has not been checked for all rows.`,
        `\`alter table ${table} validate constraint ${name}\``,
      ),
    ),
    missingLiveTriggers.length > 0 &&
      wrong(
        'live triggers',
        `${some(missingLiveTriggers)} are missing or disabled: open screens do not change by themselves.`,
        'Restart the server, which makes them again.',
      ),
    unannouncedTables.length > 0 &&
      wrong(
        'announce triggers',
        `Those of ${some(unannouncedTables)} are missing or disabled: other processes show old answers.`,
        'Restart the server, which makes them again.',
      ),
  ].filter((finding) => finding !== false);
  if (findings.length > 0) return findings;
  const order = damagedIndexes === null ? 'valid' : 'valid and, as amcheck says, whole';
  return [ok('integrity', `Indexes are ${order}, constraints checked, and triggers there.`)];
}

const some = (names: readonly string[]) =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
