// Runs before `npm start`: builds the page when there is no build or its sources have changed. A container image has no
// sources of the page, and starts with its build.
import { existsSync, readFileSync } from 'node:fs';
import { fingerprint, fingerprintFile } from './fingerprint.ts';

const built = existsSync(fingerprintFile) ? readFileSync(fingerprintFile, 'utf8') : null;
const hasSources = existsSync('index.html');
if (hasSources && built !== fingerprint()) {
  console.log('Building the page (once, and when its sources change) …');
  await import('./build.ts');
} else if (!built) {
  console.error('There is neither a build in dist/ nor sources to build from.');
  process.exitCode = 1;
}
