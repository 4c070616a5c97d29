// Copies every table from one store into another and compares both by counts and checksums.
import { hash } from 'node:crypto';
import { Refusal, type Row, rowName, type Store, type Table } from './store.ts';

export type CopiedTable = { name: string; rows: number; checksum: string };
/** Called after each batch of a table, and with `isDone` after its comparison. */
export type OnProgress = (progress: { table: string; rows: number; isDone: boolean }) => void;

/**
 * Copies all tables; the target has the same ones and they are empty. Throws when the two differ afterwards. Call it in
 * a transaction of the target.
 */
export async function copyTables(
  source: Store,
  target: Store,
  onProgress: OnProgress,
): Promise<CopiedTable[]> {
  const tables = sharedTables(await source.tables(), await target.tables());
  const copied: CopiedTable[] = [];
  for (const { from, to, joint } of tables) {
    const { name } = joint;
    const sent = createDigest();
    for await (const batch of source.rows(from)) {
      const rows = batch.map((row) => canonicalRow(joint, row));
      for (const row of rows) sent.add(row);
      if (rows.length > 0) await target.insert(to, rows);
      onProgress({ table: name, rows: sent.rows(), isDone: false });
    }
    const arrived = createDigest();
    for await (const batch of target.rows(to)) for (const row of batch) arrived.add(canonicalRow(joint, row));
    if (sent.rows() !== arrived.rows() || sent.checksum() !== arrived.checksum())
      throw new Error(
        `The copy of ${name} differs: ${sent.rows()} rows were sent and ${arrived.rows()} arrived, with the checksums ${sent.checksum()} and ${arrived.checksum()}.`,
      );
    copied.push({ name, rows: sent.rows(), checksum: sent.checksum() });
    onProgress({ table: name, rows: sent.rows(), isDone: true });
  }
  return copied;
}

type SharedTable = { from: Table; to: Table; joint: Table };

/** Both sides of every table. `joint` has the stricter kind of each column. */
function sharedTables(source: readonly Table[], target: readonly Table[]): SharedTable[] {
  const [from, to] = [namesOf(source), namesOf(target)];
  const lone = [...from.symmetricDifference(to)];
  if (lone.length > 0)
    throw new Refusal(`The two databases differ in shape, in ${lone.slice(0, 5).join(', ')}.`);
  return source.map((table) => {
    const other = target.find(({ name }) => name === table.name) ?? table;
    const columns = table.columns.map((column, at) => {
      const kind = other.columns[at]?.kind ?? column.kind;
      return { name: column.name, kind: kind === 'text' ? column.kind : kind };
    });
    return { from: table, to: other, joint: { ...table, columns } };
  });
}

const namesOf = (tables: readonly Table[]) =>
  new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)));

/** The row as both engines would write it: SQLite also stores ids and instants that are spelled another way. */
function canonicalRow(table: Table, row: Row): Row {
  return row.map((text, at) => {
    const column = table.columns[at];
    if (text === null || column === undefined) return text;
    if (column.kind === 'uuid') return text.toLowerCase();
    if (column.kind !== 'instant') return text;
    const instant = new Date(text);
    if (Number.isNaN(instant.getTime()))
      throw new Error(
        `${table.name}.${column.name} holds something that is not a point in time, in ${rowName(table, row)}.`,
      );
    return instant.toISOString();
  });
}

/** A checksum of rows that does not depend on their order: the sum of the rows' hashes, 128 bits of each. */
function createDigest() {
  let sum = 0n;
  let count = 0;
  return {
    add(row: Row): void {
      sum += BigInt(`0x${hash('sha256', JSON.stringify(row)).slice(0, 32)}`);
      count += 1;
    },
    rows: () => count,
    checksum: () => BigInt.asUintN(128, sum).toString(16).padStart(32, '0'),
  };
}
