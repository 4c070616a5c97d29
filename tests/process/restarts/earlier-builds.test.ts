// Files of earlier builds: available to pages that are still open, for two weeks after a newer build replaced
// theirs.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  copyEarlierBuilds,
  installBuild,
  lockBuilds,
  writeLatest,
  writeMeta,
} from '../../../src/server/cli/earlier-builds.ts';

const day = 24 * 60 * 60 * 1000;

/** Minimal builds, one after the other in a folder; returns the remaining earlier files after each. */
function openFolder() {
  const root = mkdtempSync(join(tmpdir(), 'sideline-kept-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  let current = '';
  return (id: string, now: number) => {
    const next = join(root, `${id}-${now}`);
    mkdirSync(join(next, 'assets'), { recursive: true });
    const files = [`assets/${id}.js`, 'assets/shared.js'];
    for (const file of files) writeFileSync(join(next, file), id);
    writeFileSync(join(next, `assets/${id}.js.br`), 'small');
    writeMeta(next, { id, timestamp: now, replacedAt: null, files });
    if (current) copyEarlierBuilds(current, next, id, now);
    current = next;
    return {
      has: (file: string) => existsSync(join(next, file)),
      read: (file: string) => readFileSync(join(next, file), 'utf8'),
    };
  };
}

test('a new build keeps the files of the previous one, compressed ones too, and replaces common ones', () => {
  const build = openFolder();
  build('a', 0);
  const { has, read } = build('b', day);
  expect([has('assets/a.js'), has('assets/a.js.br'), has('builds/meta/a.json')]).toEqual([true, true, true]);
  expect(read('assets/shared.js')).toBe('b');
});

test('the two weeks count from the day a build was replaced, regardless of its age', () => {
  const build = openFolder();
  build('a', 0);
  build('b', 100 * day);
  expect(build('c', 113 * day).has('assets/a.js')).toBe(true);
  const last = build('d', 115 * day);
  expect([last.has('assets/a.js'), last.has('builds/meta/a.json'), last.has('assets/b.js')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('an identical build does not count as a previous one', () => {
  const build = openFolder();
  build('a', 0);
  expect(JSON.parse(build('a', day).read('builds/meta/a.json'))).toMatchObject({ replacedAt: null });
});

/** Folders of images with a build each, and the volume that they install it into. */
function openVolume(firstAt = 0) {
  const root = mkdtempSync(join(tmpdir(), 'sideline-installed-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const to = join(root, 'dist');
  mkdirSync(to);
  const imageOf = (id: string, timestamp: number) => {
    const from = join(root, `image-${id}-${timestamp}`);
    const client = join(from, 'client');
    for (const folder of [join(client, 'assets'), join(from, 'server')])
      mkdirSync(folder, { recursive: true });
    for (const file of [
      join(client, `assets/${id}.js`),
      join(from, 'server/entry.js'),
      join(from, 'fingerprint'),
    ])
      writeFileSync(file, `${id} ${timestamp}`);
    writeLatest(client, { id, timestamp });
    writeMeta(client, { id, timestamp, replacedAt: null, files: [`assets/${id}.js`] });
    return from;
  };
  installBuild(imageOf('a', firstAt), to, firstAt);
  return {
    to,
    imageOf,
    read: (file: string) => readFileSync(join(to, file), 'utf8'),
    folders: () =>
      readdirSync(to, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : [])),
  };
}

test('a build that is copied into place keeps the files of the current one', () => {
  const { to, imageOf, read, folders } = openVolume();
  installBuild(imageOf('b', day), to, day);
  installBuild(imageOf('b', 2 * day), to, 2 * day);
  expect([read('client/assets/a.js'), read('client/assets/b.js')]).toEqual(['a 0', `b ${2 * day}`]);
  expect([read('server/entry.js'), read('fingerprint')]).toEqual([`b ${2 * day}`, `b ${2 * day}`]);
  expect(JSON.parse(read('client/builds/meta/a.json'))).toMatchObject({ replacedAt: day });
  expect(folders()).toEqual(['client', 'server']);
});

test('a build that is in place already is not copied again', () => {
  const { to, imageOf } = openVolume();
  const image = imageOf('b', day);
  installBuild(image, to, day);
  const inode = () => statSync(join(to, 'client')).ino;
  const before = inode();
  installBuild(image, to, 2 * day);
  expect(inode()).toBe(before);
});

test.each([
  [
    'while the next build was copied',
    (to: string) => cpSync(join(to, 'client/assets'), join(to, 'next/assets'), { recursive: true }),
  ],
  [
    'before the old build was moved away',
    (to: string) => cpSync(join(to, 'client'), join(to, 'next'), { recursive: true }),
  ],
  [
    'before the next build was put in place',
    (to: string) => {
      cpSync(join(to, 'client'), join(to, 'next'), { recursive: true });
      renameSync(join(to, 'client'), join(to, 'old'));
    },
  ],
  [
    'before that, by a version that removed the old build',
    (to: string) => renameSync(join(to, 'client'), join(to, 'next')),
  ],
  [
    'while the old build was removed',
    (to: string) => cpSync(join(to, 'client/assets'), join(to, 'old/assets'), { recursive: true }),
  ],
])('a start that was killed %s loses no earlier build', (_, kill) => {
  const { to, imageOf, read, folders } = openVolume();
  installBuild(imageOf('b', day), to, day);
  kill(to);
  installBuild(imageOf('c', 2 * day), to, 2 * day);
  expect(['a', 'b', 'c'].map((id) => read(`client/assets/${id}.js`))).toEqual([
    'a 0',
    `b ${day}`,
    `c ${2 * day}`,
  ]);
  expect(folders()).toEqual(['client', 'server']);
});

test.each([
  ['removed the server bundle', 'rmSync', 'server'],
  ['copied the server bundle', 'cpSync', 'server'],
  ['copied the fingerprint', 'cpSync', 'fingerprint'],
])(
  'a start that was killed after it %s leaves no part of its build to an earlier version',
  (_, call, part) => {
    const { to, imageOf, read, folders } = openVolume();
    const image = imageOf('b', day);
    installBuild(image, to, day);
    const script = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { ${call}: original } = fs;
    fs.${call} = (...given) => {
      original(...given);
      if (given.includes(${JSON.stringify(join(to, part))})) process.kill(process.pid, 'SIGKILL');
    };
    syncBuiltinESMExports();
    const { installBuild } = await import('./src/server/cli/earlier-builds.ts');
    installBuild(${JSON.stringify(imageOf('c', 2 * day))}, ${JSON.stringify(to)}, ${2 * day});`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
    expect(signal).toBe('SIGKILL');
    installBuild(image, to, 3 * day);
    expect([read('server/entry.js'), read('fingerprint'), read('client/assets/b.js')]).toEqual(
      Array.from({ length: 3 }, () => `b ${day}`),
    );
    expect(read('client/assets/a.js')).toBe('a 0');
    expect(folders()).toEqual(['client', 'server']);
  },
);

test("a build that is copied into place leaves the volume's lock file, for which other containers may wait", () => {
  const { to, imageOf } = openVolume();
  const image = imageOf('b', day);
  writeFileSync(join(image, 'install.lock'), '');
  const inode = () => statSync(join(to, 'install.lock')).ino;
  const before = inode();
  installBuild(image, to, day);
  expect(inode()).toBe(before);
});

test('containers that start at once on one volume install the build once, and lose no earlier one', async () => {
  const { to, imageOf, read, folders } = openVolume(Date.now());
  const image = imageOf('b', 1);
  for (let at = 0; at < 300; at += 1) writeFileSync(join(image, `client/assets/chunk-${at}.js`), 'x');
  const script = `
    import { installBuild } from './src/server/cli/earlier-builds.ts';
    installBuild(${JSON.stringify(image)}, ${JSON.stringify(to)}, Date.now());`;
  const starts = Array.from({ length: 4 }, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    return code;
  });
  expect(await Promise.all(starts)).toEqual([0, 0, 0, 0]);
  expect([
    read('client/assets/a.js'),
    read('client/assets/b.js'),
    read('client/assets/chunk-299.js'),
  ]).toEqual([expect.stringMatching(/^a /), 'b 1', 'x']);
  expect(folders()).toEqual(['client', 'server']);
});

test('a build beside another one says that it waits, and for what where that does not end', () => {
  const root = mkdtempSync(join(tmpdir(), 'sideline-kept-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const unlock = lockBuilds(root, 0);
  expect(() => lockBuilds(root, 100)).toThrow(`Another process has built or installed in ${root} for 0.1 s.`);
  expect(said.mock.calls).toEqual([[`Another process builds or installs in ${root}; waiting for it.`]]);
  unlock();
  lockBuilds(root, 0)();
  expect(said).toHaveBeenCalledTimes(1);
});
