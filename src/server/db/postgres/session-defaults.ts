// Session defaults of our role in this database (`alter role … set`). A pooler refuses them as connection parameters, and
// shares one session between many clients.
import { type Kysely, sql } from 'kysely';

/** The key of an advisory lock; no other code uses this number. */
const lock = 7_301_926;

/**
 * Turns off just-in-time compilation. PostgreSQL estimates the cost of our access conditions far too high, and compiles them for
 * one to two seconds to save nothing: a calendar of 5,000 events took 3.0 s with it and 0.6 s without.
 *
 * Has PostgreSQL end a statement whose connection is gone. We drop the connection of a read that takes too long, and without this
 * the read goes on waiting for its lock beside the connection that replaces it. Not every operating system can do that (22023).
 */
export async function setSessionDefaults<DB>(db: Kysely<DB>): Promise<void> {
  // `set_config` covers the current session, which has started already.
  await sql`do $$ begin
    if current_setting('jit') = 'on' then
      perform pg_advisory_xact_lock(${sql.lit(lock)});
      execute format('alter role current_user in database %I set jit = off', current_database());
      perform set_config('jit', 'off', false);
    end if;
    if current_setting('client_connection_check_interval', true) = '0' then
      perform pg_advisory_xact_lock(${sql.lit(lock)});
      begin
        execute format('alter role current_user in database %I set client_connection_check_interval = 500', current_database());
        perform set_config('client_connection_check_interval', '500', false);
      exception when invalid_parameter_value then null;
      end;
    end if;
  end $$`.execute(db);
}
