// A built page for tests of the server: the app shell, one asset, and the SSR module.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const inlineScript = "document.documentElement.className = 'light'";

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** The smallest possible build; `drawing` is its SSR module. Remove the parent folder afterwards. */
export function buildFolder(drawing: string): string {
  const root = mkdtempSync(join(tmpdir(), 'sideline-build-'));
  const folder = join(root, 'client');
  mkdirSync(folder);
  mkdirSync(join(root, 'server'));
  writeFileSync(join(root, 'server/entry-server.js'), drawing);
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, 'builds'));
  const built = `<!doctype html><html><head><title>Sideline</title><meta name="hint-cookie" content="sideline_hint" /><script>${inlineScript}</script></head><body><div id="root"></div></body></html>`;
  writeFileSync(join(folder, 'index.html'), built);
  writeFileSync(join(folder, 'sw.js'), `[{url:"index.html",revision:"${sha256(built)}"}]`);
  writeFileSync(join(folder, 'assets/app-1.js'), 'export {}');
  writeFileSync(join(folder, 'assets/app-1.js.br'), 'compressed');
  writeFileSync(join(folder, 'builds/latest.json'), JSON.stringify({ id: 'b1', timestamp: 1 }));
  return folder;
}
