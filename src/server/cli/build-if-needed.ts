// Runs before `npm start`: builds the page when there is no build or its sources have changed. A container image has no
// sources of the page, and starts with its build.
import { existsSync, readFileSync } from 'node:fs';
import { fingerprint, fingerprintFile } from './fingerprint.ts';

const built = () => (existsSync(fingerprintFile) ? readFileSync(fingerprintFile, 'utf8') : null);
const isNeeded = () => built() !== fingerprint();
const hasSources = existsSync('index.html');
if (hasSources && isNeeded()) {
  console.log('Building the page (once, and when its sources change) …');
  const { buildDist } = await import('./build-dist.ts');
  await buildDist({ isNeeded });
} else if (!built()) {
  console.error('There is neither a build in dist/ nor sources to build from.');
  process.exitCode = 1;
}
