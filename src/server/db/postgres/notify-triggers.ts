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
  'live_changes',
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

/** Creates the missing triggers, one per table. A lock serializes processes that start at once. */
export async function createNotifyTriggers<DB>(db: Kysely<DB>) {
  const silent = async (db: Kysely<DB>) =>
    (
      await sql<{ name: string }>`
        select c.relname as name from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
          and c.relname not in (${sql.join(unannounced)})
          and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'announce_write')`.execute(
        db,
      )
    ).rows;
  await announceLiveChanges(db);
  if ((await silent(db)).length === 0) return;
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${writesChannel}))`.execute(transaction);
    await sql
      .raw(
        `create or replace function announce_write() returns trigger language plpgsql as
         $$ begin perform pg_notify('${writesChannel}', ''); return null; end $$`,
      )
      .execute(transaction);
    for (const { name } of await silent(transaction))
      await sql`create trigger announce_write after insert or update or delete or truncate on ${sql.id(name)}
        for each statement execute function announce_write()`.execute(transaction);
  });
}

/** Announces new rows of `live_changes` with a payload of their own, so that public answers stay cached. */
async function announceLiveChanges<DB>(db: Kysely<DB>) {
  const { rows } = await sql<{ isMissing: boolean }>`
    select not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'announce_live') as "isMissing"
    from pg_class c where c.relname = 'live_changes' and c.relnamespace = current_schema()::regnamespace`.execute(
    db,
  );
  if (!rows[0]?.isMissing) return;
  await db.transaction().execute(async (transaction) => {
    const texts = [
      `select pg_advisory_xact_lock(hashtext('${writesChannel}'))`,
      `create or replace function announce_live() returns trigger language plpgsql as
         $$ begin perform pg_notify('${writesChannel}', '${livePayload}'); return null; end $$`,
      'drop trigger if exists announce_live on live_changes',
      'create trigger announce_live after insert on live_changes for each statement execute function announce_live()',
    ];
    for (const text of texts) await sql.raw(text).execute(transaction);
  });
}
