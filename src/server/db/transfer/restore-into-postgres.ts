// Restores a backup or an embedded database into an empty PostgreSQL database, in one transaction.
import type { PostgresAddress } from '../postgres/address.ts';
import { migrateAddress } from '../postgres/expect.ts';
import { silencePostgresLiveTriggers } from '../postgres/live-triggers.ts';
import { type CopiedTable, copyTables, type OnProgress } from './copy.ts';
import { migrateFile, type OpenBackup, openBackup } from './open-backup.ts';
import {
  beginStoreTransaction,
  connectPostgres,
  continueIdentities,
  dropForeignKeys,
  emptyTable,
  lockTables,
  postgresStore,
  refuseServers,
  tablesWithRows,
} from './postgres-store.ts';
import { openForReading, sqliteStore } from './sqlite-store.ts';
import { firstStartTable, Refusal, refuseFull } from './store.ts';
import { createWorkingCopy, removeLeftCopies } from './working-copy.ts';

export type MoveReport = { tables: CopiedTable[]; otherConnections: number };

/**
 * Copies a backup or an embedded database into an empty PostgreSQL database, in one transaction there. `dataDir` has room for a
 * migrated copy of an older one.
 */
export async function restoreIntoPostgres(
  file: string,
  address: PostgresAddress,
  dataDir: string,
  onProgress: OnProgress,
): Promise<MoveReport> {
  removeLeftCopies(dataDir);
  const backup = await openCurrent(file, dataDir);
  try {
    const client = await connectPostgres(address);
    try {
      await refuseServers(client);
      await refuseForeign(client);
      await migrateAddress(address);
      await beginStoreTransaction(client, 'write');
      await client.query(silencePostgresLiveTriggers);
      const target = postgresStore(client);
      const tables = await target.tables();
      await lockTables(client, tables);
      // One that started meanwhile and has read the secret; one that starts from here on waits for the tables, and reads the copied one.
      const { others } = await refuseServers(client);
      refuseFull(await tablesWithRows(client, tables));
      await emptyTable(client, firstStartTable);
      const restoreForeignKeys = await dropForeignKeys(client);
      const copied = await copyTables(sqliteStore(backup.connection), target, onProgress);
      await restoreForeignKeys();
      await continueIdentities(client);
      await client.query('commit');
      await client.query('analyze');
      return { tables: copied, otherConnections: others };
    } finally {
      await client.end();
    }
  } finally {
    backup.close();
  }
}

/** Opens a backup with every migration; for an older one, a migrated copy. */
async function openCurrent(
  file: string,
  dataDir: string,
): Promise<{ connection: OpenBackup['connection']; close(): void }> {
  const { connection, isCurrent } = await openBackup(file);
  if (isCurrent) {
    // A transaction, so that all reads see one snapshot of the file.
    connection.exec('begin');
    return { connection, close: () => connection.close() };
  }
  const { copy, remove } = createWorkingCopy(dataDir);
  try {
    connection.prepare('vacuum into ?').run(copy);
    await migrateFile(copy);
    const opened = openForReading(copy);
    return {
      connection: opened,
      close: () => {
        opened.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  } finally {
    connection.close();
  }
}

/** Refuses a database with tables of another program, before any change. */
async function refuseForeign(client: Awaited<ReturnType<typeof connectPostgres>>): Promise<void> {
  const { rows } = await client.query<{ noted: string | null }>(
    "select to_regclass('kysely_migration') as noted",
  );
  const tables = await postgresStore(client).tables();
  if (tables.length > 0 && !rows[0]?.noted)
    throw new Refusal(
      `The target holds tables of something else, as ${tables[0]?.name}. Choose an empty database.`,
    );
  refuseFull(await tablesWithRows(client, tables));
}
