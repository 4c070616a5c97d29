// Before the engine tests: installs the drivers, and makes the build that they update to.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../src/server/cli/fingerprint.ts';
import { installPrograms } from './browser/programs.ts';
import { nextBuild } from './engines/product.ts';

export function setup() {
  installPrograms(['firefox', 'webKitDriver', 'xvfb', 'openssl']);
  const stamp = join(nextBuild, 'fingerprint');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return;
  execFileSync(process.execPath, ['tests/support/product/build-variant.ts', 'B', nextBuild], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
}
