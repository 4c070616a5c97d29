// An SQLite file as a store, without its full-text index: triggers fill it again.
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { explainSqliteFailure, sqliteFailureOf } from '../sqlite/sqlite-failures.ts';
import {
  byName,
  type Column,
  createBatch,
  isOwnOfDatabase,
  type Kind,
  type Store,
  type Table,
} from './store.ts';

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const columnList = ({ columns }: Table) => columns.map(({ name }) => quoted(name)).join(', ');

/** Opens a database read-only. The server that uses it may keep running. */
export const openForReading = (file: string) => new DatabaseSync(file, { readOnly: true, timeout: 5000 });

/** Runs `task` on a database opened so. An error of its file names it and says what to do. */
export function readDatabase<T>(file: string, task: (connection: DatabaseSync) => T): T {
  let connection: DatabaseSync | undefined;
  try {
    connection = openForReading(file);
    return task(connection);
  } catch (error) {
    explainSqliteFailure(error, file);
    throw error;
  } finally {
    connection?.close();
  }
}

export function sqliteStore(connection: DatabaseSync): Store {
  const inserts = new Map<string, StatementSync>();
  return {
    tables: async () => sqliteTables(connection),
    async *rows(table) {
      const statement = connection.prepare(`select ${columnList(table)} from ${quoted(table.name)}`);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      const batch = createBatch();
      for (const values of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>)
        if (batch.add(values.map(asText))) yield batch.take();
      yield batch.take();
    },
    async insert(table, rows) {
      let statement = inserts.get(table.name);
      if (!statement) {
        const slots = table.columns.map(() => '?').join(', ');
        statement = connection.prepare(
          `insert into ${quoted(table.name)} (${columnList(table)}) values (${slots})`,
        );
        inserts.set(table.name, statement);
      }
      for (const row of rows) statement.run(...row.map((text, at) => asValue(text, table.columns[at]?.kind)));
    },
  };
}

/** The tables that hold rows of their own. */
export function sqliteTables(connection: DatabaseSync): Table[] {
  const names = connection
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table'`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !isOwnOfDatabase(name));
  return names
    .map((name) => ({ name, columns: columnsOf(connection, name), key: keyOf(connection, name) }))
    .sort(byName);
}

const keyOf = (connection: DatabaseSync, table: string): string[] =>
  connection
    .prepare('select name from pragma_table_xinfo(?) where pk > 0 order by pk')
    .all(table)
    .map(({ name }) => String(name));

function columnsOf(connection: DatabaseSync, table: string): Column[] {
  // Not `hidden`: those are computed.
  return connection
    .prepare('select name, type from pragma_table_xinfo(?) where hidden = 0')
    .all(table)
    .map(({ name, type }) => ({ name: String(name), kind: kinds[String(type).toLowerCase()] ?? 'text' }))
    .sort(byName);
}

const kinds: Record<string, Kind> = { integer: 'integer', real: 'real', blob: 'bytes' };

function asText(value: SQLOutputValue): string | null {
  if (value === null) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
}

function asValue(text: string | null, kind: Kind | undefined): SQLInputValue {
  if (text === null) return null;
  if (kind === 'integer') return BigInt(text);
  if (kind === 'real') return Number(text);
  return kind === 'bytes' ? Buffer.from(text, 'hex') : text;
}

/** The faults that SQLite reports for the file; empty for a sound one. */
function integrityFaults(connection: DatabaseSync): string[] {
  return connection
    .prepare('pragma integrity_check(20)')
    .all()
    .map(({ integrity_check }) => String(integrity_check))
    .filter((line) => line !== 'ok');
}

/** Violated foreign keys, as `table → table`, each once. */
function danglingReferences(connection: DatabaseSync): string[] {
  const rows = connection.prepare('select distinct "table", parent from pragma_foreign_key_check').all();
  return rows.map((row) => `${row.table} → ${row.parent}`);
}

/**
 * The faults of the content, or the damage that stops SQLite from reading it. Throws where the file cannot be read for another
 * reason.
 */
export function faultsOf(connection: DatabaseSync): string[] {
  try {
    const dangling = danglingReferences(connection).map((reference) => `rows refer to nothing: ${reference}`);
    return [...integrityFaults(connection), ...dangling];
  } catch (error) {
    if (!(error instanceof Error) || sqliteFailureOf(error) !== 'damaged') throw error;
    return [error.message];
  }
}

/** How many rows each table has. */
export function countRows(connection: DatabaseSync): Record<string, number> {
  return Object.fromEntries(
    sqliteTables(connection).map(({ name }) => {
      const row = connection.prepare(`select count(*) as count from ${quoted(name)}`).get();
      return [name, Number(row?.count)];
    }),
  );
}
