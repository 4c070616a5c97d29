// A database file that is full, locked, read-only or damaged: the answers, the log and the stored data.
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openDatabase, openSqlite } from '../../../src/server/db/open.ts';
import { isOutage } from '../../../src/server/db/outages.ts';
import { postgresDefaults } from '../../../src/server/db/postgres/postgres.ts';
import { createClient, signIn } from '../../support/client.ts';
import { buildEvent, buildUser } from '../../support/factories.ts';
import { startTestServer } from '../../support/server.ts';
import { buildPaidEvent, buildPayer } from '../payments/paid-event.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sideline-failures-'));
  const made = dataDir;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

/** A server on a file, with an event and a signed-in user. */
async function startOnFile() {
  const database = openSqlite(join(dataDir, 'sideline.db'));
  await migrate(database);
  const server = await startTestServer({ database });
  onTestFinished(() => server.close());
  const event = await buildEvent(database.db, { visibility: 'public' });
  const member = await signIn(server, await buildUser(database.db));
  /** With a key, so that its answer is stored too. */
  const reply = () =>
    member.call('PUT /api/events/{id}/registration', {
      params: { id: event.id },
      headers: { 'Idempotency-Key': randomUUID() },
      body: { response: 'attending', occurredAt: server.now().toISOString() },
    });
  const read = async () => [
    (await member.call('GET /api/events/{id}', { params: { id: event.id } })).status,
    (await createClient(server).call('GET /api/explore/events')).status,
    (await member.call('GET /api/auth/session')).status,
    (await createClient(server).call('GET /api/health')).status,
  ];
  const pragma = (text: string) => sql.raw(`pragma ${text}`).execute(database.db);
  const unwritten = async () => (await sql`select id from registrations`.execute(database.db)).rows;
  return { server, database, event, member, reply, read, pragma, unwritten };
}

/** Rows that fill pages. */
const filler = { name: 'filler', value: 'x'.repeat(200_000) };

describe('a full disk', () => {
  test('answers writes with 503 and Retry-After, serves reads, and accepts writes again when there is space', async () => {
    const { server, reply, read, pragma, unwritten } = await startOnFile();
    const { rows } = await pragma('page_count');
    await pragma(`max_page_count = ${(rows[0] as { page_count: number }).page_count}`);
    // Small rows still fit into existing pages.
    for (let count = 0; count < 200; count++) {
      const { db } = server.database;
      const small = { name: `fill ${count}`, value: 'x'.repeat(3000) };
      if (
        await db
          .insertInto('instance_settings')
          .values(small)
          .execute()
          .then(() => false, isOutage)
      )
        break;
    }
    server.advance(6 * 60_000);
    const refused = await sendUntilRefused(reply);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(refused.body).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('disk') });
    expect(await read()).toEqual([200, 200, 200, 200]);
    const before = await unwritten();
    await pragma('max_page_count = 1000000');
    expect((await reply()).status).toBe(200);
    expect((await unwritten()).length).toBeGreaterThanOrEqual(before.length);
    expect((await pragma('integrity_check')).rows).toEqual([{ integrity_check: 'ok' }]);
  });

  test('rolls a whole transaction back at its first error, even when SQLite already did', async () => {
    const { database, pragma } = await startOnFile();
    const { rows } = await pragma('page_count');
    await pragma(`max_page_count = ${(rows[0] as { page_count: number }).page_count}`);
    const transaction = database.db.transaction().execute(async (db) => {
      await db.insertInto('instance_settings').values({ name: 'first', value: '' }).execute();
      await db
        .insertInto('instance_settings')
        .values(filler)
        .execute()
        .catch(() => {});
      await db.insertInto('instance_settings').values({ name: 'last', value: '' }).execute();
    });
    await expect(transaction).rejects.toThrow(/no space left for .*sideline\.db/);
    await pragma('max_page_count = 1000000');
    const { rows: left } =
      await sql`select name from instance_settings where name in ('first', 'last')`.execute(database.db);
    expect(left).toEqual([]);
    await database.db.insertInto('instance_settings').values(filler).execute();
  });
});

/** Until there is no room for one more. */
async function sendUntilRefused<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (let count = 0; count < 50; count++) {
    const answer = await send();
    if (answer.status === 503) return answer;
  }
  throw new Error('Every write found room.');
}

