// What PostgreSQL sessions of the server's role begin with.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import type { Db } from '../../../src/server/db/open.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { runSql } from '../../support/databases/postgres.ts';
import { openProcessDatabase } from '../../support/server.ts';

const checkOf = async (url: string) =>
  (await runSql(url, 'show client_connection_check_interval'))[0].client_connection_check_interval;
const jitOf = async (url: string) => (await runSql(url, 'show jit'))[0].jit;

test('just-in-time compilation is off and lost connections are noticed in our database once it is migrated, and untouched in others', async () => {
  const { database, env } = await openProcessDatabase('none');
  onTestFinished(database.close);
  const url = env.DATABASE_URL ?? '';
  expect(await jitOf(url)).toBe('on');

  // Processes that start at once do not fail each other.
  const processes = [1, 2, 3, 4].map(() => openPostgres(url, { poolSize: 1, readPoolSize: 1 }));
  onTestFinished(async () => {
    for (const one of processes) await one.close();
  });
  await Promise.all(processes.map((one) => migrate(one)));

  const { rows } = await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(
    processes[0]?.db ?? database.db,
  );
  expect(rows).toEqual([{ jit: 'off' }]);
  expect([await jitOf(url), await checkOf(url)]).toEqual(['off', '500ms']);
  const other = new URL('/postgres', url).href;
  expect([await jitOf(other), await checkOf(other)]).toEqual(['on', '0']);
});

test('a write that waited for a row reads what the other one wrote, whatever isolation sessions begin with', async () => {
  const { database, env } = await openProcessDatabase('none');
  onTestFinished(database.close);
  const url = new URL(env.DATABASE_URL ?? '');
  url.searchParams.set('options', '-c default_transaction_isolation=repeatable\\ read');
  const server = openPostgres(url.href);
  onTestFinished(server.close);
  await server.db.insertInto('instance_settings').values({ name: 'places', value: '1' }).execute();
  const placesIn = (db: Db) =>
    db.selectFrom('instance_settings').where('name', '=', 'places').select('value').execute();

  await server.db.transaction().execute(async (waiting) => {
    expect(await placesIn(waiting)).toEqual([{ value: '1' }]);
    await server.db.updateTable('instance_settings').set({ value: '0' }).execute();
    expect(await placesIn(waiting)).toEqual([{ value: '0' }]);
  });
});
