// The triggers of the change log of live updates (live-changes.ts) in PostgreSQL. They stay during a migration, whose processes
// may go on serving: no column depends on them, and replacing one locks out writers of its table, but no readers.
import { type Kysely, sql } from 'kysely';
import { type LiveTrigger, livePrefix, liveTriggers, nameOf } from '../live-changes.ts';

/** In a transaction that copies or migrates a database: its rows are no changes. */
export const silencePostgresLiveTriggers = `set local sideline.is_copying = 'on'`;
const unlessSilent = `when (current_setting('sideline.is_copying', true) is distinct from 'on')`;

/**
 * Makes the triggers those of `liveTriggers`, in a transaction. Whether one was missing, disabled or different. A dropped one
 * locks out readers of its table too; only a trigger that the list no longer has is.
 */
export async function createPostgresLiveTriggers<DB>(db: Kysely<DB>): Promise<boolean> {
  const current = await textsOfTriggers(db);
  const wanted = new Map(liveTriggers.map((trigger) => [nameOf(trigger), trigger]));
  const unwanted = [...current.keys()].filter((name) => !wanted.has(name));
  const missing = [...wanted].filter(([name, trigger]) => current.get(name) !== functionBody(trigger));
  for (const name of unwanted) await sql.raw(`drop function ${name}() cascade`).execute(db);
  for (const [name, trigger] of missing) {
    const { on, event } = trigger;
    const texts = [
      `create or replace function ${name}() returns trigger language plpgsql as $$${functionBody(trigger)}$$`,
      `create or replace trigger ${name} after ${event} on ${on} ${event === 'insert' ? forEachInsert : 'for each row'}
         ${unlessSilent} execute function ${name}()`,
    ];
    for (const text of texts) await sql.raw(text).execute(db);
  }
  return missing.length > 0;
}

/** It names the table and the event of its trigger, so that a change of them is noticed. */
function functionBody({ on, event, columns, body }: LiveTrigger): string {
  const list = (row: 'old' | 'new') => columns?.replaceAll(/\w+/g, `${row}.$&`);
  const text = event === 'insert' ? setBody(body) : body;
  // Not `update of`: PostgreSQL drops no column that a trigger names there.
  const filtered = columns
    ? `if (${list('old')}) is distinct from (${list('new')}) then ${text} end if;`
    : text;
  return ` begin /* ${event} on ${on} */ ${filtered} return null; end `;
}

/** Many rows are often inserted at once, and are then noted at once. */
const forEachInsert = 'referencing new table as added for each statement';
const setBody = (body: string) =>
  body
    .replaceAll("select '", "select distinct '")
    .replaceAll('x.id from (', 'x.id from added n cross join lateral (')
    .replaceAll('new.', 'n.');

/** The functions of our triggers, by name; null for one whose trigger is missing, disabled, or names columns. */
async function textsOfTriggers<DB>(db: Kysely<DB>): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ name: string; text: string | null }>`
    select p.proname as name, case when t.oid is not null then p.prosrc end as text
    from pg_proc p left join pg_trigger t
      on t.tgfoid = p.oid and t.tgname = p.proname and t.tgenabled in ('O', 'A') and cast(t.tgattr as text) = ''
    where p.pronamespace = current_schema()::regnamespace and starts_with(p.proname, ${livePrefix})`.execute(
    db,
  );
  return new Map(rows.map(({ name, text }) => [name, text]));
}

/** Before migrations, in their transaction: these may drop columns, and the rows that they write are no changes. */
export async function preparePostgresMigration<DB>(db: Kysely<DB>): Promise<void> {
  await sql.raw(silencePostgresLiveTriggers).execute(db);
  // Triggers of earlier versions name columns.
  const { rows } = await sql<{ name: string; table: string }>`
    select t.tgname as name, c.relname as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and starts_with(t.tgname, ${livePrefix})
      and cast(t.tgattr as text) <> ''`.execute(db);
  for (const { name, table } of rows)
    await sql
      .raw(
        `create or replace trigger ${name} after update on ${table} for each row ${unlessSilent} execute function ${name}()`,
      )
      .execute(db);
}
