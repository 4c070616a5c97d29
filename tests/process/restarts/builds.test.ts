// Builds beside running servers, killed builds, and builds of several processes in one folder.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../support/product/free-port.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';

afterEach(endAll);

const startScript = resolve('src/server/start.ts');

/** A folder with a copy of the product's build; returns how to start a server there, and the text of its pages. */
async function openFolder() {
  const folder = newFolder();
  for (const part of ['client', 'server'])
    cpSync(`dist/${part}`, join(folder, `dist/${part}`), { recursive: true });
  const port = await freePort();
  return {
    folder,
    start: () => start({ PORT: String(port), DATA_DIR: newFolder() }, startScript, folder),
    page: async (path: string) => (await fetch(`http://localhost:${port}${path}`)).text(),
  };
}

test('a server renders screens that it has not rendered yet after a newer build has replaced its server bundle', async () => {
  const { folder, start, page } = await openFolder();
  const { outcome, said } = await start();
  expect([outcome, said()]).toEqual(['ready', expect.stringContaining('is ready at')]);
  await expect.poll(() => page('/explore/events')).toContain('<h1');
  const server = join(folder, 'dist/server');
  for (const name of readdirSync(server)) rmSync(join(server, name), { recursive: true });
  for (const path of ['/explore/teams', '/explore/organizers']) expect(await page(path)).toContain('<h1');
});
