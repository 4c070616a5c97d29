// A built page for tests of the server: what the template is composed of, one asset, and the module that renders.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { type PageParts, pagePartsFile } from '../../../src/server/render/template.ts';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

const inlineCode = (text: string) => ({ text, source: `'sha256-${sha256(text)}'` });

export const parts: PageParts = {
  buildId: 'b1',
  entry: '/assets/app-1.js',
  preloads: ['/assets/runtime-1.js'],
  catalogues: { de: '/assets/de-1.js' },
  startGuardFile: '/assets/start-guard-1.js',
  scripts: {
    firstPaint: inlineCode("document.documentElement.className = 'light'"),
    startGuard: inlineCode('guardStart()'),
    deferredStart: inlineCode('startLater()'),
  },
  globalCss: inlineCode('body{color:red}'),
};

/** What a worker's script that the server sends says of the files that the settings are part of. */
export function settingsFilesIn(script: string): { url: string; revision: string; integrity: string }[] {
  const self = { settingsFiles: '[]' };
  runInNewContext(script, { self });
  return JSON.parse(JSON.stringify(self.settingsFiles));
}

/** A build as small as one can be; `serverEntry` is the module that renders its pages. Remove the folder above it afterwards. */
export function buildFolder(serverEntry: string): string {
  const root = mkdtempSync(join(tmpdir(), 'sideline-build-'));
  const folder = join(root, 'client');
  mkdirSync(folder);
  mkdirSync(join(root, 'server'));
  writeFileSync(join(root, 'server/entry-server.js'), serverEntry);
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'builds'));
  mkdirSync(join(folder, pagePartsFile, '..'));
  writeFileSync(join(folder, pagePartsFile), JSON.stringify(parts));
  writeFileSync(join(folder, 'sw.js'), 'self.hasRun = true;');
  writeFileSync(join(folder, 'assets/app-1.js'), 'export {}');
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'compressed');
  writeFileSync(join(folder, 'builds/latest.json'), JSON.stringify({ id: 'b1', timestamp: 1 }));
  return folder;
}
