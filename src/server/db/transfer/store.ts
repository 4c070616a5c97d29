// One database as rows of text, so that tables go from one engine to the other and can be compared: what copies and
// backups are made of. The tables and columns come from the database itself, so that a new one cannot be forgotten.

/** What the text of a value means. `uuid` and `instant` are plain text in SQLite. */
export type Kind = 'text' | 'integer' | 'real' | 'bytes' | 'uuid' | 'instant';
export type Column = { name: string; kind: Kind };
export type Table = { name: string; columns: Column[] };

/** The values of a row in the order of its table's columns. Bytes are hexadecimal, instants ISO 8601 in UTC. */
export type Row = (string | null)[];

export type Store = {
  /** Tables by name, columns by name; without those that each database has of its own. */
  tables(): Promise<Table[]>;
  /** Every row, in batches whose size is bounded. */
  rows(table: Table): AsyncIterable<Row[]>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
};

/** Something that is not done because it would not be safe or is not possible as things are. Nothing was changed. */
export class Refusal extends Error {}

/** Tables that say something of one database, not of the club: which migrations ran, and the notes for calendar feeds. */
export const isOwnOfDatabase = (table: string) => /^(kysely_migration(_lock)?|calendar_changes)$/.test(table);

/** What the first start of a server writes into an empty database; a copy takes its place. */
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

export const byName = (a: { name: string }, b: { name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
