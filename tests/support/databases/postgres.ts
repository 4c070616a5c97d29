// A PostgreSQL for one test, in a temporary folder: it can be stopped, restarted and removed.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../product/free-port.ts';

export type Postgres = {
  url: string;
  /** Starts it again; no effect while it runs. */
  start(): void;
  /** `fast` ends sessions with an error, `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): void;
  /** Sends a signal to each of its processes; `SIGSTOP` freezes it until `SIGCONT`. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Stops it and removes its data. */
  remove(): void;
};

/** Installs PostgreSQL if it is missing and may be installed, makes a database cluster and starts it. */
export async function startPostgres(): Promise<Postgres> {
  const bin = findBinaries() ?? (install() && findBinaries());
  if (!bin)
    throw new Error('PostgreSQL is missing. Install it (Debian: apt-get install postgresql) and run again.');
  const folder = mkdtempSync(join(tmpdir(), 'sideline-postgres-'));
  const port = await freePort();
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root; Debian's package creates a user for it.
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
  const settings = `-p ${port} -k ${folder} -h 127.0.0.1 -c fsync=off -c max_connections=500`;
  let isRunning = false;
  const start = () => {
    if (isRunning) return;
    run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start');
    isRunning = true;
  };
  const stop = (mode: 'fast' | 'immediate') => {
    isRunning = false;
    run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop');
  };
  const signal = (name: NodeJS.Signals) => {
    const server = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const { stdout } = spawnSync('pgrep', ['-P', String(server)], { encoding: 'utf8' });
    for (const pid of [server, ...stdout.trim().split('\n').map(Number)]) process.kill(pid, name);
  };
  start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    signal,
    remove: () => {
      if (isRunning) stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL over its own connection and returns the rows of the last statement. */
export async function runSql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const results = [await client.query(text)].flat();
  await client.end();
  return results.at(-1)?.rows ?? [];
}

/** How many objects the database holds, as `objects`. */
export const countObjects = `select
  (select count(*) from pg_class) + (select count(*) from pg_trigger) + (select count(*) from pg_proc) as objects`;

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
