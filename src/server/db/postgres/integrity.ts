// What may be wrong with the content of a PostgreSQL database although it answers, for the operator's checks.
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { livePrefix, liveTriggers, nameOf } from '../live-changes.ts';
import { tablesWithoutNotify } from './notify-triggers.ts';

export type PostgresIntegrity = {
  /** Indexes that a failed `create index concurrently` or `reindex` left. */
  invalidIndexes: string[];
  /** Constraints whose older rows were never checked, as `constraint of table`. */
  uncheckedConstraints: { name: string; table: string }[];
  /** Missing or disabled triggers of the change log of live updates. */
  missingLiveTriggers: string[];
  /** Tables whose writes are not announced to other processes. */
  unannouncedTables: string[];
  /** What amcheck says about indexes; null where the extension is not installed, or not for our role. */
  damagedIndexes: { name: string; fault: string }[] | null;
};

export async function postgresIntegrity<DB>(db: Kysely<DB>): Promise<PostgresIntegrity> {
  return {
    invalidIndexes: await invalidIndexes(db),
    uncheckedConstraints: await uncheckedConstraints(db),
    missingLiveTriggers: await missingLiveTriggers(db),
    unannouncedTables: await tablesWithoutNotify(db),
    damagedIndexes: await damagedIndexes(db),
  };
}

async function invalidIndexes<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not (i.indisvalid and i.indisready)
    order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

async function uncheckedConstraints<DB>(db: Kysely<DB>) {
  const { rows } = await sql<{ name: string; table: string }>`
    select quote_ident(k.conname) as name, quote_ident(c.relname) as "table"
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.connamespace = current_schema()::regnamespace and not k.convalidated
    order by k.conname`.execute(db);
  return rows;
}

async function missingLiveTriggers<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and starts_with(t.tgname, ${livePrefix})
      and t.tgenabled in ('O', 'A')`.execute(db);
  const found = new Set(rows.map(({ name }) => name));
  return liveTriggers.map(nameOf).filter((name) => !found.has(name));
}

/** Compares each B-tree with the order of its values, while others read and write. */
async function damagedIndexes<DB>(db: Kysely<DB>): Promise<PostgresIntegrity['damagedIndexes']> {
  const { rows } = await sql<{ check: string }>`
    select format('%I.bt_index_check', n.nspname) as "check"
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      join pg_proc p on p.pronamespace = n.oid and p.proname = 'bt_index_check' and p.pronargs = 1
    where e.extname = 'amcheck' and has_schema_privilege(n.oid, 'usage') and has_function_privilege(p.oid, 'execute')`.execute(
    db,
  );
  const check = rows[0]?.check;
  if (check === undefined) return null;
  const { rows: indexes } = await sql<{ id: number; name: string }>`
    select c.oid as id, quote_ident(c.relname) as name
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'i' and a.amname = 'btree'
      and i.indisvalid and i.indisready
    order by c.relname`.execute(db);
  const damaged: { name: string; fault: string }[] = [];
  for (const { id, name } of indexes)
    await sql`select ${sql.raw(check)}(cast(${id} as oid)::regclass)`.execute(db).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
      damaged.push({ name, fault: error.message });
    });
  return damaged;
}
