// Starts the PostgreSQL of the suite, with a template database for each test server, and stops it at the end.
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../src/server/db/migrate.ts';
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts';
import { countObjects, type Postgres, runSql, startPostgres } from './postgres.ts';

const templateName = 'sideline_template';

let postgres: Postgres | undefined;

export async function setup(project: TestProject) {
  postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  project.provide('templateObjects', await makeTemplate(postgres.url));
}

/** Migrates the template database, which each test server copies; returns how many objects it has. */
async function makeTemplate(url: string): Promise<string> {
  await runSql(url, `create database ${templateName}`);
  const templateUrl = new URL(`/${templateName}`, url).href;
  const template = openPostgres(templateUrl, { poolSize: 1 });
  await migrate(template);
  await template.close();
  return (await runSql(templateUrl, countObjects))[0].objects;
}

export function teardown() {
  postgres?.remove();
}
