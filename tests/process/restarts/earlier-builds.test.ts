// Files of earlier builds: available to pages that are still open, for two weeks after a newer build replaced
// theirs.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  copyEarlierBuilds,
  installBuild,
  writeJson,
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

test('a build that is copied into place keeps the files of the current one', () => {
  const root = mkdtempSync(join(tmpdir(), 'sideline-installed-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const to = join(root, 'dist');
  mkdirSync(to);
  for (const [at, id] of ['a', 'b', 'b'].entries()) {
    const from = join(root, `image-${at}`);
    const client = join(from, 'client');
    for (const folder of [join(client, 'assets'), join(from, 'server')])
      mkdirSync(folder, { recursive: true });
    for (const file of [
      join(client, `assets/${id}.js`),
      join(from, 'server/entry.js'),
      join(from, 'fingerprint'),
    ])
      writeFileSync(file, id);
    writeJson(join(client, 'builds/latest.json'), { id, timestamp: at });
    writeMeta(client, { id, timestamp: at, replacedAt: null, files: [`assets/${id}.js`] });
    installBuild(from, to, at * day);
  }
  const read = (file: string) => readFileSync(join(to, file), 'utf8');
  expect([read('client/assets/a.js'), read('client/assets/b.js')]).toEqual(['a', 'b']);
  expect([read('server/entry.js'), read('fingerprint')]).toEqual(['b', 'b']);
  expect(JSON.parse(read('client/builds/meta/a.json'))).toMatchObject({ replacedAt: day });
});
