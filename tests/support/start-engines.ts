// Before the engine tests: installs the drivers, and makes the build that they update to.
import { installPrograms } from './browser/programs.ts';
import { buildVariants } from './product/variant-builds.ts';

export async function setup() {
  installPrograms(['firefox', 'webKitDriver', 'xvfb', 'openssl']);
  await buildVariants('B');
}
