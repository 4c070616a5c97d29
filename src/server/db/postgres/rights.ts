// Whether our role may make tables: from PostgreSQL 15 on only the owner of a database may.
import { type Kysely, sql } from 'kysely';

/** Selects the statement that gives the role this right; null where it has it. */
export const missingRight = `case when has_schema_privilege(current_schema(), 'create') then null
  when current_setting('server_version_num')::int < 150000 then format('grant create on schema public to %I', current_user)
  else format('alter database %I owner to %I', current_database(), current_user) end`;

/** Refuses before a migration, whose transaction would fail with a message about itself. */
export async function expectRights<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ remedy: string | null }>`select ${sql.raw(missingRight)} as remedy`.execute(
    db,
  );
  const remedy = rows[0]?.remedy;
  if (remedy)
    throw new Error(`Our role in PostgreSQL may not create tables. As a superuser, run \`${remedy}\`.`);
}
