// Which errors mean that the database is unavailable: those of its own connections, by their codes.
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isOutage } from '../../../src/server/db/outages.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import type { Tables } from '../../../src/server/db/schema.ts';
import { openNewDatabase, openProcessDatabase, openTestDatabase } from '../../support/server.ts';

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

test('a refused database connection is an outage', async () => {
  const database = openPostgres('postgres://nobody@127.0.0.1:1/none');
  onTestFinished(() => database.close());
  expect(isOutage(await failure(sql`select 1`.execute(database.db)))).toBe(true);
});

if (process.env.TEST_ENGINE === 'postgres') {
  test('a connection that the database ends is an outage', async () => {
    const { db, close } = await openNewDatabase();
    onTestFinished(close);
    const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    expect(isOutage(await failure(ended))).toBe(true);
  });

  test('a write on a server that only reads is an outage, and the next one gets another connection', async () => {
    const { env, database } = await openProcessDatabase('none');
    onTestFinished(database.close);
    const { db, close } = openPostgres(env.DATABASE_URL ?? '', { poolSize: 1, readPoolSize: 1 });
    onTestFinished(close);
    await sql`set session characteristics as transaction read only`.execute(db);
    const write = (db: Kysely<Tables>, name: string) =>
      db.insertInto('instance_settings').values({ name, value: '' }).execute();
    const refused = await failure(db.transaction().execute((db) => write(db, 'lost')));
    expect(refused).toMatchObject({ code: '25006' });
    expect(isOutage(refused)).toBe(true);
    await db.transaction().execute((db) => write(db, 'kept'));
  });
}

test('an invalid statement, a client that disconnects and a mail server that refuses are no outage', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  expect(isOutage(await failure(sql`select nothing from nowhere`.execute(db)))).toBe(false);
  for (const code of ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', '53300'])
    expect(isOutage(Object.assign(new Error('aborted'), { code }))).toBe(false);
});
