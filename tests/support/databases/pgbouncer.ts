// A pgbouncer for one test, in transaction mode, in front of one PostgreSQL.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../product/free-port.ts';

export type Pgbouncer = {
  /** The address of a database of that PostgreSQL, through the pooler. */
  urlOf(directUrl: string): string;
  /** Whether named statements work: from 1.21 on, unless they are switched off. */
  knowsNamedStatements: boolean;
  remove(): Promise<void>;
};

/**
 * Installs pgbouncer if it is missing and may be installed, and starts it. Has so few connections that
 * clients share them.
 */
export async function startPgbouncer(
  postgresUrl: string,
  { maxPreparedStatements = 200 } = {},
): Promise<Pgbouncer> {
  if (!find()) install();
  const program = find();
  if (!program)
    throw new Error('pgbouncer is missing. Install it (Debian: apt-get install pgbouncer) and run again.');
  const [, major = '0', minor = '0'] =
    /(\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  const isNew = Number(major) > 1 || Number(minor) >= 21;
  const { hostname, port: serverPort, username } = new URL(postgresUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'sideline-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
${isNew ? `max_prepared_statements = ${maxPreparedStatements}` : ''}
`,
  );
  // It refuses to run as root; Debian's PostgreSQL package creates a user for it.
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : null;
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
  const child = spawn(program, [file], { stdio: 'ignore', ...user });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    urlOf: (directUrl) => {
      const url = new URL(directUrl);
      url.port = String(port);
      return url.href;
    },
    knowsNamedStatements: isNew && maxPreparedStatements > 0,
    remove: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function find(): string | null {
  const path = spawnSync('sh', ['-c', 'command -v pgbouncer'], { encoding: 'utf8' }).stdout.trim();
  return path || ['/usr/sbin/pgbouncer'].find(existsSync) || null;
}

function install(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', 'pgbouncer'], { stdio: 'ignore', env });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
