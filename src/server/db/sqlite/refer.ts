// Changes a foreign key on SQLite, for migrations.
import { type Kysely, sql } from 'kysely';
import type { ReferringColumn } from '../dialect.ts';

/** SQLite cannot alter a foreign key: rebuild the table and its indexes (https://sqlite.org/lang_altertable.html). */
export async function referInSqlite(db: Kysely<unknown>, { table, column }: ReferringColumn, target: string) {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null`.execute(db);
  const definition = rows.find(({ type }) => type === 'table')?.sql ?? '';
  const reference = new RegExp(
    `(\\b${column} text\\b[^,]*?)(?: references "?\\w+"?\\(id\\)(?: on delete cascade)?)?(?=,)`,
  );
  const changed = definition
    .replace(reference, `$1 references ${target}(id) on delete cascade`)
    .replace(/^create table "?\w+"?/i, `create table new_${table}`);
  const copying = [
    changed,
    `insert into new_${table} select * from ${table}`,
    `drop table ${table}`,
    `alter table new_${table} rename to ${table}`,
    ...rows.filter(({ type }) => type !== 'table').map((index) => index.sql),
  ];
  for (const text of copying) await sql.raw(text).execute(db);
  const orphans = await sql`select 1 from pragma_foreign_key_check(${table}) limit 1`.execute(db);
  if (orphans.rows.length) throw new Error(`Rows of ${table} refer to something that is not there.`);
}
