// What the doctor says about the content of a PostgreSQL database.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { adminJson } from '../../support/admin.ts';
import { runSql } from '../../support/databases/postgres.ts';
import { newFolder } from '../../support/product/server-process.ts';

let url: string;
beforeEach(async () => {
  const server = inject('postgresUrl');
  const name = `checked_${randomUUID().slice(0, 8)}`;
  await runSql(server, `create database ${name} template sideline_template`);
  url = new URL(`/${name}`, server).href;
  onTestFinished(async () => void (await runSql(server, `drop database ${name} with (force)`)));
});

type Finding = { check: string; level: string; message: string; fix: string | null };

async function findings(...checks: string[]): Promise<Finding[]> {
  const { findings } = await adminJson(['doctor'], { env: { DATA_DIR: newFolder(), DATABASE_URL: url } });
  return (findings as Finding[]).filter(({ check }) => checks.includes(check));
}

const all = ['integrity', 'index', 'constraint', 'live triggers', 'announce triggers'];

test('the doctor reports that a migrated PostgreSQL database is whole', async () => {
  expect(await findings(...all)).toMatchObject([{ check: 'integrity', level: 'ok' }]);
});

test('the doctor names an invalid index and an unchecked constraint, and their statements mend them', async () => {
  await runSql(url, 'alter table logos add constraint late check (true) not valid');
  await runSql(url, 'create index broken on users (id)');
  await runSql(url, "update pg_index set indisvalid = false where indexrelid = 'broken'::regclass");
  const found = await findings(...all);
  expect(found).toMatchObject([
    { check: 'index', level: 'wrong', message: expect.stringContaining('broken is invalid') },
    { check: 'constraint', level: 'wrong', message: expect.stringContaining('late of logos') },
  ]);
  for (const { fix } of found) await runSql(url, /`(.+)`/.exec(fix ?? '')?.[1] ?? '');
  expect(await findings(...all)).toMatchObject([{ check: 'integrity' }]);
});

test('the doctor names missing and disabled triggers, which the next start makes again', async () => {
  await runSql(url, 'drop trigger live_events_added on events');
  await runSql(url, 'alter table teams disable trigger live_teams_changed');
  await runSql(url, 'alter table teams disable trigger announce_write');
  await runSql(url, 'drop trigger announce_live on live_changes');
  const found = await findings(...all);
  expect(found).toMatchObject([
    { check: 'live triggers', message: expect.stringContaining('live_events_added, live_teams_changed are') },
    { check: 'announce triggers', message: expect.stringContaining('live_changes, teams are') },
  ]);
  const database = openPostgres(url, { poolSize: 1, readPoolSize: 1 });
  await migrate(database);
  await database.close();
  expect(await findings(...all)).toMatchObject([{ check: 'integrity' }]);
});

test('the doctor names an index whose order is wrong where amcheck is installed', async () => {
  await runSql(url, 'create extension amcheck');
  expect((await findings('integrity'))[0]?.message).toContain('amcheck');
  // An order that changes after the index was made, as with a new version of a collation.
  const compare = (order: string) =>
    runSql(
      url,
      `create or replace function fickle(a int, b int) returns int language sql immutable as 'select ${order}'`,
    );
  await compare('btint4cmp(a, b)');
  await runSql(
    url,
    `create operator class fickle_ops for type int using btree as
       operator 1 < (int, int), operator 2 <= (int, int), operator 3 = (int, int), operator 4 >= (int, int),
       operator 5 > (int, int), function 1 fickle(int, int);
     create table numbers as select generate_series(1, 50) as number;
     create index numbers_order on numbers using btree (number fickle_ops)`,
  );
  await compare('btint4cmp(b, a)');
  expect(await findings('index')).toMatchObject([
    { level: 'wrong', message: expect.stringMatching(/numbers_order is damaged: item order/) },
  ]);
});
