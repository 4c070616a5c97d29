// Before the browser tests: finds Chromium, or brings it where it may, and fills a folder with demo data once.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { endAll, newFolder, start } from './server-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The demo data that each test file starts the product with, in a copy of its own. */
    demoFolder: string;
    chromiumPath: string;
  }
}

export async function setup(project: TestProject) {
  project.provide('chromiumPath', findChromium() ?? installChromium());
  const folder = newFolder();
  const { child, ended, outcome, said } = await start({ PORT: '0', DATA_DIR: folder, DEMO_DATA: 'on' });
  if (outcome !== 'ready') throw new Error(`The product ended at start: ${said()}`);
  child.kill('SIGTERM');
  await ended;
  project.provide('demoFolder', folder);
}

export const teardown = endAll;

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
