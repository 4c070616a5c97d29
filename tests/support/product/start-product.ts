// Before the browser tests: finds Chromium and Java, or installs them where it may, fills a folder with demo data, and
// builds the page's variants.
import type { TestProject } from 'vitest/node';
import { chromiumForTests, installPrograms, pathOf } from '../browser/programs.ts';
import { endAll, newFolder, start } from './server-process.ts';
import { buildVariants } from './variant-builds.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The demo data that each test file starts the product with, in its own copy. */
    demoFolder: string;
    /** A full browser. */
    chromiumPath: string;
    /** The browser that renders pages with the least CPU time. */
    pagesPath: string;
  }
}

export async function setup(project: TestProject) {
  installPrograms(['chromium', 'chromiumShell', 'java']);
  project.provide('chromiumPath', pathOf('chromium'));
  project.provide('pagesPath', chromiumForTests());
  const [folder] = await Promise.all([fillFolder(), buildVariants('B', 'C')]);
  project.provide('demoFolder', folder);
}

async function fillFolder(): Promise<string> {
  const folder = newFolder();
  const { child, ended, outcome, said } = await start({ PORT: '0', DATA_DIR: folder, DEMO_DATA: 'on' });
  if (outcome !== 'ready') throw new Error(`The product is not ready (${outcome}): ${said()}`);
  child.kill('SIGTERM');
  await ended;
  return folder;
}

export const teardown = endAll;
