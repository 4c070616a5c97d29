// Before the engine tests: installs the drivers, and makes the build that they update to.
import { installPrograms } from './browser/programs.ts';
import { buildOf } from './product/variant-builds.ts';

export function setup() {
  installPrograms(['firefox', 'webKitDriver', 'xvfb', 'openssl']);
  buildOf('B');
}
