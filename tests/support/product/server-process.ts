// Servers as separate processes, and folders for their data; `endAll` ends them.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const running: { process: ChildProcess; ended: Promise<number | null> }[] = [];
const folders: string[] = [];

/** Kills every server that was started here and removes the folders. */
export async function endAll() {
  for (const { process, ended } of running.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sideline-process-'));
  folders.push(folder);
  return folder;
}

/** Gives up before a test does, so that a failure shows what the server said. */
const READY_WITHIN = 25_000;
/** The first start on a folder fills it; the hooks of browser tests that start so allow twice as long. */
const FILLED_WITHIN = 60_000;

/**
 * Starts a server and resolves when it is ready, has ended or takes too long, with its output; `cwd` is where its build is.
 */
export async function start(
  env: Record<string, string>,
  script = 'src/server/start.js',
  cwd = '.',
  args: string[] = [],
) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', DEMO_DATA: 'off', DRAIN_DELAY: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  running.push({ process: child, ended });
  let said = '';
  const isReady = new Promise<'ready'>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        if (said.includes('is ready at')) resolve('ready');
      });
  });
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, env.DEMO_DATA === 'on' ? FILLED_WITHIN : READY_WITHIN, 'late');
  });
  const outcome = await Promise.race([isReady, ended, isLate]);
  clearTimeout(timer);
  return { child, ended, outcome, said: () => said };
}
