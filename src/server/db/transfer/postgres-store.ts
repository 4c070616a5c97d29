// A PostgreSQL transaction as a store. Every value is read and written as text; the column has the type.
import pg from 'pg';
import type { PostgresAddress } from '../postgres/address.ts';
import { serverProgram } from '../postgres/listener.ts';
import { writesChannel } from '../postgres/notify-triggers.ts';
import { isoInstant } from '../postgres/postgres.ts';
import { insertOrName } from './postgres-insert.ts';
import {
  byName,
  type Column,
  createBatch,
  isOwnOfDatabase,
  type Kind,
  Refusal,
  type Row,
  type Store,
  type Table,
} from './store.ts';

const quoted = pg.escapeIdentifier;

/** Connects with all results as text. Throws one line that names the wrong setting. */
export async function connectPostgres({ url, setting }: PostgresAddress): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: () => (text: string) => text },
  });
  // Without a listener a connection that breaks between two queries would end the process; the next query fails.
  client.on('error', () => {});
  await client.connect().catch((error: Error & { code?: unknown }) => {
    throw new Error(`PostgreSQL cannot be reached as ${setting} says: ${error.message || error.code}.`);
  });
  return client;
}

/**
 * Begins the transaction of a store, without the timeouts of the role or database. `read` sees one snapshot of the database;
 * `write` locks its tables.
 */
export async function beginStoreTransaction(client: pg.Client, kind: 'read' | 'write'): Promise<void> {
  await client.query(
    kind === 'read'
      ? 'begin isolation level repeatable read read only'
      : 'begin isolation level read committed read write',
  );
  await client.query(
    "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO'",
  );
}

type PostgresColumn = Column & { type: string };

export function postgresStore(client: pg.Client): Store {
  const types = new Map<string, PostgresColumn>();
  const typeOf = (table: Table, { name }: Column) => {
    const found = types.get(`${table.name}.${name}`);
    if (!found) throw new Error(`${table.name} has no column ${name}.`);
    return found.type;
  };
  return {
    async tables() {
      const tables = await postgresTables(client);
      for (const table of tables)
        for (const column of table.columns) types.set(`${table.name}.${column.name}`, column);
      return tables;
    },
    async *rows(table) {
      const values = table.columns.map(({ name, kind }) =>
        kind === 'bytes' ? `encode(${quoted(name)}, 'hex')` : `${quoted(name)}::text`,
      );
      // Pictures are read a few at a time.
      const count = table.columns.some(({ kind }) => kind === 'bytes') ? 20 : 500;
      await client.query(
        `declare copied no scroll cursor for select ${values.join(', ')} from ${quoted(table.name)}`,
      );
      const batch = createBatch();
      for (;;) {
        const { rows } = await client.query<Row>({ text: `fetch ${count} from copied`, rowMode: 'array' });
        for (const row of rows)
          if (batch.add(row.map((text, at) => canonicalText(text, table.columns[at]?.kind))))
            yield batch.take();
        if (rows.length < count) break;
      }
      yield batch.take();
      await client.query('close copied');
    },
    insert: (table, rows) => insertOrName(client, table, rows, typeOf),
  };
}

async function postgresTables(client: pg.Client): Promise<(Table & { columns: PostgresColumn[] })[]> {
  // Not generated columns, such as the text vector of a search document.
  const { rows } = await client.query<{ table: string; column: string; type: string; place: string | null }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      array_position(i.indkey::int2[], a.attnum) as place
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`);
  const columns = rows.filter(({ table }) => !isOwnOfDatabase(table));
  return [...Map.groupBy(columns, ({ table }) => table)]
    .map(([name, its]) => ({
      name,
      columns: its.map(({ column, type }) => ({ name: column, type, kind: kindOf(type) })).toSorted(byName),
      key: its
        .filter(({ place }) => place !== null)
        .toSorted((a, b) => Number(a.place) - Number(b.place))
        .map(({ column }) => column),
    }))
    .sort(byName);
}

function kindOf(type: string): Kind {
  if (/^timestamp(\(\d\))? with time zone$/.test(type)) return 'instant';
  if (/^(smallint|integer|bigint)$/.test(type)) return 'integer';
  if (type === 'double precision') return 'real';
  if (type === 'bytea') return 'bytes';
  return type === 'uuid' ? 'uuid' : 'text';
}

function canonicalText(text: string | null, kind: Kind | undefined): string | null {
  if (text === null) return null;
  if (kind === 'instant') return isoInstant(text);
  return kind === 'real' ? String(Number(text)) : text;
}

/** The tables of these that hold a row. */
export async function tablesWithRows(client: pg.Client, tables: readonly Table[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select 1 from ${quoted(name)} limit 1`);
    if (rowCount) found.push(name);
  }
  return found;
}

/** Locks these tables exclusively until the transaction ends. */
export async function lockTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
  await client.query("set local lock_timeout = '10s'");
  await client.query(
    `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access exclusive mode`,
  );
  await client.query('set local lock_timeout = 0');
}

export const emptyTable = (client: pg.Client, name: string) => client.query(`delete from ${quoted(name)}`);

/**
 * Drops every foreign key, so that tables can be filled in any order, and returns a function that adds them again, which
 * checks all rows.
 */
export async function dropForeignKeys(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by conrelid::regclass::text, conname`);
  // `regclass` quotes the table itself.
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  };
}

/** Sets identity columns to continue after the copied values. */
export async function continueIdentities(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attidentity <> ''`);
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 1), max(${quoted(column)}) is not null) from ${quoted(table)}`,
      [quoted(table), column],
    );
}

/** The servers on this database by their connections that listen, and the number of other connections. */
export type Others = { servers: string[]; others: number };

/**
 * Who else uses this database. A server listens past any pooler; one that can only listen through a pooler, which lends
 * connections out, may be among the others.
 */
export async function findOthers(client: pg.Client): Promise<Others> {
  const { rows } = await client.query<{ pid: string; address: string | null; is_server: string }>(
    `select pid, host(client_addr) as address, (application_name = $1 or query = $2)::int as is_server
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    [serverProgram, `listen ${writesChannel}`],
  );
  const servers = rows.filter(({ is_server }) => is_server === '1');
  return {
    servers: servers.map(
      ({ pid, address }) => `process ${pid} of PostgreSQL${address ? `, from ${address}` : ''}`,
    ),
    others: rows.length - servers.length,
  };
}

/** A server that runs knows another secret than the copied one, and another database. */
export async function refuseServers(client: pg.Client): Promise<Others> {
  const found = await findOthers(client);
  if (found.servers.length > 0)
    throw new Refusal(
      `A server is running on this database (${found.servers.join('; ')}). Stop every server first: it knows another secret than the copy. \`select pg_terminate_backend(…)\` ends a connection that a lost machine left.`,
    );
  return found;
}
