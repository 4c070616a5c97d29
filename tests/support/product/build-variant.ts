// Builds the page as one of the variants that tests deploy. Runs as its own process, because the build reads
// NODE_ENV. The server renders every variant alike.
import type { Plugin } from 'vite';
import { buildPage } from '../../../src/server/cli/build-page.ts';

const [, , variant = '', out = ''] = process.argv;

/** The same page with a constant in the start script and in every screen that identifies the variant. */
const mark: Plugin = {
  name: 'variant',
  enforce: 'pre',
  transform: (code, id) =>
    /src\/app\/(boot\/entry-client|features\/.*-screen)\.tsx$/.test(id)
      ? `${code}\nglobalThis.variant = '${variant}';`
      : null,
};

await buildPage(out, { now: Date.now(), plugins: [mark], quality: 4, serverFrom: 'dist/server' });
