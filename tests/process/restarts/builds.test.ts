// Builds beside running servers, killed builds, and builds of several processes in one folder.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { fingerprinted } from '../../../src/server/cli/fingerprint.ts';
import { freePort } from '../../support/product/free-port.ts';
import { endAll, newFolder, start } from '../../support/product/server-process.ts';

afterEach(endAll);

const startScript = resolve('src/server/start.js');

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

/** A build writes `begun`, waits while there is a file `hold`, and is killed after it has replaced the server bundle if there is a file `kill`. */
const siteConfig = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { setTimeout as pause } from 'node:timers/promises';
  export default ({ isSsrBuild }) => ({
    plugins: [
      {
        name: 'site',
        async buildStart() {
          writeFileSync('begun', '');
          while (existsSync('hold')) await pause(20);
        },
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
  const write = (file: string, text = '') => {
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
  const scriptsIn = (part: string) => {
    const path = join(folder, 'dist', part);
    const names = readdirSync(path).filter((name) => name.endsWith('.js'));
    return names.map((name) => readFileSync(join(path, name), 'utf8')).join('\n');
  };
  return {
    write,
    setVersion,
    has: (file: string) => existsSync(join(folder, file)),
    remove: (file: string) => rmSync(join(folder, file)),
    built: () => [scriptsIn('client/assets'), scriptsIn('server')],
    /** Runs a command; `ended` is its exit code, or the signal that ended it. */
    run: (script: 'build' | 'build-if-needed') => {
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
      return { ended: once(child, 'close').then(([code, signal]) => code ?? signal), said: () => said };
    },
  };
}

const bothOf = (version: string) => [expect.stringContaining(version), expect.stringContaining(version)];

test('the start after a killed build of a newer version builds again, also where it is the earlier version', async () => {
  const { write, remove, setVersion, built, run } = openSources();
  expect(await run('build-if-needed').ended).toBe(0);
  setVersion('v2');
  write('kill');
  expect(await run('build-if-needed').ended).toBe('SIGKILL');
  expect(built()[1]).toContain('v2');
  remove('kill');
  setVersion('v1');
  expect(await run('build-if-needed').ended).toBe(0);
  expect(built()).toEqual(bothOf('v1'));
  const next = run('build-if-needed');
  expect([await next.ended, next.said()]).toEqual([0, '']);
});

test('processes that start at once in one folder build once, and start with that build', async () => {
  const { write, remove, built, run } = openSources();
  write('hold');
  // Without dist/, as in a clean clone.
  const starts = [run('build-if-needed'), run('build-if-needed')];
  for (const { said } of starts) await expect.poll(said, { timeout: 30_000 }).toContain('Building the page');
  remove('hold');
  for (const { ended, said } of starts) expect([await ended, said()]).toEqual([0, expect.any(String)]);
  expect(starts.filter(({ said }) => said().includes('Built site.'))).toHaveLength(1);
  expect(built()).toEqual(bothOf('v1'));
});

test('`npm run build` waits for the build of another process, and builds after it', async () => {
  const { write, has, remove, setVersion, built, run } = openSources();
  write('hold');
  const first = run('build-if-needed');
  await expect.poll(() => has('begun'), { timeout: 30_000 }).toBe(true);
  const second = run('build');
  // Without the lock it would begin by now, and empty the folder of the first.
  await pause(1_500);
  setVersion('v2');
  remove('hold');
  for (const { ended, said } of [first, second])
    expect([await ended, said()]).toEqual([0, expect.stringContaining('Built site.')]);
  expect(built()).toEqual(bothOf('v2'));
});

/** Every file of ours that makes the page: what the build's plugins and its entries import, one after the other. */
function filesOfBuild(): string[] {
  const entries = ['src/app/boot/entry-client.tsx', 'src/app/ssr/entry-server.tsx', 'sw/sw.ts'];
  const found = new Set(['vite.config.ts', ...entries]);
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = readFileSync(file, 'utf8').replace(/^(import|export) type [^;]+;$/gm, '');
    for (const [, path = ''] of source.matchAll(/(?:from |import |import\()'(\.{1,2}\/[^'?]+)/g))
      found.add(relative('.', join(dirname(file), path)));
  }
  return [...found];
}

test('a build counts as old when any file of ours that it was made of has changed', () => {
  const [files, noticed] = [filesOfBuild(), fingerprinted()];
  expect(files).toEqual(expect.arrayContaining(['src/words/catalogues/de.po', 'src/app/routing/paths.ts']));
  expect(files.filter((file) => !noticed.includes(file))).toEqual([]);
});
