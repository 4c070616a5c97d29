// A migration beside a server that goes on and a long reader, such as a backup.
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { liveTriggers } from '../../../src/server/db/live-changes.ts';
import { migrate, migrations } from '../../../src/server/db/migrate.ts';
import type { Database } from '../../../src/server/db/open.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { runSql } from '../../support/databases/postgres.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';

let database: Database;
let url: string;
beforeEach(async () => {
  const server = inject('postgresUrl');
  const name = `migrated_${randomUUID().slice(0, 8)}`;
  await runSql(server, `create database ${name} template sideline_template`);
  url = new URL(`/${name}`, server).href;
  const opened = openPostgres(url, { poolSize: 4, readPoolSize: 1 });
  database = opened;
  onTestFinished(async () => {
    await opened.close();
    await runSql(server, `drop database ${name} with (force)`);
  });
});

/** Every migration of this program and one more. */
const withOneMore = (...statements: string[]) => ({
  ...migrations(database.dialect),
  '9999-later': {
    up: async (db: Kysely<unknown>) => {
      for (const text of statements) await sql.raw(text).execute(db);
    },
  },
});

/** A transaction that has read events. */
async function openReader(): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from events');
  return { end: async () => void (await client.query('commit')) };
}

async function triggers(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where starts_with(tgname, 'live_') and tgenabled = 'O'`.execute(
    database.db,
  );
  return rows.map(({ name }) => name).toSorted();
}
const allTriggers = liveTriggers.map(({ name }) => `live_${name}`).toSorted();

async function countLogged(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from live_changes`.execute(
    database.db,
  );
  return Number(rows[0]?.count);
}

test('a migration that waits for a long reader lets other reads pass, warns once and goes on after it', async () => {
  const reader = await openReader();
  const warn = vi.fn();
  let isOver = false;
  const migrated = migrate(database, withOneMore('alter table events add column later text'), { warn });
  void migrated.finally(() => {
    isOver = true;
  });
  let slowest = 0;
  const until = performance.now() + 4_500;
  while (performance.now() < until) {
    const at = performance.now();
    await database.db.selectFrom('events').select('id').limit(1).execute();
    slowest = Math.max(slowest, performance.now() - at);
  }
  expect(slowest).toBeLessThan(2_500);
  expect(isOver).toBe(false);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/waits for a transaction.*open for \d+ s/)]]);
  expect(await triggers()).toEqual(allTriggers);
  await reader.end();
  expect(await migrated).toEqual(['9999-later']);
});

test('a migration gives up after its time with what it waited for, and changes nothing', async () => {
  await openReader();
  const known = withOneMore('create table sooner (id text)', 'alter table events add column later text');
  await expect(migrate(database, known, { patienceMs: 100 })).rejects.toThrow(/gave up, and changed nothing/);
  await expect(sql`select 1 from sooner`.execute(database.db)).rejects.toThrow('sooner');
  expect(await triggers()).toEqual(allTriggers);
});

/** A process that began to migrate and hangs. */
async function hang(): Promise<{ end(): Promise<void> }> {
  const stuck = await database.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(hashtext('sideline migrations'))`.execute(stuck);
  const end = async () => {
    if (!stuck.isRolledBack) await stuck.rollback().execute();
  };
  onTestFinished(end);
  return { end };
}

test('a start gives up after its time when another process began to migrate and does not end', async () => {
  await hang();
  const began = performance.now();
  await expect(migrate(database, undefined, { patienceMs: 100 })).rejects.toThrow(
    /waits for another process.*of process \d+.*gave up, and changed nothing/,
  );
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a start warns once while another process migrates for long, and goes on after it', async () => {
  const other = await hang();
  const warn = vi.fn();
  const migrated = migrate(database, withOneMore('create table later (id text)'), { warn });
  await expect.poll(() => warn.mock.calls.length).toBe(1);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/another process.*open for \d+ s.*5 minutes/)]]);
  await other.end();
  expect(await migrated).toEqual(['9999-later']);
  expect(warn).toHaveBeenCalledOnce();
});

test('a migration of a table that is not in use does not wait for a reader of others', async () => {
  await openReader();
  const warn = vi.fn();
  await migrate(database, withOneMore('alter table logos add column later text'), { warn });
  expect(warn).not.toHaveBeenCalled();
});

test('a start that replaces live triggers does not wait for a reader either', async () => {
  await sql`drop trigger live_events_added on events`.execute(database.db);
  await sql`alter table events disable trigger live_events_changed`.execute(database.db);
  await openReader();
  const warn = vi.fn();
  await migrate(database, undefined, { warn });
  expect(warn).not.toHaveBeenCalled();
  expect(await triggers()).toEqual(allTriggers);
});

test('what others write during a migration is in the change log, and what the migration writes is not', async () => {
  await buildEvent(database.db);
  const { id } = await buildUser(database.db);
  await sql`delete from live_changes`.execute(database.db);
  const known = {
    ...migrations(database.dialect),
    '9999-later': {
      up: async (db: Kysely<unknown>) => {
        await runSql(url, `update users set username = username where id = '${id}'`);
        await sql`update events set name = 'Other'`.execute(db);
      },
    },
  };
  await migrate(database, known);
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*) as count from live_changes group by kind order by kind`.execute(database.db);
  // The reset is of 501 events.
  expect(rows).toEqual([
    { kind: 'access', count: 1 },
    { kind: 'event', count: 501 },
    { kind: 'person', count: 1 },
  ]);
});

test('a start that had to make missing triggers adds a reset to the change log, also without a migration', async () => {
  await migrate(database);
  expect(await countLogged()).toBe(0);
  await sql`drop function live_events_changed() cascade`.execute(database.db);
  await migrate(database);
  expect(await countLogged()).toBe(501);
});

test('a migration may drop a column that triggers of an earlier version name', async () => {
  await sql
    .raw(
      `create or replace trigger live_payments_changed after update of policy on payments for each row execute function live_payments_changed()`,
    )
    .execute(database.db);
  expect(await migrate(database, withOneMore('alter table payments drop column policy'))).toEqual([
    '9999-later',
  ]);
});
