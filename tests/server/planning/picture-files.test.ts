// The file of a picture that several events show, in transactions that overlap: it is deleted with its last use, and never
// while another transaction adds one. On SQLite transactions run one by one.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../../src/server/db/open.ts';
import {
  addEventPictures,
  addPictureFile,
  keepPictureFile,
  withoutUnusedFiles,
} from '../../../src/server/pictures/queries.ts';
import { buildEvent } from '../../support/factories.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const isPostgres = process.env.TEST_ENGINE === 'postgres';

let server: TestServer;
let events: string[];
beforeEach(async () => {
  server = await startTestServer();
  events = [(await buildEvent(db())).id, (await buildEvent(db())).id];
  await addPictureFile(db(), { name: 'one', bytes: new Uint8Array([1]), at: '2026-11-01T10:00:00.000Z' });
});
afterEach(() => server.close());

const db = () => server.database.db;
const { promise: forever } = Promise.withResolvers<never>();
const inTransaction = <T>(work: (tx: { db: Db; dialect: TestServer['database']['dialect'] }) => Promise<T>) =>
  db()
    .transaction()
    .execute((trx) => work({ db: trx, dialect: server.database.dialect }));
const show = (on: Db, ids: readonly string[]) =>
  addEventPictures(
    on,
    ids.map((event_id) => ({ event_id, hash: 'one' })),
  );
const hide = (on: Db, id: string) => on.deleteFrom('event_pictures').where('event_id', '=', id).execute();
const files = () => db().selectFrom('event_picture_files').select('hash').execute();

/** Resolves once another transaction waits for a lock. */
async function untilWaiting(): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
    if (Number(rows[0]?.count) > 0) return;
  }
  await forever;
}

it('is deleted by the later of two transactions that take away its last two uses', async () => {
  await show(db(), events);
  const both = Promise.withResolvers<void>();
  let hidden = 0;
  const take = (id: string) =>
    inTransaction((tx) =>
      withoutUnusedFiles(tx, [id], async () => {
        await hide(tx.db, id);
        hidden += 1;
        if (hidden === 2 || !isPostgres) both.resolve();
        await both.promise;
      }),
    );
  await Promise.all(events.map(take));
  expect(await files()).toEqual([]);
});

it('stays when its last use is taken away while another transaction adds one', async () => {
  const [first = '', second = ''] = events;
  await show(db(), [first]);
  const kept = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const adding = inTransaction(async (tx) => {
    const name = await keepPictureFile(tx, 'one');
    kept.resolve();
    await open.promise;
    await show(tx.db, [second]);
    return name;
  });
  await kept.promise;
  const taking = inTransaction((tx) => withoutUnusedFiles(tx, [first], () => hide(tx.db, first)));
  if (isPostgres) await Promise.race([untilWaiting(), taking]);
  open.resolve();
  await taking;
  expect(await adding).toBe('one');
  expect(await files()).toEqual([{ hash: 'one' }]);
});

it('is not there for a transaction that wants to add it after its last use is gone', async () => {
  const [first = ''] = events;
  await show(db(), [first]);
  const gone = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const taking = inTransaction(async (tx) => {
    await withoutUnusedFiles(tx, [first], () => hide(tx.db, first));
    gone.resolve();
    await open.promise;
  });
  await gone.promise;
  const adding = inTransaction((tx) => keepPictureFile(tx, 'one'));
  if (isPostgres) await Promise.race([untilWaiting(), adding]);
  open.resolve();
  await taking;
  expect(await adding).toBeNull();
});
