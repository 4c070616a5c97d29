// Starts the built product as a person would, with demo data, once for each worker of the browser tests; brings Chromium
// where it may.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The products that the browser tests drive, one for each worker: see product.ts. */
    products: { url: string; database: string }[];
    chromiumPath: string;
  }
}

let running: { server: ChildProcess; dataDir: string }[] = [];

export async function setup(project: TestProject) {
  project.provide('chromiumPath', findChromium() ?? installChromium());
  const workers = Array.from({ length: Number(project.config.maxWorkers) });
  project.provide('products', await Promise.all(workers.map(start)));
}

async function start() {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'sideline-product-'));
  const server = spawn(process.execPath, ['src/server/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push({ server, dataDir });
  await saidReady(server);
  return { url: `http://localhost:${port}`, database: join(dataDir, 'sideline.db') };
}

export async function teardown() {
  await Promise.all(running.map(({ server }) => end(server)));
  for (const { dataDir } of running) rmSync(dataDir, { recursive: true, force: true });
  running = [];
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

function saidReady(process: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    process.once('exit', (code) => reject(new Error(`The product ended at start with code ${code}.`)));
    process.stdout?.on('data', (data: Buffer) => {
      if (data.toString().includes('is ready at')) resolve();
    });
  });
}

/** The browser that is installed, or null. */
export function findChromium(): string | null {
  const names = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return names.find((path) => path && existsSync(path)) ?? null;
}

function installChromium(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env });
  }
  const path = findChromium();
  if (!path)
    throw new Error(
      'Chromium is missing. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    );
  return path;
}
