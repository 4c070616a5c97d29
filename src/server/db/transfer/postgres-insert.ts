// Inserts rows into PostgreSQL, many at a time, and finds the one that it does not take: SQLite stores values that it refuses,
// such as a zero byte in a text.
import pg from 'pg';
import { type Column, type Row, rowName, type Table } from './store.ts';

const quoted = pg.escapeIdentifier;

type TypeOf = (table: Table, column: Column) => string;

/** Inserts rows in a transaction. Throws an error that names the first row that PostgreSQL does not take, and its column. */
export async function insertOrName(
  client: pg.Client,
  table: Table,
  rows: readonly Row[],
  typeOf: TypeOf,
): Promise<void> {
  if (await isTaken(client, () => insert(client, table, rows, typeOf))) return;
  // The rows before the first one that fails stay inserted: it may be a duplicate of one of them.
  let left = rows;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    left = (await isTaken(client, () => insert(client, table, half, typeOf)))
      ? left.slice(half.length)
      : half;
  }
  const [row = []] = left;
  for (const [at, column] of table.columns.entries()) {
    const convert = () =>
      client.query(`select ${typedValue(column, '$1::text', typeOf(table, column))}`, [row[at] ?? null]);
    if (row[at] !== null)
      await named(client, convert, `${table.name}.${column.name}, in ${rowName(table, row)}`);
  }
  await named(client, () => insert(client, table, left, typeOf), rowName(table, row));
}

function insert(client: pg.Client, table: Table, rows: readonly Row[], typeOf: TypeOf): Promise<unknown> {
  const { columns } = table;
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const given = columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const aliases = columns.map((_, at) => `v${at}`).join(', ');
  const values = columns.map((column, at) => typedValue(column, `v${at}`, typeOf(table, column)));
  return client.query(
    `insert into ${quoted(table.name)} (${names}) overriding system value
     select ${values.join(', ')} from unnest(${given}) as given(${aliases})`,
    columns.map((_, at) => rows.map((row) => row[at] ?? null)),
  );
}

const typedValue = ({ kind }: Column, text: string, type: string) =>
  kind === 'bytes' ? `decode(${text}, 'hex')` : `${text}::${type}`;

/** A wrong value (22) or a violated constraint (23). */
const isOfValues = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/** Whether PostgreSQL takes the rows; the transaction goes on where it does not. */
async function isTaken(client: pg.Client, write: () => Promise<unknown>): Promise<boolean> {
  await client.query('savepoint given');
  try {
    await write();
  } catch (error) {
    if (!isOfValues(error)) throw error;
    await client.query('rollback to savepoint given');
    return false;
  }
  await client.query('release savepoint given');
  return true;
}

async function named(client: pg.Client, write: () => Promise<unknown>, place: string): Promise<void> {
  await client.query('savepoint given');
  await write().catch((error: unknown) => {
    if (!isOfValues(error)) throw error;
    throw new Error(
      `PostgreSQL does not take ${place}: ${error.message}. Correct it in the source and start over.`,
      {
        cause: error,
      },
    );
  });
}
