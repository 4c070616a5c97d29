// Rows for every empty table, made from the database's column metadata, so that tests of all tables include
// new ones.
import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { countRows } from '../../../src/server/db/transfer/sqlite-store.ts';
import type { Kind, Table } from '../../../src/server/db/transfer/store.ts';

/** Texts that quoting may break, and that both engines must store unchanged. */
const oddText = `O'Neill "quoted" \\back\\ {NULL,"x"} NULL \t\n 😀 é`;

type ColumnRow = { name: string; notnull: number; pk: number };

/** `tables` with PostgreSQL's column types, which are stricter than SQLite's. */
export function fillEmptyTables(connection: DatabaseSync, tables: readonly Table[]): void {
  for (const [name, rows] of Object.entries(countRows(connection)))
    if (rows === 0) fillTable(connection, name, tables);
}

function fillTable(connection: DatabaseSync, name: string, tables: readonly Table[]): void {
  const columns = connection.prepare('select name, "notnull", pk from pragma_table_info(?)').all(name);
  const rows = columns as unknown as ColumnRow[];
  const optional = rows.filter((column) => !column.notnull && !column.pk).map((column) => column.name);
  // Some columns exclude each other, like the two owners of a logo.
  const choices = [[], ...optional.map((column) => [column]), optional];
  for (const left of choices) {
    const chosen = rows.filter((column) => !left.includes(column.name)).map((column) => column.name);
    const values = chosen.map((column) => valueFor(connection, tables, name, column));
    const slots = chosen.map(() => '?').join(', ');
    const names = chosen.map((column) => `"${column}"`).join(', ');
    try {
      connection.prepare(`insert into ${name} (${names}) values (${slots})`).run(...values);
      return;
    } catch (error) {
      if (left === optional) throw error;
    }
  }
}

const kindOf = (tables: readonly Table[], table: string, column: string): Kind =>
  tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.kind ?? 'text';

function valueFor(
  connection: DatabaseSync,
  tables: readonly Table[],
  table: string,
  column: string,
): SQLInputValue {
  const reference = connection
    .prepare('select "table" as parent, "to" as key from pragma_foreign_key_list(?) where "from" = ?')
    .get(table, column);
  if (reference) {
    const parent = connection.prepare(`select ${reference.key} as id from ${reference.parent} limit 1`);
    if (!parent.get()) fillTable(connection, String(reference.parent), tables);
    return parent.get()?.id ?? null;
  }
  const made = connection.prepare('select sql from sqlite_schema where name = ?').get(table);
  const allowed = new RegExp(`check \\(${column} in \\('(\\w+)'`).exec(String(made?.sql))?.[1];
  if (allowed !== undefined) return allowed;
  const kind = kindOf(tables, table, column);
  if (kind === 'uuid') return randomUUID();
  if (kind === 'instant') return '2026-11-01T10:00:00.007Z';
  if (kind === 'integer') return 1;
  if (kind === 'real') return 51.12345678901234;
  return kind === 'bytes' ? Uint8Array.from({ length: 256 }, (_, at) => at) : oddText;
}
