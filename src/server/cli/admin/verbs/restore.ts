// `restore`: restores a backup into an empty database of either engine.
import { resolve } from 'node:path';
import { directAddress } from '../../../db/postgres/address.ts';
import { restoreIntoPostgres } from '../../../db/transfer/restore-into-postgres.ts';
import { restoreIntoSqlite } from '../../../db/transfer/restore-into-sqlite.ts';
import { readSettings } from '../database.ts';
import { showProgress } from '../progress.ts';
import type { Verb } from '../verb.ts';
import { count, sum } from './backup.ts';
import { othersWarnings } from './move-to-postgres.ts';

export const restore: Verb = {
  name: 'restore',
  summary: 'Put a backup into an empty database',
  argument: { name: 'file', isRequired: true },
  options: {},
  details: [
    'The target is what the settings name: PostgreSQL where DATABASE_URL is set, else the database in DATA_DIR. It has no tables, or no rows but those of a first start; another one is refused.',
    'The file is checked before anything is changed: whether it is whole, and not from a newer version. One from an older version is migrated. Rows are counted on both sides, and compared by checksums on PostgreSQL. It all happens or nothing does.',
    'To go back to a backup, move sideline.db and the files beside it away first, or make a new PostgreSQL database.',
  ],
  beside:
    'refused: the file of an embedded database is replaced, and a server that started on an empty PostgreSQL knows another secret. A pooler hides servers that have no DATABASE_DIRECT_URL: stop them yourself.',
  async run(given, io) {
    const config = readSettings(io);
    const file = resolve(io.folder, given.argument ?? '');
    const address = directAddress(config);
    if (address === null) {
      const tables = await restoreIntoSqlite(file, config.dataDir);
      return result(tables, config.dataDir);
    }
    const { tables, otherConnections } = await restoreIntoPostgres(
      file,
      address,
      config.dataDir,
      showProgress(io),
    );
    const warnings = othersWarnings(otherConnections);
    for (const line of warnings) io.note(`${line}\n`);
    return result(Object.fromEntries(tables.map(({ name, rows }) => [name, rows])), 'PostgreSQL', warnings);
  },
};

function result(tables: Record<string, number>, target: string, warnings: string[] = []) {
  const rows = sum(Object.values(tables));
  return {
    lines: [`Restored into ${target}: ${count(rows)} rows in ${Object.keys(tables).length} tables.`],
    data: { target, rows, tables, warnings },
  };
}
