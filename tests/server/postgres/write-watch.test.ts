// Several processes on one PostgreSQL: each caches public answers, and is notified of the others' writes. The
// clock of these servers stands still, so that no cached answer expires after its second.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/open.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { createClient } from '../../support/client.ts';
import { buildEvent } from '../../support/factories.ts';
import { openProcessDatabase, startTestServer, type TestServer } from '../../support/server.ts';

/** A database with write notifications, as a server process opens it. */
function openWatched(url: string) {
  const warnings: string[] = [];
  const database: Database = openPostgres(
    url,
    { poolSize: 4 },
    { url, warn: (line) => void warnings.push(line) },
  );
  return { database, warnings };
}

const isWatching = ({ database }: { database: Database }) => database.version() !== null;

/** Renames all events without a trigger, so that no process is notified of it. */
const renameWithoutTrigger = (database: Database, name: string) =>
  database.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await db.updateTable('events').set({ name }).execute();
  });

describe('two processes on one PostgreSQL', () => {
  let plain: Database;
  let eventId: string;
  let here: TestServer;
  let there: TestServer;

  beforeEach(async () => {
    const { database, env } = await openProcessDatabase('none');
    plain = database;
    eventId = (await buildEvent(plain.db, { name: 'First' })).id;
    const url = env.DATABASE_URL ?? '';
    here = await startTestServer({ database: openWatched(url).database });
    there = await startTestServer({ database: openWatched(url).database });
    await expect.poll(() => [here, there].every(isWatching)).toBe(true);
  });
  afterEach(async () => {
    await Promise.all([here.close(), there.close()]);
    await plain.close();
  });

  async function nameAt(server: TestServer): Promise<string> {
    const answer = await createClient(server).request(`/api/events/public/${eventId}`);
    return ((await answer.json()) as { name: string }).name;
  }

  const rename = ({ database }: { database: Database }, name: string) =>
    database.db.updateTable('events').set({ name }).where('id', '=', eventId).execute();

  const listenersThere = `from pg_stat_activity where datname = current_database() and query like 'listen %'`;
  const terminateListeners = () =>
    sql.raw(`select pg_terminate_backend(pid) ${listenersThere}`).execute(plain.db);

  test('cache a public answer', async () => {
    expect(await nameAt(there)).toBe('First');
    await renameWithoutTrigger(plain, 'Unheard');
    expect(await nameAt(there)).toBe('First');
  });

  test('show a write of the one in the next answer of the other', async () => {
    expect(await nameAt(there)).toBe('First');
    await rename(here, 'Second');
    await expect.poll(() => nameAt(there)).toBe('Second');
  });

  test('show a write of another client, such as an administrator with psql', async () => {
    expect([await nameAt(here), await nameAt(there)]).toEqual(['First', 'First']);
    await rename({ database: plain }, 'By hand');
    await expect.poll(async () => [await nameAt(here), await nameAt(there)]).toEqual(['By hand', 'By hand']);
  });

  test('show their own write in the very next answer, also one without a notification', async () => {
    expect(await nameAt(here)).toBe('First');
    await rename(here, 'Second');
    expect(await nameAt(here)).toBe('Second');
    await renameWithoutTrigger(here.database, 'Third');
    expect(await nameAt(here)).toBe('Third');
  });

  test('are notified of a transaction when it commits, and never of one that is rolled back', async () => {
    const version = () => there.database.version();
    const before = version();
    await plain.db.transaction().execute(async (db) => {
      await rename({ database: { ...plain, db } }, 'Second');
      await sql`select pg_notify('sideline_writes', 'beat of another process')`.execute(plain.db);
      expect(version()).toBe(before);
    });
    await expect.poll(version).not.toBe(before);
    const after = version();
    const undone = plain.db.transaction().execute(async (db) => {
      await rename({ database: { ...plain, db } }, 'Third');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    // Notifications arrive in commit order, so an earlier one would have arrived by now.
    const beforeNext = version();
    expect(beforeNext).toBe(after);
    await rename({ database: plain }, 'Fourth');
    await expect.poll(version).toBe(String(Number(after) + 1));
  });

  test('do not cache an answer that was computed while the other wrote', async () => {
    const before = there.database.version();
    const path = `/api/events/public/${eventId}`;
    const held = Promise.withResolvers<void>();
    const locked = plain.db.transaction().execute(async (db) => {
      await sql`lock table events in access exclusive mode`.execute(db);
      await db.updateTable('events').set({ name: 'Second' }).execute();
      await held.promise;
    });
    const answer = createClient(there).request(path);
    held.resolve();
    await locked;
    await answer;
    await expect.poll(() => there.database.version()).not.toBe(before);
    expect(await nameAt(there)).toBe('Second');
  });

  test('empty their cache when the listening connection is lost, and cache again when it is back', async () => {
    expect(await nameAt(there)).toBe('First');
    // From here on no notification would arrive.
    await renameWithoutTrigger(plain, 'Missed');
    expect(await nameAt(there)).toBe('First');
    await terminateListeners();
    await expect.poll(() => nameAt(there)).toBe('Missed');
    await expect.poll(() => isWatching(there), { timeout: 5_000 }).toBe(true);
    expect(await nameAt(there)).toBe('Missed');
    await renameWithoutTrigger(plain, 'Unheard');
    expect(await nameAt(there)).toBe('Missed');
    await rename(here, 'Heard');
    await expect.poll(() => nameAt(there)).toBe('Heard');
  });

  test('are notified of writes to a table that a later migration adds', async () => {
    await sql`create table later (text text)`.execute(plain.db);
    const write = () => sql`insert into later values ('x')`.execute(plain.db);
    const before = there.database.version();
    await plain.dialect.createWriteTriggers(plain.db);
    await write();
    await expect.poll(() => there.database.version()).not.toBe(before);
  });
});
