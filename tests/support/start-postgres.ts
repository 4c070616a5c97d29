// Starts the PostgreSQL of the suite, with a database that each test server copies, and stops it at the end.
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/server/db/migrate.ts';
import { openPostgres } from '../../src/server/db/open.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const templateName = 'sideline_template';

let postgres: Postgres | undefined;

export async function setup(project: TestProject) {
  postgres = await startPostgres();
  await makeTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
}

/** Each test server gets a copy of a database that is migrated once. */
async function makeTemplate(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const template = openPostgres(new URL(`/${templateName}`, url).href, { poolSize: 1 });
  await migrate(template);
  await template.close();
}

export function teardown() {
  postgres?.remove();
}