test('a read-only database file answers writes and sign-in with 503, and serves reads', async () => {
  const { server, reply, read, pragma } = await startOnFile();
  const client = createClient(server);
  const login = { username: 'ida.maes', password: 'ida likes long walks' };
  const account = {
    ...login,
    email: 'ida@example.com',
    name: 'Ida',
    phone: '+32470000000',
    countryCode: 'BE',
  };
  expect((await client.call('POST /api/auth/register', { body: account })).status).toBe(201);
  await pragma('query_only = on');
  const unsigned = await createClient(server).call('POST /api/auth/login', { body: login });
  expect([unsigned.status, unsigned.headers.get('retry-after')]).toEqual([503, '2']);
  server.advance(6 * 60_000);
  const refused = await reply();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await read()).toEqual([200, 200, 200, 200]);
  await pragma('query_only = off');
  expect((await reply()).status).toBe(200);
});

test('a read-only database file lets a payer read the payment, and the missed status check is logged', async () => {
  const { server, pragma } = await startOnFile();
  const event = await buildPaidEvent(server);
  const ann = await buildPayer(server);
  await ann.attend(event);
  expect((await ann.begin(event)).status).toBe(200);
  const client = await signIn(server, ann);
  const warn = vi.spyOn(server.log, 'warn');
  await pragma('query_only = on');
  const { status, body } = await client.call('GET /api/events/{id}/payment', { params: { id: event.id } });
  expect([status, body.state]).toEqual([200, 'requiresPayment']);
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ paymentId: body.id }),
    'A status check of a payment could not be moved up',
  );
});

describe('a write lock of another process', () => {
  test('lets reads answer at once, and delays a write until it ends', async () => {
    const { reply, read } = await startOnFile();
    const other = new DatabaseSync(join(dataDir, 'sideline.db'));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const order: string[] = [];
    const written = reply().then(({ status }) => order.push(`write ${status}`));
    expect(await read()).toEqual([200, 200, 200, 200]);
    order.push('reads');
    other.exec('commit');
    await written;
    expect(order).toEqual(['reads', 'write 200']);
  });

  test('answers a write that waits too long with 503, and the next one finds the database free', async () => {
    const { reply } = await startOnFile();
    const other = new DatabaseSync(join(dataDir, 'sideline.db'));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    expect((await reply()).status).toBe(503);
    other.exec('rollback');
    expect((await reply()).status).toBe(200);
  });
});

describe('a damaged file', () => {
  /** Overwrites pages of the file from this one on, like a failing disk. */
  function damage(file: string, firstPage: number, lastPage: number) {
    const descriptor = openSync(file, 'r+');
    for (let page = firstPage; page <= lastPage; page++)
      writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
    closeSync(descriptor);
  }

  test('makes health and ready answer 503 with a specific message, and the error names the file and the doctor command', async () => {
    const file = join(dataDir, 'sideline.db');
    const first = openSqlite(file);
    await migrate(first);
    await buildEvent(first.db);
    const { rows } = await sql<{ page: number }>`select rootpage as page from sqlite_schema
      where name in ('events', 'events_by_start') order by rootpage`.execute(first.db);
    await first.close();
    for (const { page } of rows) damage(file, page, page);
    const database = openSqlite(file);
    const server = await startTestServer({ database });
    onTestFinished(() => server.close());
    const client = createClient(server);
    expect((await client.call('GET /api/explore/events')).status).toBe(503);
    const health = await client.call('GET /api/health');
    expect([health.status, health.headers.get('retry-after')]).toEqual([503, '60']);
    expect(health.body).toMatchObject({ detail: expect.stringContaining('damaged') });
    const ready = await client.call('GET /api/ready');
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '60']);
    const read = database.db.selectFrom('events').selectAll().execute();
    await expect(read).rejects.toThrow(/sideline\.db is damaged.*npm run admin -- doctor/);
  });

  test('makes health answer 503 when a long read finds it', async () => {
    const { server, database } = await startOnFile();
    await sql.raw('pragma wal_checkpoint(truncate)').execute(database.db);
    const file = join(dataDir, 'sideline.db');
    damage(file, 2, statSync(file).size / 4096);
    await expect(database.longReads.selectFrom('events').selectAll().execute()).rejects.toThrow(/is damaged/);
    expect((await createClient(server).call('GET /api/health')).status).toBe(503);
  });

  test('that is not a database is refused with a message that names it', () => {
    const file = join(dataDir, 'sideline.db');
    const descriptor = openSync(file, 'w');
    writeSync(descriptor, 'This is a letter to the club, and no database at all. '.repeat(200));
    const settings = { dataDir, databaseUrl: null, databaseDirectUrl: null, postgres: postgresDefaults };
    expect(() => openDatabase(settings)).toThrow(/sideline\.db is damaged or no database.*doctor/);
  });
});
