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
  beside: 'refused: what people did meanwhile would be lost.',
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
    for (const line of otherServers(otherConnections)) io.note(`${line}\n`);
    return {
      lines: [
        `Moved: ${count(sum(tables.map(({ rows }) => rows)))} rows in ${tables.length} tables, the same on both sides.`,
        'Start the server with this DATABASE_URL.',
      ],
      data: { tables },
    };
  },
};

/** A warning where servers may be running on the target. */
export const otherServers = (connections: number) =>
  connections === 0
    ? []
    : [
        `Others are connected to this database (${connections}). Restart every server that is among them: it knows another secret.`,
      ];
