// The build to measure: dist/ if it is up to date, else a new one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, fingerprintFile } from '../../src/server/cli/fingerprint.ts';
import { type PageParts, pagePartsFile } from '../../src/server/render/template.ts';

/** Builds the page unless dist/ is up to date with the sources. */
export function ensureBuilt(): void {
  if (existsSync(fingerprintFile) && readFileSync(fingerprintFile, 'utf8') === fingerprint()) return;
  console.log('Building the page …');
  const { status, stderr } = spawnSync(process.execPath, ['src/server/cli/build.ts'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The page cannot be built: ${stderr}`);
}

/** The scripts that the page names, the last of which starts it: paths in dist/client. */
export function namedScripts(): string[] {
  const { preloads, entry } = JSON.parse(
    readFileSync(join('dist/client', pagePartsFile), 'utf8'),
  ) as PageParts;
  return [...preloads, entry].map((address) => address.slice(1));
}
