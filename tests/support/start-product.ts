// Before the browser tests: finds Chromium, or brings it where it may, and fills a folder with demo data once.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { findShell } from './chromium.ts';
import { endAll, newFolder, start } from './server-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The demo data that each test file starts the product with, in a copy of its own. */
    demoFolder: string;
    chromiumPath: string;
  }
}

export async function setup(project: TestProject) {
  project.provide('chromiumPath', findShell() ?? installShell());
  const folder = newFolder();
  const { child, ended, outcome, said } = await start({ PORT: '0', DATA_DIR: folder, DEMO_DATA: 'on' });
  if (outcome !== 'ready') throw new Error(`The product ended at start: ${said()}`);
  child.kill('SIGTERM');
  await ended;
  project.provide('demoFolder', folder);
}

export const teardown = endAll;

/** Debian's build of what Playwright drives when it opens no window. */
function installShell(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env });
      const path = findShell();
      if (path) return path;
    }
  }
  throw new Error(
    'Chromium is missing. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
  );
}
