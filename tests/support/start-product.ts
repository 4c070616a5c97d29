// Starts the built product as a person would, with demo data, for the browser tests; brings Chromium where it may.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the product that the browser tests drive. */
    productUrl: string;
    /** The product's database, for what no clock of a test can bring about. */
    productDatabase: string;
    chromiumPath: string;
  }
}

let server: ChildProcess | undefined;
let dataDir = '';

export async function setup(project: TestProject) {
  project.provide('chromiumPath', findChromium() ?? installChromium());
  const port = await freePort();
  dataDir = mkdtempSync(join(tmpdir(), 'sideline-product-'));
  server = spawn(process.execPath, ['src/server/start.ts'], {
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
  await saidReady(server);
  project.provide('productUrl', `http://localhost:${port}`);
  project.provide('productDatabase', join(dataDir, 'sideline.db'));
}

export async function teardown() {
  const ended = new Promise((resolve) => server?.once('exit', resolve));
  server?.kill('SIGTERM');
  if (server) await ended;
  rmSync(dataDir, { recursive: true, force: true });
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
