// `move-to-postgres`: copies the embedded database into PostgreSQL, in one transaction.
import { existsSync } from 'node:fs';
import { databaseFile } from '../../../db/open.ts';
import { directAddress } from '../../../db/postgres/address.ts';
import { withDataDir } from '../../../db/transfer/atomic-write.ts';
import { restoreIntoPostgres } from '../../../db/transfer/restore-into-postgres.ts';
import { Refusal } from '../../../db/transfer/store.ts';
import { readSettings } from '../database.ts';
import { showProgress } from '../progress.ts';
import { UsageError, type Verb } from '../verb.ts';
import { count, sum } from './backup.ts';

export const moveToPostgres: Verb = {
  name: 'move-to-postgres',
  summary: 'Copy the embedded database in DATA_DIR into PostgreSQL',
  options: {},
  details: [
    'DATA_DIR names the source and DATABASE_URL the target, DATABASE_DIRECT_URL where a pooler is between. The target is empty: no tables, or no rows but those of a first start.',
    'All rows go in one transaction, and count and checksum of each table are compared before it commits. If anything fails or ends it, the target stays empty: start over. The source is only read; keep it until you trust the copy.',
  ],
  beside:
    'refused, on the source and on the target: what people did meanwhile would be lost, and a server on the target knows another secret.',
  async run(_given, io) {
    const config = readSettings(io);
    const address = directAddress(config);
    if (address === null)
      throw new UsageError('DATABASE_URL is missing: it names the PostgreSQL to move to.');
    const file = databaseFile(config);
    if (!existsSync(file)) throw new Refusal(`There is no embedded database in ${config.dataDir}.`);
    const { tables, otherConnections } = await withDataDir(config.dataDir, () =>
      restoreIntoPostgres(file, address, config.dataDir, showProgress(io)),
    );
    const warnings = othersWarnings(otherConnections);
    for (const line of warnings) io.note(`${line}\n`);
    return {
      lines: [
        `Moved: ${count(sum(tables.map(({ rows }) => rows)))} rows in ${tables.length} tables, the same on both sides.`,
        'Start the server with this DATABASE_URL.',
      ],
      data: { tables, warnings },
    };
  },
};

/** A warning where servers may be running on the target that could not be recognized. */
export const othersWarnings = (connections: number) =>
  connections === 0
    ? []
    : [
        `Others are connected to this database (${connections}). A pooler hides servers that have no DATABASE_DIRECT_URL: restart every server that is among them, as it knows another secret.`,
      ];
