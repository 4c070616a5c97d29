// Buffers rows of many tables and inserts them in few, long statements, parents before children.
import { CompiledQuery, type Insertable, sql } from 'kysely';
import type { Db } from '../server/db/open.ts';
import type { Tables } from '../server/db/schema.ts';
import { type SearchKind, searchBody } from '../server/db/search-words.ts';

const order = [
  'people',
  'users',
  'profiles',
  'organizations',
  'teams',
  'memberships',
  'invitations',
  'places',
  'event_series',
  'events',
  'event_teams',
  'event_leaders',
  'offers',
  'registrations',
  'reminders',
  'attendance',
  'payments',
  'refunds',
  'ledger_entries',
  'receipt_counters',
  'sandbox_checkouts',
  'sandbox_refunds',
  'notifications',
  'search_documents',
] as const satisfies readonly (keyof Tables)[];
type Table = (typeof order)[number];
type FullRow<T extends Table> = Omit<Required<Insertable<Tables[T]>>, 'rowid_'>;

/** Far below the limits of both databases (32,766 and 65,535); longer statements are no faster. */
const parametersPerStatement = 6000;
const rowsPerFlush = 40_000;

export type RowBuffer = ReturnType<typeof createRowBuffer>;

export function createRowBuffer(db: Db) {
  const waiting = new Map<Table, object[]>(order.map((table) => [table, []]));
  const texts = new Map<string, string>();
  let waitingCount = 0;

  function add<T extends Table>(table: T, row: FullRow<T>): void {
    waiting.get(table)?.push(row);
    waitingCount++;
  }

  function addSearch(kind: SearchKind, objectId: string, words: (string | null | undefined)[]): void {
    add('search_documents', { kind, object_id: objectId, body: searchBody(kind, words) });
  }

  /** Every value is a parameter, so the SQL text depends only on the number of rows. */
  function textOf(table: Table, columns: string[], rowCount: number): string {
    const key = `${table} ${rowCount}`;
    const known = texts.get(key);
    if (known) return known;
    const row = sql`(${sql.join(columns.map(() => null))})`;
    const rows = Array.from({ length: rowCount }, () => row);
    const names = columns.map((column) => sql.ref(column));
    const text = sql`insert into ${sql.table(table)} (${sql.join(names)}) values ${sql.join(rows)}`.compile(
      db,
    ).sql;
    texts.set(key, text);
    return text;
  }

  async function write(table: Table, rows: object[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    const rowsAtOnce = Math.floor(parametersPerStatement / columns.length);
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const part = rows.slice(at, at + rowsAtOnce);
      const values = part.flatMap((row) => columns.map((column): unknown => Reflect.get(row, column)));
      await db.executeQuery(CompiledQuery.raw(textOf(table, columns, part.length), values));
    }
  }

  async function flush(): Promise<void> {
    for (const [table, rows] of waiting) {
      await write(table, rows);
      rows.length = 0;
    }
    waitingCount = 0;
  }

  /** Writes the buffer when it is long, so that memory use stays flat. */
  async function flushIfLong(): Promise<void> {
    if (waitingCount >= rowsPerFlush) await flush();
  }

  return { add, addSearch, flush, flushIfLong };
}
