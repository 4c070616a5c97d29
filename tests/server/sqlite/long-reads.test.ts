// Reads in a worker thread: they see committed data, block no other work, and end with the database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openSqlite } from '../../../src/server/db/open.ts';
import { isOutage } from '../../../src/server/db/outages.ts';
import { createClient } from '../../support/client.ts';
import { buildEvent, buildListedUser } from '../../support/factories.ts';
import { startTestServer } from '../../support/server.ts';

async function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-long-'));
  const database = openSqlite(join(folder, 'sideline.db'));
  await migrate(database);
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  return database;
}

/** Counts for so long that a one-row read finishes earlier. */
const counting = sql<{
  count: number;
}>`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
  select count(*) as count from n`;

test('a long read does not block the event loop', async () => {
  const { db, longReads } = await openFile();
  const order: string[] = [];
  const long = counting.execute(longReads).then(({ rows }) => order.push(`long ${rows[0]?.count}`));
  await db.selectFrom('users').select('id').execute();
  order.push('short');
  await long;
  expect(order).toEqual(['short', 'long 3000000']);
});

test('a long read sees earlier commits, and nothing of an open transaction', async () => {
  const { db, longReads } = await openFile();
  const names = async () =>
    (await longReads.selectFrom('instance_settings').select('name').execute()).map(({ name }) => name);
  await db.insertInto('instance_settings').values({ name: 'one', value: '' }).execute();
  expect(await names()).toEqual(['one']);
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('instance_settings').values({ name: 'two', value: '' }).execute();
    expect(await names()).toEqual(['one']);
  });
  expect(await names()).toEqual(['one', 'two']);
});

test('a long read cannot write', async () => {
  const { longReads } = await openFile();
  const write = longReads.insertInto('instance_settings').values({ name: 'x', value: '' }).execute();
  await expect(write).rejects.toThrow(/readonly/);
});

test('too many queued long reads are refused as an outage', async () => {
  const { longReads } = await openFile();
  const reads = Array.from({ length: 250 }, () => sql`select 1`.execute(longReads));
  const failures = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected');
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.every((failure) => isOutage((failure as PromiseRejectedResult).reason))).toBe(true);
  expect((await sql`select 1 as one`.execute(longReads)).rows).toEqual([{ one: 1 }]);
});

test('lists with filters show a write in the next answer', async () => {
  const database = await openFile();
  const server = await startTestServer({ database });
  const coach = await buildListedUser(database.db, { name: 'Ann Peeters' });
  const client = createClient(server);
  const organizers = async () =>
    (await client.call('GET /api/explore/organizers')).body.items.map(({ name }) => name);
  expect(await organizers()).toEqual([]);
  await buildEvent(database.db, { organizer_user_id: coach.id, organizer_organization_id: null });
  expect(await organizers()).toEqual(['Ann Peeters']);
  const kinds = await client.call('GET /api/explore/events', { query: { price: 'free' } });
  expect(kinds.body.items).toHaveLength(1);
});
