// Triggers that announce every write on a PostgreSQL channel (NOTIFY), also writes of other programs.
import { type Kysely, sql } from 'kysely';

/** The channel on which PostgreSQL announces a write, at its commit. */
export const writesChannel = 'sideline_writes';

/** The payload for a new row in the change log of live updates, which no public answer shows. */
export const livePayload = 'live';

/** Tables without triggers, as no public answer shows them: NOTIFY takes a lock at each commit. */
const unannounced = [
  'absences',
  'audit_log',
  'calendar_feeds',
  'daily_uses',
  'event_guests',
  'known_devices',
  'ledger_entries',
  'mutations',
  'notification_preferences',
  'notifications',
  'one_time_tokens',
  'provider_events',
  'push_subscriptions',
  'receipt_counters',
  'refresh_tokens',
  'reminders',
  'sessions',
  'sign_in_attempts',
];

/** Creates the missing and the disabled triggers, one per table, in a transaction. */
export async function createNotifyTriggers<DB>(db: Kysely<DB>) {
  const tables = await tablesWithoutNotify(db);
  const silent = tables.filter((name) => name !== 'live_changes');
  const texts: string[] = [];
  if (silent.length > 0)
    texts.push(
      `create or replace function announce_write() returns trigger language plpgsql as
         $$ begin perform pg_notify('${writesChannel}', ''); return null; end $$`,
      ...silent.map(
        (
          name,
        ) => `create or replace trigger announce_write after insert or update or delete or truncate on ${name}
         for each statement execute function announce_write()`,
      ),
    );
  if (silent.length < tables.length)
    texts.push(
      `create or replace function announce_live() returns trigger language plpgsql as
         $$ begin perform pg_notify('${writesChannel}', '${livePayload}'); return null; end $$`,
      'create or replace trigger announce_live after insert on live_changes for each statement execute function announce_live()',
    );
  for (const text of texts) await sql.raw(text).execute(db);
}

/**
 * The tables whose trigger is missing or disabled, quoted where they have to be. New rows of `live_changes` have a payload of
 * their own, so that public answers stay cached.
 */
export async function tablesWithoutNotify<DB>(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(c.relname) as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
      and c.relname not in (${sql.join(unannounced)})
      and not exists (
        select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgenabled in ('O', 'A')
          and t.tgname = case c.relname when 'live_changes' then 'announce_live' else 'announce_write' end)
    order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}
