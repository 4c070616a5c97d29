// A hash of the page's sources, to detect an outdated build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const fingerprintFile = 'dist/fingerprint';

const folders = [
  'src/app',
  'src/build',
  'src/contract',
  'src/offline',
  'src/recurrence',
  'src/server/words',
  'src/words',
  'sw',
  'public',
];
const files = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'src/server/cli/build-dist.ts',
  'src/server/cli/build-page.ts',
  'src/server/cli/earlier-builds.ts',
  'src/server/http/answer/escape-html.ts',
  'src/server/render/manifest.ts',
  'src/server/render/template.ts',
  'src/server/render/preview-images/fonts.ts',
];

/** The paths of all files that the build reads, sorted. */
export function fingerprinted(): string[] {
  const inFolders = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
  return [...files, ...inFolders].sort();
}

/** A hash of these files. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of fingerprinted()) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}
