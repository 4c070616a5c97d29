// The rows of a query, which answers spread and pass on as they are.
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../support/server.ts';

test('rows are plain objects with every column in its order, nulls too', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const { rows } = await sql`
    select 'b' as z, 1 as a, cast(null as text) as n union all select 'c', 2, 'set' order by 1`.execute(db);
  expect(rows).toEqual([
    { z: 'b', a: 1, n: null },
    { z: 'c', a: 2, n: 'set' },
  ]);
  for (const row of rows) {
    expect(Object.keys(row as object)).toEqual(['z', 'a', 'n']);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  }
  expect((await sql`select 1 as one where 1 = 0`.execute(db)).rows).toEqual([]);
});

test('rows of all columns have the columns that a changed table has', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const all = sql`select * from pets`;
  await sql`create table pets (name text, age integer)`.execute(db);
  await sql`insert into pets values ('Rex', 3)`.execute(db);
  expect((await all.execute(db)).rows).toEqual([{ name: 'Rex', age: 3 }]);
  await sql`alter table pets drop column name`.execute(db);
  await sql`alter table pets add column breed text`.execute(db);
  expect((await all.execute(db)).rows).toEqual([{ age: 3, breed: null }]);
});
