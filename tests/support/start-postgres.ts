// Starts a PostgreSQL of its own for the suite, in a temporary folder, and stops it at the end.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/server/db/migrate.ts';
import { openPostgres } from '../../src/server/db/open.ts';
import { freePort } from './free-port.ts';

const templateName = 'sideline_template';

let stop = () => {};

export async function setup(project: TestProject) {
  const bin = findBinaries() ?? (install() && findBinaries());
  if (!bin)
    throw new Error('PostgreSQL is missing. Install it (Debian: apt-get install postgresql) and run again.');
  const folder = mkdtempSync(join(tmpdir(), 'sideline-postgres-'));
  const port = await freePort();
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root; Debian's package brings a user for it.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, ...idsOf('postgres'));
  const run = (command: string, ...args: string[]) =>
    isRoot
      ? execFileSync('runuser', ['-u', 'postgres', '--', join(bin, command), ...args], {
          stdio: 'ignore',
          cwd: folder,
        })
      : execFileSync(join(bin, command), args, { stdio: 'ignore', cwd: folder });
  run('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale', 'C.UTF-8');
  const settings = `-p ${port} -k ${folder} -h 127.0.0.1 -c fsync=off -c max_connections=200`;
  run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  stop = () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Each test server gets a copy of a database that is migrated once. */
async function makeTemplate(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const template = openPostgres(new URL(`/${templateName}`, url).href, 1);
  await migrate(template);
  await template.close();
}

export function teardown() {
  stop();
}

function findBinaries(): string | null {
  const onPath = spawnSync('sh', ['-c', 'command -v initdb'], { encoding: 'utf8' }).stdout.trim();
  if (onPath) return join(onPath, '..');
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions.map((version) => join(root, version, 'bin')).find((path) => existsSync(join(path, 'initdb'))) ??
    null
  );
}

function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  return spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'ignore', env }).status === 0;
}

function idsOf(user: string): [number, number] {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return [id('-u'), id('-g')];
}
