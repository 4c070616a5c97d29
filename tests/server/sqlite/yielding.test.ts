// Consecutive long queries yield to the event loop, though SQLite is synchronous.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openSqlite } from '../../../src/server/db/open.ts';

function openFile(): Db {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-yielding-'));
  const database = openSqlite(join(folder, 'sideline.db'));
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return database.db;
}

/** Counts for far longer than queries may run without a yield. */
const counting = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000000)
  select count(*) as count from n`;

/** Whether any other work of the process runs between two long queries. */
async function othersRunDuring(queries: () => Promise<void>): Promise<boolean> {
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  await queries();
  return hasRun;
}

test('A query after long queries waits until other work of the process has run', async () => {
  const db = openFile();
  const isShared = await othersRunDuring(async () => {
    await counting.execute(db);
    await counting.execute(db);
  });
  expect(isShared).toBe(true);
});

test('A transaction after long queries begins when other work of the process has run', async () => {
  const db = openFile();
  const isShared = await othersRunDuring(async () => {
    await counting.execute(db);
    await db.transaction().execute((transaction) => counting.execute(transaction));
  });
  expect(isShared).toBe(true);
});

test('Queries of one transaction run without other work in between', async () => {
  const db = openFile();
  const isShared = await othersRunDuring(async () => {
    await db.transaction().execute(async (transaction) => {
      await counting.execute(transaction);
      await counting.execute(transaction);
    });
  });
  expect(isShared).toBe(false);
});
