// A database as rows of text, for copies between engines and backups, and to compare both sides. Tables and columns come from
// the database itself, so that a new one cannot be forgotten.

/** The type of a value. `uuid` and `instant` are plain text in SQLite. */
export type Kind = 'text' | 'integer' | 'real' | 'bytes' | 'uuid' | 'instant';
export type Column = { name: string; kind: Kind };
/** `key`: the columns of the primary key. */
export type Table = { name: string; columns: Column[]; key: string[] };

/** The values of a row in the order of its table's columns. Bytes are hexadecimal, instants ISO 8601 in UTC. */
export type Row = (string | null)[];

export type Store = {
  /** Tables and columns in order of name, without `isOwnOfDatabase` tables. */
  tables(): Promise<Table[]>;
  /** Every row, in batches whose size is bounded. */
  rows(table: Table): AsyncIterable<Row[]>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
};

/** An operation was refused because it is unsafe or impossible in the current state. Nothing was changed. */
export class Refusal extends Error {}

/** Tables about the database itself, not the club's data: applied migrations, and the change log of calendar feeds. */
export const isOwnOfDatabase = (table: string) =>
  /^(kysely_migration(_lock)?|calendar_changes|live_changes)$/.test(table);

/** The table that the first start of a server fills; a copy replaces its rows. */
export const firstStartTable = 'instance_settings';

/** Refuses a target that holds more than a first start leaves behind; `tables` are those with rows. */
export function refuseFull(tables: readonly string[]): void {
  const full = tables.filter((name) => name !== firstStartTable);
  if (full.length > 0)
    throw new Refusal(
      `The target is not empty: there are rows in ${full.slice(0, 3).join(', ')}${full.length > 3 ? ' and other tables' : ''}. Choose an empty database.`,
    );
}

const batchRows = 1000;
const batchCharacters = 2_000_000;

/** Collects rows into batches of bounded size. */
export function createBatch() {
  let rows: Row[] = [];
  let characters = 0;
  return {
    /** Adds a row; true when the batch is full. */
    add(row: Row): boolean {
      rows.push(row);
      for (const value of row) characters += value?.length ?? 0;
      return rows.length >= batchRows || characters >= batchCharacters;
    },
    take(): Row[] {
      const full = rows;
      rows = [];
      characters = 0;
      return full;
    },
  };
}

/** Names a row by its primary key, for a message. */
export function rowName({ name, columns, key }: Pick<Table, 'name' | 'columns' | 'key'>, row: Row): string {
  const values = key.map((part) => `${part} ${row[columns.findIndex((column) => column.name === part)]}`);
  return `the row of ${name} with ${values.join(', ')}`;
}

export const byName = (a: { name: string }, b: { name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
