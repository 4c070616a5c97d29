// Builds beside running servers, killed builds, and builds of several processes in one folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
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

test('a server without a server bundle logs once what is missing, and what to do', async () => {
  const { folder, start, page } = await openFolder();
  rmSync(join(folder, 'dist/server'), { recursive: true });
  const { outcome, said } = await start();
  expect(outcome).toBe('ready');
  for (const path of ['/explore/events', '/explore/teams'])
    expect(await page(path)).toContain('<!doctype html>');
  const lines = said()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(lines).toEqual([
    expect.stringMatching(/the part of the build for the server is missing.+`npm run build`/),
  ]);
});

/** Ends the build after it has replaced the server bundle, where a file `kill` is. */
const siteConfig = `
  import { existsSync } from 'node:fs';
  export default ({ isSsrBuild }) => ({
    plugins: [
      {
        name: 'site',
        generateBundle() {
          const source = JSON.stringify({ buildId: 'site' });
          if (!isSsrBuild) this.emitFile({ type: 'asset', fileName: '.vite/page.json', source });
        },
        closeBundle() {
          if (isSsrBuild && existsSync('kill')) process.kill(process.pid, 'SIGKILL');
        },
      },
    ],
  });
`;

/** The sources of a small site, built by the product's commands. */
function openSources() {
  const folder = newFolder();
  for (const part of ['package.json', 'package-lock.json', 'src/server'])
    cpSync(part, join(folder, part), { recursive: true });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('vite.config.ts', siteConfig);
  write('index.html', '<!doctype html><script type="module" src="/src/app/entry.ts"></script>');
  const setVersion = (version: string) => {
    write('src/app/entry.ts', `document.title = '${version}';`);
    write('src/app/ssr/entry-server.tsx', `export const version = '${version}';`);
  };
  setVersion('v1');
  const textOf = (part: string) =>
    readdirSync(join(folder, 'dist', part))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, 'dist', part, name), 'utf8'))
      .join('\n');
  return {
    write,
    setVersion,
    remove: (file: string) => rmSync(join(folder, file)),
    client: () => textOf('client/assets'),
    server: () => textOf('server'),
    /** Runs a command; returns how it ended, and what it said. */
    run: async (script: 'build' | 'build-if-needed') => {
      const child = spawn(process.execPath, [resolve(`src/server/cli/${script}.ts`)], {
        cwd: folder,
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (data: Buffer) => {
          said += data.toString();
        });
      const [code, signal] = await once(child, 'close');
      return { end: code ?? signal, said };
    },
  };
}

test('the start after a killed build of a newer version builds again, also where it is the earlier version', async () => {
  const { write, remove, setVersion, client, server, run } = openSources();
  expect(await run('build-if-needed')).toMatchObject({
    end: 0,
    said: expect.stringContaining('Built site.'),
  });
  setVersion('v2');
  write('kill', '');
  expect(await run('build-if-needed')).toMatchObject({ end: 'SIGKILL' });
  expect(server()).toContain('v2');
  remove('kill');
  setVersion('v1');
  expect(await run('build-if-needed')).toMatchObject({ end: 0 });
  expect([client(), server()]).toEqual([expect.stringContaining('v1'), expect.stringContaining('v1')]);
  expect(await run('build-if-needed')).toEqual({ end: 0, said: '' });
});
