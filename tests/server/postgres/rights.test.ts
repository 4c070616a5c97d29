// A role that may use a database of PostgreSQL and not create tables in it, as from version 15 on any role but the owner.
import { randomUUID } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { adminJson } from '../../support/admin.ts';
import { runSql } from '../../support/databases/postgres.ts';
import { newFolder } from '../../support/product/server-process.ts';

test('a role that may not create tables gets the way to become the owner, by a migration and by the doctor', async () => {
  const server = inject('postgresUrl');
  const name = `club_${randomUUID().slice(0, 8)}`;
  await runSql(server, `create role ${name} login`);
  await runSql(server, `create database ${name}`);
  const url = new URL(`/${name}`, server);
  await runSql(url.href, 'revoke create on schema public from public');
  url.username = name;
  const database = openPostgres(url.href, { poolSize: 1, readPoolSize: 1 });
  onTestFinished(async () => {
    await database.close();
    await runSql(server, `drop database ${name} with (force)`);
    await runSql(server, `drop role ${name}`);
  });
  const remedy = `alter database ${name} owner to ${name}`;
  await expect(migrate(database)).rejects.toThrow(remedy);
  const { findings } = await adminJson(['doctor'], {
    env: { DATA_DIR: newFolder(), DATABASE_URL: url.href },
  });
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'rights', level: 'wrong', fix: expect.stringContaining(remedy) }),
  );
  await runSql(server, remedy);
  // Before version 15 the owner of a database does not own its schema.
  await runSql(new URL(`/${name}`, server).href, `grant create on schema public to ${name}`);
  expect((await migrate(database)).length).toBeGreaterThan(0);
});
